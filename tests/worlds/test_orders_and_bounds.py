"""How variables are ordered and how large a diagram may become, beside plain second writings and closed formulas."""

import math
import random
import tracemalloc
from itertools import product
from unittest.mock import patch

import numpy as np
import pytest
from test_grouping import evening

import deduce
from deduce import (
    AllDifferent,
    AtLeast,
    Channel,
    Count,
    Diagram,
    Knowledge,
    Problem,
    Relation,
    Sum,
    TooLarge,
)
from deduce.evidence import Statement
from deduce.graphs import Connected, Grid, Path
from deduce.kernels import library, using
from deduce.language.variables import Scope
from deduce.worlds import compile as compiling
from deduce.worlds import following, layers
from deduce.worlds.compile import compile_diagram, fronts, layer_order
from deduce.worlds.estimate import bound_arcs
from deduce.worlds.following import Premises
from deduce.worlds.held import Held
from deduce.worlds.layers import greedy_order
from deduce.worlds.passes import living

PATHS = [False, *([True] if library() is not None else [])]


def costs(constraint, bits=None):
    """What a constraint has open: groups of variables, each with its bits after none, one, two ... of them."""
    scope = constraint.scope
    n = len(scope)
    if bits is not None and not fronts(constraint):
        return [(scope, [*bits(constraint)[:n], 0.0])]
    if isinstance(constraint, AllDifferent):
        values = len({value for v in scope for value in v.domain})
        # Which values are used: as many sets as there are ways to choose them.
        return [(scope, [math.log2(max(1, math.comb(values, read))) for read in range(n)] + [0.0])]
    return [(group, [0.0] + [each] * (len(group) - 1) + [0.0]) for group, each in constraint.spans()]


def order_by_hand(variables, constraints, bits=None):
    """As `greedy_order` says: every step looks at every variable that is left."""
    parts = [part for each in constraints for part in each.parts() if len(part.scope) > 1]
    things = [(set(scope), cost) for part in parts for scope, cost in costs(part, bits)]

    def walked(order):
        read, found = [0] * len(things), []
        for v in order:
            for number, (scope, _) in enumerate(things):
                read[number] += v in scope
            found.append(sum(cost[read[number]] for number, (_, cost) in enumerate(things)))
        return found

    left, order, read = list(variables), [], [0] * len(things)
    while left:

        def score(v):
            change = pressure = 0.0
            for number, (scope, cost) in enumerate(things):
                if v in scope:
                    change += cost[read[number] + 1] - cost[read[number]]
                    pressure += 1.0 / (len(scope) - read[number])
            return change, -pressure, Scope(variables).index(v)

        best = min(left, key=score)
        left = [v for v in left if v is not best]
        order.append(best)
        for number, (scope, _) in enumerate(things):
            read[number] += best in scope
    if any(len(costs(part, bits)) > 1 for part in parts) and sum(walked(variables)) <= sum(walked(order)):
        order = list(variables)
    return tuple(order), max(walked(order), default=0.0)


def random_rule(rng, v):
    some = rng.sample(v, rng.randint(3, len(v)))
    one, other = rng.sample(v, 2)
    made = [
        lambda: AllDifferent(some),
        lambda: Sum(some, 1, rng.randint(3, 9)),
        lambda: Count(some, 1, 1, 2),
        lambda: one != other,
        lambda: (one < other) & (some[0] != some[0].domain[-1]),
        lambda: (one == 1) | (other == 0) | (some[1] == 1),
        lambda: one != 1,
    ]
    return rng.choice(made)()


def random_rules(rng, v):
    return [random_rule(rng, v) for _ in range(rng.randint(1, 6))]


