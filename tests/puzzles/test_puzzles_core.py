"""What puzzles need of the core: answer keys, tight posting of permutations, a checker that sees Hall sets."""

from __future__ import annotations

import pytest

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Swap
from deduce.backends.sat import SatSolver
from deduce.explain.checker import unsatisfiable
from deduce.puzzles import hint, mistake, redundant, steps, verify


def test_the_checker_sees_a_pigeonhole_at_once():
    problem = Problem()
    pigeon = problem.variables("pigeon", range(9), domain=range(8))
    assert unsatisfiable([AllDifferent(pigeon)], max_nodes=200)
    hole = Problem().variables("p", range(8), domain=range(8))
    assert not unsatisfiable([AllDifferent(hole)], max_nodes=1000)


def test_a_permutation_posts_that_every_value_is_taken():
    problem = Problem()
    p = problem.variables("p", range(4), domain=list("abcd"))
    with SatSolver() as solver:
        solver.add(AllDifferent(p))
        assert not solver.satisfiable([-solver.literal(p[i], 0) for i in range(4)])


def test_a_spare_value_need_not_be_taken():
    problem = Problem()
    p = problem.variables("p", range(3), domain=list("abcd"))
    with SatSolver() as solver:
        solver.add(AllDifferent(p))
        assert solver.satisfiable([-solver.literal(p[i], 0) for i in range(3)])


def test_the_answer_key_is_everything_until_said():
    problem = Problem()
    a, b = problem.variable("a", [1, 2]), problem.variable("b", [1, 2])
    assert problem.key == (a, b)
    problem.ask(b)
    assert problem.key == (b,)
    with pytest.raises(ProblemError, match="at least one"):
        problem.ask()
    with pytest.raises(ProblemError, match="belongs to another problem"):
        problem.ask(Problem().variable("b", [1]))


def test_a_model_has_a_value_for_a_variable_no_constraint_speaks_of():
    problem = Problem()
    a = problem.variable("a", ["red", "blue"])
    with SatSolver() as solver:
        red, blue = solver.literals(a)
        assert solver.satisfiable()
        assert solver.world([a])[a] in ("red", "blue")
        assert len({red, blue} & solver.true_literals()) == 1


def test_verify_takes_a_change_and_the_solvers_of_still_puzzles_say_that_they_do_not():
    problem = Problem("moved")
    a, b = problem.variable("a", [1, 2]), problem.variable("b", [1, 2])
    k = Knowledge(problem).observe(a == 1).observe(b == 2).change(Swap(a, b))
    assert verify(k).unique
    for ask in (steps, redundant, hint, lambda k: mistake(k, {"a": 1})):
        with pytest.raises(ProblemError, match="a puzzle stands still"):
            ask(k)
