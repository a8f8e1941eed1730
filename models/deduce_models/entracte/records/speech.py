"""How people say who plays, who puts a token and what was drawn: the words of a line made plain, cut into clauses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses, meant
from deduce_models.entracte.records.words import card_words
from deduce_models.entracte.rules.setup import Setup

__all__ = [
    "COUNTS",
    "DRAWS",
    "EVERYBODY",
    "EXCEPT",
    "NOBODY",
    "OWN",
    "SMALL",
    "TOKENS",
    "Vocabulary",
    "agreeing",
    "drawn_words",
    "plain_words",
    "play_clauses",
    "stopping",
]

TOKENS = ("tokens", "token", "signals", "signal", "signalled", "signaled", "reacts", "react", "reacted")
DRAWS = ("draws", "draw", "drew", "drawn")
SMALL = frozenset(
    {"and", "by", "for", "from", "of", "only", "under", "it", "puts", "put", "one", "both", "two", "three"}
)
"""Words between names that say nothing; how many tokens `COUNTS` say must be so."""
COUNTS = {"one": 1, "both": 2, "two": 2, "three": 3}
NOBODY = ("none", "nobody", "no", "noone", "nothing")
EVERYBODY = ("all", "everybody", "everyone", "we")
EXCEPT = ("but", "except")
OWN = frozenset({"his", "her", "own", "himself", "herself", "even"})
"""Words of a token of one's own: behind a name they say nothing, alone they say who."""
AGREE = ("agree", "agrees", "agreed", "ok")
HAVE = frozenset({"got", "gets", "get", "receives", "received", "with"})
"""Words before 'tokens' that say nothing."""
IDLE = frozenset({"again", "then", "now", "also", "too"})
"""Words that say nothing wherever they stand."""
PUTS = frozenset({"puts", "put", "sets", "gives", "lays", "places", "adds"})
ARTICLES = frozenset({"a", "one", "his", "her", "hers", "my", "mine", "their", "theirs"})


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What reading and writing a line needs: the setting, the names, seat 1 first, and the writer's seat (0: none)."""

    setup: Setup
    names: tuple[str, ...]
    me: int = 0


def plain_words(line: Line, known: Vocabulary) -> list[Word]:
    """The words of a line without idle ones; 'I' is the writer's name, and 'puts a token' is 'token'."""
    names = [name.casefold() for name in known.names]
    types = [kind.name.casefold() for kind in known.setup.parts.types]
    found: list[Word] = []
    told = _undenied(_behind_dash(line, known), known)
    if told and told[0].folded == "and" and "and" not in names:
        del told[0]
    for word in told:
        if (
            word.folded in (*SELF, "myself")
            and known.me
            and not any(name.startswith(word.folded) for name in names)
        ):
            word = Word(known.names[known.me - 1], word.column)
        if word.folded in IDLE and word.folded not in names:
            continue
        if word.folded.endswith("'s") and word.folded[:-2] in names:
            word = Word(word.text.rstrip(":")[:-2], word.column)
        if _behind(found, -1) == "type" and f"type{word.folded}" in types:
            word = Word(f"type{word.folded}", found.pop().column)
        if word.folded == "without":
            word = Word(NOBODY[0], word.column)
        if word.folded in TOKENS and _behind(found, -1) in HAVE:
            found.pop()
        put, article = _behind(found, -1) in PUTS, _behind(found, -1) in ARTICLES
        if word.folded in TOKENS and article and _behind(found, -2) in PUTS:
            del found[-2:]
        elif word.folded in ("one", "his", "hers", "mine", "theirs") and put and _named(found[:-1], names):
            word = Word(TOKENS[1], found.pop().column)
        elif word.folded in TOKENS and article and found[-1].folded in _opening(line, found[-1]):
            if found[-1].folded in ("my", "mine") and known.me:
                found[-1] = Word(known.names[known.me - 1], found[-1].column)
            elif found[-1].folded in ("a", "my", "mine"):
                found.pop()
        if word.folded in TOKENS and _behind(found, -1) in TOKENS:
            continue  # 'puts one token'
        found.append(word)
    return found


_DASH = re.compile(r"(?<!\S)(?:[-\u2013\u2014]|-+>)(?!\S)")


def _behind_dash(line: Line, known: Vocabulary) -> list[Word]:
    """The words of a line; players behind its last dash put a token (``spring Sun - A C``), however short their names."""
    words, dashes = card_words(line), list(_DASH.finditer(line.text.partition("#")[0]))
    if not dashes:
        return words
    place = next((k for k, word in enumerate(words) if word.column > dashes[-1].start()), len(words))
    told = []
    for word in words[place:]:
        called = meant(Word(word.text.rstrip("?"), word.column), known.names)
        if len(called) == 1:
            told.append(Word(known.names[called[0]] + "?" * word.text.endswith("?"), word.column))
        elif word.folded in (*SELF, *SMALL, *NOBODY, *EVERYBODY, *EXCEPT):
            told.append(word)
        else:
            return words
    mark = dashes[-1].start() + 1
    return [*words[:place], Word(";", mark), Word(TOKENS[0], mark), *told] if told and place > 1 else words


