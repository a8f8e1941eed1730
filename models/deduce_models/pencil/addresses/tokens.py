"""What stands in one place of an address: numbers, arrows, pairs and a few letters, as characters and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

FIGURES = "0123456789abcdefghijklmnopqrstuvwxyz"


class TokenFault(Exception):
    """A text, or a word, that a code does not know."""


class Token(Protocol):
    """What stands in one place."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """The word at `at` and where it ends; None when the character is no token. Raises `TokenFault`."""

    def write(self, word: str) -> str:
        """The characters of a word. Raises `TokenFault`."""


def number_at(text: str, at: int, length: int, base: int = 16) -> int:
    """The number of `length` figures at `at`. Raises `TokenFault`."""
    part = text[at : at + length]
    allowed = FIGURES[:base]
    if len(part) != length or not all(c in allowed for c in part):
        raise TokenFault(f"{part!r} is no number of {length} characters")
    return int(part, base)


def value_of(word: str) -> int:
    """A word as a number. Raises `TokenFault`."""
    if not word.isdecimal():
        raise TokenFault(f"{word!r} has no characters")
    return int(word)


@dataclass(frozen=True)
class Hex:
    """Numbers to 4095: ``f``, ``-1f``, ``+1ff``. A dot is `unknown`: a clue without its number, where there are such."""

    unknown: str = ""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        c = text[at]
        if c == ".":
            if not self.unknown:
                raise TokenFault("a clue without its number, which is not known here")
            return self.unknown, at + 1
        if c == "-":
            return str(number_at(text, at + 1, 2)), at + 3
        if c == "+":
            return str(number_at(text, at + 1, 3)), at + 4
        return (str(int(c, 16)), at + 1) if c in FIGURES[:16] else None

    def write(self, word: str) -> str:
        """See `Token`."""
        if self.unknown and word == self.unknown:
            return "."
        number = value_of(word)
        if number < 16:
            return f"{number:x}"
        if number < 4096:
            return f"-{number:x}" if number < 256 else f"+{number:x}"
        raise TokenFault(f"{number} is too large")


@dataclass(frozen=True)
class Digits:
    """Numbers to 9, a character each."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        return (text[at], at + 1) if text[at].isdecimal() else None

    def write(self, word: str) -> str:
        """See `Token`."""
        if value_of(word) > 9:
            raise TokenFault(f"{word} is too large")
        return word


@dataclass(frozen=True)
class WordTokens:
    """A character for each of a few words."""

    characters: Mapping[str, str]

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        return next(((word, at + 1) for word, c in self.characters.items() if c == text[at]), None)

    def write(self, word: str) -> str:
        """See `Token`."""
        if word not in self.characters:
            raise TokenFault(f"{word!r} has no character")
        return self.characters[word]


@dataclass(frozen=True)
class Letters:
    """Letters as numbers: ``a`` is 1."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        found = HEX.read(text, at)
        if found is None:
            return None
        number = int(found[0])
        if not 1 <= number <= 26:
            raise TokenFault(f"{number} is no letter")
        return chr(96 + number), found[1]

    def write(self, word: str) -> str:
        """See `Token`."""
        return HEX.write(str(ord(word) - 96))


_DIRECTIONS = " nswe"


@dataclass(frozen=True)
class _Arrows:
    """A number with a direction, ``3e``; `bare` is a cell with neither."""

    bare: str

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        c = text[at]
        if c == "-":
            direction, number, end = number_at(text, at + 1, 1), number_at(text, at + 2, 3), at + 5
        elif c in "01234":
            direction, end = int(c), at + 2
            if text[at + 1 : end] == ".":
                return self.bare, end  # an arrow without its number says nothing
            number = number_at(text, at + 1, 1)
        elif c in "56789":
            direction, number, end = int(c) - 5, number_at(text, at + 1, 2), at + 3
        else:
            return None
        if not 1 <= direction <= 4:
            raise TokenFault("a number without its arrow, which is not known here")
        return f"{number}{_DIRECTIONS[direction]}", end

    def write(self, word: str) -> str:
        """See `Token`."""
        if word == self.bare:
            return "0."
        number, direction = value_of(word[:-1]), _DIRECTIONS.find(word[-1])
        if direction < 1 or number > 4095:
            raise TokenFault(f"{word!r} has no characters")
        if number < 16:
            return f"{direction}{number:x}"
        return f"{direction + 5}{number:x}" if number < 256 else f"-{direction}{number:x}"


@dataclass(frozen=True)
class _Castle:
    """A side of the loop (``.`` neither, ``o`` inside, ``x`` outside) before an arrow or nothing."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        if text[at] not in "012":
            return None
        if at + 1 == len(text):
            raise TokenFault("the text ends within a clue")
        found = ARROWS.read(text, at + 1)
        if found is None:
            raise TokenFault(f"{text[at : at + 2]!r} is no clue")
        side = ".ox"[int(text[at])]
        return (side if found[0] == "x" else found[0] + side), found[1]

    def write(self, word: str) -> str:
        """See `Token`."""
        side = word[-1] if word[-1] in ".ox" else "."
        arrow = word.rstrip(".ox")
        return f"{'.ox'.index(side)}{ARROWS.write(arrow or 'x')}"


