"""Hurried lines: what is accounted for is understood, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from amount import amount

from benchmarks.hurried import FILES, REFUSED, heard, wordings
from deduce.games.registry import game
from deduce.rulebook.hurried import Hurried
from deduce.rulebook.kinds import ALL, BOTH, NOBODY, Clause, Kind
from deduce.rulebook.undone import is_asked
from deduce.rulebook.words import tokens_of
from deduce_models.entracte.records.hurried import reader

NAMES = ("Ann", "Bob", "Cid", "Dee")


class Fetching:
    """Tells who fetched what, and who saw it."""

    def begin(self, names: Sequence[str], me: str, named: Sequence[str], told: Any) -> Iterator[str]:
        yield ""

    def add(self, state: str, said: Clause, before: Sequence[Clause]) -> str | None:
        who = "+".join(said.who) + ("-" + "+".join(said.but) if said.but else "")
        words = (said.kind, "not" * said.denied, who, "+".join(said.whom), "+".join(said.all("FRUIT")))
        return f"{state}[{' '.join(word for word in words if word)}]"

    def end(self, state: str) -> Iterator[Sequence[str]]:
        yield [state]


READER = Hurried(
    (
        Kind("fetch", "fetch, fetched, bring back", takes="FRUIT+", denied=True),
        Kind("see", "see, saw, seen", whom=True, denied=True),
        Kind("fruit", takes="FRUIT", bare=True),
    ),
    {"FRUIT": {"apple": ("red one",), "cherry": (), "pear": ()}},
    Fetching(),
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Bob fetched the cherry and a pear", "[fetch Bob cherry+pear]"),
        ("a pear, Bob fetched", "[fetch Bob pear]"),  # the sign is crossed, for else nothing was fetched
        ("everybody saw Bob but Dee", f"[see {ALL}-Dee Bob]"),
        ("Bob brings the pears back", "[fetch Bob pear]"),
        ("I didn't fetch the red one", "[fetch not Ann apple]"),
        ("Cid: I fetched a pear", "[fetch Cid pear]"),
        ("ugh, Cid: I did not fetch a pear", "[fetch not Cid pear]"),
    ],
)
def test_words_have_their_part_in_a_clause_in_any_order_but_of_names(typed, meant):
    found = READER.readings(typed, NAMES, "Ann")
    assert found
    assert found[0] == [meant]


@pytest.mark.parametrize(
    "typed",
    [
        "Bob fetched a plum",
        "Bob perhaps fetched a pear",
        "Bob fetched an apple or a pear",
        "did Bob fetch a pear",
        "Bob fetched a pear?",
        "Bob fetched a pear but",
        "Bob fetched a pear but Cid",
        "Bob never did not fetch a pear",
        "Bbo fetched a pear",
        "",
    ],
)
def test_a_word_that_nothing_explains_refuses_the_line(typed):
    assert READER.readings(typed, NAMES, "Ann") == []


def test_a_question_is_answered_behind_it_or_is_no_note():
    assert is_asked(tokens_of("did Bob fetch a pear?"))
    assert not is_asked(tokens_of("did Bob fetch a pear? no"))
    assert not is_asked(tokens_of("Bob fetched a pear, who saw it?"))


def test_a_question_that_the_game_asks_is_a_note():
    head = "game: guess_who\nplayers: Ann Bob\nme: Ann\n\nperson[Ann] is Finn\n"
    assert "beard" in heard(f"{head}does he have a beard?\n")[1]
    head = "game: enigma\nplayers: Ann Bob Cid\nme: Bob\n\n"
    assert "a question is no note" in heard(f"{head}did Ann look at 4 and say Radio?\n")


def test_of_words_with_bars_between_them_one_must_be_there():
    """And none need be there where the first is no word."""
    kind = Kind("swap", "get|take |new|fresh card, pass")
    said = {"pass", *(f"{verb}{what} card" for verb in ("get", "take") for what in ("", " new", " fresh"))}
    assert {frozenset(each.split()) for each in said} == set(kind.sayings)


@pytest.mark.parametrize("name", ["enigma-2", "entracte-1"])
def test_no_negation_and_no_hedge_is_ever_passed_over(name):
    """With "not" or a hedge put in anywhere, a line never means the same as before."""
    tried = 0
    for wording in list(wordings(FILES / f"{name}.txt"))[:6]:
        if wording.plain == REFUSED:
            continue
        offered = _offered(wording.before, wording.typed)
        words = wording.typed.split()
        for place in range(1, len(words) + 1) if offered else ():
            for word in ("not", "perhaps"):
                tried += 1
                turned = _offered(wording.before, " ".join([*words[:place], word, *words[place:]]))
                assert not (turned and turned[0] == offered[0]), (wording.typed, word, place)
    assert tried > 20


def _offered(before: str, typed: str) -> Sequence[Sequence[str]]:
    header = dict(line.split(": ", 1) for line in before.split("\n\n")[0].splitlines() if ": " in line)
    plugin: Any = game(header["game"])
    names = tuple(header["players"].split())
    options = {"mode": header["mode"]} if "mode" in header else {}
    setting = plugin.setting(len(names), plugin.checked_options(options), None, names)
    if plugin.name == "entracte":
        return reader(setting.data.parts).readings(typed, names, names[0])
    return plugin.hurried(
        typed, setting, 1, SimpleNamespace(open=SimpleNamespace(up={}, silent=set(), out=set()))
    )


def test_what_the_mechanism_offers_is_read_by_the_rules():
    head = "game: enigma\nplayers: Ann Bob Cid Dee\nme: Ann\ncharacter: Wanderer\n\n"
    first = "Ann peeks 5 =Tome, claims Library, looks 2 =Teamwork gains D\n"
    typed = heard(f"{head}{first}Bob lied about 4 (said Phantom), Dee caught him\n")
    assert typed == heard(f"{head}{first}Bob peeks 4, claims Phantom, doubt Dee lie\n")
    assert isinstance(heard(f"{head}{first}Bob lied about 4 (said Phantom)\n"), str)  # who could know?


PEOPLE = {
    "Ann": ("I", "me", "Ann", "ann"), "Bob": ("Bob", "bob", "B", "BOB"), "Cid": ("Cid", "cid", "C"), "Dee": ("Dee", "D"),
    ALL: ("everybody", "all of us", "they all", "everyone else", "the others"),
    NOBODY: ("nobody", "none of us", "no-one", "no one"), BOTH: ("both of them", "both others"),
}  # fmt: skip
FRUIT = {
    "apple": ("an apple", "the red one", "apples", "the applle"),
    "cherry": ("cherry", "the cherries", "a chery", "chrery", "her cherrz"),
    "pear": ("pears", "a pear", "his pear"),
}
SIGHS = ("", "", "then ", "quickly ", "this time ", "again ", "once more ", "luckily ", "ugh, ")


def clause(rng: random.Random) -> tuple[str, str]:
    """One clause as people write it, and what it says."""
    whos = rng.choice([[who] for who in PEOPLE] + [["Bob", "Ann"], ["Cid", "Bob"]])
    who = rng.choice((" and ", " & ", " + ", "+")).join(rng.choice(PEOPLE[each]) for each in whos)
    but = whos == [ALL] and rng.random() < 0.4
    who += but * rng.choice((" but Dee", " except Dee", " but D"))
    said, sigh = "+".join(whos) + "-Dee" * but, rng.choice(SIGHS)
    if rng.random() < 0.5:
        whom = rng.choice([each for each in NAMES if each not in whos])
        him = rng.choice(PEOPLE[whom])
        seen, row = rng.choice([
            (f"{him} was seen by {who}", "see"), (f"{him} wasn't seen by {who}", "see not"),
            (f"{sigh}{who} saw {him}", "see"), (f"{sigh}{who} never sees {him}", "see not"),
            (f"{sigh}{who} didn’t see {him}", "see not"),
        ])  # fmt: skip
        return seen, f"[{row} {said} {whom}]"
    fruits = rng.sample([*FRUIT], rng.choice((1, 2)))
    what = rng.choice((" and ", " & ", " + ")).join(rng.choice(FRUIT[each]) for each in fruits)
    done, row = rng.choice([
        (f"{who} fetched {what}", "fetch"), (f"{who} decided to fetch {what}", "fetch"),
        (f"{who} is fetching {what}", "fetch"), (f"{who} brings {what} back", "fetch"),
        (f"{what} were fetched by {who}", "fetch"), (f"{who} did not fetch {what}", "fetch not"),
        (f"{who} fetched no {what}", "fetch not"),
    ])  # fmt: skip
    return sigh * (not done.startswith(what)) + done, f"[{row} {said} {'+'.join(fruits)}]"


def test_what_is_put_together_of_known_words_is_taken_apart_again():
    rng = random.Random(5)
    for _ in range(amount(120, 4000)):
        said = [clause(rng) for _ in range(rng.choice((1, 1, 2)))]
        signs = rng.choice(("{}", "{}", "({})", "“{}”", "[{}]", "-- {}"))
        typed = rng.choice(("; ", ". ", " / ", "! ")).join(
            signs.format(each) for each, _ in said
        ) + rng.choice(("", "."))
        found = READER.readings(typed, NAMES, "Ann")
        assert found, typed
        assert found[0] == ["".join(each for _, each in said)], typed


def one_slip(word: str) -> set[str]:
    """All that comes of a word by one slip behind its first letter: a letter more, less, another, two turned round."""
    found = set[str]()
    for k in range(1, len(word) + 1):
        head, rest = word[:k], word[k:]
        found |= {head + letter + rest[cut:] for letter in "aehrxyz" for cut in (0, 1)}
        found |= {head + rest[1:], head + rest[1:2] + rest[:1] + rest[2:]}
    return found - {word, f"{word}s", f"{word}d"}


def test_one_slip_is_forgiven_in_a_long_word_and_no_more():
    once, rng = one_slip("cherry"), random.Random(1)
    for typed in sorted(once):
        assert READER.readings(f"Bob fetched {typed}", NAMES) == [["[fetch Bob cherry]"]], typed
    twice = set().union(*map(one_slip, sorted(once))) - once - {"cherry"}
    for typed in (*rng.sample(sorted(twice), 80), "xherry", "paer"):
        assert READER.readings(f"Bob fetched {typed}", NAMES) == [], typed


def test_a_line_that_would_take_too_long_is_refused_and_not_read_by_half(monkeypatch):
    found = []
    for most in (2, 4, 15, 16):
        monkeypatch.setattr("deduce.rulebook.hurried.MOST_TRIED", most)
        found.append(READER.readings("Bob fetched a pear, Cid fetched the cherry", NAMES)[:1])
    assert found == [[], [], [], [["[fetch Bob pear][fetch Cid cherry]"]]]