def _undenied(words: list[Word], known: Vocabulary) -> list[Word]:
    """The words without ``Bob puts no token`` and ``no token from Bob``: a token that is not noted was not put."""
    called = {*(name.casefold() for name in known.names), *(SELF if known.me else ())}
    found: list[Word] = []
    place = 0
    while place < len(words):
        word = words[place]
        following = [each.folded for each in words[place + 1 : place + 4]]
        if word.folded == "no" and following[:1] and following[0] in TOKENS:
            put = len(found) > 1 and found[-1].folded in PUTS and found[-2].folded in called
            denied = (
                following[1:2] in (["from"], ["by"], ["of"]) and following[2:] and following[2] in called
            )
            if put or denied:
                if put:
                    del found[-2:]
                place += 4 if denied else 2
                continue
        found.append(word)
        place += 1
    return found


def stopping(line: Line, known: Vocabulary) -> tuple[Line, list[int]]:
    """A line without who agrees behind its last comma, and their seats: ``I want to stop, Bob and Cid agree``."""
    told = line.text.partition("#")[0].rstrip().rstrip(".")
    mark = max(told.rfind(","), told.rfind(";"), told.rfind("."))
    head, comma, tail = told[: max(mark, 0)], told[mark : mark + 1] if mark >= 0 else "", told[mark + 1 :]
    if not comma or not any(word.folded.startswith("stop") for word in card_words(line)):
        return line, []
    behind = Line(line.number, " " * (len(head) + 1) + tail, line.source)
    said = [word.folded for word in card_words(behind)]
    everybody = len(said) > 1 and {*said[:-1]} <= {*EVERYBODY, "of", "us"} and said[-1] in AGREE
    seats = [
        k + 1 for k, name in enumerate(known.names) if name.casefold() == plain_words(line, known)[0].folded
    ]
    others = (
        [(seats[0] - 1 + k) % len(known.names) + 1 for k in range(1, len(known.names))] if seats else []
    )
    seats = others if everybody else agreeing(behind, known, fewest=1)
    return (Line(line.number, head, line.source) if seats else line), seats


def agreeing(line: Line, known: Vocabulary, *, fewest: int = 2) -> list[int]:
    """The seats of a line that says of several that they agree to stop: ``Cid and Dee agree``; else none."""
    names = [name.casefold() for name in known.names]
    words = [word.folded for word in plain_words(line, known) if word.folded not in SMALL - set(names)]
    ends = next((place for place, word in enumerate(words) if word not in names), len(words))
    if ends < fewest or not words[ends:] or words[ends] not in AGREE:
        return []
    return [names.index(word) + 1 for word in words[:ends]]


def _behind(words: Sequence[Word], place: int) -> str:
    return words[place].folded if len(words) >= -place else ""


def _named(words: Sequence[Word], names: Sequence[str]) -> bool:
    """Whether a player's name stands last, and something before it: 'Bob puts' alone begins a play."""
    return len(words) > 1 and words[-1].folded in (*names, *NOBODY, *EVERYBODY)


def _opening(line: Line, word: Word) -> tuple[str, ...]:
    """The word itself where a comma or a semicolon stands before it, so that it is no value of the card."""
    return (word.folded,) if line.text[: word.column - 1].rstrip().endswith((",", ";")) else ()


def play_clauses(words: list[Word], known: Vocabulary) -> list[list[Word]]:
    """The clauses of a play: between semicolons, and where 'tokens' or 'draws' stands without one.

    Names in front of the word (``Bob and Cid signal``) belong to it, and names behind the card are of those who put a
    token (``spring Sun, Bob``; ``spring Sun, nobody``).
    """
    names = [name.casefold() for name in known.names]
    writer = names[known.me - 1] if known.me else ""
    found: list[list[Word]] = []
    for clause in clauses(words, ";"):
        found.append([])
        for word in clause:
            if word.text == "/" and _behind(found[-1][:1], -1) not in DRAWS:
                found.append([])  # 'spring Sun / no tokens'
                continue
            if word.folded in DRAWS:
                if writer and _behind(found[-1], -1) == writer:
                    found[-1].pop()  # 'I draw', said in the clause of the tokens
                if found[-1]:
                    found.append([])
            elif word.folded in TOKENS and not _only_names(found[-1], names):
                found.append(_names_off(found[-1], names))
            found[-1].append(word)
    behind = _names_off(found[0], names)
    if any(word.folded not in SMALL - set(names) for word in behind):
        found.insert(1, behind)
    else:
        found[0] += behind
    return [found[0], *(_headed(clause, names) for clause in found[1:])]


def _only_names(words: Sequence[Word], names: Sequence[str]) -> bool:
    return all(_name_like(word, names) for word in words)


def _name_like(word: Word, names: Sequence[str]) -> bool:
    return word.folded.rstrip("?") in names or word.folded in (*SMALL, *NOBODY, *EVERYBODY, *EXCEPT, *OWN)


def _names_off(words: list[Word], names: Sequence[str]) -> list[Word]:
    """Take the names that stand last off the words, and return them."""
    place = len(words)
    while place and _name_like(words[place - 1], names):
        place -= 1
    off = words[place:]
    del words[place:]
    return off


def _headed(clause: list[Word], names: Sequence[str]) -> list[Word]:
    """A clause that is names alone tells of tokens."""
    if (
        not clause
        or not _only_names(clause, names)
        or all(word.folded in SMALL - set(names) for word in clause)
    ):
        return clause
    return [Word(TOKENS[0], clause[0].column), *clause]


def drawn_words(line: Line, known: Vocabulary) -> list[Word]:
    """The card on a line that tells nothing but what the writer drew (``draws CARD``, ``I drew CARD``); else none."""
    words = plain_words(line, known)
    if words and known.me and words[0].folded == known.names[known.me - 1].casefold():
        words = words[1:]
    return words[1:] if len(words) > 1 and words[0].folded in DRAWS else []
