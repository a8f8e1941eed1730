"""How much likelier words stand together in a sentence than apart: what comes after what, and what it is about.

Deciphering weighs words one by one. Four voices of English know more: the word vectors that ship (the words of one
sentence point alike), the association norms (one of its words calls up another), what kinds of words follow each other
(`deduce.vocabulary.following`), and, with the extra ``bigrams``, counts of 286,358 pairs of words that follow each other
(wordsegment, Apache-2.0). What each counts was fitted: ``python -m benchmarks.cipher_sentences --fit``.
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
from deduce.vocabulary.norms import FAINT, Norms, edinburgh
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
    """Of some texts, each (texts,).

    Attributes:
        pairs: The logarithms of counted pairs' ratios, added up.
        about: How alike the words of content point.
        order: What the kinds of words tell that follow each other.
        linked: How far the words of content call each other up.
    """

    pairs: Floats
    about: Floats
    order: Floats
    linked: Floats


@dataclass(frozen=True)
class Weights:
    """Powers: of the words one by one, and of each of the `Voices`."""

    alone: float
    pairs: float
    about: float
    order: float
    linked: float


PLAIN: Final = Weights(0.95, 0.0, 5.62, 0.67, 0.78)
PAIRED: Final = Weights(0.67, 0.81, 5.00, 0.48, 0.75)
"""Fitted on tests/data/sentences/fitting_en.txt."""

EXPLAINED: Final = 0.7
"""The power of the order of words where sentences are held against noise."""


class Sentences:
    """Weighs whole texts by how their words go together.

    Args:
        vectors: Word vectors, commonest words first.
        norms: What people said when they heard a word.
        following: What kinds of words follow each other.
        pairs: Counted pairs, or None.
        weights: What the voices count; those that were fitted where None.
    """

    def __init__(
        self,
        vectors: Vectors,
        norms: Norms,
        following: Following,
        pairs: Pairs | None,
        weights: Weights | None = None,
    ) -> None:
        self.vectors, self.norms, self.following, self.pairs = vectors, norms, following, pairs
        self.weights = weights or (PAIRED if pairs else PLAIN)

    @property
    def name(self) -> str:
        """The voices, for people."""
        more = ", word order and counted pairs" if self.pairs else " and word order"
        return f"word vectors, associations{more}"

    def weighed(self, texts: Sequence[Sequence[str]], logs: Floats) -> tuple[Floats, Floats]:
        """The log-weights of `texts`, all of the same number of words, from those of their words alone, `logs`.

        Behind them how likely each is as a sentence, as a logarithm: its words alone and their order. O(texts * words^2),
        and the square of the number of different words.
        """
        told, counts = self.voices(texts), self.weights
        found = counts.alone * logs + counts.pairs * told.pairs + counts.about * told.about
        found = found + counts.order * told.order + counts.linked * told.linked
        return found, logs + EXPLAINED * told.order

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
        content = np.array([self.vectors.ranks.get(word, 0) >= FUNCTION for word in known])
        return Voices(
            counted[where].sum(axis=1),
            self._alike(known, content, places),
            order[where].sum(axis=1, dtype=float),
            self._linked(known, content, places),
        )

    def _linked(
        self, known: Sequence[str], content: NDArray[np.bool_], places: NDArray[np.int64]
    ) -> Floats:
        """How far a text's words of content call each other up, pair by pair."""
        at = np.array([self.norms.place(word) for word in known])
        at[~content] = -1
        pairs = np.stack([places[:, each] for each in np.triu_indices(places.shape[1], 1)], axis=2)
        both, where = np.unique(np.sort(at[pairs]).reshape(-1, 2), axis=0, return_inverse=True)
        told = np.log1p(self.norms.links(both) / FAINT)
        found: Floats = told[where.reshape(len(places), -1)].sum(axis=1)
        return found

    def _alike(self, known: Sequence[str], content: NDArray[np.bool_], places: NDArray[np.int64]) -> Floats:
        """The cosines of a text's words of content, added up, a word."""
        rows = self.vectors.of(known)
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
    return Sentences(english(), edinburgh(), following(), followed())
