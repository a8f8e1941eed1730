"""What CP-SAT and SAT are asked: optima, certain values, second solutions, cores; against brute force."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from random_problems import Small, World, brute_force, problems, worlds

from deduce import AllDifferent, Contradiction, GaveUp, Knowledge, Problem, ProblemError, Shuffle, Sum, Swap
from deduce.backends import cpsat, cpsat_model
from deduce.backends.cpsat_solver import CpSatSolver
from deduce.backends.sat import SatSolver
from deduce.evidence import Statement
from deduce.ground.deadline import Deadline


def solver_of(problem: Problem) -> tuple[SatSolver, dict[int, int]]:
    """A solver with a selector a rule, and the rule's place by its selector."""
    solver, selectors = SatSolver(), {}
    for variable in problem.scope:
        solver.literals(variable)
    for i, rule in enumerate(problem.rules):
        selectors[solver.fresh()] = i
        solver.add(rule.content, next(reversed(selectors)))
    return solver, selectors


def shared(found: list[World]) -> dict[Any, Any]:
    return {v: x for v, x in found[0].items() if all(w[v] is x for w in found)}


@given(problems(max_variables=4))
def test_certain_values(small: Small) -> None:
    expected, problem = small.worlds, small.required()
    solver, selectors = solver_of(problem)
    for _ in range(2):  # asking leaves nothing behind
        if expected:
            assert solver.certain(problem.scope, list(selectors)) == shared(expected)
        else:
            assert solver.certain(problem.scope, list(selectors)) is None
    if expected:
        assert cpsat.certain(problem) == shared(expected)
    else:
        with pytest.raises(Contradiction):
            cpsat.certain(problem)


def test_what_no_rule_names_is_certain_where_it_has_one_value() -> None:
    problem = Problem("unnamed")
    a, free, alone = (
        problem.variable(name, list(values)) for name, values in zip("afz", ("xy", "pq", "z"), strict=True)
    )
    for solver in (SatSolver(), CpSatSolver()):
        solver.add(a == "y")
        assert solver.certain([a, free, alone]) == {a: "y", alone: "z"}
        assert solver.certain([free, a, alone], [solver.literal(free, 1)]) == {
            free: "q",
            a: "y",
            alone: "z",
        }


@given(problems(max_variables=4), st.data())
def test_second_solutions(small: Small, data: st.DataObject) -> None:
    expected, problem = small.worlds, small.required()
    assert cpsat.satisfiable(problem) == bool(expected)
    assume(expected)
    solver, selectors = solver_of(problem)
    first = data.draw(st.sampled_from(expected))
    for second in (cpsat.second_solution(problem, first), solver.second_solution(first, list(selectors))):
        assert (second is not None) == (len(expected) > 1)
        if second is not None:
            assert second in expected
            assert second != first
    own = cpsat.second_solution(problem)
    assert (own is not None) == (len(expected) > 1)
    about = [small.variables[0]]
    second = cpsat.second_solution(problem, first, about=about)
    others = [w for w in expected if w[about[0]] is not first[about[0]]]
    assert (second is not None) == bool(others)


@given(problems(max_variables=4, max_constraints=6))
def test_cores_are_unsatisfiable_and_minimal(small: Small) -> None:
    expected, meanings = small.worlds, [meaning for _, meaning in small.constraints]
    problem = small.required()
    solver, selectors = solver_of(problem)
    conflict = cpsat.minimal_core(problem)
    literals = solver.minimal_core(list(selectors))
    assert (conflict is None) == (literals is None) == bool(expected)
    if conflict is None or literals is None:
        return
    assert conflict.check()
    assert not conflict.smallest
    for core in ([problem.rules.index(s) for s in conflict.because], [selectors[x] for x in literals]):
        chosen = [meanings[i] for i in core]
        assert brute_force(small.variables, chosen) == []
        for fewer in combinations(chosen, len(chosen) - 1):
            assert brute_force(small.variables, fewer)


def coefficient() -> st.SearchStrategy[Any]:
    return st.integers(-9, 9) | st.sampled_from([0.1, -0.25, 2.5, 1e-3, -0.7])


