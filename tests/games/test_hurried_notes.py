"""Lines typed in a hurry: as many are understood as before, and none is taken for something else.

What was understood when each set was new, before anything was mended on it, stands in docs/evenings.md.
"""

from collections import Counter

import pytest
from amount import some

from benchmarks.hurried import FILES, fate, heard, wordings

UNDERSTOOD = {
    "entracte-2": 22, "entracte-3": 29, "initiative-3": 11, "decrypto-3": 7,
    "avalon-1": 26, "avalon-2": 12, "avalon-3": 19, "avalon-4": 10,
    "clue-1": 18, "clue-2": 11, "decrypto-1": 28, "decrypto-2": 21, "enigma-1": 64,
    "enigma-2": 37, "enigma-3": 30, "enigma-4": 16, "entracte-1": 15, "initiative-1": 30, "initiative-2": 21,
    "evening-avalon": 11, "evening-clue": 3, "evening-decrypto": 17, "evening-enigma": 7,
    "held-enigma": 50, "held-entracte": 29, "held-entracte-rivals": 2, "held-decrypto": 18, "held-initiative": 16,
    "held-shakespeare": 8, "evening-enigma-2": 14, "evening-entracte": 7, "evening-decrypto-2": 17,
    "evening-initiative": 9, "evening-shakespeare": 21,
    "third-decrypto": 24, "third-enigma": 23, "third-entracte": 24, "third-initiative": 19,
    "fourth-decrypto": 19, "fourth-enigma": 16, "fourth-entracte": 18, "fourth-initiative": 14,
    "fifth-decrypto": 16, "fifth-enigma": 16, "fifth-entracte": 16, "fifth-initiative": 17, "fifth-shakespeare": 16,
    "sixth-decrypto": 15, "sixth-enigma": 13, "sixth-entracte": 14, "sixth-initiative": 12, "sixth-shakespeare": 7,
    "seventh-decrypto": 9, "seventh-enigma": 8, "seventh-entracte": 9, "seventh-initiative": 4, "seventh-shakespeare": 2,
    "second-decrypto": 16, "second-initiative": 23, "second-shakespeare": 19,
    "enigma-5": 26, "enigma-6": 17,
}  # fmt: skip


@pytest.mark.parametrize("name", some(UNDERSTOOD, 4))
def test_no_wording_is_taken_for_something_else(name):
    fates = {each.typed: fate(each) for each in wordings(FILES / f"{name}.txt")}
    assert not {typed: why for typed, (what, why) in fates.items() if what == "something else"}
    assert Counter(what for what, _ in fates.values())["understood"] >= UNDERSTOOD[name]


def test_by_day_wordings_of_every_game_are_read():
    def games(names):
        return {(FILES / f"{name}.txt").read_text().split()[1] for name in names}

    assert games(some(UNDERSTOOD, 4)) == games(UNDERSTOOD)


def test_words_that_say_nothing_are_refused():
    text = (FILES / "enigma-1.txt").read_text().split("\n[")[0]
    assert "say nothing" in heard(f"{text}\nand then it was\n")


OUTCOMES = {
    None: (
        ", wrong", " and he's right", " it's right", " that it is true", " no", ", not so", ", no, it's true",
        ", it lies face up", ", turned up", ", Dee lied",
    ),
    "true": (", Bob wins", ", loses", ": it's true", ", not a lie"),
    "lie": (", Bob loses", ", Bob lied"),
}  # fmt: skip


def test_what_is_said_of_a_doubt_is_never_taken_for_its_opposite():
    text = (FILES / "enigma-1.txt").read_text().split("\n[")[0] + "\nAnn peeks 5, claims Bombe\n"
    meant = {
        repr(heard(f"{text}Bob peeks 9, claims Bombe, doubt Cid {each}\n")): each
        for each in ("true", "lie")
    }
    for verdict, sayings in OUTCOMES.items():
        for said in sayings:
            got = heard(f"{text}Bob peeks 9, claims Bombe, Cid doubts{said}\n")
            assert (None if isinstance(got, str) else meant[repr(got)]) == verdict, said
    for said in ("Cid is out", "only Cid does not doubt"):
        assert isinstance(heard(f"{text}Bob peeks 9, claims Bombe, {said}\n"), str)


def test_who_put_no_token_is_not_passed_over():
    head = "game: entracte\nmode: competitive\nplayers: Ann Bob Cid Dee\nme: Ann\nstart: spring Fri old\n\n"
    text = f"{head}Bob plays fall Sun, "
    assert isinstance(heard(f"{text}3 tokens not me\n"), str)
    assert isinstance(heard(f"{text}no token from Cid, Dee\n"), str)
    assert (
        heard(f"{text}no token Cid, token Dee\n") == heard(f"{text}token Dee\n") != heard(f"{text}nobody\n")
    )


def test_a_number_that_a_label_holds_too_is_what_is_told():
    text = (FILES / "avalon-1.txt").read_text().split("\n[")[0] + "\nrole[Ann] is servant"
    before = f"{text}\nAnn team Cid Dee\nall yes\n"
    meant = heard(f"{before}fails in mission 1: 1\n")
    assert [
        heard(f"{before}{fails}\n") for fails in ("one fails", "fails: 1", "1 fail in mission 1")
    ] == 3 * [meant]
    assert heard(before) != meant
    assert isinstance(heard(f"{before}fails in mission 1\n"), str)
    assert isinstance(
        heard(f"{text}\nAnn team Cid Dee, rejected\n"), str
    )  # by the table, and not by who writes


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Ann happily peeks 5 =Tome, claims Code", "Ann peeks 5 =Tome, claims Code"),
        ("Ann decides to peek 5 =Tome, and this time says Code", "Ann peeks 5 =Tome, claims Code"),
        ("Ann peeks 5 =Tome but says Code", "Ann peeks 5 =Tome, claims Code"),
        ("Ann peeks 5 =Tome but not says Code", None),
        ("Ann apparently peeks 5 =Tome, claims Code", None),
        ("Ann nearly peeks 5 =Tome, claims Code", None),
        ("Ann peeks 5 =Tome, truthfully claims Code", None),
    ],
)
def test_words_of_manner_and_leading_verbs_say_nothing_and_hedges_do(typed, plain):
    text = (FILES / "enigma-1.txt").read_text().split("\n[")[0]
    got = heard(f"{text}\n{typed}\n")
    assert isinstance(got, str) if plain is None else got == heard(f"{text}\n{plain}\n")
