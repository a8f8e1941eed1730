"""Forms are data from which lines are made: every line of the examples that a form can say, it says exactly."""

import json
from pathlib import Path

import pytest

from deduce.games import game, read_record
from deduce.records.form import Event, Field, Form
from deduce.web import answer
from deduce.web.record_verbs import form_of

EXAMPLES = Path(__file__).parents[2] / "examples"
# How many lines of each example are of shapes that no form has (several actions written in one line).
RECORDS = {"entracte/evening": 0, "entracte/competitive": 0, "entracte/referee": 0, "decrypto/intercept": 0,
           "decrypto/referee": 0, "decrypto/encrypt": 0}  # fmt: skip
DERIVED = ("initiative/seat1", "initiative/evening", "enigma/evening", "enigma/rulebook", "shakespeare/seat2",
           "shakespeare/solo")  # fmt: skip
"""Of declared games what comes next is composed, and nothing else (`tests/enigma/test_enigma_taps.py`)."""


def example(name):
    return (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_lines_of_the_examples_are_said_exactly(name):
    record = read_record(example(name))
    form = form_of(game(record.game), record)
    others = []
    for line in record.events:
        parsed = form.parse(line.body)
        if parsed is None:
            others.append(line.body)
            continue
        event, actor, values = parsed
        assert form.line(event, values, actor=actor) == " ".join(line.body.split())
    assert len(others) == RECORDS[name], others


@pytest.mark.parametrize("name", [*RECORDS, *DERIVED])
def test_forms_are_json_in_two_languages(name):
    data = answer({"verb": "form", "record": example(name)})["data"]
    assert json.loads(json.dumps(data)) == data
    form = data["form"]
    for event in form["events"]:
        names = [field["name"] for field in event["fields"]]
        assert len(names) == len(set(names)), event["name"]
        for field in event["fields"]:
            assert set(field["when"]) <= set(names)
            assert not field["table"] or form["tables"][field["table"]]
    assert set(form["texts"]["en"]) <= set(form["texts"]["ru"])


def test_the_forgotten_token_is_mended_by_one_tap():
    broken, whole = example("entracte/forgotten_token"), example("entracte/evening")
    mends = answer({"verb": "mend", "record": broken, "time_limit": 20})["data"]["mends"]
    lines = broken.split("\n")
    first = mends[0]
    lines[first["line"] - 1] = first["texts"][0]
    assert lines[2:] == whole.split("\n")[len(whole.split("\n")) - len(lines) + 2 :]
    for mend, text in [(each, text) for each in mends for text in each["texts"]]:
        changed = [*broken.split("\n")]
        changed[mend["line"] - 1] = text or f"# {mend['was']}"
        assert answer({"verb": "solve", "record": "\n".join(changed)})["status"] == 0


@pytest.mark.parametrize(
    ("language", "taken_out"), [("en", "leave it out"), ("de", "weglassen"), ("ru", "убрать")]
)
def test_the_chance_of_a_slip_is_told_of_its_line_once_and_of_no_change(language, taken_out):
    text = "game: guess_who\nplayers: Ann Bob\nme: Ann\n\nperson[Ann] is Finn\n"
    text += "Ann ask beard, yes\nBob ask beard, no\nAnn ask beard, no\n"
    found = answer({"verb": "mend", "record": text, "language": language, "time_limit": 20})
    rows, mends = iter(found["text"].split("\n")), found["data"]["mends"]
    assert len(mends) > 1
    assert [each["chance"] for each in mends] == sorted((each["chance"] for each in mends), reverse=True)
    for each in mends:
        head = next(rows)
        assert str(each["line"]) in head
        assert f"{100 * each['chance']:.0f}%" in head
        assert [next(rows) for _ in each["texts"]] == [f"  {new or taken_out}" for new in each["texts"]]
    assert not list(rows)
    assert found["data"]["whole"]


def test_notes_that_agree_need_no_mending():
    assert answer({"verb": "mend", "record": example("entracte/evening")})["data"]["mends"] == []


@pytest.mark.parametrize(
    ("name", "actor", "some"),
    [
        ("entracte/evening", "Ann", ()),
        ("enigma/evening", "Cid", ()),
    ],
)
def test_what_a_record_waits_for(name, actor, some):
    upcoming = answer({"verb": "upcoming", "record": example(name)})["data"]["upcoming"]
    assert upcoming["actor"] == actor
    assert set(some) <= set(upcoming["lines"])
    for line in upcoming["lines"][:3]:
        assert answer({"verb": "check", "record": example(name), "lines": [line]})["ok"]


def asked(record):
    """What can be written next, by what it is called: the words of its fields."""
    upcoming = answer({"verb": "upcoming", "record": record})["data"]["upcoming"]
    return upcoming, {
        event["name"]: [set(field["words"]) for field in event["fields"]] for event in upcoming["asked"]
    }


def test_what_the_rules_wait_for_is_composed_of_what_the_writer_holds():
    upcoming, events = asked(example("initiative/seat1"))
    assert upcoming["actor"] == "P1"
    hand = {"g11", "y11", "g3", "y12"}
    for name in ("play", "special"):
        assert events[name][0] <= hand
    assert "g11" in events["play"][0]
    for line in ("play g11 Run", "special g11 y11"):
        assert answer({"verb": "check", "record": example("initiative/seat1"), "lines": [line]})["ok"]


def test_a_move_of_the_next_seat_is_composed_behind_its_name():
    upcoming, events = asked(example("shakespeare/seat2"))
    assert upcoming["actor"] == "P2"
    assert "ophelia" in events["recruit"][0]
    assert any(
        "hamlet" in words for name in events if name.startswith("activate") for words in events[name]
    )
    for line in ("P2 recruit ophelia", "P2 activate hamlet", "recruit ophelia"):
        assert answer({"verb": "check", "record": example("shakespeare/seat2"), "lines": [line]})["ok"]
    assert not answer(
        {"verb": "check", "record": example("shakespeare/seat2"), "lines": ["P1 recruit ophelia"]}
    )["ok"]


def test_hidden_cards_are_offered_as_hidden():
    """In notes of one seat nothing that the reader guessed about others' cards is offered as a fact."""
    record = "game: initiative\nmission: m7_number\nplayers: 2\nseat: 1\n\n"
    _, events = asked(record + "deal 1 y2\n")
    assert "?" not in events["deal 1"][0]
    _, events = asked(example("initiative/seat1").removesuffix("card ?\n" * 3))  # seat 2 fills its hand
    assert events["card"] == [{"?", "t1", "t2", "t3", "t4"}]


def toy_form():
    return Form(
        ("Ann", "Bob"), "Ann",
        (
            Event("asks", "asks", (Field("whom", ("Ann", "Bob")),
                                   Field("tokens", ("x", "y", "z"), "many", " ; ", optional=True),
                                   Field("reply", ("yes", "no"), when={"tokens": ("x",)})), actor=True),
            Event("says", "says", (Field("words", (), "text", " ", "; ", 2),)),
            Event("code", "code", (Field("code", ("1", "2", "3"), "many", " ", "-", 2),)),
            Event("offer", "offer", (Field("pieces", ("red", "blue"), "counts"),)),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Ann asks Bob", {"whom": ("Bob",)}),
        ("Bob asks Ann ; y z", {"whom": ("Ann",), "tokens": ("y", "z")}),
        ("Bob asks Ann ; x y no", {"whom": ("Ann",), "tokens": ("x", "y"), "reply": ("no",)}),
        ("says a b; c", {"words": ("a b", "c")}),
        ("code 3-1", {"code": ("3", "1")}),
        ("offer red 2 blue 1", {"pieces": ("red 2", "blue 1")}),
    ],
)
def test_lines_are_taken_apart_and_put_together(line, values):
    form = toy_form()
    event, actor, found = form.parse(f"  {line}  # why")
    assert found == values
    assert form.line(event, found, actor=actor) == line


def test_lines_of_other_shapes_are_left_alone():
    assert toy_form().parse("Cid asks Bob") is None
    assert list(toy_form().variants("anything else")) == []


def test_variants_are_one_slip_away_and_can_be_said():
    form = toy_form()
    found = list(form.variants("Bob asks Ann ; x y no"))
    assert "Bob asks Ann ; x y yes" in found
    assert "Bob asks Bob ; x y no" in found
    assert "Bob asks Ann ; x y z no" in found
    assert "Bob asks Ann ; x no" in found
    assert all(
        "no" not in line.split() and "yes" not in line.split() for line in found if "x" not in line.split()
    )
    assert set(form.variants("code 3-1")) == {"code 2-1", "code 3-2"}


def test_a_strangers_game_appears_by_bringing_a_form():
    """A game without a form of its own still has its lines typed."""
    from toy_games import Whose

    form = Whose().form(("Ann", "Bob"), me="Ann")
    assert form.events == ()
    assert form.names == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("options", "done"),
    [
        ({}, "plays passes exchanges stops agrees refuses sure guesses"),
        ({"mode": "competitive"}, "plays passes exchanges declares sure guesses piles"),
    ],
)
def test_lines_are_offered_of_what_the_rules_of_a_mode_have(options, done):
    form = game("entracte").form(("Ann", "Bob", "Cid"), me="Bob", options=options)
    heads = [event.head for event in form.events]
    assert heads == ["code:", "start:", "hand:", *done.split()]
    plays = form.event("plays")
    # Who plays puts no token where all guess together.
    assert [field.apart for field in plays.fields if field.name == "tokens"] == [not options]
    assert [field.count for field in form.events[0].fields] == [2 if options else 1]
