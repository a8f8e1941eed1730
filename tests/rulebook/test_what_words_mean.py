"""What a stretch of a line can mean, function by function: every reading, with the words that it takes and no more."""

import pytest

from deduce.rulebook.heard import Unsure
from deduce.rulebook.matching import (
    Speech,
    amount_at,
    labelled,
    option_at,
    set_at,
    skip,
    value_at,
    verdict_at,
)
from deduce.rulebook.words import folded, settled, tokens_of

NAMES = {1: "Ann", 2: "Bob", 3: "Cid"}
SEATS = {folded(name): seat for seat, name in NAMES.items()}
ME = {"i": "ann", "my": "ann"}
"""Words of the writer, Ann."""


def speech(text, kept=(), also=None):
    return Speech(tuple(settled(tokens_of(text), SEATS)), SEATS, frozenset(kept), also or {})


def taken(line, end):
    """The words up to a place, as they are written."""
    assert end <= len(line.tokens)
    return " ".join(token.text for token in line.tokens[:end])


def shown(value):
    """A value with a question mark where it is not sure."""
    if type(value) is tuple:
        return " ".join(map(shown, value))
    return f"{value.key}?" if type(value) is Unsure else str(value)


def readings(found, line):
    """Each reading as ``value < words``, in order; the same reading twice is one."""
    return list(dict.fromkeys(f"{shown(value)} < {taken(line, end)}" for value, end in found))


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("the , of Bob", "Bob"),
        ("( = Bob", "Bob"),
        ("Bob the", "Bob the"),
        ("not the Bob", "not the Bob"),
        ("2 the", "2 the"),
        ("the of", ""),
        ("", ""),
        # A capital within a line is somebody's, and no article; so is a word that the game keeps.
        ("A the Bob", "Bob"),
        ("the A Bob", "A Bob"),
        ("(A Bob", "A Bob"),
        ("the a Bob", "Bob"),
        ("the this Bob", "this Bob"),
        ("? Bob", "? Bob"),
    ],
)
def test_only_signs_and_words_that_say_nothing_are_skipped(text, rest):
    line = speech(text, kept=("this",))
    assert f"{taken(line, skip(line, 0))} {rest}".strip() == taken(line, len(line.tokens))


@pytest.mark.parametrize(
    ("option", "text", "words"),
    [
        ("peek 2", "peeks at 2 then", "peeks at 2"),
        ("peek 2", "peek, 2", "peek , 2"),
        ("peek 2", "2 peek", None),
        ("peek 2", "peek", None),
        ("peek 2", "peek 3 2", None),
        ("peek 2", "peek not 2", None),
        ("ask Ann", "asks me", None),
        ("ask Ann", "asks I", "asks I"),
        ("ask Ann", "asks my", "asks my"),
        ("ask Bob", "asks my", None),
        ("draw the card", "draws card", "draws card"),  # a word that says nothing may be left out
        ("draw the card", "draws the card", "draws the card"),
        ("draw this card", "draws card", None),  # but none that the game keeps
        ("draw this card", "draws this card", "draws this card"),
        ("fold", "throws away", None),
        ("fold", "throws, Bob", "throws"),
        ("fold", "quits", "quits"),
        ("", "Bob", ""),
    ],
)
def test_an_option_stands_where_all_its_words_do_in_their_order(option, text, words):
    line = speech(text, kept=("this",), also={"fold": frozenset(("throw", "quit"))})
    line = line if option != "fold" or "away" not in text else speech(text)
    for _ in range(2):  # what is remembered of the line changes nothing
        end = option_at(line, 0, option, ME)
        assert (None if end is None else taken(line, end)) == words


