"""How much likelier two English words stand in a row than apart, by what kinds of words follow each other.

No pair is looked up: each word has a small vector for standing before a word and one for standing behind one, so that
pairs which nobody has counted are told as well. How they were fitted, to the words in a row of 37 books in the public
domain: ``python -m benchmarks.word_order``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.vectors import Vectors, english

Floats = NDArray[np.float32]

FILE: Final = Path(__file__).parent / "data" / "following_en.npz"

OWN: Final = ("a", "i")
"""Words that have vectors here though the word vectors lack them; the commonest words come behind them."""

CONSTANT: Final = 0.3
"""Beside the numbers of a word vector one that is the same for all."""

LEAST, MOST = -6.0, 8.0
"""What a pair tells is kept within these: the fit is rough at its ends."""


class Following:
    """What comes after what.

    Args:
        vectors: Word vectors, commonest words first.
        before: Vectors of `OWN` and of the commonest words for standing before a word, shape (words, size).
        after: The same for standing behind a word.
        before_map: Added to them for every word: a linear map of its word vector and `CONSTANT`, (dimensions + 1, size).
        after_map: The same for standing behind a word.
    """

    def __init__(
        self, vectors: Vectors, before: Floats, after: Floats, before_map: Floats, after_map: Floats
    ) -> None:
        self.vectors = vectors
        self._own, self._map = (before, after), (before_map, after_map)

    def told(self, words: Sequence[str], pairs: NDArray[np.int64]) -> Floats:
        """The logarithm of how much likelier the second word of a pair comes after the first than anywhere, (n,).

        `pairs` are places in `words`, shape (n, 2). It is 0 where a word is not known.
        """
        places = np.array([self._place(word) for word in words])
        rows = inputs(self.vectors, words)
        first, second = (self._side(rows, places, side)[column] for side, column in enumerate(pairs.T))
        found = np.einsum("nd,nd->n", first, second).clip(LEAST, MOST)
        told: Floats = np.where((places[pairs] >= 0).all(axis=1), found, np.float32(0))
        return told

    def _place(self, word: str) -> int:
        """The place among `OWN` and the words that have vectors; -1 where it is not known."""
        return OWN.index(word) if word in OWN else self.vectors.ranks.get(word, -1 - len(OWN)) + len(OWN)

    def _side(self, rows: Floats, places: NDArray[np.int64], side: int) -> Floats:
        own = self._own[side]
        found: Floats = rows @ self._map[side]
        common = (places >= 0) & (places < len(own))
        found[common] += own[places[common]]
        return found


def inputs(vectors: Vectors, words: Sequence[str]) -> Floats:
    """The word vectors of `words` (zeros for unknown ones) with `CONSTANT` behind each, (words, dimensions + 1)."""
    rows = vectors.of(words)
    return np.concatenate([rows, np.full((len(rows), 1), CONSTANT, np.float32)], axis=1)


@lru_cache(maxsize=1)
def following() -> Following:
    """What ships with the library, for the words of its word vectors."""
    with np.load(FILE) as file:
        return Following(english(), **{name: file[name].astype(np.float32) for name in file.files})
