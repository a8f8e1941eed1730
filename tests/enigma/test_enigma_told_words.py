"""What a turn of Enigma told in a hurry means, as plain lines; and what is not told clearly enough to be noted."""

from types import SimpleNamespace

import pytest

from deduce_models.enigma.game import GAME
from deduce_models.enigma.records.hurried import reader

READER = reader(GAME.new(players=3).setup)
NAMES = ("Ann", "Bob", "Cid")


def readings(text, *, up=(), silent=(), out=()):
    """All that a line may mean to Ann, who writes; `up` are rooms that lie face up, with their positions."""
    table = SimpleNamespace(open=SimpleNamespace(up=dict(up), silent={*silent}, out={*out}))
    return READER.readings(text, NAMES, "Ann", table)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        # The look and the claim.
        ("Bob looks at 3", "Bob peeks 3"),
        ("Bob peeks 3, says Tome", "Bob peeks 3, claims Tome"),
        ("I peek 3, see Code, say Tome", "Ann peeks 3 =Code, claims Tome"),
        ("I peek 3, see Code, say so", "Ann peeks 3 =Code, claims Code"),
        ("I peek 3, see Code, tell the truth", "Ann peeks 3 =Code, claims Code"),
        ("I peek 3, see Code, lie: Tome", "Ann peeks 3 =Code, claims Tome"),
        ("I spend Decryption, peek 3, claim Code", "Ann spends, peeks 3, claims Code"),
        # What leads to another deed and was done with it.
        ("Bob pays his Decryption token to look at 3, claims Code", "Bob spends, peeks 3, claims Code"),
        ("Bob peeks 3, claims Code and gets to see 4", "Bob peeks 3, claims Code, looks 4"),
        ("Bob looks at 3, says Teamwork, I had to turn over my Chaos token", "Bob peeks 3, claims Teamwork, flips Ann"),
        # Who doubts, and who was right.
        ("Bob peeks 3, claims Tome, Cid doubts", "Bob peeks 3, claims Tome, doubt Cid"),
        ("Bob peeks 3, claims Tome, all doubt", "Bob peeks 3, claims Tome, doubt Ann Cid"),
        ("Bob peeks 3, claims Tome, both doubt", "Bob peeks 3, claims Tome, doubt Ann Cid"),
        ("Bob peeks 3, claims Tome, everybody but Ann doubts", "Bob peeks 3, claims Tome, doubt Cid"),
        ("Bob peeks 3, claims Tome, nobody doubts", "Bob peeks 3, claims Tome"),
        ("Bob peeks 3, claims Tome, nobody but Cid doubts", "Bob peeks 3, claims Tome, doubt Cid"),
        ("Bob peeks 3, claims Tome, no doubts", "Bob peeks 3, claims Tome"),
        ("Bob peeks 3, claims Tome, all believe", "Bob peeks 3, claims Tome"),
        ("Bob peeks 3, claims Tome, unchallenged", "Bob peeks 3, claims Tome"),
        ("Bob peeks 3, claims Tome, Cid does not believe him", "Bob peeks 3, claims Tome, doubt Cid"),
        ("Bob peeks 3, claims Tome, Cid believes him", "Bob peeks 3, claims Tome"),
        ("Bob peeks 3, claims Tome, Cid doubts and is right", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, Cid doubts and is wrong", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts, Bob was right", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts, Cid was wrong", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts rightly", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, Cid doubts in vain", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts, it is a lie", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, Cid doubts, it is true", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts, it is not true", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, I doubt, it is the Code", "Bob peeks 3, claims Tome, doubt Ann lie =Code"),
        ("Bob peeks 3, claims Tome, Cid catches him", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, Cid doubts, Cid is silenced", "Bob peeks 3, claims Tome, doubt Cid true"),
        ("Bob peeks 3, claims Tome, Cid doubts, Bob is silenced", "Bob peeks 3, claims Tome, doubt Cid lie"),
        ("Bob peeks 3, claims Tome, Ann and Cid doubt, Cid checks", "Bob peeks 3, claims Tome, doubt Ann Cid"),
        # What rooms do.
        ("I peek 3, claim Library, look at 4, get Chaos", "Ann peeks 3, claims Library, looks 4 gains C"),
        ("Bob peeks 3, claims Library, looks at 4, gets no token", "Bob peeks 3, claims Library, looks 4 gains nothing"),
        ("Bob peeks 3, claims Radio, opens 5, the Code", "Bob peeks 3, claims Radio, opens 5 =Code"),
        ("Bob peeks 3, claims Bombe, gets Decryption", "Bob peeks 3, claims Bombe, gains D"),
        ("Bob peeks 3, claims Bombe, loses Chaos", "Bob peeks 3, claims Bombe, loses C"),
        ("Bob peeks 3, claims Phantom, swaps with Cid", "Bob peeks 3, claims Phantom, swaps Cid"),
        ("Bob peeks 3, claims Phantom, keeps his Character", "Bob peeks 3, claims Phantom, keep"),
        ("Bob peeks 3, claims Phantom, does not swap", "Bob peeks 3, claims Phantom, keep"),
        ("Bob peeks 3, claims Teamwork, looks at Cid", "Bob peeks 3, claims Teamwork, views Cid"),
        ("I peek 3, claim Teamwork, look at Cid, the Ghost", "Ann peeks 3, claims Teamwork, views Cid =Ghost"),
        ("Bob peeks 3, claims Teamwork, flips Cid's Chaos", "Bob peeks 3, claims Teamwork, flips Cid"),
        ("Bob peeks 3, claims Machine, shuffles 4 and 5", "Bob peeks 3, claims Machine, shuffles 4 5"),
        ("Bob peeks 3, claims Machine, shuffles 3, 4 and 5", "Bob peeks 3, claims Machine, shuffles 4 5"),
        # Missions.
        ("Bob shows the Decrypter, reveals 3 Code, 4 Command, wins",
         "Bob mission Decrypter, reveals 3 =Code, reveals 4 =Command, wins"),
        ("Bob tries his mission, Decrypter, reveals 3 Tome, fails", "Bob mission Decrypter, reveals 3 =Tome, fails"),
        ("Bob shows the Decrypter, tries his mission, reveals 3 Tome", "Bob mission Decrypter, reveals 3 =Tome"),
        # Silence.
        ("Bob is silenced, looks at 3", "Bob peeks 3"),
    ],
)  # fmt: skip
def test_a_turn_told_in_a_hurry(text, line):
    """What is likelier meant comes first, where the rules have to decide."""
    assert readings(text)[0] == [line]


