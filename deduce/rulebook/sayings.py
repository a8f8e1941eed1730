"""Sayings of the table, put into the words of the rules before they read a line.

A saying is a pattern and what it is in the rules' words. Nothing here knows the rules or where a game stands; so a
saying that could turn a meaning round belongs into no list: what it leaves must be right wherever the rules accept it,
and no name, number or negation is left out but with a whole saying.

A game has some hundred sayings, and an evening of notes holds few of them. Compiling one takes a hundred times as long as
to look whether a line has any of a few strings: a saying is compiled when a line has what it needs (`needed`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

Saying = tuple[str, str | Callable[[re.Match[str]], str]]
"""A pattern, in which ``NAME`` is any player and ``NAMES`` a row of them, and what stands in its place."""
EACH = "{name}"
"""Said of each player in the row that is the first group: ``{name} no`` makes ``Ann no, Bob no`` of two of them."""

BETWEEN = r"(?: *[,+&] *(?:and +)?| +(?:and +|nor +|or +)?)"

_SPACES = re.compile(" +")


class Sayings:
    """Sayings in order; a line goes through all of them.

    Args:
        sayings: Patterns with what they mean.
        kinds: Words for capitals in the patterns: ``NAME`` and any of the game's own, each with all it may be.
    """

    def __init__(self, sayings: Sequence[Saying], kinds: Mapping[str, Sequence[str]]) -> None:
        self._kinds = {kind: rf"\b(?:{any_of(words)})\b" for kind, words in kinds.items()}
        self._name = re.compile(rf"(?i){self._kinds['NAME']}")
        self._sayings = [(needed(said, (*kinds, "NAMES")), said, self._put(put)) for said, put in sayings]
        self._patterns: dict[str, re.Pattern[str]] = {}

    def spelt(self, said: str) -> str:
        """A pattern with the words of its kinds."""
        said = said.replace("NAMES", f"NAME(?:{BETWEEN}NAME)*")
        for kind, words in self._kinds.items():
            said = re.sub(rf"\b{kind}\b|(?<=[a-z]){kind}\b", lambda _, words=words: words, said)  # type: ignore[misc]
        return f"(?i){said}"

    def _put(self, put: str | Callable[[re.Match[str]], str]) -> str | Callable[[re.Match[str]], str]:
        if callable(put) or EACH not in put:
            return put
        return lambda hit: f" {', '.join(put.replace(EACH, name) for name in self._name.findall(hit[1]))} "

    def __call__(self, text: str) -> str:
        """A line in the words of the rules."""
        seen = folded(text)
        for held, said, meant in self._sayings:
            if held is not None and not any(each in seen for each in held):
                continue
            before, text = text, self._pattern(said).sub(meant, text)
            if "  " in text:
                text = _SPACES.sub(" ", text)
            if text is not before:
                seen = folded(text)
        return text

    def _pattern(self, said: str) -> re.Pattern[str]:
        """A saying compiled, once a line may hold it."""
        if said not in self._patterns:
            self._patterns[said] = re.compile(self.spelt(said))
        return self._patterns[said]


def any_of(words: Sequence[str]) -> str:
    """A pattern of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


# What a line must hold so that a pattern can match it.

Strings = frozenset[str]

_EMPTY: Final = ("^", "$", "\\b", "\\B", "(?i)")
"""What takes no place."""

_LOOKS: Final = ("(?=", "(?!", "(?<=", "(?<!")
"""What begins to look ahead or behind."""

_OPTIONAL: Final = ("?", "*", "{0", "{,")
"""How begins what tells that something may be missing."""


def folded(text: str) -> str:
    """A text in which capitals do not count, as patterns that ignore them see it."""
    return text.replace("İ", "i").replace("ı", "i").casefold()


def needed(pattern: str, kinds: Iterable[str] = ()) -> Strings | None:
    """Strings of which a text has at least one, `folded`, if the pattern matches it without regard to capitals.

    None where nothing is needed. Words of `kinds` in it stand for anything.
    """
    words = "|".join(sorted(kinds, key=len, reverse=True)) or r"(?!)"
    signs = (
        rf"(?:{words})\b|\\.|\[\^?.[^\]]*\]|\(\?(?:i\)|<?[=!]|:|P<\w+>)|[?*+]\??|\{{[^}}]*\}}\??|[a-z ]+|."
    )
    return _either(iter(re.findall(signs, pattern)))


def _either(signs: Iterator[str]) -> Strings | None:
    """What ways beside each other need, up to the end of the group."""
    ways: list[Strings | None] = []
    found: list[Strings] = []
    said = ""  # what stands in a row so far
    inside: Strings | None = None  # what the group just read needs
    for sign in signs:
        if sign in _EMPTY:
            continue
        if sign in _LOOKS:
            _either(signs)
            continue
        if sign[0] in "?*+{":
            if sign.startswith(_OPTIONAL):
                said, inside = said[:-1], None
            found, said, inside = _kept(found, said, inside), "", None
            continue
        if inside is not None:
            found, inside = _kept(found, "", inside), None
        if sign == "|":
            ways.append(_most(_kept(found, said, None)))
            found, said = [], ""
        elif sign == ")":
            break
        elif sign in ("(", "(?:") or sign.startswith("(?P<"):
            found, said = _kept(found, said, None), ""
            inside = _either(signs)
        elif (
            sign[0] in "[." or (sign.isupper() and len(sign) > 1) or (sign[0] == "\\" and sign[1].isalnum())
        ):
            found, said = _kept(found, said, None), ""
        else:
            said += folded(sign.removeprefix("\\"))
    ways.append(_most(_kept(found, said, inside)))
    known = [way for way in ways if way is not None]
    return frozenset(chain(*known)) if len(known) == len(ways) else None


def _kept(found: list[Strings], said: str, inside: Strings | None) -> list[Strings]:
    """What is needed so far, with what was said in a row and what a group needs."""
    found = [*found, frozenset([said])] if said else found
    return [*found, inside] if inside is not None else found


def _most(found: list[Strings]) -> Strings | None:
    """The most telling."""
    return max(found, key=lambda each: (min(map(len, each)), -len(each)), default=None)