@pytest.mark.parametrize("wide", [100, 4])
@pytest.mark.parametrize("first", range(0, 48, 8))
def test_the_order_is_the_one_the_rule_gives(first, wide):
    with patch.object(layers, "_WIDE_SCOPE", wide):
        for seed in range(first, first + 8):
            rng = random.Random(seed)
            v = Scope(deduce.Variable(f"v{i}", range(rng.randint(2, 4))) for i in range(rng.randint(3, 8)))
            rules = random_rules(rng, v)
            order, bits = greedy_order(v, rules)
            expected, widest = order_by_hand(v, rules)
            assert order == expected
            assert bits == pytest.approx(widest)
            if seed % 3 == 0:

                def told(constraint):
                    return [0.5 * read for read in range(len(constraint.scope))]

                order, bits = greedy_order(v, rules, bits=told)
                assert order == order_by_hand(v, rules, told)[0]
                assert bits == pytest.approx(order_by_hand(v, rules, told)[1])
    assert greedy_order((), ()) == ((), 0.0)


def test_the_order_given_is_taken_where_a_front_frays():
    taken = set()
    for seed in range(12):
        rng = random.Random(seed)
        grid, problem = Grid(3, rng.randint(2, 4)), Problem("front")
        kind = rng.random() < 0.5
        keys = list(grid.cells if kind else grid.edges)
        if seed % 3:
            rng.shuffle(keys)
        cell = problem.variables("cell", keys, [0, 1])
        rules = [Connected(cell, grid) if kind else Path(cell, ends=((1, 1), grid.cells[-1]))]
        if seed % 2:
            rules.append(AtLeast(2, problem.scope[:3], 1))
        order, bits = layer_order(problem.scope, rules)
        expected, widest = order_by_hand(problem.scope, rules)
        assert order == expected
        assert bits == pytest.approx(widest)
        taken.add(order == problem.scope)
        assert compiling.fronts(rules[0])
    assert taken == {True, False}
    assert not compiling.fronts(AllDifferent(problem.scope[:3]))


def test_stages_hold_everything_once_and_short_spans_first():
    for seed in range(40):
        rng = random.Random(seed)
        v = Scope(deduce.Variable(f"v{i}", range(3)) for i in range(8))
        rules = [each for _ in range(4) for each in random_rules(rng, v)][: rng.randint(0, 20)]
        stages = compiling._stages(v, rules)
        parts = [part for each in rules for part in each.parts()]
        assert sorted(id(part) for stage in stages for part in stage) == sorted(
            id(part) for stage in compiling._stages(v, parts) for part in stage
        )
        assert sum(map(len, stages)) == len(parts)

        few = [part for part in parts if 2 <= len(part.scope) <= 4]
        if len(few) <= 5 or len(few) == len(parts):
            assert len(stages) == 1
            continue
        first, *later = stages
        assert all(len(part.scope) == 1 or len(part.scope) > 4 for part in first)
        assert [len(stage) for stage in later] == [5] * (len(few) // 5) + [len(few) % 5] * (
            len(few) % 5 > 0
        )
        places = [[v.index(x) for x in part.scope] for stage in later for part in stage]
        spans = [max(at) - min(at) for at in places]
        assert spans == sorted(spans)


@pytest.mark.parametrize("compiled", PATHS)
def test_no_diagram_takes_more_than_it_may(compiled):
    problem = evening(12)
    with using(compiled):
        whole = deduce.compile(problem, "diagram")
        for probe in (compiling.PROBE_BYTES, 0):
            with patch.object(compiling, "PROBE_BYTES", probe):
                fitted = 0
                for share in (0.5, 0.8, 0.95, 1.05, 30):
                    most = int(whole.nbytes * share)
                    try:
                        made = deduce.compile(problem, "diagram", max_bytes=most)
                    except TooLarge:
                        continue
                    assert made.nbytes <= most
                    assert made.count() == whole.count()
                    fitted += 1
                assert fitted >= 1
        # Many small layers are together more than each.
        x = [deduce.Variable(f"x{i}", [0, 1]) for i in range(120)]
        one = compile_diagram(x, [Sum(x, 20, 100)], order=x)
        for share in (0.3, 0.6, 0.9):
            with pytest.raises(TooLarge, match=r"the diagram is [0-9,]+ nodes wide at layer [0-9]+ of 120"):
                compile_diagram(x, [Sum(x, 20, 100)], order=x, max_bytes=int(one.nbytes * share))


