"""Curves: every value where it belongs, readable and sound, and wrong figures refused."""

import re

import pytest

from deduce.ground.errors import ProblemError
from deduce.show import svg
from deduce.show.curves import HIGH, curves
from tests.show.test_pictures import assert_sound

RUNS = {"seen": [[0.0, 0.5, 1.0], [0.2, 0.5, 0.8]], "blind": [[0.1, 0.1, 0.1]]}


def test_a_chart_has_a_line_a_run_and_one_for_each_mean():
    block = curves(RUNS, top=1.0, across="3 looks", levels={"what can be known": 0.9})
    document = svg.document("Learning", [block])
    assert_sound(document)
    paths = [shape for shape in block.shapes if shape.startswith('<path d="M') and shape.count("L") == 2]
    assert len(paths) == 3 + 2
    heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", paths[0])]
    assert heights == [6 + HIGH, 6 + HIGH / 2, 6]
    assert block.words.split("\n") == [
        "what can be known: 0.9",
        "seen: 0.10 0.50 0.90",
        "blind: 0.10 0.10 0.10",
    ]


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
