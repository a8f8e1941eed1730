"""The reader that comes with the game: the list's associations and word vectors side by side.

An Encryptor is taken to give a clue as the list has it or as words stand near each other in texts, each half of the
time. A keyword outside the list has only the vectors, a word outside both attracts every clue alike, and a clue outside
both is as likely for every keyword: what is unknown is never evidence.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from deduce.ground.wording import many
from deduce.vocabulary.vectors import Floats, Vectors, english
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.associations import Associations
from deduce_models.decrypto.knowledge.similarity import FloatArray, Similarity

__all__ = ["Reader", "VectorClues"]

CLUES = 20_000
"""Among so many of the commonest words an Encryptor of the vectors is taken to choose."""

FITTED = 0.12
"""The temperature under which the vectors explain the built-in associations best."""

HALVES = (1, 2, 3)
"""Which random halves of the associations sit at the table."""

STEM, SHARED = 3, 0.7
"""Words of one stem begin with the same letters: so many at least, and this share of the shorter word."""

NEAREST = 120
"""How many words near a keyword outside the list are thought of as clues."""


class VectorClues:
    """P(clue | keyword) from word vectors: proportional to ``exp(cosine / temperature)`` over the commonest words.

    Args:
        vectors: The vectors.
        temperature: Above 0; the default explains the built-in associations best.
        stray: The share of clues that have nothing to do with the keyword.
    """

    normalised = True

    def __init__(self, vectors: Vectors, *, temperature: float = FITTED, stray: float = 0.1) -> None:
        self.vectors, self.temperature, self.stray = vectors, temperature, stray
        self.clues = min(CLUES, len(vectors))
        shipped = vectors is english() and temperature == FITTED
        self._totals: dict[str, float] = dict(_totals()) if shipped else {}

    @property
    def name(self) -> str:
        """How many words have vectors, and the temperature where it is not the fitted one."""
        heat = "" if self.temperature == FITTED else f" at temperature {self.temperature:g}"
        return f"word vectors ({many(len(self.vectors), 'word')}){heat}"

    def knows(self, text: str) -> bool:
        """Whether `text` has a vector."""
        return fold(text) in self.vectors

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-probabilities; the same for every word and clue that has no vector."""
        folded = [fold(word) for word in words]
        rows, columns = self.vectors.of([fold(clue) for clue in clues]), self.vectors.of(folded)
        cosines = np.asarray(rows @ columns.T, dtype=float) / self.temperature
        totals = self._totals_of(folded, columns)
        near = (1 - self.stray) * np.exp(cosines - totals[None, :]) + self.stray / self.clues
        known = np.outer(rows.any(axis=1), columns.any(axis=1))
        found: FloatArray = np.log(np.where(known, near, 1 / self.clues))
        return found

    def _totals_of(self, words: Sequence[str], vectors: Floats) -> FloatArray:
        """For each word the logarithm of its weight over all clues; each word is summed once."""
        fresh = [place for place, word in enumerate(words) if word not in self._totals]
        if fresh:
            logs = self.vectors.commonest(self.clues) @ vectors[fresh].T / np.float32(self.temperature)
            for place, total in zip(fresh, np.exp(logs).sum(axis=0, dtype=float), strict=True):
                self._totals[words[place]] = math.log(total)
        return np.array([self._totals[word] for word in words])


@lru_cache(maxsize=1)
def _totals() -> dict[str, float]:
    """What the shipped vectors weigh together for the built-in keywords, at the fitted temperature."""
    with (Path(__file__).parents[1] / "data" / "totals.toml").open("rb") as file:
        found: dict[str, float] = tomllib.load(file)["totals"]
    return found


