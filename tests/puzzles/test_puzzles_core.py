"""What puzzles need of the core: answer keys, tight posting of permutations, a checker that sees Hall sets."""

from __future__ import annotations

from itertools import permutations

import pytest

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Sum, Swap
from deduce.backends import chains
from deduce.backends import live as backends_live
from deduce.backends.cpsat_solver import CpSatSolver
from deduce.backends.sat import SatSolver
from deduce.explain.checker import unsatisfiable
from deduce.ground.deadline import Deadline
from deduce.puzzles import hint, mistake, redundant, steps, verify
from deduce.puzzles.live import live_solver


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


def test_a_clue_too_wide_for_clauses_gets_a_solver_of_its_own(monkeypatch):
    """The rules fit, the clue does not: another kind of solver says of every value whether it is possible."""
    for module in (chains, backends_live):
        monkeypatch.setattr(module, "MAX_CLAUSES", 20)
        monkeypatch.setattr(module, "MAX_COLUMNED", 20)
    problem = Problem("wide")
    x = problem.variables("x", range(3), range(5))
    problem.require(AllDifferent(x))
    knowledge = Knowledge(problem).observe(Sum(x, 50, 50, weights=[1, 7, 11]))
    solver, assumed = live_solver(knowledge)
    assert isinstance(solver.solver, CpSatSolver)
    worlds = [w for w in permutations(range(5), 3) if w[0] + 7 * w[1] + 11 * w[2] == 50]
    for i, v in enumerate(x.values()):
        for value, literal in zip(v.domain, solver.solver.literals(v), strict=True):
            possible = any(world[i] == value for world in worlds)
            assert solver.satisfiable([*assumed, literal], Deadline(None)) == possible
    # What asks next without such a clue is answered by clauses again.
    assert not isinstance(live_solver(Knowledge(problem))[0].solver, CpSatSolver)


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