def test_the_memory_allowed_is_enough_for_the_making():
    """What numpy holds at most while a diagram is made, beside the least bound under which it is made."""
    x = [deduce.Variable(f"x{i}", range(12)) for i in range(8)]
    rules = [Sum(x, 20, 60), x[0] != x[7]]
    with using(False):
        low, high = 1000, 1 << 24
        while high > 1.02 * low:
            most = int((low * high) ** 0.5)
            try:
                compile_diagram(x, rules, order=x, max_bytes=most)
                high = most
            except TooLarge:
                low = most
        tracemalloc.start()
        made = compile_diagram(x, rules, order=x, max_bytes=high)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert made.nbytes < peak
    # Neither much more than was allowed, nor a small part of it: then it would have been refused in vain.
    assert high / 4 < peak < 1.1 * high


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "much"])
def test_an_allowance_that_is_no_number_of_bytes_is_refused(wrong):
    x = [deduce.Variable(f"x{i}", range(3)) for i in range(2)]
    for compiled in (compile_diagram, compiling.compile_constraints):
        with pytest.raises(deduce.ProblemError, match="max_bytes is a positive whole number, not "):
            compiled(x, [x[0] != x[1]], max_bytes=wrong)
        with pytest.raises(TooLarge):
            compiled(x, [x[0] != x[1]], max_bytes=1)


def test_the_memory_allowed_is_enough_for_projecting():
    x = [deduce.Variable(f"x{i}", range(6)) for i in range(7)]
    made = compile_diagram(x, [Sum(x, 10, 25), x[0] != x[6]], order=x)
    made.possible(x[0])
    chosen = x[:5]
    low, high = 1000, 1 << 26
    while high > 1.02 * low:
        most = int((low * high) ** 0.5)
        try:
            made.project(chosen, max_bytes=most)
            high = most
        except TooLarge:
            low = most
    tracemalloc.start()
    part = made.project(chosen, max_bytes=high)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert part.nbytes < peak
    # Not counted is what it takes for a moment to add up rows that are alike.
    assert high / 4 < peak < 2 * high


def test_fronts_of_many_variables_are_not_foretold_and_sums_are():
    """How wide the front of a piece of a grid will be is not known beforehand; how many totals a sum has is."""
    free = [deduce.Variable(f"f{i}", range(9)) for i in range(5)]
    wide = [deduce.Variable(f"w{i}", [0, 1]) for i in range(70)]
    assert bound_arcs([*wide, *free], [Sum(wide, 3, 9)]) < math.inf
    bounds = []
    for rows, columns in ((4, 4), (6, 10), (8, 8)):
        grid, problem = Grid(rows, columns), Problem("front")
        cell = problem.variables("cell", grid.cells, [0, 1])
        bounds.append(bound_arcs([*problem.scope, *wide, *free], [Connected(cell, grid), Sum(wide, 3, 9)]))
    assert bounds[0] < bounds[1] < math.inf
    assert bounds[2] == math.inf


