"""Clues that have a keyword of the own team in a longer word are taken, and it is said so."""

import pytest

from deduce.records.record import read_record
from deduce_models.decrypto import GAME
from deduce_models.decrypto.components.legality import inside

NOTES = """game: decrypto
players: 4
seat: 1

white keywords snow; storm; cat; king

round 1
white code 4-2-1
white clues {}
"""


@pytest.mark.parametrize(
    ("clue", "keyword"),
    [
        ("snowman", "snow"), ("brainstorm", "storm"), ("a Snowball fight", "snow"), ("whisker", None),
        ("making", "king"), ("location", None), ("snow", None),
    ],
)  # fmt: skip
def test_a_longer_word_that_begins_or_ends_with_a_keyword_has_it_inside(clue, keyword):
    assert inside(clue, ["snow", "storm", "cat", "king"]) == keyword


def test_keywords_of_two_letters_are_in_too_many_words():
    assert inside("oxygen", ["ox"]) is None


def test_what_is_taken_as_allowed_is_said():
    found = GAME.solve(read_record(NOTES.format("lion; snowman; melt")))
    assert found.data["passed"] == {"snowman": "snow"}
    assert (
        "taken as allowed, which is for the players to say: 'snowman' has the keyword 'snow' in it"
        in found.text
    )
    plain = GAME.solve(read_record(NOTES.format("lion; lightning; melt")))
    assert "passed" not in plain.data
    assert "taken as allowed" not in plain.text
