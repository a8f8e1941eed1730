"""Pictures of all games: boxes of one size lie side by side, and no edge of a box goes through a word."""

import itertools
from xml.etree import ElementTree

import pytest

from deduce.show import svg
from tests.show.test_pictures import GAMES, SVG, placed, positions


def boxes_and_words(document):
    """Every box (left, top, width, height, whether it has an edge) and word (left, middle, right, what)."""
    boxes, words = set(), []
    for node, x, y in placed(ElementTree.fromstring(document), 0.0, 0.0):
        has = node.attrib
        if node.tag == f"{SVG}rect":
            left, top, wide, high = (float(has.get(key, 0)) for key in ("x", "y", "width", "height"))
            boxes.add((left + x, top + y, wide, high, "s-" in has.get("class", "")))
        if node.tag == f"{SVG}text" and node.text:
            size = float(has["font-size"])
            width = svg.text_width(node.text, size)
            left = float(has["x"]) + x - {"middle": width / 2, "end": width}.get(has.get("text-anchor"), 0)
            words.append((left, float(has["y"]) + y - size * 0.35, left + width, node.text))
    return boxes, words


def assert_apart(document):
    boxes, words = boxes_and_words(document)
    for one, other in itertools.combinations(boxes, 2):
        if one[2:] == other[2:]:  # a fan of cards shows half of each
            assert abs(one[0] - other[0]) >= one[2] / 2 - 1 or abs(one[1] - other[1]) >= one[3] / 2 - 1, one
    for left, middle, right, word in words:
        for x, y, wide, high, edged in boxes:
            if edged and y < middle < y + high:
                for edge in (x, x + wide):
                    assert not left + 2 < edge < right - 2, (word, x, wide)


@pytest.mark.parametrize("name", GAMES)
def test_boxes_and_words_of_positions_lie_apart(name):
    for game, state in positions(name, 5, 30):
        for seat in (0, state.seats):
            assert_apart(game.picture(state.view(seat)))


def test_columns_have_heads_where_any_is_named():
    assert ">what</text>" in "".join(svg.columns(["", "what"], [["a", "b"]], [1, 1]).shapes)
    assert (
        svg.columns(["", "what"], [["a", "b"]], [1, 1]).height
        > svg.columns(["", ""], [["a", "b"]], [1, 1]).height
    )