@pytest.mark.parametrize("compiled", PATHS)
def test_states_of_more_bits_than_a_word_has(compiled):
    """Thirty pairs of values told apart, all begun before any ends: of most the value is known, of three it is not."""
    rng = random.Random(5)
    n = 30
    left = [deduce.Variable(f"l{i}", range(8)) for i in range(n)]
    right = [deduce.Variable(f"r{i}", range(8)) for i in range(n)]
    known = [rng.randrange(8) for _ in range(n)]
    free = (2, 17, 29)
    rules = [left[i] == known[i] for i in range(n) if i not in free]
    rules += [left[i] == right[i] if i % 2 else left[i] <= right[i] for i in range(n)]
    rules += [right[i] <= known[i] + 1 for i in range(n) if known[i] < 7]
    expected = 1
    for i in range(n):
        own = range(8) if i in free else [known[i]]
        top = min(7, known[i] + 1)
        expected *= sum((a == b if i % 2 else a <= b) for a in own for b in range(top + 1))
    with using(compiled):
        made = compile_diagram([*left, *right], rules, order=[*left, *right])
        assert made.count() == expected
        fact = left[2] == right[5]
        assert 0 < made.restrict(fact).count() < expected


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("first", range(0, 30, 6))
def test_nodes_with_one_future_are_one_and_all_lead_somewhere(first, compiled):
    with using(compiled):
        for seed in range(first, first + 6):
            rng = random.Random(seed)
            v = Scope(deduce.Variable(f"v{i}", range(3)) for i in range(5))
            rules = [Sum(v, rng.randint(0, 4), rng.randint(4, 8)), *random_rules(rng, v)]
            made = compile_diagram(v, rules, order=v)
            rows = [
                row for row in product(range(3), repeat=5)
                if all(rule.holds([row[v.index(x)] for x in rule.scope]) for rule in rules)
            ]  # fmt: skip
            assert sorted(made.rows()) == rows
            if not rows:
                continue
            for place, layer in enumerate(made.layers):
                # As many nodes as there are different futures.
                futures = {}
                for row in rows:
                    futures.setdefault(row[:place], []).append(row[place:])
                assert len(layer) == len({tuple(each) for each in futures.values()})
            assert made.arcs == sum(len(_steps(rows, i)) for i in range(5))
            again = made.restrict(v[0] != v[4], v[1] != 1, v[3] != 2)
            kept = [row for row in rows if row[0] != row[4] and row[1] != 1 and row[3] != 2]
            assert sorted(again.rows()) == kept
            if kept:
                assert again.arcs == sum(len(_steps(kept, i)) for i in range(5))


def _steps(rows, place):
    """The values that lead on from each future at a place."""
    futures = {}
    for row in rows:
        futures.setdefault(row[:place], []).append(row[place:])
    return {(tuple(each), future[0]) for each in futures.values() for future in each}


def hand(n, m):
    x = [deduce.Variable(f"x{i}", range(m)) for i in range(n)]
    return x, [AllDifferent(x)]


def test_bounds_of_hands_and_sums_and_counts_are_what_combinatorics_says():
    for n, m in ((5, 6), (6, 8), (7, 7)):
        x, rules = hand(n, m)
        sets = sum(math.comb(m, used) for used in range(n))
        assert bound_arcs(x, rules) == pytest.approx(m * sets)
        made = compile_diagram(x, rules)
        assert m * sets / 2 <= sum(layer.size for layer in made.layers) <= m * sets
        # Two hands beside each other add, whatever order their variables are given in.
        y = [deduce.Variable(f"y{i}", range(m)) for i in range(n)]
        both = [v for pair in zip(x, y, strict=True) for v in pair]
        assert bound_arcs(both, [*rules, AllDifferent(y)]) == pytest.approx(2 * m * sets)
    for n, high in ((13, 4), (20, 19), (14, 1)):
        x = [deduce.Variable(f"x{i}", [0, 1]) for i in range(n)]
        states = sum(min(read, high) + 1 for read in range(n))
        assert bound_arcs(x, [Count(x, 1, 0, high)]) == pytest.approx(2 * states)
    for n, size in ((7, 4), (10, 3)):
        x = [deduce.Variable(f"x{i}", range(size)) for i in range(n)]
        span = n * (size - 1)  # the sums there are, but one
        states = sum(min(size**read, span + 1) for read in range(n))
        assert bound_arcs(x, [Sum(x, 2, 5)]) == pytest.approx(size * states)


