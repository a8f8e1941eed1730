"""What is to be deciphered: words as rows of windows, each with its glyph and the symbols it hides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Window:
    """One window: its glyph ('' for none), how many symbols it hides, what is printed open."""

    glyph: str
    size: int = 1
    shown: str = ""


class Card(Protocol):
    """Anything with words to decipher."""

    @property
    def alphabet(self) -> str:
        """The symbols that can be hidden."""

    @property
    def words(self) -> Sequence[Sequence[Window]]:
        """The windows, word by word."""

    @property
    def answer(self) -> tuple[int, ...]:
        """The positions of the words that are asked for."""


@dataclass(frozen=True, slots=True)
class Cryptogram:
    """A text of glyphs, all of whose words are asked for; each window hides one symbol."""

    alphabet: str
    words: tuple[tuple[Window, ...], ...]

    @property
    def answer(self) -> tuple[int, ...]:
        """Every word."""
        return tuple(range(len(self.words)))