@pytest.mark.parametrize(
    ("values", "text", "found"),
    [
        ((1, 2), "the 2 Bob", ["2 < the 2"]),
        ((1, 2), "two", ["2 < two"]),
        ((1, 2), "3 2", []),
        (("red", "red hat"), "red hat on", ["red < red", "red hat < red hat"]),
        ((("red", 2),), "red, 2", ["red 2 < red , 2"]),
        ((("red", 2),), "2 red", []),
        (("?",), "?", ["? < ?"]),
        (("Ann", "Bob"), "my", ["Ann < my"]),
        # A minus that hangs on a number belongs to it, one that stands apart is a dash.
        ((-2, 2), "-2", ["-2 < - 2"]),
        ((-2, 2), "- 2", ["2 < - 2"]),
        ((-2, 2), "2", ["2 < 2"]),
        ((-2, 2), "= 2", ["2 < = 2"]),
        ((-2, 2), "=2", ["2 < = 2"]),
        ((0,), "-0", []),
        ((0,), "0", ["0 < 0"]),
    ],
)
def test_values_that_stand_here(values, text, found):
    line = speech(text)
    assert readings(value_at(line, 0, values, ME), line) == found


@pytest.mark.parametrize(
    ("label", "text", "words", "used"),
    [
        # Of two words, in any order; of more, in their own; perhaps not all of them.
        ("card Ann", "Ann's card is 2", "Ann's card", 2),
        ("card Ann", "card of Ann: 2", "card of Ann", 2),
        ("card Ann", "card 2 Ann", "card", 1),
        ("card Ann", "card card Ann", "card", 1),
        ("card Ann", "my card", "my card", 2),
        ("card Ann", "2 card Ann", "", 0),
        ("card Ann", "the 2", "", 0),
        ("how many cups", "how many cups", "how many cups", 3),
        ("how many cups", "many cups 2", "many cups", 2),
        ("how many cups", "how cups", "how cups", 2),
        ("how many cups", "cups how many", "cups", 1),
        ("how many cups", "many how", "many", 1),
        ("card Ann", ", the card , Ann", ", the card , Ann", 2),
        ("card Ann", "", "", 0),
    ],
)
def test_how_far_the_words_of_a_label_reach(label, text, words, used):
    line = speech(text)
    end, number = labelled(line, 0, label.casefold().split(), ME)
    assert (taken(line, end), number) == (words, used)