@given(problems(max_variables=4), st.data(), st.sampled_from(["max", "min"]))
def test_optima(small: Small, data: st.DataObject, sense: str) -> None:
    expected, problem = small.worlds, small.required()
    objective: dict[Any, Any] = {}
    for variable in small.variables:
        # Coefficients beyond 2**53 are refused by CP-SAT; sums beyond it are tested elsewhere.
        small_numbers = variable.numeric and all(abs(value) < 2**30 for value in variable.domain)
        if small_numbers and data.draw(st.booleans()):
            objective[variable] = data.draw(coefficient())
        else:
            objective[variable] = data.draw(
                st.dictionaries(st.sampled_from(variable.domain), coefficient())
            )

    def value(world: World) -> float:
        total = 0.0
        for variable, spec in objective.items():
            total += spec.get(world[variable], 0) if isinstance(spec, dict) else spec * world[variable]
        return total

    answer = cpsat.optimise(problem, objective, sense)
    if not expected:
        assert (answer.status, answer.value, answer.bound, answer.world) == ("infeasible", None, None, None)
        return
    best = (max if sense == "max" else min)(value(world) for world in expected)
    assert answer.status == "optimal"
    assert answer.world in expected
    assert answer.value == pytest.approx(best, abs=1e-9)
    assert answer.bound == answer.value
    assert value(answer.world) == pytest.approx(best, abs=1e-9)


def mansion(n: int) -> tuple[Problem, Any]:
    problem = Problem("mansion")
    cell = problem.variables("cell", range(n), domain=range(n))
    problem.require(AllDifferent(cell))
    return problem, cell


def test_knowledge_is_asked_about_the_present() -> None:
    problem, cell = mansion(4)
    k = Knowledge(problem).observe(cell[0] == 3).observe(cell[1] == 1).change(Swap(cell[0], cell[2]))
    assert cpsat.certain(k) == {cell[2]: 3, cell[1]: 1}
    assert cpsat.optimise(k, {cell[2]: 1}, "min").value == 3
    assert cpsat.optimise(k, {cell[0]: 1}, "max").value == 2
    shuffled = k.change(Shuffle(cell[0], cell[1], cell[2]))
    assert worlds(cpsat.worlds(shuffled), problem.scope) == worlds(
        [dict(world) for world in shuffled.worlds], problem.scope
    )
    assert cpsat.satisfiable(shuffled, [cell[1] == 3])
    assert not cpsat.satisfiable(shuffled, [cell[3] == 3])
    wrong = shuffled.observe(cell[3] == 1, "a slip")
    conflict = cpsat.minimal_core(wrong)
    assert conflict is not None
    assert conflict.check()
    assert "a slip" in [statement.text for statement in conflict.because]