def test_bounds_of_conditions_on_a_few():
    free = [deduce.Variable(f"f{i}", range(8)) for i in range(6)]  # more than are listed, and each 8 arcs
    y, x = deduce.Variable("y", range(9)), deduce.Variable("x", range(3))
    every = [y, x, *free]
    assert bound_arcs(every, [y < x]) == pytest.approx(6 * 8 + 9 + (3 + 1) * 3)
    assert bound_arcs(every, [Relation([y, x], [(0, 1), (5, 1)])]) == pytest.approx(6 * 8 + 9 + 2 * 3)
    assert bound_arcs(every, [Relation([y, x], [])]) == pytest.approx(6 * 8 + 9 + 1 * 3)
    # What is known makes it smaller: six values of y, one of a free one, and no less than one.
    known = [y <= 7, y != 1, y >= 1, free[0] == 5, free[1].is_in([])]
    assert bound_arcs(every, [y < x, *known]) == pytest.approx(4 * 8 + 2 * 1 + 6 + (3 + 1) * 3)
    assert bound_arcs(every, [x > y]) == pytest.approx(6 * 8 + 9 + (3 + 1) * 3)
    # Either of two comparisons: which may still help, and the value that each compares; what one variable says is known
    # when it is read.
    z = deduce.Variable("z", range(9))
    either = (y == x) | (z == 4)
    assert bound_arcs([y, x, z, *free], [either]) == pytest.approx(6 * 8 + 9 * 1 + 3 * 9 + 9 * 2 * (9 + 2))
    # Two viewpoints: for each of three keys one of three keys, or none yet.
    five = [deduce.Variable(f"c{i}", range(5)) for i in range(6)]
    both = Channel(dict(enumerate(five[:3])), dict(enumerate(five[3:])))
    assert bound_arcs(five, [both]) == pytest.approx(5 * (1 + 5 + 25 + 3 * 4**3))
    # More variables than values, and conditions on one variable that are not told as a set of its values.
    x8, rules = hand(8, 5)
    assert bound_arcs(x8, rules) == pytest.approx(5 * sum(max(1, math.comb(5, used)) for used in range(8)))
    alone = [AllDifferent([y]), Count([y], 3, 0, 1), Sum([x], 0, 5), Relation([x], [(0,), (1,), (2,)])]
    assert bound_arcs(every, [y < x, *alone]) == pytest.approx(6 * 8 + 9 + (3 + 1) * 3)
    # Nothing joined: each variable by itself; few combinations: no more than that many beginnings.
    assert bound_arcs(every, [y != 3]) == 6 * 8 + 8 + 3
    assert bound_arcs([y, x], []) == 9 + 3
    assert bound_arcs([y, x], [y != x]) == 9 * 3 * (9 + 3)
    assert bound_arcs([], []) == 0
    wide = [deduce.Variable(f"w{i}", range(64)) for i in range(24)]
    assert bound_arcs(wide, [AllDifferent(wide)]) < math.inf
    assert (
        bound_arcs(wide, [AllDifferent(wide), *(a < b for a, b in zip(wide, wide[12:], strict=False))])
        == math.inf
    )


def test_bounds_hold_for_channels_and_many_kinds_together():
    for seed in range(40):
        rng = random.Random(seed)
        v = [deduce.Variable(f"v{i}", range(rng.randint(3, 5))) for i in range(7)]
        rules = [AllDifferent(rng.sample(v, 4)), *random_rules(rng, v)]
        if seed % 3 == 0:
            rules.append(Channel(dict(enumerate(v[:3])), dict(enumerate(v[3:6]))))
        bound = bound_arcs(v, rules)
        made = compile_diagram(v, rules)
        # Arcs of values that are ruled out are no arcs.
        arcs = living(made.layers, made._weights, made._arcs)
        assert sum(int(layer.sum()) for layer in arcs) <= bound * (1 + 1e-9)
        assert bound_arcs(v, [*rules, v[0].is_in(v[0].domain)]) == bound


class Owner:
    pass


