"""A value right before a word for tokens: it belongs to the card, and where it may be a player nothing is guessed."""

import pytest

from deduce.games import read_record
from deduce.games.registry import game
from deduce.ground.errors import RecordError

HEAD = (
    "game: entracte\nplayers: Ann Bob Cid Dee\nme: Ann\ncode: season reverse\nstart: up winter Mon young\n"
)


def understood(line):
    return game("entracte").answers().read(read_record(f"{HEAD}\n{line}")).said[-1].understood


@pytest.mark.parametrize(
    ("line", "card", "tokens"),
    [
        ("Ann: fall, Tue, on tokens: Bob", "fall Tue on", "Bob"),
        ("Ann fall, old, Tue, on token from Bob", "fall Tue old on", "Bob"),
        ("Ann fall, Tue, female tokens: bob", "fall Tue female", "Bob"),
        ("Ann Tue fall, a token from bob", "fall Tue", "Bob"),
        ("fall, Tue, on, d token", "fall Tue on", "Dee"),
        ("fall, Tue, on, d, token bob", "fall Tue on d", "Bob"),
    ],
)
def test_a_value_before_tokens_stays_with_its_card(line, card, tokens):
    """The light was lost in silence: an "on" says nothing elsewhere."""
    assert understood(line) == (f"Ann: play {card}", f"tokens {tokens}")


@pytest.mark.parametrize("line", ["fall, Tue, on, d token bob", "fall, Tue, on, D token from Bob, cid"])
def test_a_letter_between_a_card_and_a_token_of_somebody_is_not_guessed(line):
    """It was noted as a token of Dee's: wrong evidence, where a value of the card was meant."""
    with pytest.raises(RecordError, match="expected who put a token"):
        understood(line)
