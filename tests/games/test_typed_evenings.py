"""Whole evenings typed by hand from games' public logs, as first typed, beside what the library writes of the same games.

How many of their lines were refused when they were typed stands in docs/evenings.md.
"""

from pathlib import Path

import pytest

from deduce.games.registry import game
from deduce.records.record import read_record

TYPED = Path(__file__).parent / "typed"
HANDS = ("sentences", "short", "diary", "columns", "hurry", "as_documented", "past_tense")
LATER = ("page", "terse", "retold", "chatty", "marks")
ENIGMA_ALONE = ("told",)


def replays(name, hand):
    answers = game(name).answers()
    typed, written = (TYPED / f"{name}_{hand}{end}.txt" for end in ("", ".written"))
    return answers.read(read_record(typed)), answers.read(read_record(written))


@pytest.mark.parametrize("hand", HANDS + LATER + ENIGMA_ALONE)
def test_an_evening_of_enigma_means_what_happened(hand):
    typed, written = replays("enigma", hand)
    assert typed.view(1).own == written.view(1).own
    for ours, theirs in zip(typed.view(1).log, written.view(1).log, strict=True):
        # What a second look showed may be left out.
        assert ours == theirs or (ours.seen == -1 and ours == theirs._replace(seen=-1))


@pytest.mark.parametrize("hand", HANDS + LATER)
def test_an_evening_of_entracte_means_what_happened(hand):
    typed, written = (
        # The writer's own guesses, and cards drawn, may be left out.
        [
            entry._replace(drawn=())
            for entry in replay.evidence.entries
            if (entry.kind, entry.seat) != ("guess", 1)
        ]
        for replay in replays("entracte", hand)
    )
    assert typed == written


def test_a_second_look_of_which_nothing_is_said_saw_what_the_first_one_did():
    typed, written = replays("enigma", "past_tense")
    assert "\nI looked at 8\n" in (TYPED / "enigma_past_tense.txt").read_text()
    assert "\nP1 peeks 8 =Bombe\n" in (TYPED / "enigma_past_tense.written.txt").read_text()
    assert typed.view(1).log == written.view(1).log
