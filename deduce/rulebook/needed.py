"""What a text must hold so that a pattern can match it: then patterns that cannot are not compiled.

A game has some hundred sayings, and an evening of notes holds few of them. Compiling one takes a hundred times as long as
to look whether a text has any of a few strings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

__all__ = ["folded", "needed"]

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
    signs = rf"(?:{words})\b|\\.|\[\^?.[^\]]*\]|\(\?(?:i\)|<?[=!]|:)|[?*+]\??|\{{[^}}]*\}}\??|[a-z ]+|."
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
        elif sign in ("(", "(?:"):
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
