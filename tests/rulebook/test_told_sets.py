"""Sets as people tell them: names in a row, how many there are, everybody but some; and what a header can say wrongly."""

from typing import ClassVar

import pytest
from games import Above

from deduce.games.base import Option
from deduce.ground.errors import RecordError, RecordErrors
from deduce.records.record import read_record
from deduce.rulebook import EVERYBODY, Rulebook
from deduce.rulebook.heard import Unsure
from deduce.rulebook.matching import Speech, labelled, set_at, verdict_at
from deduce.rulebook.notes import read
from deduce.rulebook.words import folded, tokens_of

NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}
SEATS = {folded(name): seat for seat, name in NAMES.items()}


def told(text):
    """Every reading of a whole text as a set of players who put tokens."""
    speech = Speech(tuple(tokens_of(text)), SEATS)
    found = [keys for keys, end in set_at(speech, 0, "tokens {}", NAMES, {}) if end == len(speech.tokens)]
    return {
        tuple(str(key.key) + "?" if type(key) is Unsure else str(key) for key in keys) for keys in found
    }


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("tokens Ann Cid", "1 3"),
        ("two tokens Ann Cid", "1 3"),
        ("tokens 2 Ann and Cid", "1 3"),
        ("2 tokens from Ann and Cid?", None),  # "from" is no filler
        ("2 tokens Ann and Cid?", "1 3?"),
        ("1 tokens Ann and Cid?", "1 3?"),
        ("3 tokens", "1 2 3"),
        ("all 3 tokens", None),
        ("tokens all", "1 2 3"),
        ("tokens all but Bob", "1 3"),
        ("tokens everybody except Bob and Cid", "1"),
        ("tokens all but Bob?", "1 2? 3"),
        ("2 tokens all but Bob", "1 3"),
        ("all tokens but Ann", "2 3"),
        ("tokens nobody", ""),
        ("no tokens", ""),
        # How many there are is not said as who they are, and what does not agree is not read.
        ("2 tokens", None),
        ("tokens 2", None),
        ("1 tokens Ann Cid", None),
        ("3 tokens Ann Cid", None),
        ("2 tokens nobody", None),
        ("tokens all but", None),
        ("2 tokens 3", None),
        ("2 Ann Cid", None),
        ("tokens but Bob", None),
    ],
)
def test_how_many_there_are_and_all_but_some(text, keys):
    assert told(text) == (set() if keys is None else {tuple(keys.split())})


def test_a_key_that_is_a_number_is_no_count():
    speech = Speech(tuple(tokens_of("rooms 2 3")), {})
    keys = {each: str(each) for each in range(1, 5)}
    found = {told for told, end in set_at(speech, 0, "rooms {}", keys, {}) if end == len(speech.tokens)}
    assert found == {(2, 3)}


class Dealer(Rulebook):
    """Somebody begins, and says a number."""

    name, title, seats = "dealer", "Dealer", range(2, 4)
    options: ClassVar = {"dealer": Option(1, (1, 2, 3), "who begins", of_seat=True)}

    def rules(self, t):
        """One choice."""
        yield t.choose(t.options.dealer, {"one": 1, "two": 2}, EVERYBODY)
        return [0] * len(t.seats)


def test_a_seat_is_named_by_its_player_in_the_header():
    replay = read(Dealer(), read_record("game: dealer\nplayers: Ann Bob\nme: Ann\ndealer: bo\n\nBob one"))
    assert replay.setting.chosen["dealer"] == 2
    with pytest.raises(RecordError, match="line 4, column 9: expected a player, not 'Eva'"):
        read(Dealer(), read_record("game: dealer\nplayers: Ann Bob\nme: Ann\ndealer: Eva\n\nBob one"))


def test_nobody_is_no_name():
    for word in ("Nobody", "none"):
        with pytest.raises(RecordError, match=f"no player can be called '{word}'"):
            read(Above(), read_record(f"game: above\nplayers: Ann {word}\nme: Ann\n"))


def test_slips_of_the_lines_are_told_beside_the_writer_that_is_none():
    with pytest.raises(RecordErrors) as caught:
        read(Dealer(), read_record("game: dealer\nplayers: Ann Bob\nme: Anna\n\nAnn tow\n"))
    assert [(error.line, error.example) for error in caught.value.errors] == [
        (3, "me: Ann"),
        (5, "Ann two"),
    ]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("cup is red", [True]),
        ("cup is not red", [False]),
        ("not cup is red", [False]),
        ("cup is not not red", []),  # more than one negation is not read
        ("not cup not is not red", []),
    ],
)
def test_a_sentence_said_whole_is_a_yes_and_with_one_negation_a_no(typed, read):
    speech = Speech(tuple(tokens_of(typed)), SEATS)
    assert [said for said, _ in verdict_at(speech, 0, "cup is red", {})] == read


@pytest.mark.parametrize(
    ("typed", "reached"),
    [
        ("card Ann", 2),
        ("Ann card", 2),
        ("Ann card card", 2),
        ("card card Ann", 1),
        ("Ann", 1),
        ("card Ann Ann", 2),
    ],
)
def test_the_two_words_of_a_quantity_stand_in_any_order_each_once(typed, reached):
    speech = Speech(tuple(tokens_of(typed)), {"ann": 1})
    assert labelled(speech, 0, ["card", "ann"], {}) == (reached, reached)
