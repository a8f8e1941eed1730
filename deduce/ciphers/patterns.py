"""The card as a pattern: which cells must be equal, which are known, word by word.

A cell is one symbol of the phrase. Cells behind the same glyph (and, for windows that hide groups, at the
same place of the group) are one class; a window without glyph is a class of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deduce.ciphers.card import Card
from deduce.ground.errors import ProblemError


@dataclass(frozen=True, slots=True)
class Pattern:
    """Classes of equal cells.

    Attributes:
        alphabet: The symbols.
        words: For each word the class of each cell.
        known: For each class the code of its symbol, -1 where unknown.
        glyphs: For each glyph its classes, in order (several for a group).
        blanks: The class of each cell behind no glyph, by word and cell, ``"2.3"``.
        answer: The words to be guessed.
        exclusive: Classes that must all differ when no symbol may hide behind two glyphs.
    """

    alphabet: str
    words: tuple[tuple[int, ...], ...]
    known: tuple[int, ...]
    glyphs: Mapping[str, tuple[int, ...]]
    blanks: Mapping[str, tuple[int, ...]]
    answer: tuple[int, ...]
    exclusive: frozenset[int]

    def text(self, classes: Sequence[int], values: Sequence[int]) -> str:
        """The symbols of `classes` when class c has code `values[c]`; '?' for a negative code."""
        return "".join(self.alphabet[values[c]] if values[c] >= 0 else "?" for c in classes)


def pattern(card: Card, windows: Sequence[Sequence[str]]) -> Pattern:
    """The pattern of a card, given the text of every window ('' where closed).

    A glyph opened in one place is known in all. Raises `ProblemError` when two windows of one glyph
    disagree or a text does not fit its window.
    """
    index: dict[tuple[object, int], int] = {}
    known: list[int] = []
    glyphs: dict[str, tuple[int, ...]] = {}
    blanks: dict[str, tuple[int, ...]] = {}
    exclusive: set[int] = set()
    words = []
    for number, (word, texts) in enumerate(zip(card.words, windows, strict=True)):
        cells: list[int] = []
        for place, (window, text) in enumerate(zip(word, texts, strict=True)):
            if text and len(text) != window.size:
                raise ProblemError(
                    f"word {number + 1}, window {place + 1} hides {window.size} symbols, not {text!r}"
                )
            own: list[int] = []
            for offset in range(window.size):
                key = (window.glyph or (number, place), offset)
                found = index.setdefault(key, len(known))
                if found == len(known):
                    known.append(-1)
                if text:
                    code = card.alphabet.find(text[offset])
                    if code < 0 or known[found] not in (-1, code):
                        raise ProblemError(
                            f"word {number + 1}, window {place + 1}: {text!r} cannot be there"
                        )
                    known[found] = code
                own.append(found)
            if window.glyph:
                glyphs[window.glyph] = tuple(own)
                if window.size == 1:
                    exclusive.update(own)
            else:
                start = len(cells) + 1
                blanks.update({f"{number + 1}.{start + k}": (cell,) for k, cell in enumerate(own)})
            cells += own
        words.append(tuple(cells))
    return Pattern(
        card.alphabet, tuple(words), tuple(known), glyphs, blanks, card.answer, frozenset(exclusive)
    )
