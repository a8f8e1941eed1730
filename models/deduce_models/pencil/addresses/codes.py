"""How lists of words are packed into the text of an address, and back: a few codes from which all families are made.

A code turns words (``-`` for nothing) into characters and reads them again. Most addresses are numbers with gaps
between them: `Gapped` with a `Token` for what stands in one place. The others pack several places into a character.
Codes raise `TokenFault` for a text that is none of theirs and for words they have no characters for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from deduce_models.pencil.addresses.tokens import FIGURES, Token, TokenFault, number_at, value_of
from deduce_models.pencil.sheet.printed import EMPTY


class Places(list[str]):
    """The words of places in their order; the last `unnamed` are empty since the text ended before them."""

    unnamed = 0

    @classmethod
    def of(cls, words: Sequence[str], count: int, empty: str = EMPTY) -> Places:
        """The words of so many places."""
        found = cls([*words[:count], *[empty] * (count - len(words))])
        found.unnamed = max(0, count - len(words))
        return found


class Code(Protocol):
    """Words of `count` places as characters."""

    def read(self, text: str, at: int, count: int) -> tuple[Places, int]:
        """The words that begin at `at`, and where they end. Raises `TokenFault`."""

    def write(self, words: Sequence[str]) -> str:
        """The characters of words. Raises `TokenFault`."""


@dataclass(frozen=True)
class Gapped:
    """Tokens with gaps between them: a letter from `first` to z stands for one empty place, two, and so on."""

    token: Token
    first: str = "g"

    def read(self, text: str, at: int, count: int) -> tuple[Places, int]:
        """See `Code`."""
        words: list[str] = []
        while at < len(text) and len(words) < count:
            found = self.token.read(text, at)
            if found is not None:
                words.append(found[0])
                at = found[1]
            elif self.first <= text[at] <= "z":
                words += [EMPTY] * (ord(text[at]) - ord(self.first) + 1)
                at += 1
            else:
                raise TokenFault(f"{text[at]!r} means nothing here")
        if len(words) > count:
            raise TokenFault(f"there are {len(words)} places instead of {count}")
        return Places.of(words, count), at

    def write(self, words: Sequence[str]) -> str:
        """See `Code`."""
        most = ord("z") - ord(self.first) + 1
        made, gap = [], 0
        for word in [*words, None]:
            if word == EMPTY:
                gap += 1
                continue
            while gap:
                made.append(chr(ord(self.first) + min(gap, most) - 1))
                gap -= min(gap, most)
            if word is not None:
                made.append(self.token.write(word))
        return "".join(made)


@dataclass(frozen=True)
class Trailing:
    """A word with the empty places after it, up to `most`, in one figure; longer gaps as letters from `first`.

    Attributes:
        words: In the order of their numbers.
        most: How many empty places a figure may hold.
        first: The letter of one empty place.
        unknown: The word of a dot, if there is such a thing.
        beyond: Whether the last figure counts places beyond the end as empty.
    """

    words: tuple[str, ...]
    most: int
    first: str = "g"
    unknown: str = ""
    beyond: bool = True

    def read(self, text: str, at: int, count: int) -> tuple[Places, int]:
        """See `Code`."""
        words: list[str] = []
        kinds = len(self.words)
        while at < len(text) and len(words) < count:
            c = text[at]
            if c in FIGURES[: kinds * (self.most + 1)]:
                number = int(c, 36)
                words += [self.words[number % kinds], *[EMPTY] * (number // kinds)]
            elif c == "." and self.unknown:
                words.append(self.unknown)
            elif self.first <= c <= "z":
                words += [EMPTY] * (ord(c) - ord(self.first) + 1)
            else:
                raise TokenFault(f"{c!r} means nothing here")
            at += 1
        return Places.of(words, count), at

    def write(self, words: Sequence[str]) -> str:
        """See `Code`."""
        letters = ord("z") - ord(self.first) + 1
        made, i, n = [], 0, len(words)
        while i < n:
            if words[i] == EMPTY:
                gap = min(_gap(words, i, n), letters)
                made.append(chr(ord(self.first) + gap - 1))
                i += gap
            elif words[i] == self.unknown:
                made.append(".")
                i += 1
            elif words[i] in self.words:
                gap = _gap(words, i + 1, n)
                gap = min(n if self.beyond and gap == n - i - 1 else gap, self.most)
                made.append(FIGURES[self.words.index(words[i]) + len(self.words) * gap])
                i += 1 + gap
            else:
                raise TokenFault(f"{words[i]!r} has no character")
        return "".join(made)


def _gap(words: Sequence[str], start: int, end: int) -> int:
    """How many empty places there are from `start` on."""
    return next((k for k in range(end - start) if words[start + k] != EMPTY), end - start)


@dataclass(frozen=True)
class PackedCode:
    """Several places a character: five bits, or three of three words; `words` in the order of their numbers."""

    words: tuple[str, ...]

    @property
    def places(self) -> int:
        """Places a character."""
        return 5 if len(self.words) == 2 else 3

    def read(self, text: str, at: int, count: int) -> tuple[Places, int]:
        """See `Code`."""
        base, found = len(self.words), []
        end = at + -(-count // self.places)
        for c in text[at:end]:
            number = number_at(c, 0, 1, base**self.places)
            found += [self.words[number // base**k % base] for k in reversed(range(self.places))]
        if any(word != self.words[0] for word in found[count:]):
            raise TokenFault("the last character says more than there are places")
        return Places.of(found, count, self.words[0]), min(end, len(text))

    def write(self, words: Sequence[str]) -> str:
        """See `Code`."""
        base, made = len(self.words), []
        for i in range(0, len(words), self.places):
            part = [*words[i : i + self.places]]
            part += [self.words[0]] * (self.places - len(part))
            number = 0
            for word in part:
                if word not in self.words:
                    raise TokenFault(f"{word!r} has no number")
                number = number * base + self.words.index(word)
            made.append(FIGURES[number])
        return "".join(made)


@dataclass(frozen=True)
class Each:
    """A number in every place: to 35 a character, above ``-`` and two."""

    def read(self, text: str, at: int, count: int) -> tuple[Places, int]:
        """See `Code`."""
        words: list[str] = []
        while len(words) < count:
            if at >= len(text):
                raise TokenFault(f"there are {len(words)} numbers instead of {count}")
            length = 2 if text[at] == "-" else 1
            at += text[at] == "-"
            words.append(str(number_at(text, at, length, 36)))
            at += length
        return Places(words), at

    def write(self, words: Sequence[str]) -> str:
        """See `Code`."""
        made = []
        for word in words:
            number = value_of(word)
            if number >= 36**2:
                raise TokenFault(f"{number} is too large")
            made.append(
                FIGURES[number] if number < 36 else f"-{FIGURES[number // 36]}{FIGURES[number % 36]}"
            )
        return "".join(made)
