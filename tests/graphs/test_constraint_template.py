"""The template of a constraint is a real one: every form of it against the others and brute force."""

import runpy
from pathlib import Path
from random import Random

import pytest
from graphs_agreement import agree
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import Problem, ProblemError

TEMPLATE = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "templates" / "constraint.py"))
Different = TEMPLATE["Different"]


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_the_template_agrees_with_brute_force_in_every_form(seed):
    rng = Random(seed)
    problem = Problem("small")
    xs = [
        problem.variable(f"x{i}", rng.sample("abcd", rng.randint(1, 3))) for i in range(rng.randint(1, 5))
    ]
    low = rng.randint(0, 3)
    high = rng.randint(low, 4)
    agree(
        problem,
        Different(xs, low, high),
        list(range(len(xs))),
        lambda world: low <= len(set(world.values())) <= high,
        rng,
    )


def test_the_template_refuses_what_makes_no_sense():
    x = Problem("one").variable("x", ["a", "b"])
    with pytest.raises(ProblemError, match="0 <= low <= high"):
        Different([x], 3, 2)
