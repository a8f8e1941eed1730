"""What rules and trials tell, literal by literal, beside brute force: nothing wrong, and no more than it rests on.

A literal is a variable with one of its values; sets of them are the bits of a whole number.
"""

import random
from itertools import combinations as several
from itertools import product

import pytest
from puzzles_random import random_constraint

from deduce import AllDifferent, Count, Problem, Sum
from deduce.puzzles import combinations, structure
from deduce.puzzles.opaque import _Whole, propagator_of
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.trials import Trial


def worlds(s, alive, contents):
    """Every assignment within the literals left that satisfies the conditions, as literals."""
    options = [[x + start for x in bits_of(s.values_of(i, alive))] for i, start in enumerate(s.start)]
    for literals in product(*options):
        value = {s.variables[i]: s.variables[i].domain[x - s.start[i]] for i, x in enumerate(literals)}
        if all(content.holds([value[v] for v in content.scope]) for content in contents):
            yield sum(1 << x for x in literals)


def struck_by_lot(rng, s, share):
    """Some literals are gone, of no variable all."""
    alive = s.full
    for own in s.own:
        for x in rng.sample(list(bits_of(own)), own.bit_count() - 1):
            alive &= ~(1 << x) if rng.random() < share else s.full
    return alive


def wide_rule(rng):
    """Four variables of five values with a sum, of different numbers or any; or three and a condition that is none."""
    problem = Problem("wide")
    if rng.random() < 0.4:
        few = [problem.variable(f"x{i}", range(4)) for i in range(3)]
        modulus, rest = rng.choice([(3, 0), (4, 1), (5, 2)])
        problem.require((few[0] + 2 * few[1] + few[2]) % modulus == rest)
        return problem
    x = problem.variables("x", range(4), rng.sample(range(1, 9), 5))
    if rng.random() < 0.6:
        problem.require(AllDifferent(x))
    total = rng.randint(9, 20)
    problem.require(Sum(x, *rng.choice([(total, total), (total, None), (None, total)])))
    return problem


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("seed", range(16))
def test_a_wide_rule_strikes_what_no_way_has_and_names_struck_literals_that_show_it(
    seed, listed, monkeypatch
):
    """Whether its ways are few enough to be listed or not."""
    rng = random.Random(f"wide {seed}")
    if not listed:
        monkeypatch.setattr(structure, "_TABLED", 10)
        monkeypatch.setattr(combinations, "_ROWS", 10)
    problem = wide_rule(rng)
    s = Structure(problem.scope, problem.rules)
    contents = [rule.content for rule in problem.rules]
    for rule in s.rules:
        for propagator in propagator_of(rule, s):
            alive = struck_by_lot(rng, s, 0.6)
            possible = 0
            for world in worlds(s, alive, contents):
                possible |= world
            struck = propagator.strikes(alive)
            assert struck == alive & ~possible
            for x in rng.sample(list(bits_of(struck)), min(2, struck.bit_count())):
                uses = propagator.why(x, alive)
                assert not uses & alive
                # Asked of a solver it is places of which none can be left out.
                by_place = [uses & own for own in s.own if uses & own]
                each = by_place if isinstance(propagator, _Whole) else [1 << y for y in bits_of(uses)]
                for spared in [0, *each]:
                    left = s.full & ~(uses & ~spared) & ~s.own[s.owner[x]] | 1 << x
                    shown = next(worlds(s, left, contents), None) is None
                    assert shown == (not spared), (x, uses, spared)


def small_puzzle(rng):
    """A few variables with conditions of all kinds, counts among them, as a structure and the conditions by statement."""
    problem = Problem("small")
    xs = [problem.variable(f"x{i}", range(rng.randint(2, 3))) for i in range(4)]
    for _ in range(rng.randint(1, 6)):
        if rng.random() < 0.5:
            problem.require(random_constraint(rng, xs))
        else:
            some = rng.sample(xs, rng.randint(3, len(xs)))
            low = rng.choice([0, 0, 1, 2])
            problem.require(Count(some, rng.choice([0, 1]), low, rng.randint(max(1, low), len(some) - 1)))
    return Structure(problem.scope, problem.rules), [rule.content for rule in problem.rules]


def follows(s, contents, said, gone, true):
    """Whether what is said follows from its statements by themselves where these literals are struck, and these true."""
    alive = s.full & ~gone
    for y in bits_of(true):
        alive &= ~s.own[s.owner[y]] | 1 << y
    found = list(worlds(s, alive, [contents[number] for number in said.sources or ()]))
    if not said.shown:
        return not found
    return not any(said.shown & ~world if said.truth else said.shown & world for world in found)


