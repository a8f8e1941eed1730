"""Counts and sums leave out what is settled already, and hold as they would without that."""

from itertools import combinations, product
from random import Random

import pytest

from deduce import Problem
from deduce.backends.sat import SatSolver
from deduce.language.constraints import Exactly, Sum


def listed(solver, variables):
    found = set()
    while solver.satisfiable():
        world = solver.world(variables)
        found.add(tuple(world[v] for v in variables))
        solver.clause([-solver.literal(v, v.position(x)) for v, x in world.items()])
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_long_count_of_mostly_settled_variables(seed):
    rng = Random(f"settled {seed}")
    problem = Problem()
    x = [problem.variable(f"x{i}", (0, 1)) for i in range(26)]
    known = {v: rng.randint(0, 1) for v in rng.sample(x, 20)}
    number = rng.randint(0, 26)
    open_ = [i for i, v in enumerate(x) if v not in known]
    ones = number - sum(known.values())
    expected = {
        tuple(known.get(v, int(i in chosen)) for i, v in enumerate(x))
        for chosen in (combinations(open_, ones) if 0 <= ones <= len(open_) else ())
    }
    with SatSolver() as solver:
        for v, value in known.items():
            solver.add(v == value)
        solver.add(Exactly(number, x, 1))
        assert listed(solver, x) == expected


@pytest.mark.parametrize("seed", range(12))
def test_a_sum_of_variables_with_values_ruled_out(seed):
    rng = Random(f"ruled out {seed}")
    problem = Problem()
    x = [problem.variable(f"x{i}", range(rng.choice((2, 4)))) for i in range(5)]
    weights = [rng.randint(1, 4) for _ in x]
    out = {(v, value) for v in x for value in v.domain if rng.random() < 0.25}
    low = rng.randint(0, 15)
    expected = {
        world
        for world in product(*(v.domain for v in x))
        if not out.intersection(zip(x, world, strict=True))
        and low <= sum(w * value for w, value in zip(weights, world, strict=True)) <= low + 2
    }
    with SatSolver() as solver:
        for v, value in sorted(out, key=lambda pair: (pair[0].name, pair[1])):
            solver.add(v != value)
        solver.add(Sum(x, low, low + 2, weights=weights))
        assert listed(solver, x) == expected


def test_literals_of_which_no_clause_speaks_yet_are_open():
    with SatSolver() as solver:
        solver.clause([solver.fresh()])
        new = [solver.fresh() for _ in range(30)]
        solver.cardinality(new, 30, 30)
        assert solver.satisfiable(new)


def test_a_literal_counted_twice_counts_twice_when_it_is_settled():
    with SatSolver() as solver:
        twice, *others = (solver.fresh() for _ in range(21))
        solver.clause([twice])
        solver.cardinality([twice, twice, *others], 2, 2)
        assert solver.satisfiable()
        assert not solver.satisfiable([others[0]])
