"""What single techniques strike, beside looking at every combination."""

from __future__ import annotations

import random
from itertools import combinations, product
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from amount import seeded
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import AllDifferent, Knowledge, Problem, Relation, Sum
from deduce.explain.opposite import opposite
from deduce.graphs import Connected, Graph, Grid
from deduce.language.constraints import Count
from deduce.language.facts import Within
from deduce.language.reified import Or
from deduce.puzzles import redundant, steps
from deduce.puzzles.covering import _largest, coverings
from deduce.puzzles.opaque import propagator_of
from deduce.puzzles.pairs import Pairs
from deduce.puzzles.rounds import Rounds
from deduce.puzzles.structure import Rule, Structure, bits_of
from deduce.puzzles.techniques import Techniques
from deduce.puzzles.trials import Trial
from deduce.puzzles.walks import MOST
from deduce_models import pencil
from deduce_models.pencil.kinds import killersudoku
from deduce_models.pencil.rules.latin import DifferentSum

seeds = st.integers(0, 10**6)
TRIPLES = (313, 554)
"""Seeds of squares with triples: they are rare."""


def _structure(problem):
    return Structure(problem.scope, problem.rules)


@pytest.mark.parametrize("size", [4, 5, 6])
@seeded(15)
def test_a_sum_strikes_what_no_combination_has(size, seed):
    """Six of nine values are too many combinations to be listed: another way decides them."""
    rng = random.Random(seed)
    problem = Problem("sum")
    x = problem.variables("x", range(size), range(1, size + 4))
    total = rng.randint(size * 2, size * (size + 2))
    sides = rng.choice([(total, total), (total, None), (None, total)])
    problem.require(AllDifferent(x))
    problem.require(Sum(x, *sides))
    s = _structure(problem)
    (rule,) = s.rules
    (propagator,) = propagator_of(rule, s)
    alive = s.full
    for y in rng.sample(range(s.size), rng.randint(0, s.size // 2)):
        alive &= ~(1 << y)
    kept = 0
    options = [[v.domain[i] for i in bits_of(s.values_of(n, alive))] for n, v in enumerate(problem.scope)]
    for values in product(*options) if size == 4 else _different(options):
        if len(set(values)) == size and rule.content.holds(values):
            for v, value in zip(problem.scope, values, strict=True):
                kept |= s.mask_of(v, 1 << v.position(value))
    assert propagator.strikes(alive) == alive & ~kept


def _different(options):
    """Rows without a value twice."""
    rows = [()]
    for values in options:
        rows = [(*row, x) for row in rows for x in values if x not in row]
    return rows


def _latin(rng, size, spared=0.6):
    """A square of rows and columns that differ, with bounds; many literals are struck, but none of one solution."""
    problem, grid = Problem("latin"), Grid(size)
    cell = problem.variables("cell", grid.cells, range(size))
    for line in grid.lines:
        problem.require(AllDifferent([cell[x] for x in line]))
    rows, columns = rng.sample(range(size), size), rng.sample(range(size), size)
    value = {(r, c): (rows[r - 1] + columns[c - 1]) % size for r, c in grid.cells}
    for _ in range(3):
        some, number = rng.sample(grid.cells, 3), rng.randrange(size)
        if sum(value[x] == number for x in some) < 2:
            problem.require(Count([cell[x] for x in some], number, 0, 1))
    s = _structure(problem)
    alive = 0
    for x in range(s.size):
        v = s.variables[s.owner[x]]
        if x - s.start[s.owner[x]] == value[v.key] or rng.random() < spared:
            alive |= 1 << x
    return s, alive


def _areas(union, covers, n):
    """What any `n` or fewer covers hold that hold the union together."""
    if not union:
        yield 0
    elif n:
        for c in covers:
            if c & union & -union:
                yield from (c | area for area in _areas(union & ~c, covers, n - 1))


@seeded(12)
def test_pairs_strike_what_any_two_sets_in_any_two_covers_strike(seed):
    _sets_strike(seed, 5, 2)


@pytest.mark.parametrize("seed", TRIPLES)
def test_triples_strike_what_any_three_sets_in_any_three_covers_strike(seed):
    assert _sets_strike(seed, 5, 3)


@pytest.mark.parametrize("seed", range(30))
def test_covers_within_others_are_left_out(seed):
    """Beside every two compared; of the same places the first stays, and what may be true more than once stays too."""
    rng = random.Random(seed)
    full = (1 << 10) - 1
    alive, wanted = rng.getrandbits(10), rng.getrandbits(10)
    wanted &= alive
    covers = [
        (sum(1 << x for x in rng.sample(range(10), rng.randint(1, 6))) & full, rng.choice([1, 1, 1, 2]))
        for _ in range(rng.randint(1, 12))
    ]
    single = [
        (mask & alive, c)
        for c, (mask, high) in enumerate(covers)
        if high == 1 and (mask & wanted).bit_count() > 1
    ]
    kept = [
        (mask, c)
        for mask, c in single
        if not any(mask & ~other == 0 and (mask != other or d < c) for other, d in single if d != c)
    ]
    wide = [(mask & alive, c) for c, (mask, high) in enumerate(covers) if high > 1]
    assert _largest(SimpleNamespace(covers=covers), alive, wanted) == kept + wide


@pytest.mark.parametrize("seed", range(40))
def test_the_form_allows_what_the_conditions_allow(seed):
    """Pairs, needs and rules together, of random tables, facts and counts; what is ruled out alone is gone at once."""
    rng = random.Random(seed)
    problem = Problem("form")
    v = [problem.variable(f"v{i}", range(rng.choice([2, 2, 3]))) for i in range(4)]
    for _ in range(rng.randint(1, 4)):
        some = rng.sample(v, rng.choice([1, 2, 2, 3]))
        every = list(product(*(x.domain for x in some)))
        kind = rng.choice(["rows", "sum", "count", "either"])
        if kind == "rows":
            problem.require(Relation(some, rng.sample(every, rng.randint(len(every) // 2, len(every)))))
        elif kind == "sum":
            problem.require(Sum(some, *sorted(rng.choices(range(5), k=2))))
        elif kind == "count":
            problem.require(Count(some, 1, *sorted(rng.choices(range(len(some) + 1), k=2))))
        else:
            problem.require(Or(*(x == rng.choice(x.domain) for x in some)))
    s = _structure(problem)
    for values in product(*(x.domain for x in v)):
        world = dict(zip(v, values, strict=True))
        true = sum(s.mask_of(x, 1 << value) for x, value in world.items())

        def kept(said, world=world):
            return all(each.content.holds([world[x] for x in each.content.scope]) for each in said)

        allowed = (
            not true & ~s.alive
            and not any(s.excludes[x] & true for x in bits_of(true))
            and all(need.low <= (need.mask & true).bit_count() <= need.high for need in s.needs)
            and kept(s.rules)
        )
        assert allowed == kept(problem.rules)
    for x, y in combinations(range(s.size), 2):
        a, b = s.own[s.owner[x]], s.own[s.owner[y]]
        if a != b and a.bit_count() == b.bit_count() == 2 and s.excludes[x] >> y & 1:
            # If both cannot be, one of their opposites is.
            assert any(need.low == 1 and need.mask == (a | b) & ~(1 << x | 1 << y) for need in s.needs)


def test_of_many_places_it_is_not_said_that_there_is_no_room():
    """Three of thirty-six cells, no two of which share a side."""
    problem, grid = Problem("places"), Grid(6)
    cell = problem.variables("cell", grid.cells, [0, 1])
    for a, b in grid.edges:
        problem.require(Or(cell[a] == 0, cell[b] == 0))
    problem.require(Count(list(cell.values()), 1, 3, 36))
    s = _structure(problem)
    assert Techniques(s).findings(s.full, 5) == []


def test_a_sum_of_one_summand_is_what_its_variable_has_left_and_no_need():
    problem = Problem("one")
    x = problem.variable("x", range(4))
    problem.require(Sum([x], 1, 2))
    s = _structure(problem)
    assert (s.alive, s.rules, [need.mask for need in s.needs]) == (0b0110, [], [0b1111])
    assert s.units == {0: {0}, 3: {0}}


def test_what_one_rule_shows_in_a_round_no_later_one_shows_again():
    problem = Problem("trial")
    problem.variable("x", range(8))
    s = _structure(problem)

    def rule(mask, strikes):
        return SimpleNamespace(mask=mask, strikes=lambda alive: strikes & alive, sources=frozenset())

    rules = [
        rule(0b1, 0b0110),
        rule(0b10000, 0b11111110),
        rule(0b11, 0b1110),
        rule(0b1, 0b1110),
        rule(0b1, 0b11000),
    ]
    trial = Trial(s, [], 0b01111111, 0, 0)
    said = list(trial._ruled(rules, 0b1, 0b0010))
    assert [each.shown for each in said] == [0b0100, 0b1000, 0b10000]
    assert [each.gone for each in said] == [0, 0, 0]
    assert [each.alive for each in said] == [0b01111111] * 3


@pytest.mark.parametrize("seed", range(20))
def test_of_what_two_trials_come_to_the_shortest_is_told(seed):
    """What is seen at once comes first, then the fewest links; cases only where nothing is so either way."""
    rng = random.Random(seed)

    def chains(number):
        return [
            SimpleNamespace(most=rng.randint(1, 2 * MOST), length=rng.randint(1, 9)) for _ in range(number)
        ]

    either, cases = chains(rng.choice([0, 3])), chains(rng.choice([0, 4]))

    class Told(Pairs):
        def _either(self):
            return iter([(0, 0, x) for x in range(len(either))])

        def _clashing(self):
            return iter([(0, 1, x) for x in range(len(cases))])

        def _whichever(self, i, x):
            return SimpleNamespace(chain=either[x])

        def _refuted(self, i, x):
            return SimpleNamespace(chain=cases[x])

    found = Told([], _structure(Problem("none")), 0, [], None).next()
    offered = either or cases
    assert (found is None) == (not offered)
    if found is not None:
        small = [chain for chain in offered if chain.most <= MOST] or offered
        assert found.chain is min(small, key=lambda chain: chain.length)


def _sets_strike(seed, size, n):
    """What they strike, the same as by brute force, where nothing easier is left."""
    rng = random.Random(seed)
    s, alive = _latin(rng, size, rng.uniform(0.45, 0.65))
    techniques = Techniques(s)
    while found := techniques.findings(alive, n):
        for finding in found:
            alive &= ~finding.strikes
    places = {2: 6, 3: 3}[n]
    needs = [need.mask & alive for need in s.needs if need.low == 1]
    needs = [mask for mask in needs if 2 <= mask.bit_count() <= places]
    covers = sorted({c & alive for c, high in s.covers if high == 1})
    everything = 0
    for some in combinations(needs, n):
        union = 0
        for mask in some:
            union |= mask
        if union.bit_count() == sum(mask.bit_count() for mask in some):
            for area in _areas(union, covers, n):
                everything |= area & ~union
    struck = 0
    for _, _, others in coverings(s, alive, n):
        struck |= others
    assert struck == everything
    return struck


@seeded(12)
def test_what_was_seen_before_changes_nothing(seed):
    rng = random.Random(seed)
    s, alive = _latin(rng, 5)
    techniques = Techniques(s)
    levels = set()
    for _ in range(100):
        kept, fresh = techniques.findings(alive, 5), Techniques(s).findings(alive, 5)
        assert {f.level for f in kept} == {f.level for f in fresh}
        struck = [0, 0]
        for i, findings in enumerate((kept, fresh)):
            for finding in findings:
                struck[i] |= finding.strikes
        assert struck[0] == struck[1]
        levels.update(f.level for f in kept)
        if not kept:
            alive &= ~(1 << rng.choice([x for x in range(s.size) if alive >> x & 1]))
        alive &= ~struck[0]
        if any(not alive & own for own in s.own):
            return


@settings(max_examples=30)
@given(seed=seeds, uniform=st.booleans())
def test_what_excludes_what_is_told_from_one_value_where_all_are_alike(seed, uniform):
    rng = random.Random(seed)
    problem = Problem("groups")
    cell = problem.variables("cell", range(8), range(rng.randint(1, 4)))
    for _ in range(rng.randint(1, 5)):
        problem.require(AllDifferent([cell[i] for i in rng.sample(range(8), rng.randint(2, 5))]))
    if not uniform:
        a, b = rng.sample(range(8), 2)
        problem.require(Count([cell[a], cell[b]], 0, 0, 1))
    s = _structure(problem)
    with patch.object(Structure, "_values_alike", lambda _: None):
        assert s.cliques == _structure(problem).cliques
    if uniform:
        assert s._values_alike() is not None


def _level(depth):
    return next((6 + i for i, most in enumerate((4, 8, 16)) if depth <= most), 9)


@seeded(40)
def test_trials_of_the_lowest_level_are_those_of_all(seed):
    rng = random.Random(seed)
    s, alive = _latin(rng, 4)
    techniques = Techniques(s)
    whole = {}
    for x in range(s.size):
        if (alive & ~techniques.settled(alive)) >> x & 1:
            trial = Trial(s, techniques.quick, alive, techniques.settled(alive), x)
            if trial.go(None):
                whole[x] = trial.depth
    lowest = min((_level(depth) for depth in whole.values()), default=0)
    expected = {(x, depth) for x, depth in whole.items() if _level(depth) == lowest}
    assert {(f.strikes.bit_length() - 1, f.depth) for f in techniques._trials(alive, 9)} == expected


def test_the_opposite_of_a_conjunction_and_what_is_superfluous_in_a_killer_sudoku():
    problem = Problem("cage")
    x = problem.variables("x", range(3), range(1, 5))
    cage = DifferentSum(list(x.values()), 7)
    others = opposite(cage)
    for values in product(range(1, 5), repeat=3):
        told = any(o.holds([values[problem.scope.index(v)] for v in o.scope]) for o in others)
        assert told != cage.holds(values)
    killer = pencil.read("killersudoku", killersudoku.EXAMPLE)
    found = redundant(killer)
    clues = killer.log
    for clue in clues:
        rest = Knowledge(killer.problem)
        for other in clues:
            if other is not clue:
                rest = rest.observe(other.content)
        assert (clue in found.implied) == (rest.count() == rest.observe(clue.content).count())


@pytest.mark.parametrize("seed", range(40))
def test_a_bridge_strikes_all_that_no_connected_choice_has(seed):
    rng = random.Random(seed)
    nodes = list(range(rng.randint(3, 7)))
    edges = [pair for pair in combinations(nodes, 2) if rng.random() < 0.4] or [(0, 1)]
    problem = Problem("parts")
    v = problem.variables("node", nodes, ("no", "yes"))
    rule = Connected(v, Graph(edges, nodes), value="yes", through=rng.sample(nodes, rng.randint(0, 1)))
    problem.require(rule, "all hang together")
    s = _structure(problem)
    allowed = [rng.choice((1, 2, 3, 3, 3)) for _ in nodes]
    alive = s.known({v[i]: mask for i, mask in enumerate(allowed)})
    worlds = [
        world
        for world in product((0, 1), repeat=len(nodes))
        if all(mask >> x & 1 for mask, x in zip(allowed, world, strict=True))
        and rule.holds([("no", "yes")[x] for x in world])
    ]
    possible = 0
    for world in worlds:
        for i, x in enumerate(world):
            possible |= 1 << s.start[s.place[v[i]]] + x
    (bridge,) = propagator_of(Rule(0, rule, None), s)
    assert bridge.strikes(alive) == alive & ~possible
    for x in bits_of(alive):
        # Asked about one value alone it answers the same.
        assert bridge._shows(x, s.full & ~alive) == bool(bridge.strikes(alive) >> x & 1)
    for struck, uses in bridge.told(alive):
        # What it names of what is struck already is enough.
        assert not struck & ~bridge.strikes(s.full & ~(uses & ~alive))


def test_what_a_trial_rests_on_refutes_the_value_by_itself():
    seen = 0
    for name in ("heyawake", "yajilin", "kurotto", "akari", "cave", "araf"):
        knowledge = pencil.read(name, pencil.family(name).example)
        rounds = Rounds(knowledge, {})
        while found := rounds.next(9):
            for finding in found if found[0].name == "trial" else ():
                (sources, uses), s = finding.trial.rests_on(), rounds.structure
                problem = Problem("again")
                again = {v: problem.variable(v.name, v.domain) for v in s.variables}
                for number in sources:
                    problem.require(rounds.statements[number].content.over(again), "used")
                for i, v in enumerate(s.variables):
                    gone = s.values_of(i, uses & ~rounds.alive)
                    if gone:
                        problem.require(Within(again[v], v.full_mask & ~gone), "struck before")
                for i, v in enumerate(s.variables):
                    tried = s.values_of(i, finding.strikes)
                    if tried:
                        problem.require(Within(again[v], tried), "tried")
                assert not Knowledge(problem).is_consistent()
                seen += 1
            rounds.strike(found)
    assert seen > 5


@seeded(60)
def test_two_counts_strike_only_what_no_world_has_and_as_their_uses_say(seed):
    """Counts of some of ten cells that share places; what two of them show follows from those and from `uses` alone."""
    rng = random.Random(seed)
    problem = Problem("counts")
    x = problem.variables("x", range(10), [0, 1])
    solution = [rng.randrange(2) for _ in range(10)]
    for _ in range(3):
        some = rng.sample(range(10), rng.randint(4, 6))
        number = sum(solution[i] for i in some)
        slack = rng.choice([(0, 0), (0, 1), (1, 0)])
        problem.require(Count([x[i] for i in some], [1], max(0, number - slack[0]), number + slack[1]))
    s = _structure(problem)
    alive = s.full
    for i in rng.sample(range(10), rng.randint(0, 4)):
        alive &= ~s.mask_of(x[i], 1 << (1 - solution[i]))
    for finding in Techniques(s)._compared(alive):
        rules = [problem.rules[i].content for i in finding.sources]
        left = s.full & ~(finding.uses & ~alive)
        options = [bits_of(s.values_of(s.place[x[i]], left)) for i in range(10)]
        for values in product(*(list(each) for each in options)):
            world = {x[i]: value for i, value in enumerate(values)}
            if all(rule.holds([world[v] for v in rule.scope]) for rule in rules):
                chosen = sum(s.mask_of(v, 1 << value) for v, value in world.items())
                assert not chosen & finding.strikes


def test_two_counts_are_seen_where_numbers_share_cells():
    """A 4 has two cells besides those shared with a 2: both are mines, and the 2 has none elsewhere."""
    problem = Problem("mines")
    a, b, c, d, e, f, g = problem.variables("cell", "abcdefg", ["mine", "free"]).values()
    problem.require(Count([a, b, c, d, e, f], ["mine"], 4, 4), "4")
    problem.require(Count([c, d, e, f, g], ["mine"], 2, 2), "2")
    walk = steps(problem)
    first = walk.steps[0]
    assert (first.technique, first.level) == ("two counts", 3)
    assert {v.name: value for v, value in first.placed.items()} == {
        "cell[a]": "mine", "cell[b]": "mine", "cell[g]": "free",
    }  # fmt: skip
    assert first.reason.check()
    assert len(first.statements) == 2


@pytest.mark.parametrize("seed", range(20))
def test_how_many_of_some_places_can_be_true_together_as_by_all_sets(seed):
    rng = random.Random(seed)
    size = rng.randint(1, 7)
    excludes = [0] * size
    for i, j in combinations(range(size), 2):
        if rng.random() < 0.5:
            excludes[i] |= 1 << j
            excludes[j] |= 1 << i
    stub = SimpleNamespace(s=SimpleNamespace(excludes=excludes))
    stub._room = lambda places, wanted: Techniques._room(stub, places, wanted)
    for places in range(1 << size):
        here = list(bits_of(places))
        most = max(
            k
            for k in range(len(here) + 1)
            for some in combinations(here, k)
            if not any(excludes[i] >> j & 1 for i, j in combinations(some, 2))
        )
        assert [stub._room(places, wanted) for wanted in range(-1, size + 2)] == [
            wanted <= most for wanted in range(-1, size + 2)
        ]