@pytest.mark.parametrize("seed", range(40))
def test_what_a_trial_tells_follows_from_what_it_names_and_counts_name_no_more(seed):
    rng = random.Random(f"trial {seed}")
    s, contents = small_puzzle(rng)
    quick = [each for rule in s.rules for each in propagator_of(rule, s) if each.quick]
    alive = s.alive & struck_by_lot(rng, s, 0.2)
    every = list(worlds(s, alive, contents))
    for x in bits_of(alive):
        trial = Trial(s, quick, alive, 0, x)
        if not trial.go(None):
            assert all(not world >> x & 1 or not world & ~trial.left for world in every)
            continue
        assert not any(world >> x & 1 for world in every), "refuted, and in a world"
        for said in trial.story:
            # Only the contradiction may name a literal that is struck in its own round, and true.
            assert not said.gone & said.alive or (said is trial.story[-1] and said.gone == said.true)
            assert follows(s, contents, said, said.gone, said.true)
            # Statements that are no count may say more than what was seen, and so may two together.
            names = list(said.sources or ())
            if not said.propagator and (not names or [type(contents[n]) for n in names] == [Count]):
                for y in bits_of(said.gone):
                    assert not follows(s, contents, said, said.gone & ~(1 << y), said.true)
                for y in bits_of(said.true):
                    assert not follows(s, contents, said, said.gone, said.true & ~(1 << y))


def at_rest(s, quick, left, true):
    """What follows, in any order, until nothing more does: literals left, and true ones; None for a contradiction."""
    while True:
        before = left, true
        for x in bits_of(true):
            left &= ~s.excludes[x]
        for need in s.needs:
            places, sure = (left & need.mask).bit_count(), (true & need.mask).bit_count()
            if places < need.low or sure > need.high:
                return None
            left &= ~(need.mask & ~true) if sure == need.high else s.full
            true |= need.mask & left if places == need.low else 0
        for rule in quick:
            left &= ~rule.strikes(left)
        if true & ~left:
            return None
        if (left, true) == before:
            return before


@pytest.mark.parametrize("seed", range(40))
def test_a_trial_comes_to_all_that_follows_round_by_round(seed):
    rng = random.Random(f"rest {seed}")
    s, _ = small_puzzle(rng)
    quick = [each for rule in s.rules for each in propagator_of(rule, s) if each.quick]
    begun = at_rest(s, quick, s.alive & struck_by_lot(rng, s, 0.15), 0)
    if begun is None:
        return
    alive, true = begun
    for x in bits_of(alive & ~true):
        trial, found = Trial(s, quick, alive, true, x), at_rest(s, quick, alive, true | 1 << x)
        assert trial.go(None) == (found is None)
        if found is not None:
            assert (trial.left, trial.true) == found


@pytest.mark.parametrize("seed", range(40))
def test_what_excludes_each_other_and_how_many_are_true(seed):
    """Pairs, the largest sets of them and the counts of a structure hold in every world; sets are all that there are."""
    rng = random.Random(f"structure {seed}")
    s, contents = small_puzzle(rng)
    every = list(worlds(s, s.full, contents))
    for world in every:
        assert not world & ~s.alive
        assert not any(s.excludes[x] & world for x in bits_of(world))
        assert all(need.low <= (need.mask & world).bit_count() <= need.high for need in s.needs)
    for x, y in several(range(s.size), 2):
        assert s.excludes[x] >> y & 1 == s.excludes[y] >> x & 1
    if s.canonical:
        apart = [mask for mask in range(1, 1 << s.size) if mask.bit_count() > 1] if s.size <= 11 else []
        apart = [
            mask for mask in apart if all(s.excludes[x] & mask == mask & ~(1 << x) for x in bits_of(mask))
        ]
        if apart:
            assert list(s.cliques) == sorted(m for m in apart if not any(m != n == m | n for n in apart))
    for _ in range(20):
        open_, done = rng.getrandbits(s.size), rng.getrandbits(s.size) & rng.getrandbits(s.size)
        apart = [open_ & ~s.excludes[x] for x in bits_of(open_)]
        # One of `done` that excludes all that is open: nothing largest is left to be found.
        covered = open_ and any(not open_ & ~s.excludes[x] for x in bits_of(done & ~open_))
        found = s._fewest_apart(open_, done & ~open_)
        if covered:
            assert not found
        elif open_ and not done:
            assert found in apart
            assert found.bit_count() == min(mask.bit_count() for mask in apart)
