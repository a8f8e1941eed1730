"""The template of a backend is a real one: it finds the worlds of random problems."""

import runpy
from pathlib import Path

from hypothesis import assume, given, settings
from random_problems import Small, problems, worlds

from deduce import Count, Problem

TEMPLATE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "templates" / "backend.py"))


@settings(max_examples=15)
@given(problems(max_constraints=2))
def test_the_template_finds_every_world(small: Small) -> None:
    variables, stated = small
    constraints = [constraint for constraint, _ in stated]
    solver = TEMPLATE["TryEverything"]()
    for variable in variables:
        solver.literals(variable)
    for constraint in constraints:
        constraint.post(solver)
    assume(solver.count <= 14)  # two to that power are tried
    found = TEMPLATE["TryEverything"]().solutions(variables, constraints)
    assert worlds(found, variables) == worlds(small.worlds, variables)


def test_a_count_that_nothing_can_meet_has_no_world() -> None:
    problem = Problem("two")
    pair = [problem.variable("v", [0]), problem.variable("w", [1])]
    assert list(TEMPLATE["TryEverything"]().solutions(pair, [Count(pair, 0, low=1, high=0)])) == []
