"""Arithmetic and reified constraints mean in every form what Python's own arithmetic says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_expressions import comparisons, reified
from random_problems import brute_force, problems, worlds
from test_backends_agree import BACKENDS, _can_be

from deduce import Knowledge, Problem, Sum
from deduce.backends import cpsat
from deduce.backends.sat import SatSolver
from deduce.explain.checker import unsatisfiable
from deduce.ground.errors import GaveUp
from deduce.language.reified import holding


def small(data: st.DataObject, most: int = 4) -> Any:
    made = problems(max_constraints=0, max_variables=most, whole_numbers=True)
    return data.draw(made.filter(lambda p: all(abs(x) < 100 for v in p.variables for x in v.domain)))


def everywhere(problem: Problem, fact: Any, meaning: Any) -> None:
    variables = problem.scope
    every = brute_force(variables, [])
    expected = worlds([world for world in every if meaning(world)], variables)
    columns = {v: np.array([v.position(world[v]) for world in every]) for v in variables}
    checked = np.broadcast_to(fact.check(columns), (len(every),))
    assert worlds([w for w, hit in zip(every, checked, strict=True) if hit], variables) == expected
    assert worlds([w for w in every if fact.holds([w[v] for v in fact.scope])], variables) == expected
    for name, backend in BACKENDS.items():
        asked = Problem()
        copies = {v: asked.variable(v.name, v.domain) for v in variables}
        asked.require(fact.over(copies))
        assert worlds(backend(asked), asked.scope) == expected, (name, fact)


@given(data=st.data())
def test_comparisons_of_expressions(data: st.DataObject) -> None:
    problem = small(data).problem
    everywhere(problem, *data.draw(comparisons(problem.scope)))


@given(data=st.data())
def test_opposites_of_comparisons(data: st.DataObject) -> None:
    problem = small(data).problem
    fact, meaning = data.draw(comparisons(problem.scope))
    everywhere(problem, ~fact, lambda world: not meaning(world))


@given(data=st.data())
def test_constraints_inside_facts(data: st.DataObject) -> None:
    problem = small(data).problem
    constraint, meaning = data.draw(reified(problem.scope))
    everywhere(problem, holding(constraint), meaning)


@given(data=st.data())
def test_literals_of_expressions(data: st.DataObject) -> None:
    problem = small(data, 3).problem
    constraint, meaning = data.draw(st.one_of(comparisons(problem.scope), reified(problem.scope)))
    fact = holding(constraint)
    for make in (SatSolver, cpsat.CpSatModel):
        model = make()
        for variable in problem.scope:
            model.literals(variable)
        literal = fact.literal(model)
        for world in brute_force(problem.scope, []):
            chosen = [model.literal(v, v.position(value)) for v, value in world.items()]
            assert _can_be(model, [*chosen, literal]) == meaning(world)
            assert _can_be(model, [*chosen, -literal]) != meaning(world)


@given(data=st.data())
def test_diagrams_judge_expressions(data: st.DataObject) -> None:
    """Probabilities weigh paths by a judge, which reads every world to its end."""
    problem = small(data).problem
    constraint, meaning = data.draw(st.one_of(comparisons(problem.scope), reified(problem.scope)))
    every = brute_force(problem.scope, [])
    true = sum(meaning(world) for world in every)
    knowledge = Knowledge(problem)
    assert abs(knowledge.probability(holding(constraint)) - true / len(every)) < 1e-9
    weighed = knowledge.weigh(holding(constraint), 3.0)
    expected = 3.0 * true / (3.0 * true + len(every) - true)
    assert abs(weighed.probability(holding(constraint)) - expected) < 1e-9


@given(data=st.data())
def test_the_checker_reads_expressions(data: st.DataObject) -> None:
    problem = small(data).problem
    stated = [data.draw(st.one_of(comparisons(problem.scope), reified(problem.scope))) for _ in range(3)]
    expected = not brute_force(problem.scope, [meaning for _, meaning in stated])
    assert unsatisfiable([constraint for constraint, _ in stated]) == expected


@given(data=st.data())
def test_worlds_asked_for_one_by_one_are_the_same(data: st.DataObject) -> None:
    """Intermediate results of arithmetic that a condition leaves open repeat worlds without end; found by a campaign."""
    problem = small(data, most=3).problem
    fact, meaning = data.draw(comparisons(problem.scope))
    expected = worlds([world for world in brute_force(problem.scope, []) if meaning(world)], problem.scope)
    asked = Problem()
    copies = {v: asked.variable(v.name, v.domain) for v in problem.scope}
    asked.require(fact.over(copies))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cpsat, "_REPEATS", -1000)  # the first world met is then one too often
        assert worlds(cpsat.worlds(asked), asked.scope) == expected
        if len(expected) > 1:
            with pytest.raises(GaveUp, match="more than max_worlds=1"):
                cpsat.worlds(asked, max_worlds=1)


def test_a_large_sum_that_need_not_hold_loses_no_world() -> None:
    """CP-SAT's presolve lost 12 of these 48, and all of them with greater weights."""
    problem = Problem("large")
    variables = problem.variables("x", range(2), [-3, -1, 0, 1])
    spare = problem.variable("spare", [0, 1, 2])
    total = Sum(variables, 5, 3, weights=(3_000_000_001, 2_000_000_001))
    everywhere(problem, (spare == 0) | ~holding(total), lambda _: True)