@pytest.mark.parametrize("seed", range(12))
def test_what_is_held_is_what_was_used_last(seed):
    rng = random.Random(seed)
    dropped = []
    held = Held(5, dropped.append)
    owners, owner = [Owner() for _ in range(8)], None
    queue, expected = [], []
    for number in range(60):
        if number % 9 == 8:  # one is gone: it counts no more, and is not let go
            gone = owners.pop(rng.randrange(len(owners)))
            queue = [(other, n) for other, n in queue if other is not gone]
            expected = [None if other is gone else other for other in expected]
            dropped[:] = [None if other is gone else other for other in dropped]
            del gone
            owners.append(Owner())
        owner, size, most = rng.choice(owners), rng.randint(3, 30), rng.randint(0, 90)
        held.used(owner, size, most)
        if size >= 5:
            queue = [(other, n) for other, n in queue if other is not owner] + [(owner, size)]
            # The oldest go until the rest fits; the one just used stays in any case.
            while len(queue) > 1 and sum(n for _, n in queue) > most:
                expected.append(queue.pop(0)[0])
        assert held.total == sum(n for _, n in queue)
        assert dropped == expected


def told(fact):
    return Statement(fact, str(fact), "observation")


def test_of_two_orders_the_narrower_is_kept():
    """Pairs that differ, told of in an order that is bad for them: a fresh order is narrow, the old one stays wide."""
    n = 6
    x = [deduce.Variable(f"x{i}", range(4)) for i in range(2 * n)]
    old = [*x[:n], *x[n:]]
    pairs = [x[i] == x[n + i] for i in range(n)]
    start = Diagram.free(old)
    log = [told(fact) for fact in pairs]
    first = told(x[0] != x[1])
    premises = Premises(x, [], None)
    fresh = premises.after(log, changed=False, max_bytes=1 << 28)
    for wide in (0, 10**9):
        with patch.object(following, "_WIDE_BYTES", wide), patch.object(following, "_RECOMPILE", 100):
            made = premises.after(log, changed=False, max_bytes=1 << 28, known=(start, log))
        assert made.count() == fresh.count() == 4**n
        assert (made.nbytes <= fresh.nbytes) is (wide == 0)
    # And where the old one is the narrower it stays, though a fresh one is looked at.
    wavy = compile_diagram(x, [x[0] != x[1]], order=[v for i in range(n) for v in (x[i], x[n + i])])
    with patch.object(compiling, "layer_order", lambda variables, constraints: (tuple(old), 0.0)):
        bad = premises.after([first, *log], changed=False, max_bytes=1 << 28)
        with patch.object(following, "_WIDE_BYTES", 0):
            made = premises.after([first, *log], changed=False, max_bytes=1 << 28, known=(wavy, log))
    assert made.count() == bad.count()
    assert made.nbytes < bad.nbytes


def test_rules_hold_after_every_change_and_weights_before_it():
    """Likelihoods said before a shuffle move with the values; what the rules say of what moved holds again."""
    problem = Problem("moved")
    x = problem.variables("x", range(3), range(3))
    problem.require(x[0] != x[1])
    k = Knowledge(problem).weigh(x[0], {0: 4.0}).change(deduce.Swap(x[0], x[2])).weigh(x[1], {2: 3.0})
    rows = {}
    for a, b, c in product(range(3), repeat=3):
        if a != b:
            after = (c, b, a)
            if after[0] != after[1]:
                rows[after] = rows.get(after, 0.0) + (4.0 if a == 0 else 1.0) * (3.0 if b == 2 else 1.0)
    assert k.count() == len(rows)
    total = sum(rows.values())
    for place in range(3):
        for value in range(3):
            share = sum(w for row, w in rows.items() if row[place] == value) / total
            assert k.probability(x[place] == value) == pytest.approx(share)
    assert np.isclose(k.entropy(), -sum(w / total * math.log2(w / total) for w in rows.values()))
