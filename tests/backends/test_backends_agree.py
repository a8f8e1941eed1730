"""Every backend finds exactly the worlds that brute force finds, for every constraint of the family."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st
from random_problems import (
    Small,
    World,
    all_different,
    brute_force,
    channels,
    counts,
    facts,
    predicates,
    problems,
    relations,
    sums,
    worlds,
)

from deduce import Problem, Variable
from deduce.backends import cpsat, pyconstraint
from deduce.backends.sat import SatSolver


def by_sat(problem: Problem) -> list[World]:
    found = []
    with SatSolver() as solver:
        for variable in problem.scope:
            solver.literals(variable)
        for rule in problem.rules:
            solver.add(rule.content)
        while solver.satisfiable():
            found.append(solver.world(problem.scope))
            literals = [solver.literal(v, v.position(value)) for v, value in found[-1].items()]
            solver.clause([-literal for literal in literals])
    return found


def by_sat_on_demand(problem: Problem) -> list[World]:
    """The same with every rule behind a selector that is only assumed."""
    found = []
    with SatSolver() as solver:
        selectors = []
        for variable in problem.scope:
            solver.literals(variable)
        for rule in problem.rules:
            selectors.append(solver.fresh())
            solver.add(rule.content, selectors[-1])
        while solver.satisfiable(selectors):
            found.append(solver.world(problem.scope))
            literals = [solver.literal(v, v.position(value)) for v, value in found[-1].items()]
            solver.clause([-literal for literal in literals])
    return found


def by_diagram(problem: Problem) -> list[World]:
    return list(problem.compile())


def by_pyconstraint(problem: Problem) -> list[World]:
    return list(pyconstraint.solutions(problem))


BACKENDS: dict[str, Callable[[Problem], list[World]]] = {
    "sat": by_sat,
    "sat on demand": by_sat_on_demand,
    "cp-sat": cpsat.worlds,
    "python-constraint": by_pyconstraint,
    "diagram": by_diagram,
}
KINDS = [all_different, channels, counts, facts, predicates, relations, sums]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@examples(16)
@given(data=st.data())
def test_one_constraint_means_the_same_everywhere(kind: Any, data: st.DataObject) -> None:
    small = data.draw(problems(max_constraints=0, max_variables=4, whole_numbers=kind is sums or None))
    constraint, meaning = data.draw(kind(small.variables))
    small.problem.require(constraint)
    expected = worlds(brute_force(small.variables, [meaning]), small.variables)
    for name, backend in BACKENDS.items():
        assert worlds(backend(small.problem), small.variables) == expected, (name, constraint)


@given(problems(max_variables=4))
def test_problems_have_the_same_worlds_everywhere(small: Small) -> None:
    expected = worlds(small.worlds, small.variables)
    problem = small.required()
    for name, backend in BACKENDS.items():
        assert worlds(backend(problem), small.variables) == expected, name


@given(problems(max_variables=3, max_constraints=2), st.data())
def test_facts_are_their_literals(small: Small, data: st.DataObject) -> None:
    """A fact's literal is true in exactly the worlds where the fact is, in SAT and in CP-SAT."""
    fact, meaning = data.draw(facts(small.variables))
    problem = small.required()
    expected = small.worlds
    for make in (SatSolver, cpsat.CpSatModel):
        model = make()
        for variable in problem.scope:
            model.literals(variable)
        for rule in problem.rules:
            model.add(rule.content)
        literal = fact.literal(model)
        for world in expected:
            chosen = [model.literal(v, v.position(value)) for v, value in world.items()]
            assert _can_be(model, [*chosen, literal]) == meaning(world)
            assert _can_be(model, [*chosen, -literal]) != meaning(world)


def _can_be(model: Any, literals: list[int]) -> bool:
    if isinstance(model, SatSolver):
        return model.satisfiable(literals)
    model.model.clear_assumptions()
    model.model.add_assumptions([model.boolean(literal) for literal in literals])
    return model.run(model.solver()) == "optimal"


def test_a_problem_without_variables_has_one_world() -> None:
    problem = Problem()
    for backend in (cpsat.worlds, by_pyconstraint):
        assert backend(problem) == [{}]


def test_a_variable_without_rules_counts_once() -> None:
    problem = Problem()
    free: Variable = problem.variable("free", ["a", "b", "c"])
    for backend in BACKENDS.values():
        assert worlds(backend(problem), [free]) == [(0,), (1,), (2,)]
