"""All values possible of every variable at once: as brute force finds them, from one observation to the next."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import AllDifferent, Contradiction, Knowledge, Problem
from deduce.changes import Swap
from deduce.language.facts import And, Or
from tests.random_problems import brute_force, problems


def by_solver(knowledge):
    """The same knowledge, with a solver asked however few its worlds."""
    knowledge._wide = True
    return knowledge


@given(problems(), st.integers(0, 1 << 30))
def test_candidates_are_what_brute_force_finds(small, seed):
    variables, stated = small
    if not variables:
        return
    rng = Random(seed)
    knowledge, meanings = by_solver(Knowledge(small.problem)), []
    left = brute_force(variables, [])
    for constraint, meaning in [*stated, *stated[::-1]]:
        meanings.append(meaning)
        knowledge = knowledge.observe(constraint)
        left = [world for world in left if meaning(world)]
        if rng.random() < 0.3:
            continue
        if not left:
            with pytest.raises(Contradiction):
                knowledge.candidates()
            return
        wanted = {v: {world[v] for world in left} for v in variables}
        assert knowledge.candidates() == wanted
        assert knowledge.candidates() == wanted
    if left:
        assert {v: knowledge.possible(v) for v in variables} == knowledge.candidates()


def latin(n):
    problem = Problem("latin")
    cell = problem.variables("cell", list(product(range(n), repeat=2)), range(n))
    for i in range(n):
        problem.require(AllDifferent(cell[i, j] for j in range(n)))
        problem.require(AllDifferent(cell[j, i] for j in range(n)))
    return problem, cell


def test_branches_and_diagrams_say_the_same():
    problem, _ = latin(4)
    start = by_solver(Knowledge(problem))
    start.candidates()
    for seed in range(12):
        rng, knowledge = Random(seed), start
        plain = Knowledge(problem)
        for _ in range(4):
            v = rng.choice(problem.scope)
            fact = v == rng.choice(sorted(knowledge.candidates()[v]))
            knowledge, plain = knowledge.observe(fact), plain.observe(fact)
            assert knowledge.form == "sat"
            assert knowledge.candidates() == {v: plain.worlds.possible(v) for v in problem.scope}
    assert start.candidates() == {v: set(range(4)) for v in problem.scope}


def test_what_speaks_of_no_variable_changes_nothing_or_leaves_no_world():
    start = by_solver(Knowledge(latin(3)[0]))
    assert start.candidates() == start.observe(And()).candidates()
    with pytest.raises(Contradiction):
        start.observe(Or()).candidates()


def test_worlds_are_kept_from_one_observation_to_the_next():
    problem, cell = latin(5)
    start = by_solver(Knowledge(problem)).observe(cell[0, 0] == 1)
    start.candidates()
    solver = start._seen.explainer.solver
    asked = []
    answer = solver.satisfiable
    solver.satisfiable = lambda *args, **kwargs: asked.append(1) or answer(*args, **kwargs)
    # Of what every witness shows already nobody asks.
    then = start.observe(cell[0, 0] != 2)
    assert then.candidates() == start.candidates()
    known = len(asked)
    later = then.observe(cell[1, 1] == 1)
    assert later.candidates()[cell[1, 1]] == {1}
    assert later._seen.explainer.solver is solver
    assert len(asked) > known
    assert known <= 1


def test_after_a_change_values_are_those_of_now():
    problem = Problem("change")
    a, b, c = (problem.variable(name, range(3)) for name in "abc")
    problem.require(AllDifferent(a, b, c))
    for knowledge in (Knowledge(problem), by_solver(Knowledge(problem))):
        known = knowledge.observe(a == 0)
        assert known.candidates() == {a: {0}, b: {1, 2}, c: {1, 2}}
        known = known.change(Swap(a, b))
        assert known.candidates() == {a: {1, 2}, b: {0}, c: {1, 2}}
        assert known.observe(c == 2).candidates() == {a: {1}, b: {0}, c: {2}}


def test_no_world_is_a_contradiction_that_names_statements():
    problem, cell = latin(3)
    wrong = by_solver(Knowledge(problem)).observe(cell[0, 0] == 1, "one").observe(cell[0, 1] == 1, "other")
    with pytest.raises(Contradiction, match="one"):
        wrong.candidates()
