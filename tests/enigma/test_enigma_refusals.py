"""What a record is told when a line breaks a rule: the rule, by its name."""

from __future__ import annotations

import pytest
from command_line import deduce

from deduce.ground.errors import RecordError
from deduce.records.record import read_record
from deduce.rulebook.notes import read
from deduce_models.enigma import GAME
from deduce_models.enigma.advice import advice
from deduce_models.enigma.advice.advice import advise

HEAD = """game: enigma
players: P1 P2 P3 P4
layout: Tome Phantom Radio / Teamwork Machine Bombe / Library Command Code
characters: Decrypter Ghost Messiah Medium ; Saboteur Wanderer Archivist
icons: free

P1 peeks 3 =Radio, claims Bombe, doubt P3 lie
"""
ROUND = "P2 peeks 2, claims Code\nP3 peeks 2, claims Code\nP4 peeks 2, claims Code\n"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (ROUND + "P1 peeks 2, claims Bombe\n", "line 11, column 13: claim Bombe: P1 was under Silence"),
        ("P2 peeks 1\nP3 peeks 1\n", r"expected P2 to choose \(claim Library, .*\), not P3"),
        ("P2 peeks 1, claims Radio\nP3 peeks 1\n", r"expected P2 to choose \(open 2, .*\), not P3"),
        ("P2 peeks 4, claims Teamwork, doubt P1 true, views P3\n", "P1 is under Silence"),
        (
            "P2 peeks 4, claims Teamwork, doubt P2 true, views P3\n",
            "P2 does not doubt what is one's own claim",
        ),
        ("P2 peeks 4, P3 is silenced\n", "column 19: P3 is not under Silence"),
    ],
)
def test_a_refusal_names_the_rule(lines, said):
    with pytest.raises(RecordError, match=said):
        read(GAME, read_record(HEAD + lines))


def test_words_that_people_use_are_no_slips():
    """Behind a line that cannot be read only spelling is told: neither "I" nor "silenced" is misspelt."""
    with pytest.raises(RecordError) as refused:
        read(GAME, read_record(HEAD + "P2 jumps on 4\nI am silenced\nP3 is silenced\n"))
    assert "no word of this game" not in str(refused.value)


def test_advice_on_a_record_passes_its_time_limit_on(monkeypatch):
    asked = []

    def noting(view, *, time_limit, **how):
        asked.append(time_limit)
        return advise(view, time_limit=time_limit, **how)

    monkeypatch.setattr(advice, "advise", noting)
    GAME.advise_record(read_record(HEAD + "P2 peeks 2\n"), time_limit=0.25)
    assert asked == [0.25]


@pytest.mark.parametrize("limit", ["-1", "nan"])
def test_a_time_limit_below_zero_is_refused(limit):
    status, _, said = deduce("advise", "examples/enigma/evening.txt", "--time-limit", limit)
    assert status == 2
    assert "--time-limit" in said


def test_advice_for_notes_that_do_not_tell_the_writers_character():
    notes = "game: enigma\nplayers: P1 P2\nme: P1\n\nP1 peeks 3 =Radio\n"
    ranked = GAME.advise_record(read_record(notes)).data["advice"]
    assert {each["move"] for each in ranked} == {
        f"claim {room}" for room in GAME.new(players=2).setup.parts.room_names
    }
    assert [each["value"] for each in ranked] == sorted((each["value"] for each in ranked), reverse=True)