@dataclass(frozen=True)
class _Balance:
    """A circle, ``w`` or ``b``, with or without a number: even numbers are white, odd ones black."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        found = HEX.read(text, at)
        if found is None:
            return None
        number = int(found[0])
        return "wb"[number % 2] + (str(number // 2) if number > 1 else ""), found[1]

    def write(self, word: str) -> str:
        """See `Token`."""
        number = word.strip("wb")
        black = "b" in word
        return HEX.write(str(2 * value_of(number) + black if number else int(black)))


@dataclass(frozen=True)
class SumPairs:
    """Two sums, down and across: ``4,8``; a dot is a black cell without any."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        if text[at] == ".":
            return ",", at + 1
        if not (text[at].isalnum() and (text[at].isupper() or text[at] < "k")):
            return None
        if at + 1 == len(text):
            raise TokenFault("the text ends within a pair")
        return f"{self.one(text[at])},{self.one(text[at + 1])}", at + 2

    @staticmethod
    def one(c: str) -> str:
        """The sum of a character; empty for none. Raises `TokenFault`."""
        if c == "0":
            return ""
        if c.isdecimal() or "a" <= c <= "j":
            return str(int(c, 36))
        if "A" <= c <= "Z":
            return str(int(c, 36) + 10)
        raise TokenFault(f"{c!r} is no sum")

    @staticmethod
    def character(total: str) -> str:
        """The character of a sum. Raises `TokenFault`."""
        number = value_of(total) if total else 0
        if number > 45:
            raise TokenFault(f"{number} is too large")
        return FIGURES[number] if number < 20 else FIGURES[number - 10].upper()

    def write(self, word: str) -> str:
        """See `Token`."""
        down, _, across = word.partition(",")
        if not down and not across:
            return "."
        return self.character(down) + self.character(across)


@dataclass(frozen=True)
class _Tapa:
    """Up to four numbers around a cell, ``1,3``; ``?`` is any. Two and more are one number in base 36."""

    def read(self, text: str, at: int) -> tuple[str, int] | None:
        """See `Token`."""
        c = text[at]
        if c in "012345678.":
            return ("?" if c == "." else c), at + 1
        if c == "9":
            return "1,1,1,1", at + 1
        if c not in "abcdef":
            return None
        number = number_at(text, at, 2, 36)
        for length, first, base in _TAPA_KINDS:
            if first <= number < first + base**length:
                found = [(number - first) // base**k % base for k in reversed(range(length))]
                return ",".join(str(x) if x else "?" for x in found), at + 2
        raise TokenFault(f"{text[at : at + 2]!r} is no clue")

    def write(self, word: str) -> str:
        """See `Token`."""
        words = word.split(",")
        if len(words) == 1:
            return "." if word == "?" else word
        if words == ["1"] * 4:
            return "9"
        first, base = next((first, base) for length, first, base in _TAPA_KINDS if length == len(words))
        number = 0
        for each in words:
            one = 0 if each == "?" else value_of(each)
            if one >= base:
                raise TokenFault(f"{word} has no characters")
            number = number * base + one
        number += first
        return FIGURES[number // 36] + FIGURES[number % 36]


_TAPA_KINDS = ((2, 360, 6), (3, 396, 4), (4, 460, 2))
"""How many numbers, the first number of their kind in base 36, and how many values each may take."""

HEX = Hex()
TAPA: Token = _Tapa()
ARROWS: Token = _Arrows("x")
CASTLE: Token = _Castle()
BALANCE: Token = _Balance()
