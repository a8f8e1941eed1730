"""The words of a pzprv3 file, each with ours: numbers, arrows, circles, letters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from deduce.ground.compat import override
from deduce_models.pencil.addresses.tokens import TokenFault, value_of
from deduce_models.pencil.sheet.printed import EMPTY

NOTHING = "."
"""What stands in a place without a clue."""
_DIGITS = r"\d+"


@dataclass(frozen=True)
class FileWords:
    """Words of a file and of a sheet, one for one.

    Attributes:
        names: The file's word for each of ours that is written otherwise.
        plain: What the same words are in both.
        filled: Signs of what was filled in, which are left out.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    plain: str = _DIGITS
    filled: frozenset[str] = frozenset()

    def read(self, word: str) -> str:
        """Our word. Raises `TokenFault`."""
        if word == NOTHING or word in self.filled:
            return EMPTY
        for own, other in self.names.items():
            if word == other:
                return own
        if word == "-":
            raise TokenFault("a clue without its number is not known here")
        if re.fullmatch(self.plain, word) is None:
            raise TokenFault(f"{word[:20]!r} means nothing here")
        return word

    def write(self, word: str) -> str:
        """The file's word. Raises `TokenFault`."""
        if word == EMPTY:
            return NOTHING
        if word in self.names:
            return self.names[word]
        if re.fullmatch(self.plain, word) is None:
            raise TokenFault(f"{word!r} has no place there")
        return word


_DIRECTIONS = "-nswe"


class ArrowWords(FileWords):
    """A direction and a number, ``3,2``; ``0,-`` or ``#`` is a cell without either."""

    @override
    def read(self, word: str) -> str:
        if word == NOTHING or (word in self.filled and word != "#"):
            return EMPTY
        if word in ("#", "0,-"):
            return "x"
        found = re.fullmatch(r"([1-4]),(\d{1,4})", word)
        if found is None:
            raise TokenFault(f"{word[:20]!r} is no arrow with its number, which alone is known here")
        return f"{int(found[2])}{_DIRECTIONS[int(found[1])]}"

    @override
    def write(self, word: str) -> str:
        if word in (EMPTY, "x"):
            return NOTHING if word == EMPTY else "0,-"
        return f"{_DIRECTIONS.index(word[-1])},{value_of(word[:-1])}"


class CastleWords(FileWords):
    """A direction, a number, and the side of the loop: 0 neither, 1 inside, 2 outside."""

    @override
    def read(self, word: str) -> str:
        if word in (NOTHING, "0,-1,0"):
            return EMPTY
        found = re.fullmatch(r"(\d,[-\d]{1,4}),([0-2])", word)
        if found is None:
            raise TokenFault(f"{word[:20]!r} is no clue")
        side = ".ox"[int(found[2])]
        return side if found[1] in ("0,-", "0,-1") else ArrowWords().read(found[1]) + side

    @override
    def write(self, word: str) -> str:
        if word == EMPTY:
            return NOTHING
        side = word[-1] if word[-1] in ".ox" else "."
        return f"{ArrowWords().write(word.rstrip('.ox') or 'x')},{'.ox'.index(side)}"


class BalanceWords(FileWords):
    """The colour of a circle, 0 or 1, and its number; -2 for none."""

    @override
    def read(self, word: str) -> str:
        if word == NOTHING:
            return EMPTY
        found = re.fullmatch(r"([01]),(-2|\d{1,4})", word)
        if found is None:
            raise TokenFault(f"{word[:20]!r} is no circle")
        return "wb"[int(found[1])] + ("" if found[2] == "-2" else found[2])

    @override
    def write(self, word: str) -> str:
        return NOTHING if word == EMPTY else f"{int('b' in word)},{word.strip('wb') or '-2'}"


class SnakeWords(FileWords):
    """Two bits for a circle, two for what was filled in."""

    @override
    def read(self, word: str) -> str:
        bits = value_of(word) & 3 if word != NOTHING else 0
        if bits % 2:
            raise TokenFault("a white circle is not known here")
        return "x" if bits == 2 else EMPTY

    @override
    def write(self, word: str) -> str:
        return "2" if word == "x" else "0"


class LetterWords(FileWords):
    """The letters as numbers; with `plain` q, given ones begin with it, the others were filled in."""

    @override
    def read(self, word: str) -> str:
        if self.plain == "q" and not word.startswith("q"):
            return EMPTY
        number = FileWords().read(word.removeprefix("q"))
        if number == EMPTY:
            return number
        if not 1 <= value_of(number) <= 26:
            raise TokenFault(f"{number} is no letter")
        return chr(96 + int(number))

    @override
    def write(self, word: str) -> str:
        return NOTHING if word == EMPTY else f"{self.plain.strip(_DIGITS)}{ord(word) - 96}"
