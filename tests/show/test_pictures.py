"""Boards as SVG: well-formed, said in words, within their width, and nothing in them that the seat does not know."""

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce
from deduce.games.base import CHANCE
from deduce.records.record import read_record
from deduce.show import svg
from tests.toy_games import Whose

SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
RECORDS = sorted(path for game in GAMES for path in (EXAMPLES / game).glob("*.txt"))


def positions(name, seed, plies):
    """Positions met in random play, one every few moves."""
    game, rng = deduce.game(name), random.Random(seed)
    state = game.new(players=game.seats.start + 1, seed=seed)
    for ply in range(plies):
        if state.actor is None:
            break
        if ply % 9 == 0:
            yield game, state
        moves = () if state.actor is CHANCE else state.moves()
        state = state.play(state.draw(rng) if state.actor is CHANCE else moves[rng.randrange(len(moves))])
    yield game, state


def words(document):
    return [node.text for node in ElementTree.fromstring(document).iter(f"{SVG}text") if node.text]


def placed(node, x, y):
    """Every element with where its group has moved it."""
    if "transform" in node.attrib:
        right, down = map(float, re.findall(r"[\d.]+", node.attrib["transform"]))
        x, y = x + right, y + down
    yield node, x, y
    for child in node:
        yield from placed(child, x, y)


def assert_sound(document):
    """Well-formed and accessible, as wide as a phone, every text and box inside the frame, no colour unknown."""
    root = ElementTree.fromstring(document)
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    assert (left, top, wide) == (0, 0, svg.WIDTH)
    assert root.attrib["role"] == "img"
    assert [node.tag for node in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert all(node.text for node in root[:2])
    for node, x, y in placed(root, 0.0, 0.0):
        if node.tag == f"{SVG}text":
            place, size = float(node.attrib["x"]) + x, float(node.attrib["font-size"])
            width = svg.text_width(node.text or "", size)
            start = place - {"middle": width / 2, "end": width}.get(node.attrib.get("text-anchor"), 0)
            assert start >= -0.5, node.text
            assert start + width <= wide + 0.5, node.text
            assert 0 <= float(node.attrib["y"]) + y <= high, node.text
        if node.tag == f"{SVG}rect":
            left = float(node.attrib.get("x", 0)) + x
            assert 0 <= left <= left + float(node.attrib["width"]) <= wide
    classes = {name for node in root.iter() for name in node.attrib.get("class", "").split()}
    assert classes - {"dp"} <= {f"{kind}-{name}" for kind in "fs" for name in svg.PALETTE}
    assert "prefers-color-scheme:dark" in document


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_record_of_the_examples_has_a_picture(path):
    record = read_record(path)
    game = deduce.game(record.game)
    document = game.picture_record(record)
    assert_sound(document)
    assert document == game.picture_record(record)
    assert game.answers().read(record)._repr_svg_() == document


@pytest.mark.parametrize("name", GAMES)
def test_pictures_of_positions_met_in_play(name):
    for game, state in positions(name, 5, 120):
        for seat in range(state.seats + 1):
            assert_sound(game.picture(state.view(seat)))
        actor = state.actor if isinstance(state.actor, int) else 0
        assert state._repr_svg_() == game.picture(state.view(actor)) == state.view(actor)._repr_svg_()


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_look_alike_have_the_same_picture(name):
    rng = random.Random(3)
    for game, state in positions(name, 8, 60):
        view = state.view(1)
        other = game.resample(view, rng).view(1)
        assert game.picture(other) == game.picture(view)


def test_names_take_the_place_of_seats():
    game = deduce.game("enigma")
    view = game.new(players=3, seed=1).view(2)
    assert any("Zoe" in word for word in words(game.picture(view, names=("Xan", "Zoe", "Yva"))))
    assert not any("seat 2" in word for word in words(game.picture(view, names=("Xan", "Zoe", "Yva"))))


def test_entracte_shows_the_sheet_and_the_tokens():
    record = read_record(EXAMPLES / "entracte" / "evening.txt")
    game = deduce.game("entracte")
    root = ElementTree.fromstring(game.picture_record(record))
    said = root.find(f"{SVG}desc").text
    sheet = game.solve(record).data["sheet"]
    for player, chances in sheet.items():
        for code, chance in chances.items():
            if chance:
                line = next(line for line in said.splitlines() if line.startswith(f"{code}: "))
                assert f"{player} {svg.percent(chance)}" in line
    told = game.answers().read(record).evidence
    tokens = sum(entry.tokens.bit_count() for entry in told.entries if entry.kind == "play")
    assert sum("token of" in (node.text or "") for node in root.iter(f"{SVG}title")) == tokens


def test_contradictory_notes_are_said_to_be_so():
    record = read_record(EXAMPLES / "entracte" / "forgotten_token.txt")
    assert any("contradict" in word for word in words(deduce.game("entracte").picture_record(record)))


def test_a_game_without_drawings_shows_its_text():
    game = Whose()
    view = game.new(players=2, seed=1).view(1)
    root = ElementTree.fromstring(game.picture(view))
    assert root.find(f"{SVG}title").text == game.title
    assert [node.text for node in root.iter(f"{SVG}text")][1:] == [
        line for line in game.show(view).split("\n") if line
    ]


@given(
    st.text("aiWÄ .5…", max_size=40), st.floats(5, 400), st.sampled_from([9.0, 12.0, 17.0]), st.booleans()
)
def test_fitted_words_fit_or_are_as_small_and_short_as_can_be(given_words, room, size, bold):
    shown, small = svg.fitted(given_words, room, size, bold=bold)
    assert small <= size
    assert small >= min(size, svg.SMALLEST) - 1e-9
    if shown == given_words:
        assert svg.text_width(shown, small, bold=bold) <= room + 0.02
    else:
        assert shown.endswith("…")
        assert shown == "…" or svg.text_width(shown, small, bold=bold) <= room + 0.02


@given(st.lists(st.text("abcdefg", min_size=1, max_size=9), max_size=30), st.floats(80, 400))
def test_wrapped_lines_keep_every_word_in_order(parts, room):
    lines = svg.wrapped(" ".join(parts), room)
    assert " ".join(lines).split() == parts
    assert all(svg.text_width(line) <= room or " " not in line for line in lines)
