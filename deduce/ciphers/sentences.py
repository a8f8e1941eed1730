"""How much likelier words stand together in a sentence than apart: what comes after what, and what it is about.

Deciphering weighs words one by one. Three voices of English know more: the word vectors that ship (the words of one
sentence point alike), what kinds of words follow each other (`deduce.vocabulary.following`), and, with the extra
``bigrams``, counts of 286,358 pairs of words that follow each other (wordsegment, Apache-2.0). What each counts was
fitted: ``python -m benchmarks.cipher_sentences --fit``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.following import Following, following
from deduce.vocabulary.vectors import Vectors, english

__all__ = ["FEWEST", "Pairs", "Sentences", "Voices", "Weights", "english_sentences", "followed"]

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


class Voices(NamedTuple):
    """Of some texts, each (texts,): the logarithms of counted pairs' ratios, how alike words point, what order tells."""

    pairs: Floats
    about: Floats
    order: Floats


@dataclass(frozen=True)
class Weights:
    """Powers: of the words one by one, of counted pairs, of what a sentence is about, of the order of words."""

    alone: float
    pairs: float
    about: float
    order: float


PLAIN: Final = Weights(0.91, 0.0, 8.91, 0.70)
PAIRED: Final = Weights(0.62, 0.89, 8.44, 0.52)
"""Fitted on tests/data/sentences/fitting_en.txt."""

EXPLAINED: Final = 0.7
"""The power of the order of words where sentences are held against noise."""


class Sentences:
    """Weighs whole texts by how their words go together.

    Args:
        vectors: Word vectors, commonest words first.
        following: What kinds of words follow each other.
        pairs: Counted pairs, or None.
        weights: What the voices count; those that were fitted where None.
    """

    def __init__(
        self, vectors: Vectors, following: Following, pairs: Pairs | None, weights: Weights | None = None
    ) -> None:
        self.vectors, self.following, self.pairs = vectors, following, pairs
        self.weights = weights or (PAIRED if pairs else PLAIN)

    @property
    def name(self) -> str:
        """The voices, for people."""
        return "word vectors, word order and counted pairs" if self.pairs else "word vectors and word order"

    def weighed(self, texts: Sequence[Sequence[str]], logs: Floats) -> tuple[Floats, Floats]:
        """The log-weights of `texts`, all of the same number of words, from those of their words alone, `logs`.

        Behind them how likely each is as a sentence, as a logarithm: its words alone and their order. O(texts * words^2),
        and the square of the number of different words.
        """
        told, counts = self.voices(texts), self.weights
        found = counts.alone * logs + counts.pairs * told.pairs + counts.about * told.about
        return found + counts.order * told.order, logs + EXPLAINED * told.order

    def voices(self, texts: Sequence[Sequence[str]]) -> Voices:
        """What each voice tells of each text."""
        known = sorted({word for text in texts for word in text})
        index = dict(zip(known, range(len(known)), strict=True))
        places = np.array([[index[word] for word in text] for text in texts]).reshape(len(texts), -1)
        pairs = np.stack([places[:, :-1], places[:, 1:]], axis=2).reshape(-1, 2)
        both, where = np.unique(pairs, axis=0, return_inverse=True)
        where = where.reshape(len(texts), -1)
        order = self.following.told(known, both)
        counted = np.zeros(len(both))
        if self.pairs is not None:
            counted = np.array([self.pairs.told(known[a], known[b]) for a, b in both.tolist()])
        return Voices(
            counted[where].sum(axis=1), self._alike(known, places), order[where].sum(axis=1, dtype=float)
        )

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
    return Sentences(english(), following(), followed())