@pytest.mark.parametrize(
    "text",
    [
        "Bob peeks 3, claims Tome, claims Code",  # one claim a look
        "Bob peeks 3, claims Tome, nobody doubts, Cid doubts",
        "Bob peeks 3, claims Tome, not all doubt",
        "Bob peeks 3, claims Tome, Cid believes him, Cid doubts",
        "Bob peeks 3, claims Tome, Bob doubts",  # nobody doubts oneself
        "Bob peeks 3, claims Tome, Cid doubts everybody",  # only Bob has claimed anything
        "Bob peeks 3, claims Tome, Ann and Cid doubt, Ann checks",  # the nearest clockwise does
        "Bob peeks 3, claims Tome, Cid doubts, Ann and Cid are silenced",  # one of two is
        "Bob peeks 3, claims Tome, Cid doubts, it is the Code",  # which only Cid has seen
        "Bob peeks 3, claims Tome, Cid doubts, it is a lie, opens 4",  # a lie has no effect
        "Bob peeks 3, claims Machine, shuffles 4",  # three cards, the Machine one of them
        "Bob peeks 3, claims Machine, shuffles 4 and 4",
        "Bob peeks 3, claims Phantom, swaps with Bob",
        "Bob peeks 3, claims Teamwork, looks at Bob",
        "Bob peeks 3, claims Tome, it is a lie",  # which nobody has checked
        # What contradicts itself: none of it is passed over, and no comma within it either.
        "Bob peeks 3, claims Tome, Cid doubts, it is true, it is a lie",
        "Bob peeks 3, claims Tome, Cid doubts, it is a lie, it is true",
        "Bob peeks 3, claims Tome, Cid doubts and is right, it is true",
        "Bob peeks 3, claims Tome, Cid doubts and is wrong, it is a lie",
        "Bob peeks 3, gets Chaos",  # no room was named
        "Bob loses Decryption",
        "Bob reveals 3 Code",  # for no mission
        "Bob shows the Decrypter, claims Tome",
        "Bob peeks 3, Cid claims Tome",
        "I peek 3, see Code, tell the truth: Tome",
        "I peek 3, see Code, lie: Code",
        "Bob is silenced, looks at 3, claims Tome",  # whoever is silenced only looks
    ],
)
def test_what_is_not_told_clearly_is_not_noted(text):
    assert readings(text) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Bob peeks 3, claims Tome, Cid doubts, he was right", ["true", "lie"]),
        ("Bob peeks 3, claims Tome, Cid doubts it's right", ["true", "lie"]),
        ("Bob peeks 3, claims Tome, Cid doubts, he is silenced", ["true", "lie"]),
    ],
)
def test_of_two_who_may_be_meant_both_are_told(text, lines):
    assert readings(text) == [[f"Bob peeks 3, claims Tome, doubt Cid {verdict}" for verdict in lines]]


def test_who_is_barred_doubts_nothing_and_open_rooms_are_named():
    assert readings("Bob peeks 3, claims Tome, all doubt", silent={3}) == [
        ["Bob peeks 3, claims Tome, doubt Ann"]
    ]
    assert readings("Bob peeks 3, claims Tome, all doubt", out={1}) == [
        ["Bob peeks 3, claims Tome, doubt Cid"]
    ]
    assert readings("Bob names open 7, opens 4", up={"Radio": 7}) == [["Bob names 7, opens 4"]]
    assert readings("Bob names 7 Radio, opens 4", up={"Radio": 6})[0] == [
        "Bob peeks 7, claims Radio, opens 4"
    ]
