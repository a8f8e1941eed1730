"""Members of a family at a calculated key: only keys that can come up need a member."""

from __future__ import annotations

import pytest

from deduce import Problem, choices
from deduce.ground.errors import ProblemError
from deduce.knowledge import Knowledge
from deduce.language.variables import Family


def test_a_key_that_cannot_come_up_needs_no_member():
    """Of ``2 * (b % 2)`` 1 is no value, of ``b * b`` neither 2 nor 3: nobody is missed there."""
    problem = Problem()
    a, b, c = (problem.variable(name, range(4)) for name in "abc")

    def worlds(fact):
        return Knowledge(problem).observe(fact).count()

    two = Family("two", {0: a, 2: c})
    assert worlds(two[2 * (b % 2)] == 1) == 16
    squares = Family("squares", {0: a, 1: a, 4: a, 9: c})
    assert worlds(squares[b * b] == 1) == 16
    both = Family("both", {(n, n): a for n in range(4)})
    with pytest.raises(ProblemError, match=r"can be \(0, 1\), and both has no such member"):
        both[b, b + 0] == 1  # noqa: B015
    with pytest.raises(ProblemError, match="can be 3, and two has no such member"):
        two[3 * (b % 2)] == 1  # noqa: B015
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "_MAX_TRIED", 3)
        with pytest.raises(ProblemError, match="can be 1, and two has no such member"):
            two[2 * (b % 2)] == 1  # noqa: B015