AMOUNTS = [
    ("fails 2", ["2 < fails 2"]),
    ("fails: 2, Bob", ["2 < fails : 2"]),
    ("2 fails", ["2 < 2 fails"]),
    ("2 Bob", ["2 < 2"]),
    ("fails 2 fails", ["2 < fails 2"]),  # one label, before the number or behind it
    ("two of fails now", ["2 < two of fails"]),
    ("9 fails", []),
    ("fails", []),
    ("not 2 fails", []),
    ("no fails", ["0 < no fails"]),
    ("no fails 2", ["0 < no fails"]),
    ("fails no", ["0 < fails no"]),
    ("fails none", ["0 < fails none"]),
    ("none", ["0 < none"]),
    ("nothing, Bob", ["0 < nothing"]),
    ("nobody fails", ["0 < nobody fails"]),
    ("no", []),  # a verdict, and perhaps on something else
    ("no Bob", []),
    ("fails 0", ["0 < fails 0"]),
    ("the no fails", ["0 < the no fails"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "found"), AMOUNTS)
def test_an_amount_has_its_label_on_either_side_or_none(text, found):
    line = speech(text)
    assert readings(amount_at(line, 0, "fails", range(4), ME), line) == found
    without = [each for each in found if not each.startswith("0")]
    assert readings(amount_at(line, 0, "fails", range(1, 4), ME), line) == without


VERDICTS = [
    ("cup is red", "cup is red", ["True < cup is red"]),
    ("cup is red", "the cup, red", ["True < the cup , red"]),
    ("cup is red", "cup is not red", ["False < cup is not red"]),
    ("cup is red", "no cup is red", ["False < no cup is red"]),
    ("cup is red", "cup isn't red now", ["False < cup is n't red"]),
    ("cup is red", "cup is not not red", []),
    ("cup is red", "red cup", []),
    ("cup is red", "cup", []),
    ("cup is red", "Bob", []),
    ("cup is red", "", []),
    ("cup is red", "cup is red cup", ["True < cup is red"]),
    ("cup is red", "cup is red no cup", ["False < cup is red no"]),
    # With a verdict some of its words will do, or none.
    ("cup is red", "yes", ["True < yes"]),
    ("cup is red", "no", ["False < no"]),
    ("cup is red", "wrong, Bob", ["False < wrong"]),
    ("cup is red", "cup: no", ["False < cup : no"]),
    ("cup is red", "cup red yes Bob", ["True < cup red yes"]),
    ("cup is red", "red no", ["False < red no"]),
    ("cup is red", "no Bob", ["False < no"]),
    # Beside one another a verdict and a negation are not read; nor is "no" a verdict before the rest of its sentence.
    ("cup is red", "not cup yes", []),
    ("cup is red", "not no", []),
    ("cup is red", "cup no red", ["False < cup no red"]),
    ("cup is red", "cup no, is not red", ["False < cup no"]),  # and what follows is for others to read
    ("Ann asks Bob", "Ann asks Bob", ["True < Ann asks Bob"]),
    ("Ann asks Bob", "I ask Bob", ["True < I ask Bob"]),
    ("Ann asks Bob", "Bob asks Ann", []),
]


@pytest.mark.parametrize(("label", "text", "found"), VERDICTS)
def test_a_verdict(label, text, found):
    line = speech(text)
    assert readings(verdict_at(line, 0, label, ME), line) == found


@pytest.mark.parametrize(
    ("label", "text", "before", "found"),
    [
        ("Bob lied to Cid", "lied", ("bob", "cid"), ["True < lied"]),
        ("Bob lied to Cid", "lied", ("bob",), []),  # Cid has not been said
        ("Bob lied to Cid", "not lied", ("bob", "cid"), ["False < not lied"]),
        ("Bob lied to Cid", "lied Cid", ("bob",), ["True < lied Cid"]),
        ("Bob lied to Cid", "Cid", ("bob", "lied"), []),  # a name alone says nothing
        ("Bob lied to Cid", "", ("bob", "lied", "cid"), []),
        ("Bob: lied", "lied", ("bob",), []),  # a sentence that is written as it is
        ("Bob: lied", "Bob lied", (), ["True < Bob lied"]),
    ],
)
def test_what_was_said_before_may_be_left_out_where_more_than_names_is_left(label, text, before, found):
    line = speech(text)
    assert readings(verdict_at(line, 0, label, {}, before), line) == found


SETS = [
    ("tokens Bob and Cid", ["2 3 < tokens Bob and Cid"]),
    ("Bob Cid", ["2 3 < Bob Cid"]),
    ("Cid, Bob tokens", ["2 3 < Cid , Bob tokens"]),
    ("Bob Bob", ["2 < Bob"]),
    ("tokens Bob not Cid", ["2 < tokens Bob"]),
    ("tokens", []),
    ("", []),
    ("tokens Bob?", ["2? < tokens Bob?"]),
    ("tokens Bob? Cid", ["2? 3 < tokens Bob? Cid"]),
    ("tokens Cid, Bob?", ["2? 3 < tokens Cid , Bob?"]),
    ("tokens ?", ["1? 2? 3? < tokens ?"]),
    ("?", []),
    ("tokens all", ["1 2 3 < tokens all"]),
    ("all tokens", ["1 2 3 < all tokens"]),
    ("everybody", ["1 2 3 < everybody"]),
    ("both tokens", []),
    ("all?", []),
    ("tokens nobody?", []),
    ("tokens nobody", [" < tokens nobody"]),
    ("nobody", [" < nobody"]),
    ("nobody tokens Bob", [" < nobody tokens"]),
    ("no tokens", [" < no tokens"]),
    ("tokens no", [" < tokens no"]),
    ("no", []),
    ("all but Bob tokens", ["1 3 < all but Bob"]),
    ("all tokens but Bob, Cid", ["1 < all tokens but Bob , Cid"]),
    ("all but Bob?", ["1 2? 3 < all but Bob?"]),
    ("all but tokens", []),
    ("all, Bob", ["1 2 3 < all"]),
    ("2 tokens", []),
    ("3 tokens", ["1 2 3 < 3 tokens"]),
    ("tokens 3 Bob", ["1 2 3 < tokens 3"]),
    ("2 tokens Bob Cid", ["2 3 < 2 tokens Bob Cid"]),
    ("tokens 2: Bob Cid", ["2 3 < tokens 2 : Bob Cid"]),
    ("2 tokens 2 Bob Cid", []),
    ("2 tokens Bob", []),
    ("1 tokens Cid, Bob?", ["2? 3 < 1 tokens Cid , Bob?"]),
    ("2 tokens Cid, Bob?", ["2? 3 < 2 tokens Cid , Bob?"]),
    ("3 tokens Cid, Bob?", ["1 2 3 < 3 tokens"]),
    ("0 tokens Bob?", ["2? < 0 tokens Bob?"]),
    ("0 tokens nobody", [" < 0 tokens nobody"]),
    ("2 Bob Cid", []),
    ("333 tokens Bob", []),
]


@pytest.mark.parametrize(("text", "found"), SETS)
def test_a_told_set(text, found):
    line = speech(text)
    assert readings(set_at(line, 0, "tokens {}", NAMES, {}), line) == found


@pytest.mark.parametrize(
    ("label", "keys", "text", "found"),
    [
        ("rooms {}", {2: "2", 3: "3"}, "rooms both", ["2 3 < rooms both"]),
        ("rooms {}", {2: "2", 3: "3"}, "both", ["2 3 < both"]),
        ("rooms {}", {2: "2", 3: "3"}, "rooms 2", ["2 < rooms 2"]),
        ("rooms {}", {2: "2", 3: "3"}, "3 rooms", ["3 < 3 rooms"]),
        ("rooms {}", {2: "2"}, "all", []),  # of one thing "all" alone is not said
        ("rooms {}", {2: "2"}, "all rooms", ["2 < all rooms"]),
        ("rooms {}", {2: "2"}, "rooms all", ["2 < rooms all"]),
        ("{} see 2", {1: "Ann", 2: "Bob"}, "Ann sees 2", ["1 < Ann sees 2"]),
        ("{} see 2", {1: "Ann", 2: "Bob"}, "2 see Ann Bob", ["1 2 < 2 see Ann Bob"]),
        ("{} see it", {1: "Ann", 2: "Bob"}, "see: Ann", ["1 < see : Ann"]),
        ("red one wins: {}", {1: "Ann"}, "red? wins: Ann", []),  # which of them wins is asked
        ("red one wins: {}", {1: "Ann"}, "red wins: Ann", ["1 < red wins : Ann"]),
        ("of {} saw him", {1: "Ann", 2: "Bob"}, "saw Bob him", ["2 < saw Bob him"]),
        ("halls {}", {"x": "red hall", "y": "red"}, "red hall red", ["x y < red hall red"]),
        ("halls {}", {"y": "red", "x": "red hall"}, "red hall", ["x < red hall"]),
        ("halls {}", {"x": "red hall", "y": "red"}, "red", ["y < red"]),
    ],
)
def test_a_told_set_of_other_things(label, keys, text, found):
    line = speech(text)
    assert readings(set_at(line, 0, label, keys, {}), line) == found


def test_words_of_a_label_that_say_something():
    line = speech("the A of Bob", kept=("this",))
    assert line.label("this is a card of Ann") == ["this", "a", "card", "ann"]
    assert speech("A of Bob").label("this is a card") == ["card"]
    assert speech("(A of Bob").label("a card") == ["a", "card"]
    assert [line.seat(at) for at in range(5)] == [None, None, None, 2, None]
