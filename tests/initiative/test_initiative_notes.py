"""What goes wrong in the notes of one seat: lines that contradict each other, lines that are missing."""

import re
from pathlib import Path

import pytest

from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce_models.initiative import GAME
from deduce_models.initiative.records.lines import opened

NOTES = (Path(__file__).parents[2] / "examples" / "initiative" / "seat1.txt").read_text(encoding="utf-8")


def changed(old, new):
    assert old in NOTES
    return read_record(NOTES.replace(old, new, 1))


@pytest.mark.parametrize("ask", [GAME.solve, GAME.advise_record])
def test_two_texts_for_one_glyph_contradict_each_other(ask):
    report = ask(changed("open A 6\n", "open A 6\nopen A 7\n"))
    assert report.status == 1
    number = NOTES.split("\n").index("open A 6") + 1
    assert report.text.split("\n")[1:] == [
        f"  - line {number}: A hides 6",
        f"  - line {number + 1}: A hides 7",
    ]


@pytest.mark.parametrize("ask", [GAME.solve, GAME.advise_record])
def test_one_symbol_behind_two_glyphs_contradicts_injective(ask):
    notes = changed("open A 6\n", "open A 5\n")
    assert "5" in GAME.solve(notes).text
    strict = read_record(notes.text.replace("seat: 1", "seat: 1\ninjective: true"))
    report = ask(strict)
    assert report.status == 1
    for part in ("A hides 5", "C hides 5", "no symbol hides behind two glyphs"):
        assert part in report.text


def test_a_repeated_line_is_no_contradiction():
    assert (
        GAME.solve(changed("open A 6\n", "open A 6\nopen A 6\n")).text
        == GAME.solve(read_record(NOTES)).text
    )


def test_a_missing_open_line_is_asked_for():
    number = NOTES.split("\n").index("collect") + 1
    with pytest.raises(RecordError, match=r"expected what behind C is: 0, 1") as error:
        GAME.solve(changed("open C 5\n", ""))
    assert error.value.line == number + 1


def test_until_the_line_that_opens_a_window_shows_it():
    number = NOTES.split("\n").index("collect") + 1
    assert "5" in GAME.solve(read_record(NOTES), until=str(number)).text


def test_the_duties_follow_the_plan_of_the_turn():
    report = GAME.advise_record(read_record(NOTES))
    walked = [text.split()[1] for text in report.data["plan"] if text.startswith("move ")]
    duties = {duty["seat"]: duty["room"] for duty in report.data["duties"]}
    assert set(duties) == {1, 2}
    assert walked
    assert duties[1] == walked[-1]
    assert duties[2] != duties[1]


@pytest.mark.parametrize(
    ("played", "lower"), [("play g6 Run", "play g1 Run"), ("play b6 Gather", "play b3 Gather")]
)
def test_a_partner_lays_no_card_on_a_higher_one(played, lower):
    """What a partner holds is not known; what lies on the table is."""
    with pytest.raises(RecordError, match="a higher card is needed") as refused:
        GAME.solve(changed(played, lower))
    assert refused.value.line == NOTES.split("\n").index(played) + 1


def test_a_hurried_line_that_a_rule_forbids_is_refused_by_that_rule():
    head = "game: initiative\nmission: m7_number\nplayers: 2\nseat: 1\n\ndeal 1 y2 g11 b9 g4\n"
    with pytest.raises(RecordError, match="play g6 Run: g6 is not there, in hand of P1"):
        GAME.solve(read_record(f"{head}run with g6 to A1\n"))


@pytest.mark.parametrize(("again", "where"), [("y2", r"\(line \d+: play y2 Run\)"), ("b9", "to choose$")])
def test_a_partner_plays_no_card_that_lies_elsewhere_for_certain(again, where):
    """One lies in the discard, the other in the writer's own hand."""
    head = "game: initiative\nmission: m7_number\nplayers: 2\nseat: 1\n\ndeal 1 y2 g11 b9 g4\n"
    notes = head + "play y2 Run A1\nplay g11 Regroup Run\ndraw g1 b1\n"
    with pytest.raises(RecordError, match=f"P2 cannot have had {again} to choose") as refused:
        GAME.solve(read_record(f"{notes}play {again} Run A1\n"))
    assert refused.value.line == 10
    assert re.search(where, refused.value.message)
    assert GAME.solve(read_record(f"{notes}play b2 Run A1\n"))


def test_a_partner_plays_no_card_twice():
    """It was never seen before it was played, and lies in the discard since."""
    notes = (
        "game: initiative\nmission: m7_number\nplayers: 2\nseat: 1\n\ndeal 1 y2 g11 b9 g4\nplay y2 Run A1\nstop\n"
        "draw g1\nplay y5 Run A1\nplay y8 Regroup Run\ndraw ? ?\nplay b9 Intel B2: L\nstop\ndraw g2\n"
    )
    with pytest.raises(RecordError, match=r"P2 cannot have had y5 to choose \(line 10: play y5 Run\)"):
        GAME.solve(read_record(f"{notes}play y5 Run B1\n"))
    assert GAME.solve(read_record(f"{notes}play y6 Run B1\n"))


def test_a_line_of_the_position_that_comes_late_is_told_where_it_belongs():
    notes = "game: initiative\nmission: m1_parcel\nplayers: 2\nseat: 1\n\nposition\nhand g4 g9 b10 y11\nsays 2 no low\n"
    assert GAME.solve(read_record(notes)).status == 0
    with pytest.raises(
        RecordError, match=r"line 9, column 1: what lies on the table is told behind 'position'"
    ):
        GAME.solve(read_record(f"{notes}pile Gather g3 b7\n"))
    with pytest.raises(RecordError) as refused:  # what is no such line is refused as ever
        GAME.solve(read_record(f"{notes}play pile\n"))
    assert "'position'" not in str(refused.value)


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("the A window shows a 6", "open A 6"),
        ("under A is 6", "open A 6"),
        ("A L hides 6", "A L hides 6"),  # of two glyphs it is not said which
        ("the window of A shows", "the window of A shows"),
    ],
)
def test_what_a_window_shows_is_said_in_other_words(said, plain):
    assert plain in [line.text for line in opened(changed("open A 6\n", f"{said}\n")).events]
