"""What is left of a judged fact once some of its variables are read is a fact like any other; a choice has a column."""

import itertools
import random

import numpy as np
import pytest

from deduce import AllDifferent, AtLeast, Problem, Sum
from deduce.backends.sat import SatSolver
from deduce.language.choices import Chosen, element
from deduce.language.reified import Holds


def grid(scope):
    """Columns of domain positions and worlds, all of them."""
    places = list(itertools.product(*(range(len(v.domain)) for v in scope)))
    columns = {v: np.array([row[i] for row in places]) for i, v in enumerate(scope)}
    return columns, [{v: v.domain[p] for v, p in zip(scope, row, strict=True)} for row in places]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_says_what_the_whole_says(seed):
    rng = random.Random(seed)
    problem = Problem("part")
    x = problem.variables("x", range(4), range(3))
    y = problem.variables("y", range(4), range(3))
    scope = list(x.values())
    whole = Holds(rng.choice([Sum(x, 2, 5), AllDifferent(scope[:3]), AtLeast(2, x, 1)]))
    rest = whole.prepared(tuple(scope))
    rest = rest if rng.random() < 0.5 else ~rest
    turned = (rest.true_in(dict.fromkeys(scope, 0))) != whole.true_in(dict.fromkeys(scope, 0))
    known = {}
    for variable in whole.scope[: rng.randint(0, 2)]:
        value = rng.randrange(3)
        known[variable] = value
        rest = rest.given(variable, value)
    left = [v for v in whole.scope if v not in known]
    columns, worlds = grid(left)
    expected = [whole.true_in({**known, **world}) != turned for world in worlds]
    assert [rest.true_in(world) for world in worlds] == expected
    assert np.broadcast_to(rest.check(columns), (len(worlds),)).tolist() == expected
    twins = dict(zip(x.values(), y.values(), strict=True))
    moved = rest.over(twins)
    assert [moved.true_in({twins[v]: a for v, a in world.items()}) for world in worlds] == expected
    with SatSolver() as solver:
        literal = rest.literal(solver)
        for world, true in zip(worlds, expected, strict=True):
            on = [solver.literal(v, v.position(a)) for v, a in world.items()]
            assert solver.satisfiable([*on, literal]) == true
            assert solver.satisfiable([*on, -literal]) != true


def test_a_choice_in_a_table_is_what_it_is_in_each_world():
    problem = Problem("choice")
    x = problem.variables("x", range(3), range(2, 6))
    i = problem.variable("i", range(3))
    j = problem.variable("j", range(4))
    for choice in (x[i], element([7, x[0], x[1] * x[2], 10**30], j)):
        chosen = Chosen(choice)
        columns, worlds = grid(list(chosen.scope))
        assert chosen.column(columns).tolist() == [chosen.value_in(world) for world in worlds]
