"""Boards, charts and stories with everything that they can have: as they were approved."""

import pytest
from approved import assert_approved

from deduce import AllDifferent, Knowledge, Problem
from deduce.games.speaking import speech_of
from deduce.games.story import Found, Lie, Moment, Story
from deduce.ground.wording import as_is
from deduce.puzzles import hint, steps, verify
from deduce.questions import Question, plan, rank
from deduce.show import curves, story, svg
from deduce.show.places import Board, Place, lettered

NAMES = ("Ann", "Bob", "Cid")


def told(block):
    return [f"height {block.height:g}", *block.shapes, *block.words.split("\n")]


CARD = Place(
    "b2", 0, 1, "second", marked=True, chances=(("ace", 0.6), ("ten", 0.4)), fact="second is {value}"
)
FULL = Place(
    "b3",
    1,
    0,
    "third",
    chances=tuple((word, 0.2) for word in "ABCDE"),
    seen=(2, 3),
    claim=(1, "A"),
    below=("coin",),
)
OPEN = Place("b4", 1, 1, chances=(("king", 1.0),), open=True, below=("left", "right"))
BOARDS = {
    "grid": lettered(
        "Caves", 3, 2, text={"a1": "x", "c2": "a long word"}, about={"a1": "a wall"},
        chance={"a1": 0.25, "b2": 1.0, "c1": 0.0}, marked=["b2"], asked="gold",
    ),
    "cards": Board("Cards", ("1", "2"), ("a", "b"), (Place("b1", 0, 0, "first"), CARD, FULL, OPEN), kind="cards"),
    "list": Board("Culprit", ("",), ("",), (CARD,), kind="list"),
    "bricks": Board(
        "Wall", ("A", "B"), ("", "", ""),
        (Place("p", 0, 0, "7"), Place("q", 1, 1, colour="gold")), kind="bricks",
    ),
    "walls": Board(
        "Long wall", ("A",), tuple("abcdefghijklmnopqrstuvwxyz"), (Place("p", 0, 0, "7"), Place("q", 0, 24, "x")),
        kind="bricks",
    ),
    "faces": Board(
        "Hand", ("",), tuple("abcdefgh"),
        (
            Place("a", 0, 0, "red seven wild", marked=True), Place("b", 0, 1, "", by=2, seen=(1, 3), below=("a", "coin")),
            *(Place(each, 0, 2, each, "the letter") for each in "cdefghijkl"),
        ),
        kind="faces",
    ),
    "holders": Board("Who", (), NAMES, (Place("rope", 0, 0, chances=(("Bob", 0.7), ("Ann", 0.3))),), kind="holders"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BOARDS)
def test_boards(kind):
    assert_approved(f"board_{kind}", told(BOARDS[kind].drawn(names=NAMES)))


def test_charts_and_strips():
    runs = {"seen": [[0.0, 1.0, 2.0], [0.5, 1.0, 1.0]], "blind": [[0.25, 0.0, 0.5]]}
    chart = curves.curves(runs, top=2.0, across="3 looks", levels={"best": 1.5})
    words = ["north", "east", "a word that is much longer than all of the others are", "south", "west"] * 2
    strip = svg.strip(words, label="Ways", now=[1, 6])
    assert_approved("charts", [*told(chart), *told(strip), *told(svg.strip([]))])


LONG = "Bob asks Cid whether she has seen the rope in either the hall or the library"
MOMENTS = (
    Moment(0, "start", (4.0, 5.0, 6.0, 9.0), (1.0, 2.0, 1.0), (0.1, 0.1, 0.1)),
    Moment(3, "Ann looks", (2.0, 5.0, 6.0, 9.0), (1.0, 2.0, 1.5), (0.1, 0.1, 0.1)),
    Moment(4, LONG, (2.0, 4.5, 6.0, 8.0), (1.0, 3.0, 1.5), (0.1, 0.2, 0.1)),
    Moment(5, "Cid shows", (0.0, 1.25, 6.0, 7.0), (0.5, 3.0, 2.5), (0.1, 0.1, 0.1)),
)
FACTS = (
    Found("rope = Cid", (0, 4, None, None)),
    Found("holder now = Bob", (3, None, 5, None), 3, 4),
    Found("room = hall", (5, 5, 0, None)),
    Found("weapon = rope", (5, 5, 5, 5)),
)
STORIES = {
    "of all": Story(
        "Clue & <Co>", NAMES, (1, 2, 3, 0), (1.0, 5.0, 2.0), MOMENTS, FACTS,
        lies=(
            (4, Lie(1, 2, as_is("has the rope"), "nothing", True)),
            (9, Lie(2, 3, as_is("saw the hall"), "the attic", False)),
        ),
        playouts=20, player="greedy", cut="Two lines were not worked out.",
        opened=((1, "Ann", "has the rope"), (2, "Bob", LONG)),
    ),
    "of one": Story("Clue", NAMES, (2,), None, (Moment(0, "start", (None,)), Moment(1, "passes", (None,))), ()),
    "alike": Story("Clue", NAMES[:2], (0,), (2.0, 2.0), (Moment(0, "start", (1.0,)), Moment(1, "passes", (1.0,))), ()),
    "alone": Story("Golf", NAMES[:1], (1,), (7.5,), MOMENTS[:1], (), playouts=3, player="random"),
    "shared": Story("Clue", NAMES, (1,), (2.0, 2.0, 1.0), MOMENTS[:1], ()),
    # Three came out best, and just so many facts as there is room for.
    "of three": Story("Clue", (*NAMES, "Dee"), (1, 2, 3, 0), (2.0, 2.0, 2.0, 1.0), MOMENTS[:1], FACTS[:3]),
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_stories_in_words(language, monkeypatch):
    monkeypatch.setattr(story, "FACTS", 3)
    speech = speech_of(None, language)
    lines = [
        line for each in STORIES.values() for line in [*speech(story.story_text(each)).split("\n"), "", "-"]
    ]
    assert_approved(f"story_{language}", lines)


def test_stories_drawn(monkeypatch):
    monkeypatch.setattr(story, "FACTS", 3)
    both = [
        f(STORIES["of all"]).replace("><", ">\n<").split("\n") for f in (story.story_svg, story.story_page)
    ]
    assert_approved("story_drawn", [line for each in both for line in each])


def dinner(dishes):
    problem = Problem("dinner")
    seat = problem.variables("seat", ["Ann", "<Bob>", "Cid"], domain=[1, 2, 3])
    dish = problem.variables("dish", ["Ann", "<Bob>", "Cid"], domain=["fish", "meat"]) if dishes else {}
    problem.require(AllDifferent(seat), "one guest a chair & no more")
    known = Knowledge(problem).observe(seat["Ann"] != 1, "Ann is not first")
    return seat, dish, known.observe(seat["Cid"] != 1, "nor Cid")


def faces():
    seat, _, known = dinner(False)
    wrong, questions = (
        known.observe(seat["<Bob>"] == 2, "Bob second"),
        [Question.value(v) for v in seat.values()],
    )
    yield from (verify(known), verify(known.observe(seat["Ann"] == 2, "Ann second")), verify(wrong))
    yield from (
        known.why(seat["<Bob>"] == 1),
        known.ledger(seat["Ann"] == 2),
        wrong.conflict(),
        wrong.repairs(),
    )
    yield from (
        rank(known, questions),
        plan(known, questions),
        known.worlds.to_diagram(),
        hint(known, strength=3),
    )
    seat, dish, known = dinner(True)
    yield from (
        verify(known),
        steps(known.observe(dish["Ann"] == "fish", "fish").observe(seat["Ann"] == 2, "two")),
    )


def test_faces():
    lines = []
    for value in faces():
        for face in ("_repr_svg_", "_repr_html_"):
            if hasattr(value, face) and (shown := getattr(value, face)()):
                lines += [f"{type(value).__name__} {face}", *shown.replace("><", ">\n<").split("\n")]
    assert_approved("faces", lines)
