"""How much likelier words stand together in a sentence than apart: what comes after what, and what it is about.

Deciphering weighs words one by one. Two voices of English know more: the word vectors that ship (the words of one
sentence point alike), and, with the extra ``bigrams``, counts of 286,358 pairs of words that follow each other
(wordsegment, Apache-2.0). What each counts was fitted: ``python -m benchmarks.cipher_sentences --fit``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.vectors import Vectors, english

__all__ = ["FEWEST", "Pairs", "Sentences", "Weights", "english_sentences", "followed"]

Floats = NDArray[np.float64]

FEWEST: Final = 4
"""Fewer words are no sentence."""

FUNCTION: Final = 150
"""So many of the commonest words stand in sentences about anything."""

UNSEEN: Final = 0.1
"""A pair that was not counted, against words that have nothing to do with each other."""

WORDS: Final = 1.0249e12
"""Words that were counted."""

RARE: Final = 12_711
"""The count of the rarest word; what is not in the list is as rare."""


@dataclass(frozen=True)
class Pairs:
    """Counts of words, and of pairs of words in a row (``"of the"``)."""

    words: Mapping[str, int]
    pairs: Mapping[str, int]

    def told(self, first: str, second: str) -> float:
        """The logarithm of how much likelier `second` comes after `first` than anywhere."""
        count = self.pairs.get(f"{first} {second}", 0)
        apart = self.words.get(first, RARE) / WORDS * self.words.get(second, RARE)
        return float(np.log(max(count / apart, UNSEEN)))


@dataclass(frozen=True)
class Weights:
    """Powers: of the words one by one, of what comes after what, and of what a sentence is about."""

    alone: float
    pairs: float
    about: float


PLAIN: Final = Weights(0.88, 0.0, 11.75)
PAIRED: Final = Weights(0.56, 0.91, 11.31)
"""Fitted on tests/data/sentences/fitting_en.txt."""


class Sentences:
    """Weighs whole texts by how their words go together.

    Args:
        vectors: Word vectors, commonest words first.
        pairs: Counted pairs, or None.
        weights: What the voices count; those that were fitted where None.
    """

    def __init__(self, vectors: Vectors, pairs: Pairs | None, weights: Weights | None = None) -> None:
        self.vectors, self.pairs = vectors, pairs
        self.weights = weights or (PAIRED if pairs else PLAIN)

    @property
    def name(self) -> str:
        """The voices, for people."""
        return "word vectors and counted pairs" if self.pairs else "word vectors"

    def weighed(self, texts: Sequence[Sequence[str]], logs: Floats) -> Floats:
        """The log-weights of `texts`, all of the same number of words, from those of their words alone, `logs`.

        O(texts * words^2), and the square of the number of different words.
        """
        following, about = self.voices(texts)
        found: Floats = self.weights.alone * logs + self.weights.pairs * following
        return found + self.weights.about * about

    def voices(self, texts: Sequence[Sequence[str]]) -> tuple[Floats, Floats]:
        """For each text the logarithm of its pairs' ratios, and how alike its words point, both (texts,)."""
        known = sorted({word for text in texts for word in text})
        index = dict(zip(known, range(len(known)), strict=True))
        places = np.array([[index[word] for word in text] for text in texts]).reshape(len(texts), -1)
        following = np.zeros(len(texts))
        if self.pairs is not None:
            for column in range(places.shape[1] - 1):
                both, where = np.unique(places[:, column : column + 2], axis=0, return_inverse=True)
                told = [self.pairs.told(known[a], known[b]) for a, b in both.tolist()]
                following += np.array(told)[where.reshape(-1)]
        return following, self._alike(known, places)

    def _alike(self, known: Sequence[str], places: NDArray[np.int64]) -> Floats:
        """The cosines of a text's words of content, added up, a word."""
        rows = self.vectors.of(known)
        content = np.array([self.vectors.ranks.get(word, 0) >= FUNCTION for word in known])
        rows = np.where(content[:, None], rows, 0)
        total, size = np.zeros(len(places)), places.shape[1]
        for one in range(size):
            for other in range(one + 1, size):
                pairs = np.einsum("td,td->t", rows[places[:, one]], rows[places[:, other]])
                # A word said twice tells nothing twice.
                total += np.where(places[:, one] == places[:, other], 0.0, pairs)
        words = content[places].sum(axis=1)
        found: Floats = total / np.maximum(words - 1, 1)
        return found


@lru_cache(maxsize=1)
def followed() -> Pairs | None:
    """The pairs of the package wordsegment (extra ``bigrams``), some tenths of a second; None where it is not there."""
    spec = find_spec("wordsegment")
    folder = Path(spec.origin).parent if spec and spec.origin else None
    files = [folder / name for name in ("unigrams.txt", "bigrams.txt")] if folder else []
    if not files or not all(file.is_file() for file in files):
        return None
    words, pairs = (_counted(file) for file in files)
    return Pairs(words, pairs)


def _counted(path: Path) -> dict[str, int]:
    rows = (line.partition("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {words: int(count) for words, _, count in rows}


@lru_cache(maxsize=1)
def english_sentences() -> Sentences:
    """The voices of English that there are."""
    return Sentences(english(), followed())