def test_a_solver_that_gives_up_under_a_limit_of_the_caller_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It may stop a little before the moment that it was given, and nobody gave a limit to this question."""
    problem, _ = mansion(7)
    monkeypatch.setattr(cpsat_model.CpSatModel, "run", lambda *_: "gave up")
    for ask in (cpsat.solution, cpsat.certain, cpsat.minimal_core, cpsat.worlds):
        with Deadline(60.0).watch(), pytest.raises(GaveUp, match="no answer within the time limit"):
            ask(problem)
        with pytest.raises(GaveUp, match="no answer within the time limit of 60 s"):
            ask(problem, time_limit=60.0)


def test_answers_are_labelled_when_the_limit_is_reached() -> None:
    problem, cell = mansion(7)
    for ask in (cpsat.solution, cpsat.certain, cpsat.second_solution, cpsat.minimal_core, cpsat.worlds):
        with pytest.raises(GaveUp):
            ask(problem, time_limit=0.0)
    gave_up = cpsat.optimise(problem, {cell[0]: 1}, time_limit=0.0)
    assert (gave_up.status, gave_up.value, gave_up.world) == ("gave up", None, None)
    with pytest.raises(GaveUp, match="max_worlds"):
        cpsat.worlds(problem, max_worlds=100)
    assert len(cpsat.worlds(problem, max_worlds=5040)) == 5040
    with SatSolver() as solver, pytest.raises(GaveUp):
        solver.certain(problem.scope, time_limit=0.0)


def test_a_hard_optimum_is_bounded_within_its_limit() -> None:
    problem = Problem()
    take = problem.variables("take", range(60), domain=[0, 1])
    rng = np.random.default_rng(5)
    for _ in range(3):
        weights = [int(w) for w in rng.integers(10_000, 99_999, 60)]
        problem.require(Sum(take, None, sum(weights) // 2, weights=weights))
    gain = {take[i]: int(g) for i, g in enumerate(rng.integers(10_000, 99_999, 60))}
    answer = cpsat.optimise(problem, gain, time_limit=0.7, rng=1)
    assert answer.status in ("feasible", "optimal")
    assert answer.world is not None
    assert all(rule.content.holds([answer.world[v] for v in rule.content.scope]) for rule in problem.rules)
    assert answer.value == sum(g * answer.world[v] for v, g in gain.items())
    assert answer.bound >= answer.value
    assert answer.to_dict()["world"]["take[0]"] in (0, 1)


def test_errors_say_what_is_allowed() -> None:
    problem, cell = mansion(3)
    stranger = Problem().variable("stranger", [1, 2])
    word = problem.variable("word", ["a", "b"])
    with pytest.raises(ProblemError, match="max, min"):
        cpsat.optimise(problem, {cell[0]: 1}, "best")
    with pytest.raises(ProblemError, match="belongs to another problem"):
        cpsat.optimise(problem, {stranger: 1})
    with pytest.raises(ProblemError, match="no numbers"):
        cpsat.optimise(problem, {word: 2})
    with pytest.raises(ProblemError, match="'c' is not in the domain"):
        cpsat.optimise(problem, {word: {"c": 2}})
    with pytest.raises(ProblemError, match="finite number"):
        cpsat.optimise(problem, {cell[0]: float("nan")})
    with pytest.raises(ProblemError, match="too large"):
        cpsat.optimise(problem, {cell[0]: 2**60})
    with pytest.raises(ProblemError, match="belongs to another problem"):
        cpsat.satisfiable(problem, [stranger == 1])
    with pytest.raises(ProblemError, match="Problem or a Knowledge"):
        cpsat.solution("mansion")  # type: ignore[arg-type]


def test_sums_of_many_values_stay_narrow_in_sat() -> None:
    """One link of the chain a variable: 30 variables of 10 values are at most 30 * 271 partial sums."""
    problem = Problem()
    digit = problem.variables("digit", range(30), domain=range(10))
    with SatSolver() as solver:
        solver.add(Sum(digit, 135, 135))
        assert solver.satisfiable()
        assert sum(solver.world(problem.scope).values()) == 135
        assert solver.fresh() < 30 * 11 + 30 * 271
        nines = [solver.literal(digit[i], 9) for i in range(15)]
        assert solver.satisfiable(nines)
        assert not solver.satisfiable([*nines, solver.literal(digit[15], 1)])


def test_statements_of_a_conflict_are_the_problem_s_own() -> None:
    problem, cell = mansion(3)
    rule: Statement = problem.rules[0]
    k = Knowledge(problem).observe(cell[0] == 1).observe(cell[1] == 1)
    assert cpsat.minimal_core(k).because == (rule, *k.log)


def test_advisers_are_told_what_is_assumed_and_nothing_else() -> None:
    problem = Problem("three")
    x, y = problem.variable("x", [1, 2, 3]), problem.variable("y", [1, 2, 3])
    solver = SatSolver()
    solver.add(AllDifferent([x, y]))
    here, not_there, on, off = solver.literal(x, 1), -solver.literal(y, 2), solver.fresh(), solver.fresh()
    solver.add(wanted := x + y == 4, on)
    solver.add(x + y == 5, off)
    active, fixed, said = solver._active([here, not_there, on])
    assert [c for c in active if not isinstance(c, AllDifferent)] == [wanted]
    assert said == {here, not_there, on}
    for literal, variable, place, positive in ((here, x, 1, True), (not_there, y, 2, False)):
        assert fixed[literal][0] is variable
        assert fixed[literal][1:] == (place, positive)
