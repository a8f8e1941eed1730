"""What is drawn lies within its picture, tokens lie beside what they belong to, and both themes have every colour."""

import random
import re
from itertools import combinations
from xml.etree import ElementTree

import pytest
from test_geometry import drawn

from deduce import Problem
from deduce.show import svg
from deduce.show.faces import _arcs, advice_blocks
from deduce.show.layers import HIGH, WIDE
from deduce.show.places import FACE, Board, Place
from deduce.worlds.compile import compile_diagram

NAMES = ("Ann", "Bob", "Cid")


def circles(shapes):
    root = ElementTree.fromstring(f"<svg>{''.join(shapes)}</svg>")
    return [[float(node.get(key)) for key in ("cx", "cy", "r")] for node in root.iter("circle")]


def assert_within(block):
    boxes, lines, texts = drawn(block.shapes)
    for box in boxes:
        assert box.y >= 0
        assert box.y + box.height <= block.height
    for _, y, r in circles(block.shapes):
        assert y - r >= 0
        assert y + r <= block.height
    assert all(0 <= y <= block.height for line in lines for y in line.ends[1::2])
    assert all(0 < text.y <= block.height for text in texts)


def places(rng, number, across):
    for at in range(number):
        yield Place(
            str(at),
            at // across,
            at % across,
            rng.choice(["red", "two words", ""]),
            chance=rng.choice([None, rng.random()]),
            marked=rng.random() < 0.3,
            seen=tuple(rng.sample((1, 2, 3), rng.randint(0, 2))),
            below=("a coin",) * rng.randint(0, 1),
            by=rng.randint(0, 3),
        )


@pytest.mark.parametrize("kind", ["grid", "cards", "faces", "bricks"])
@pytest.mark.parametrize("seed", range(5))
def test_boards_stay_within_their_height(kind, seed):
    rng = random.Random(seed)
    across = rng.randint(1, 4)
    shown = tuple(places(rng, rng.randint(1, 9), across))
    rows = tuple("ABC"[: 1 + max(place.row for place in shown)].ljust(9)[:9])
    board = Board("all", rows, tuple("abcd"[:across]), shown, asked="mine", kind=kind)
    assert_within(board.drawn(names=NAMES))


@pytest.mark.parametrize("size", range(1, 6))
def test_a_diagram_and_its_arcs_stay_within_their_height(size):
    problem = Problem("p")
    x = problem.variables("x", range(size), range(2))
    diagram = compile_diagram(
        problem.scope, [one != other for one, other in combinations(x.values(), 2)][:1]
    )
    block = _arcs(diagram, [len(layer) for layer in diagram.layers])
    assert_within(block)
    boxes, _, _ = drawn(block.shapes)
    assert max(box.y + box.height for box in boxes) > block.height - 24


def test_advice_stays_within_its_height():
    ranked = [{"move": f"move {n}", "value": n / 7, "error": 0.1, "reason": "why " * n} for n in range(6)]
    for block in advice_blocks(ranked):
        assert_within(block)


def test_tokens_lie_below_the_face_they_belong_to_and_whoever_played_it_in_its_corner():
    shown = (Place("1", 0, 0, "red", seen=(1, 3), below=("a coin",)), Place("2", 0, 1, "blue", by=2))
    block = Board("hand", ("",), ("", ""), shown, kind="faces").drawn(names=NAMES)
    faces = [box for box in drawn(block.shapes)[0] if box.width == FACE]
    assert len(faces) == 2
    assert [face.height for face in faces] == pytest.approx([FACE * HIGH / WIDE] * 2, abs=0.1)
    *tokens, played = circles(block.shapes)
    bottom = faces[0].y + faces[0].height
    for x, y, r in tokens:
        assert y - r >= bottom
        assert faces[0].x <= x - r
        assert x + r <= faces[0].x + FACE
    assert len(tokens) == 2
    assert played[:2] == [faces[1].x + 5, faces[1].y]
    coin = next(text for text in drawn(block.shapes)[2] if text.whole == "a coin")
    assert coin.y > bottom
    assert coin.x >= max(x + r for x, _, r in tokens)


def test_every_colour_is_there_by_day_and_by_night():
    """The first rule is the light theme's, the second the dark one's; each may be asked for too."""
    rules = re.findall(r"([^{}]*\.dp)\{([^{}]*)\}", svg.STYLE)
    said = [dict(re.findall(r"--([\w-]+):([^;]+);", body)) for _, body in rules]
    said = [colours for colours in said if colours]
    light = {name: pair[0] for name, pair in svg.PALETTE.items()}
    dark = {name: pair[1] for name, pair in svg.PALETTE.items()}
    assert said == [light, dark, light, dark]