class Reader:
    """Associations and vectors, half of the clues each; see the module.

    `parts` are its two halves one by one; `readers` are people as they may sit at the table, who know a part of the
    associations only, or are more or less sure of themselves: what most of them understand is understood.
    """

    normalised = True

    def __init__(self, words: WordList, vectors: Vectors | None = None) -> None:
        self.words = words
        self.associations = Associations(words)
        self.near = VectorClues(english() if vectors is None else vectors)
        self.parts: tuple[Similarity, Similarity] = (self.associations, self.near)

    @property
    def name(self) -> str:
        """Both halves."""
        return f"{self.associations.name} and {self.near.name}"

    def unknown(self, texts: Sequence[str]) -> list[str]:
        """Those of `texts` that neither the list nor the vectors know, in order, each once."""
        return [
            text
            for text in dict.fromkeys(texts)
            if fold(text) not in self.words.word_index
            and fold(text) not in self.words.keyword_index
            and not self.near.knows(text)
        ]

    @cached_property
    def readers(self) -> tuple[Similarity, ...]:
        """Readers of different kinds: associations sure and unsure, random halves of them, vectors sure and unsure."""
        listed = (
            self.associations,
            Associations(self.words, temperature=3.0),
            *(Associations(self.words, half=half) for half in HALVES),
        )
        return (*listed, self.near, VectorClues(self.near.vectors, temperature=0.2))

    def readers_for(self, keywords: Sequence[str]) -> tuple[Similarity, ...]:
        """The readers that know all `keywords`; the whole reader where none does."""
        listed = all(fold(word) in self.words.keyword_index for word in keywords)
        near = all(map(self.near.knows, keywords))
        return tuple(
            each for each in self.readers if (listed if isinstance(each, Associations) else near)
        ) or (self,)

    def heard(self, clues: Sequence[str], keywords: Sequence[str]) -> FloatArray | None:
        """What `readers_for` these keywords make of clues of the list: log-probabilities, shape (readers, clues, 4).

        None where a clue is not of the list. A whole game asks about the same keywords, so that this is kept.
        """
        index = self.words.word_index
        rows = [index.get(clue, -1) for clue in clues]
        if min(rows, default=0) < 0:
            return None
        found: FloatArray = _listed(self, tuple(keywords))[:, np.array(rows, dtype=int)]
        return found

    def pool(self, keywords: Sequence[str]) -> list[str] | None:
        """Clues to choose from: the list's (None), and for keywords outside it also their nearest words.

        Nearest are derived words too ("taxation"), which most tables refuse: what begins like its keyword is not offered.
        """
        foreign = [fold(word) for word in keywords if fold(word) not in self.words.keyword_index]
        near = [
            clue
            for word in foreign
            for clue in self.near.vectors.nearest(word, NEAREST)
            if not any(_kindred(clue, fold(other)) for other in keywords)
        ]
        return list(dict.fromkeys((*self.words.vocabulary, *near))) if near else None

    @cached_property
    def _table(self) -> FloatArray:
        """The mixture for the list's own clues and keywords: whole vocabularies pass through here."""
        return self._mixed(self.words.vocabulary, self.words.keywords)

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-probabilities of each clue for each word, shape ``(len(clues), len(words))``."""
        clue_index, word_index = self.words.word_index, self.words.keyword_index
        rows = [clue_index.get(clue, -1) for clue in clues]
        if words is self.words.keywords and min(rows, default=0) >= 0:
            whole: FloatArray = self._table[np.array(rows, dtype=int)]
            return whole
        columns = [word_index.get(word, -1) for word in words]
        if min(columns, default=0) >= 0 and min(rows, default=0) >= 0:
            found: FloatArray = self._table[np.ix_(np.array(rows, dtype=int), np.array(columns, dtype=int))]
            return found
        return self._mixed(clues, words)

    def _mixed(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        listed = np.array([fold(word) in self.words.keyword_index for word in words])
        linked = np.array([fold(clue) in self.words.word_index for clue in clues])
        near, there = self.near.scores(clues, words), np.array([self.near.knows(word) for word in words])
        told = self.associations.scores(clues, words)
        # A clue outside the list is one of the stray ones, of which the vectors' vocabulary has the count.
        told[~linked] = math.log(self.associations.stray / self.near.clues)
        told[:, ~listed] = near[:, ~listed]
        near[:, ~there] = told[:, ~there]
        found: FloatArray = np.logaddexp(told, near) - math.log(2)
        nothing = ~linked & ~np.array([self.near.knows(clue) for clue in clues])
        found[nothing] = math.log(1 / self.near.clues)
        return found


def _kindred(clue: str, keyword: str) -> bool:
    """Whether two words look like forms of one stem."""
    stem = max(STEM, math.ceil(SHARED * min(len(clue), len(keyword))))
    return len(clue) >= stem and clue.startswith(keyword[:stem])


@lru_cache(maxsize=8)
def _listed(reader: Reader, keywords: tuple[str, ...]) -> FloatArray:
    """The clues of the list for these keywords, by all readers who know them: some 0.4 MB."""
    return np.array(
        [each.scores(reader.words.vocabulary, keywords) for each in reader.readers_for(keywords)]
    )
