"""How much likelier words stand together in a sentence than apart: what comes after what, and what it is about.

Deciphering weighs words one by one. Five voices know more: counts of words in a row (`deduce.vocabulary.bigrams`), in
Russian of endings in a row, and of English the word vectors that ship (the words of one sentence point alike), the
association norms (one of its words calls up another), and what kinds of words follow each other
(`deduce.vocabulary.following`). What each counts was fitted: ``python -m benchmarks.cipher_sentences --fit``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.bigrams import END, LANGUAGES, Bigrams, bigrams, ending, endings
from deduce.vocabulary.following import Following, following
from deduce.vocabulary.norms import FAINT, Norms, edinburgh
from deduce.vocabulary.vectors import Vectors, english

Floats = NDArray[np.float64]

FEWEST: Final = 4
"""Fewer words are no sentence."""

FUNCTION: Final = 150
"""So many of the commonest words stand in sentences about anything."""


class Voices(NamedTuple):
    """What each voice tells of some texts, each (texts,); or, as numbers, the power of each.

    Attributes:
        pairs: The logarithms of how much likelier each word comes after the one before, added up, ends included.
        endings: The same of endings.
        about: How alike the words of content point.
        order: What the kinds of words tell that follow each other.
        linked: How far the words of content call each other up.
    """

    pairs: Floats | float
    endings: Floats | float
    about: Floats | float
    order: Floats | float
    linked: Floats | float


@dataclass(frozen=True)
class Meaning:
    """What is known of a language's words beside how they stand in a row."""

    vectors: Vectors
    norms: Norms
    following: Following


POWERS: Final = {
    "en": (0.91, Voices(1.17, 0.0, 6.41, 0.65, 0.87)),
    "ru": (0.88, Voices(0.84, 0.62, 0.0, 0.0, 0.0)),
}
"""Of the words one by one, and of each voice: fitted on tests/data/sentences/fitting_*.txt."""

SURE: Final = {"en": 0.67}
"""The power of all of that: fitted on 120 sentences that nobody here wrote and no count had seen, none in Russian."""

EXPLAINED: Final = 0.7
"""The power of the order of words where sentences are held against noise."""


class Sentences:
    """Weighs whole texts by how their words go together.

    Args:
        language: Whose endings.
        pairs: Counted words in a row.
        endings: Counted endings in a row, or None.
        meaning: What the words mean, or None.
        alone: The power of the words one by one.
        powers: The power of each voice.
        sure: The power of all together: below 1 what is said is less sure, and the order of texts stays. None where
            nobody has looked how often such chances come true, and the name says so.
    """

    def __init__(
        self,
        language: str,
        pairs: Bigrams,
        endings: Bigrams | None,
        meaning: Meaning | None,
        alone: float,
        powers: Voices,
        sure: float | None = None,
    ) -> None:
        self.language, self.pairs, self.endings, self.meaning = language, pairs, endings, meaning
        self.alone, self.powers, self.sure = alone, powers, sure

    @property
    def name(self) -> str:
        """The voices, for people."""
        row = "words and endings in a row" if self.endings else "words in a row"
        told = f"{row}, word vectors, associations and word order" if self.meaning else row
        return told if self.sure else f"{told}, with chances that nobody has held against what happened"

    def weighed(self, texts: Sequence[Sequence[str]], logs: Floats) -> tuple[Floats, Floats]:
        """The log-weights of `texts`, all of the same number of words, from those of their words alone, `logs`.

        Behind them how likely each is as a sentence, as a logarithm: its words alone and their order. O(texts * words^2),
        and the square of the number of different words.
        """
        told = self.voices(texts)
        found = self.alone * logs + sum(
            power * voice for power, voice in zip(self.powers, told, strict=True)
        )
        return (self.sure or 1.0) * found, logs + EXPLAINED * told.order

    def voices(self, texts: Sequence[Sequence[str]]) -> Voices:
        """What each voice tells of each text."""
        known = sorted({word for text in texts for word in text} | {END})
        index = dict(zip(known, range(len(known)), strict=True))
        rows = np.array([[index[word] for word in (END, *text, END)] for text in texts])
        both, where = np.unique(
            np.stack([rows[:, :-1], rows[:, 1:]], axis=2).reshape(-1, 2), axis=0, return_inverse=True
        )
        where = where.reshape(len(texts), -1)
        counted = self.pairs.told(known, both)[where].sum(axis=1)
        ended: Floats | float = 0.0
        if self.endings is not None:
            own = endings(self.language)[0]
            ended = self.endings.told([ending(word, own) for word in known], both)[where].sum(axis=1)
        if self.meaning is None:
            return Voices(counted, ended, 0.0, 0.0, 0.0)
        order = self.meaning.following.told(known, both)[where[:, 1:-1]].sum(axis=1, dtype=float)
        content = np.array([self.meaning.vectors.ranks.get(word, 0) >= FUNCTION for word in known])
        places = rows[:, 1:-1]
        about = _alike(self.meaning.vectors, known, content, places)
        return Voices(counted, ended, about, order, _linked(self.meaning.norms, known, content, places))


def _linked(
    norms: Norms, known: Sequence[str], content: NDArray[np.bool_], places: NDArray[np.int64]
) -> Floats:
    """How far a text's words of content call each other up, pair by pair."""
    at = np.array([norms.place(word) for word in known])
    at[~content] = -1
    pairs = np.stack([places[:, each] for each in np.triu_indices(places.shape[1], 1)], axis=2)
    both, where = np.unique(np.sort(at[pairs]).reshape(-1, 2), axis=0, return_inverse=True)
    told = np.log1p(norms.links(both) / FAINT)
    found: Floats = told[where.reshape(len(places), -1)].sum(axis=1)
    return found


def _alike(
    vectors: Vectors, known: Sequence[str], content: NDArray[np.bool_], places: NDArray[np.int64]
) -> Floats:
    """The cosines of a text's words of content, added up, a word."""
    rows = vectors.of(known)
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


@lru_cache(maxsize=2)
def sentences_of(language: str) -> Sentences | None:
    """What weighs sentences of a language together, None where nothing ships for it."""
    if language not in LANGUAGES:
        return None
    english_ = language == "en"
    return Sentences(
        language,
        bigrams(language),
        None if english_ else bigrams(language, by_ending=True),
        Meaning(english(), edinburgh(), following()) if english_ else None,
        *POWERS[language],
        SURE.get(language),
    )
