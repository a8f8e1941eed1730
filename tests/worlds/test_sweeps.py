"""Several orders are estimated before a diagram is built: what is taken, and that the estimate is a bound."""

import random
from itertools import pairwise, product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from random_problems import problems

from deduce import AllDifferent, AtLeast, Count, Exactly, Knowledge, Problem, Sum
from deduce.worlds import sweeps
from deduce.worlds.compile import compile_diagram, layer_order
from deduce.worlds.layers import greedy_order, leaves


def around(r, c, rows, columns):
    return [
        (a, b)
        for a, b in product((r - 1, r, r + 1), (c - 1, c, c + 1))
        if (a, b) != (r, c) and 0 <= a < rows and 0 <= b < columns
    ]


def minefield(seed, rows, columns, mines, opened):
    """A board as the plain model says it: a variable a cell, whether open or not; and where the mines are."""
    rng = random.Random(seed)
    cells = list(product(range(rows), range(columns)))
    mined = set(rng.sample(cells, mines))
    problem = Problem("board")
    mine = problem.variables("mine", cells, [0, 1])
    problem.require(Exactly(mines, mine, 1))
    k = Knowledge(problem)
    told = {}
    for cell in rng.sample([cell for cell in cells if cell not in mined], opened):
        near = around(*cell, rows, columns)
        told[cell] = sum(other in mined for other in near)
        k = k.observe(mine[cell] == 0).observe(Exactly(told[cell], [mine[other] for other in near], 1))
    return k, mine, told


def swept(told, rows, columns, mines):
    """The weight of every cell's mine and of all, by a sweep over the columns: a dictionary a cell."""
    cells = [(r, c) for c in range(columns) for r in range(rows)]
    last = {cell: max(cells.index(other) for other in around(*cell, rows, columns)) for cell in told}
    layers = [{((), 0): 1}]
    steps = []
    for place, cell in enumerate(cells):
        following, arcs = {}, []
        speaking = [other for other in around(*cell, rows, columns) if other in told]
        for (state, used), weight in layers[-1].items():
            for value in (0, 1) if cell not in told else (0,):
                seen = dict(state)
                for other in speaking:
                    seen[other] = seen.get(other, 0) + value
                if any(
                    seen[other] > told[other] or (last[other] == place and seen[other] != told[other])
                    for other in speaking
                ):
                    continue
                key = tuple(sorted(item for item in seen.items() if last[item[0]] > place)), used + value
                following[key] = following.get(key, 0) + weight
                arcs.append(((state, used), value, key))
        layers.append(following)
        steps.append(arcs)
    above = {((), mines): 1}
    total = layers[-1].get(((), mines), 0)
    found = {}
    for cell, arcs, before in zip(cells[::-1], steps[::-1], layers[-2::-1], strict=True):
        found[cell] = sum(before[a] * above.get(b, 0) for a, value, b in arcs if value)
        anew = {}
        for a, _, b in arcs:
            anew[a] = anew.get(a, 0) + above.get(b, 0)
        above = anew
    return found, total


@pytest.mark.parametrize("seed", range(6))
def test_chances_of_a_minefield_are_those_of_a_sweep_by_hand(seed):
    k, mine, told = minefield(seed, 6, 7 + seed % 3, 9, 12 + seed)
    weight, total = swept(told, 6, 7 + seed % 3, 9)
    assert k.count() == total
    for cell, variable in mine.items():
        assert k.marginals(variable).get(1, 0.0) == pytest.approx(weight[cell] / total)


@pytest.mark.parametrize("opened", [80, 120, 150])
@pytest.mark.parametrize("seed", [0, 1])
def test_an_expert_board_is_narrow_in_the_order_taken(opened, seed):
    k, _, _ = minefield(seed, 16, 30, 99, opened)
    order, _ = layer_order(k.scope, k._constraints)
    assert sorted(v.name for v in order) == sorted(v.name for v in k.scope)
    assert k.worlds.width < 3_000
    assert np.isclose(k.table()[:, 1].sum(), 99)


