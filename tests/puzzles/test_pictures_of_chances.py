"""Chances of a puzzle's values as text and as SVG, measured."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from deduce import Problem
from deduce.puzzles import verify
from deduce.puzzles.pictures import chances_svg, chances_text, grid_lines, in_grids

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def puzzle():
    problem = Problem("p")
    cell = problem.variables("cell", [(r, c) for r in (10, 2) for c in (1, 2)], domain=["a", "b", "long"])
    who = problem.variables("who", ["Ann", "Robert"], domain=["x", "y"])
    lone = problem.variable("sum", [1, 2, 3])
    return cell, who, lone


def test_grids_are_lines_and_what_is_open_is_listed(puzzle):
    cell, who, lone = puzzle
    chances = {
        cell[10, 1]: {"a": 1.0},
        cell[10, 2]: {"a": 0.25, "b": 0.75},
        cell[2, 1]: {"long": 1.0},
        cell[2, 2]: {"a": 0.004, "b": 0.996},
        who["Ann"]: {"x": 1.0},
        who["Robert"]: {"x": 0.5, "y": 0.5},
        lone: {1: 0.2, 2: 0.3, 3: 0.5},
    }
    assert chances_text(chances) == [
        "  long b?>99%",
        "  a    b?75%",
        "  cell[10,2]   b 75%, a 25%",
        "  cell[2,2]    b >99%, a <1%",
        "  who[Robert]  x 50%, y 50%",
        "  sum          3 50%, 2 30%, 1 20%",
    ]
    assert chances_text({lone: {2: 1.0}}) == []
    assert chances_text({lone: {2: 0.5, 3: 0.5}}) == ["  sum  2 50%, 3 50%"]
    assert in_grids([*cell.values(), *who.values(), lone]) == set(cell.values())
    assert grid_lines({cell[2, 2]: "x", cell[10, 1]: "yy"}) == ["     x", "  yy"]


def boxes(document):
    root = ElementTree.fromstring(document)
    frame = tuple(float(n) for n in root.attrib["viewBox"].split())
    assert (frame[2], frame[3]) == (float(root.attrib["width"]), float(root.attrib["height"]))
    rects = [
        {key: float(node.attrib[key]) for key in ("x", "y", "width", "height")}
        | {"fill": node.attrib["fill"], "title": (group.find(f"{SVG}title").text)}
        for group in root.iter(f"{SVG}g")
        for node in group.iter(f"{SVG}rect")
    ]
    texts = [
        (float(node.attrib["x"]), float(node.attrib["y"]), float(node.attrib["font-size"]), node.text)
        for node in root.iter(f"{SVG}text")
    ]
    return frame, rects, texts


def test_cells_are_squares_and_bars_as_long_as_their_chances(puzzle):
    cell, _, lone = puzzle
    chances = {
        cell[10, 1]: {"a": 1.0},
        cell[10, 2]: {"a": 0.25, "b": 0.75},
        cell[2, 1]: {"a": 0.2, "b": 0.3, "long": 0.5},
        lone: {1: 0.2, 2: 0.3, 3: 0.5},
    }
    frame, rects, texts = boxes(chances_svg(chances, "a & b"))
    assert frame == (0, 0, 150 + 420 + 24, 12 + 120 + 30 + 24 + 24 + 12)
    cells, bars = rects[:3], rects[3:]
    assert [(each["x"], each["y"], each["width"], each["height"]) for each in cells] == [
        (12, 72, 60, 60), (72, 72, 60, 60), (12, 12, 60, 60),
    ]  # fmt: skip
    assert [each["title"] for each in cells] == [
        "10,1: a", "10,2: b 75%, a 25%", "2,1: long 50%, b 30%, a 20%",
    ]  # fmt: skip
    assert [each["fill"] for each in cells] == ["#fff", "#eaf1f9", "#eaf1f9"]
    assert [each["width"] for each in bars] == [84, 126, 210]
    assert [each["x"] for each in bars] == [150, 234, 360]
    assert {(each["y"], each["height"]) for each in bars} == {(162, 20)}
    assert [each["fill"] for each in bars] == ["#eaf1f9", "#cfe0f1", "#eaf1f9"]
    at = {text: (x, y) for x, y, _, text in texts}
    assert at["1 20%"] == (192, 176)
    assert at["3 50%"] == (465, 176)
    assert at["sum"] == (12, 176)
    assert at["a & b"] == (12, 12 + 120 + 30 + 24 + 10)
    sure = [(x, y, size) for x, y, size, text in texts if text == "a" and size == 26]
    assert sure == [(42, 111, 26)]
    # Three values of a cell stand two by two, in the order of the domain, the likelier the darker.
    inside = [(x, y, text) for x, y, size, text in texts if x < 72 and y < 72 and "%" not in text]
    assert inside == [(27, 27, "a"), (57, 27, "b"), (27, 57, "long")]
    document = chances_svg(chances)
    inks = dict(re.findall(r'fill="(#\w+)" text-anchor="middle">(\d+%)<', document))
    shade = {said: int(ink[1:3], 16) for ink, said in inks.items()}
    assert shade["75%"] < shade["50%"] < shade["30%"]
    assert shade["75%"] == round(150 * 0.25)


def test_a_bar_says_how_likely_a_value_is_where_there_is_another():
    problem = Problem("p")
    sure, either = problem.variable("sure", [*"ab"]), problem.variable("either", [*"cd"])
    _, bars, texts = boxes(chances_svg({sure: {"a": 1.0}, either: {"c": 0.25, "d": 0.75}}))
    assert [text for *_, text in texts] == ["sure", "a", "either", "c 25%", "d 75%"]
    assert [bar["title"] for bar in bars] == ["sure: a", "either: d 75%, c 25%", "either: d 75%, c 25%"]


def test_at_most_nine_values_stand_in_a_cell():
    problem = Problem("p")
    cell = problem.variables("cell", [(1, 1)], domain=range(12))
    chances = {cell[1, 1]: {value: (value + 1) / 78 for value in range(12)}}
    _, _, texts = boxes(chances_svg(chances))
    assert [text for *_, text in texts if "%" not in text] == [str(value) for value in range(3, 12)]


def test_a_verdict_is_short_at_a_prompt():
    problem = Problem("p")
    cell = problem.variables("cell", range(30), domain=range(3))
    for verdict in (verify(problem, limit=3), verify(problem)):
        assert len(repr(verdict)) < 120
        assert repr(verdict).startswith("Verdict(status=")
    problem.require(cell[0] == 1)
    assert "cell" not in repr(verify(problem))
