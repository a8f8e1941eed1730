"""Curves: every value where it belongs, readable and sound, and wrong figures refused."""

import pytest

from deduce.ground.errors import ProblemError
from deduce.show.curves import curves


@pytest.mark.parametrize(
    ("groups", "levels", "said"),
    [
        ({}, {}, "0 groups"),
        ({"a": []}, {}, "has a run"),
        ({"a": [[]]}, {}, "same number of values"),
        ({"a": [[0.1]], "b": [[0.1, 0.2]]}, {}, "same number of values"),
        ({"a": [[1.5]]}, {}, "1.5 is not on the axis from 0 to 1"),
        ({"a": [[0.5]]}, {"best": -0.1}, "-0.1 is not on the axis"),
        ({"a": [[float("nan")]]}, {}, "nan is not on the axis"),
    ],
)
def test_wrong_figures_are_refused(groups, levels, said):
    with pytest.raises(ProblemError, match=said):
        curves(groups, top=1.0, across="", levels=levels)