def test_what_is_known_comes_first_and_what_nothing_speaks_of_last():
    problem = Problem("parts")
    x = problem.variables("x", range(60), [0, 1])
    problem.require(Exactly(20, x, 1))
    for i in range(0, 30, 3):
        problem.require(Exactly(1, [x[i], x[(i + 7) % 30], x[(i + 13) % 30]], 1))
    problem.require(x[3] == 1)
    problem.require(x[40] == 0)
    with patch.object(sweeps, "LITTLE", 0), patch.object(sweeps, "BETTER", 1e9):
        order, _ = layer_order(problem.scope, [rule.content for rule in problem.rules])
    names = [v.name for v in order]
    # The count of x3, x10 and x16 is full with x3: the others are known as well.
    assert {"x[3]", "x[40]", "x[10]", "x[16]"} == set(names[:4])
    assert all(x[i].name in names[-30:] for i in range(30, 60) if i != 40)


def test_parts_that_do_not_touch_come_one_after_the_other():
    """A sweep along the index would go through both ladders at once."""
    problem = Problem("ladders")
    x = problem.variables("x", [(i, side) for i in range(30) for side in range(4)], range(3))
    for i in range(29):
        for side in range(2):
            problem.require(AtLeast(1, [x[i, 2 * side], x[i, 2 * side + 1], x[i + 1, 2 * side]], 1))
            problem.require(Sum([x[i, 2 * side + 1], x[i + 1, 2 * side], x[i + 1, 2 * side + 1]], 1, 4))
    stated = [rule.content for rule in problem.rules]
    with patch.object(sweeps, "LITTLE", 0), patch.object(sweeps, "BETTER", 1e9):
        order, _ = layer_order(problem.scope, stated)
    sides = [v.key[1] // 2 for v in order]
    assert sum(a != b for a, b in pairwise(sides)) == 1
    assert (
        compile_diagram(order, stated, order=order).count()
        == compile_diagram(problem.scope, stated).count()
    )


@given(problems(max_variables=5, max_constraints=5))
def test_a_layer_of_another_order_has_no_more_states_than_its_bits_say(small):
    stated = [constraint for constraint, _ in small.constraints]
    with patch.object(sweeps, "LITTLE", 0), patch.object(sweeps, "BETTER", 1e9):
        order, bits = layer_order(small.variables, stated)
    assert sorted(v.name for v in order) == sorted(v.name for v in small.variables)
    made = compile_diagram(order, stated, order=order)
    assert max(map(len, made.layers)) <= 2**bits * (1 + 1e-9)


def test_the_spread_of_totals_is_counted_out():
    rng = random.Random(3)
    for _ in range(200):
        tops = sorted((rng.randint(0, 3) for _ in range(rng.randint(1, 6))), reverse=True)
        low, high = sorted(rng.randint(-1, sum(tops) + 2) for _ in range(2))
        bits = sweeps._spread(tops, low, high)
        assert len(bits) == len(tops)
        for read, width in enumerate(bits):
            some = {sum(row) for row in product(*(range(top + 1) for top in tops[:read]))}
            rest = sum(tops[: len(tops) - read])
            # What can still come out either way; from `low` on all are one where `high` is out of reach.
            open_totals = {t for t in some if t <= high and t + rest >= low}
            if high >= sum(tops):
                open_totals = {min(t, low) for t in open_totals}
            assert 2**width >= max(1, len(open_totals)) - 1e-9


def test_a_narrow_first_order_is_kept():
    problem = Problem("narrow")
    x = problem.variables("x", range(9), range(3))
    problem.require(AllDifferent(x[0], x[4], x[8]))
    problem.require(Count(x, 1, 2, 5))
    stated = [rule.content for rule in problem.rules]
    assert layer_order(problem.scope, stated) == greedy_order(problem.scope, stated)
    assert len(leaves(stated)) == 2
