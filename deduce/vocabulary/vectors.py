"""Word vectors as bytes: 80,000 English words that ship with the library, or any table of one's own.

Rows are unit vectors rounded to signed bytes, each row by its own largest entry; a cosine of two of them is off by
less than 0.01. Phrases stand at the mean of their known words, where rare words weigh more: by the root of their rank.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce.vocabulary.ledger import Ledger

Floats = NDArray[np.float32]

REMEMBERED = 40_000
"""Texts whose vectors are kept, some twenty megabytes."""

FIRST_RANKS = 3
"""Added to a word's rank: the commonest few weigh alike."""


class Vectors:
    """Words with a direction each.

    Args:
        words: The words, lower case, commonest first.
        rows: One row a word, of any real numbers; bytes stay bytes.
        provenance: Where they come from, for people.
        licence: Under which licence.

    Raises `ProblemError` where words and rows do not match.
    """

    def __init__(
        self, words: Sequence[str], rows: NDArray[Any], *, provenance: str = "", licence: str = ""
    ) -> None:
        if len(words) != len(rows) or rows.ndim != 2 or not rows.shape[1]:
            raise ProblemError(f"{len(words)} words need as many rows of numbers, not shape {rows.shape}")
        self.words: Sequence[str] = words if isinstance(words, Ledger) else tuple(words)
        self.provenance, self.licence = provenance, licence
        self._rows = rows
        self._made: dict[str, Floats] = {}

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and any(token in self._places for token in text.split())

    @property
    def ranks(self) -> Mapping[str, int]:
        """The place of each word, commonest first."""
        return self._places

    @cached_property
    def _places(self) -> Mapping[str, int]:
        if isinstance(self.words, Ledger):
            return self.words.places
        # Of a word given twice the first place counts.
        return dict(zip(reversed(self.words), range(len(self.words) - 1, -1, -1), strict=True))

    def of(self, texts: Iterable[str]) -> Floats:
        """Unit vectors of `texts`, shape (texts, dimensions): the mean of a phrase's words, zeros where none is known."""
        asked = list(texts)
        made = self._made
        fresh = [text for text in dict.fromkeys(asked) if text not in made]
        if len(fresh) > 1:
            self._remember_words(fresh)
        rows = [made[text] if text in made else self._row(text) for text in asked]
        return np.array(rows) if rows else np.zeros((0, self._rows.shape[1]), np.float32)

    def _remember_words(self, texts: Sequence[str]) -> None:
        """The vectors of those texts that are single known words, all at once: whole vocabularies are asked for."""
        known = [text for text in texts if text in self._places]
        if len(self._made) + len(known) <= REMEMBERED:
            found = _unit(_unit(self._rows[[self._places[text] for text in known]].astype(np.float32)))
            self._made.update(zip(known, found, strict=True))

    def _row(self, text: str) -> Floats:
        """The unit vector of one text, remembered: a table of players asks for the same words again and again."""
        found = self._made.get(text)
        if found is None:
            known = [self._places[token] for token in text.split() if token in self._places]
            weights = np.sqrt(np.array(known, np.float32) + FIRST_RANKS)
            found = _unit(weights @ _unit(self._rows[known].astype(np.float32)))
            if len(self._made) >= REMEMBERED:
                self._made.clear()
            self._made[text] = found
        return found

    @lru_cache(maxsize=4)  # noqa: B019 (the shipped table lives as long as the process)
    def commonest(self, count: int) -> Floats:
        """Unit vectors of the `count` commonest words."""
        return _unit(self._rows[:count].astype(np.float32))

    def nearest(self, text: str, count: int, *, among: int = 20_000) -> list[str]:
        """The `count` words closest to `text` of the `among` commonest, best first; none for an unknown text."""
        if text not in self:
            return []
        cosines = self.commonest(among) @ self.of([text])[0]
        order = np.argsort(-cosines, kind="stable")[: count + len(text.split())]
        return [self.words[place] for place in order if self.words[place] not in text.split()][:count]


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    found: Floats = (rows / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return found


@lru_cache(maxsize=1)
def english() -> Vectors:
    """The vectors that ship with the library: 80,000 English words in 100 dimensions, mapped from their file."""
    folder = Path(__file__).parent / "data"
    told = tomllib.loads((folder / "english.toml").read_text(encoding="utf-8"))["vectors"]
    order = np.load(folder / "english_order.npy", mmap_mode="r")
    words = Ledger((folder / "english.txt").read_bytes(), order)
    rows = np.load(folder / "english.npy", mmap_mode="r")
    return Vectors(words, rows, provenance=told["reason"], licence=told["licence"])
