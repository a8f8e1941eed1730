"""How people say who plays, who puts a token and what was drawn: the words of a line made plain, cut into clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deduce.records.record import Line
from deduce.records.words import SELF, Word, clauses
from deduce_models.entracte.records.words import card_words
from deduce_models.entracte.rules.setup import Setup

__all__ = [
    "DRAWS",
    "EVERYBODY",
    "NOBODY",
    "SMALL",
    "TOKENS",
    "Vocabulary",
    "agreeing",
    "drawn_words",
    "plain_words",
    "play_clauses",
]

TOKENS = ("tokens", "token", "signals", "signal")
DRAWS = ("draws", "draw", "drew", "drawn")
SMALL = frozenset(
    {"and", "by", "from", "of", "only", "under", "it", "puts", "put", "one", "both", "two", "three"}
)
"""Words between names that say nothing."""
NOBODY = ("none", "nobody", "no", "noone")
EVERYBODY = ("all", "everybody", "everyone")
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
    for word in card_words(line):
        if word.folded in SELF and known.me and not any(name.startswith(word.folded) for name in names):
            word = Word(known.names[known.me - 1], word.column)
        if word.folded in IDLE and word.folded not in names:
            continue
        if word.folded.endswith("'s") and word.folded[:-2] in names:
            word = Word(word.text.rstrip(":")[:-2], word.column)
        if _behind(found, -1) == "type" and f"type{word.folded}" in types:
            word = Word(f"type{word.folded}", found.pop().column)
        put, article = _behind(found, -1) in PUTS, _behind(found, -1) in ARTICLES
        if word.folded in TOKENS and article and _behind(found, -2) in PUTS:
            del found[-2:]
        elif word.folded in ("one", "his", "hers", "mine", "theirs") and put and _named(found[:-1], names):
            word = Word(TOKENS[1], found.pop().column)
        elif word.folded in TOKENS and article and found[-1].folded in _opening(line, found[-1]):
            found.pop()
        if word.folded in TOKENS and _behind(found, -1) in TOKENS:
            continue  # 'puts one token'
        found.append(word)
    return found


def agreeing(line: Line, known: Vocabulary) -> list[int]:
    """The seats of a line that says of several that they agree to stop: ``Cid and Dee agree``; else none."""
    names = [name.casefold() for name in known.names]
    words = [word.folded for word in plain_words(line, known) if word.folded not in SMALL - set(names)]
    ends = next((place for place, word in enumerate(words) if word not in names), len(words))
    said = words[ends : ends + 1]
    if ends < 2 or said not in (["agree"], ["agrees"], ["agreed"], ["ok"]):
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
    return word.folded.rstrip("?") in names or word.folded in (*SMALL, *NOBODY, *EVERYBODY)


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
