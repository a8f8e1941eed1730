"""Advice for typed positions, as the command line gives it."""

import re
from types import SimpleNamespace

import pytest
from command_line import deduce

from deduce.kernels.library import library
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import alone, among, decisions
from deduce_models.shakespeare.advice.advice import _reason
from deduce_models.shakespeare.advice.decisions import EVENING
from deduce_models.shakespeare.answers import advice as answers
from deduce_models.shakespeare.records.reading import read
from deduce_models.shakespeare.rules import phases

TWO = "game: shakespeare\nplayers: 2\n\n"
ALONE = "game: shakespeare\nplayers: 1\n\n"
DAY = TWO + "position day 3\nposition turn 1\n"


def advised(text, *arguments):
    """The lines of ``deduce advise`` for a record."""
    status, out, err = deduce("advise", "-", *arguments, stdin=text)
    assert status == 0, err
    return out.splitlines()


@pytest.mark.parametrize(
    "text",
    [
        DAY + "position seat 1 cylinders 0\n",
        DAY + "position resting 1 author falstaff handyman queen\n",
        ALONE + "position day 3\nposition seat 1 cylinders 0\n",
    ],
)
def test_with_nobody_to_recruit_and_nothing_to_activate_the_advice_is_to_pass(text):
    assert re.search(r"^ 1\. pass ", "\n".join(advised(text)), re.MULTILINE)


def test_alone_with_nobody_to_recruit_characters_are_activated():
    moves = [line.split("  [")[0][4:] for line in advised(ALONE + "position day 2\n") if "  [" in line]
    assert moves[0].startswith("activate")
    assert {"activate author", "pass"} <= set(moves)


def test_hardly_any_time_is_enough_for_a_first_action():
    text = DAY + "position display hamlet puck\n"
    # Not by the command, whose alarm rings a third of a second later on whatever machine.
    found = GAME.advise_record(read_record(text), time_limit=0.00001)
    assert any(line.startswith(" 1. ") for line in found.text.splitlines())


def test_the_last_day_alone_worked_out_by_hand():
    """The value of the plan of the last day is the score that the plan leads to: 41 points and 6 pounds.

    28 on the board: two costumes (15 and 9: 3 and 1), four candles. 3 for acts II and III, the Extra's quill and
    the last prize of act I (5 pounds) make 13 pounds; paid are 1, 3 and 3, so 6 pounds stay for the objective and
    one character is unpaid (-2). Three objectives 9, three yellow elements 3.
    """
    text = """game: shakespeare
players: 1

position day 6
position display hamlet jeweler.1 othello romeo
position offer set purple 1 green 1 yellow 1 black 2 pink 1
position offer costume yellow 2 green 2 pink 2
position bag set
position bag costume
position acts 1 8 9 6
position acts neutral 8 8 8
position seat 1 prestige 20 pounds 5 ambiance 4 tokens 1 cylinders 3
position troupe 1 assistant.1 dresser-6.1 extra-puck king-lear
position costume 1 extra-puck green green
position costume 1 king-lear yellow blue
position stage 1 1C black 1L1 pink 1R1 yellow 1L2 black 1R2 black 2L1 pink 2L2 blue 2R1 pink 2R2 blue
position used 1 author queen
position objectives 1 bright-lights gold-thread full-purse
""".replace("2R2 blue\n", "2R2 blue 3L1 black 2L3 pink 2R3 pink\n")
    first = next(line for line in advised(text) if line.startswith(" 1. "))
    assert first.startswith(" 1. recruit jeweler.1  [41.01 prestige]")
    played = """recruit jeweler.1
activate dresser-6.1 +3
set green 3C
set pink 4L2
set black 3R1
done
activate handyman +3
costume green extra-puck
costume pink king-lear
done
activate jeweler.1
set yellow 4R2
quill I
"""
    end = read(read_record(text + played)).last
    assert end.actor is None
    assert (end.boards[0].prestige, end.boards[0].pounds) == (41, 6)


def test_every_decision_without_a_plan_has_a_reason_of_its_own():
    asked = [phases.KEEP, phases.UNDER, phases.DRAFT, phases.WAGER, *EVENING]
    choice = SimpleNamespace(wagers=None)
    said = [_reason(SimpleNamespace(phase=phase), choice) for phase in asked]
    assert all(said)
    assert len(set(said)) == 5  # the quills of an evening share one


def test_advice_without_kernels_says_that_it_is_weaker(monkeypatch):
    record = read_record(DAY + "position display hamlet puck\n")
    told = GAME.advise_record(record, time_limit=0.00001)
    assert ("narrowed" in told.data) is (library() is None)
    for module in (answers, decisions, among, alone):
        monkeypatch.setattr(module, "library", lambda: None)
    weak = GAME.advise_record(record, time_limit=0.00001)
    assert "no compiled kernels here" in weak.data["narrowed"]
    assert weak.data["narrowed"] in weak.text.splitlines()
