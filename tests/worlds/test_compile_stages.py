"""Compiling in stages gives the same worlds as one product."""

from unittest.mock import patch

import pytest
from hypothesis import given
from random_problems import Small, problems, worlds

from deduce import AllDifferent, Problem, TooLarge
from deduce.worlds import compile as compiling


@given(problems(max_constraints=7))
def test_stages_change_nothing(small: Small) -> None:
    problem = small.required()
    with (
        patch.object(compiling, "PROBE_BYTES", 0),
        patch.object(compiling, "STAGE_SIZE", 1),
        patch.object(compiling, "SMALL_SCOPE", 2),
    ):
        found = problem.compile()
    assert worlds(list(found), small.variables) == worlds(small.worlds, small.variables)


def test_stages_that_grow_are_given_up() -> None:
    problem = Problem()
    cell = problem.variables("cell", range(7), domain=range(7))
    problem.require(AllDifferent(cell))
    for i in range(12):
        problem.require((cell[i % 7] == i % 7) | (cell[(i + 3) % 7] == i % 5))
    whole = problem.compile()
    with patch.object(compiling, "PROBE_BYTES", 0), patch.object(compiling, "STAGE_BYTES", 0):
        again = problem.compile()
    with patch.object(compiling, "PROBE_BYTES", 0):
        staged = problem.compile()
    assert whole.count() == again.count() == staged.count() > 0
    with pytest.raises(TooLarge, match="max_bytes"):
        problem.compile(max_bytes=1000)
