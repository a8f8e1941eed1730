"""The similarity that works offline: graded associations, read as the habits of an Encryptor.

For keyword k an Encryptor is taken to give a listed clue of grade g with a weight of ``exp(steepness * g)``,
and, one time in fifty, any word at all. These are probabilities over all clues, so `normalised` is true.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from zlib import crc32

import numpy as np

from deduce.ground.errors import ProblemError
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.components.wordlist import GRADES, WordList
from deduce_models.decrypto.knowledge.similarity import FloatArray


class Associations:
    """P(clue | keyword) from a graded list.

    Args:
        words: The list.
        steepness: How much likelier a grade is than the one below it, as a logarithm (at least 0).
        stray: The share of clues that have nothing to do with the list (between 0 and 1, exclusive).
        temperature: Above 1 flattens, below 1 sharpens the listed part; it stays a distribution.
        half: Know only a random half of the associations, another one for each number; None knows all.

    A keyword that is itself a clue of the word asked about counts as associated in return, one grade lower.
    A word outside the list has no associations: every clue is as likely as any other for it.
    """

    normalised = True

    def __init__(
        self,
        words: WordList,
        *,
        steepness: float = 0.5,
        stray: float = 0.02,
        temperature: float = 1.0,
        half: int | None = None,
    ) -> None:
        if not 0 < stray < 1:
            raise ProblemError(f"stray is a share between 0 and 1, not {stray!r}")
        if steepness < 0 or not temperature > 0:
            raise ProblemError("steepness is at least 0 and temperature above 0")
        self.words = words
        self.steepness, self.stray, self.temperature, self.half = steepness, stray, temperature, half

    @property
    def name(self) -> str:
        """The list's name and the temperature."""
        heat = "" if self.temperature == 1 else f" at temperature {self.temperature:g}"
        part = "" if self.half is None else f", half {self.half} of them"
        return f"associations ({self.words.name}{part}){heat}"

    def _knows(self, keyword: str, clue: str) -> bool:
        """Whether this reader thinks of `clue` at `keyword`: a coin that falls alike in every process."""
        return self.half is None or bool(crc32(f"{self.half}/{keyword}/{clue}".encode()) >> 7 & 1)

    @cached_property
    def setup(self) -> FloatArray:
        """Log-probabilities, shape (vocabulary + 1, keywords + 1).

        The last row is a clue outside the vocabulary, the last column a word outside the list.
        """
        words = self.words
        weights = np.zeros((len(words.vocabulary), len(words.keywords)))
        rate = self.steepness / self.temperature
        heavy = {grade: math.exp(rate * grade) for grade in GRADES}
        index, keyword_index = words.word_index, words.keyword_index
        for column, (keyword, items) in enumerate(words.associations.items()):
            back = index.get(keyword)
            for item in items:
                if self.half is not None and not self._knows(keyword, item.clue):
                    continue
                row = index.get(item.clue)
                if row is not None:
                    weights[row, column] = heavy[item.grade]
                # "anchor" lists "ship": an Encryptor with the keyword "ship" may say "anchor".
                other = keyword_index.get(item.clue)
                if other is not None and back is not None and not weights[back, other]:
                    weights[back, other] = heavy[max(item.grade - 1, 1)]
        barren = weights.sum(axis=0) == 0
        share = np.where(barren, 0.0, 1 - self.stray)
        floor = np.where(barren, 1.0, self.stray) / len(words.vocabulary)
        logs = np.empty((len(words.vocabulary) + 1, len(words.keywords) + 1))
        # Most clues are linked to few keywords: a logarithm a link, and one a keyword for all else.
        logs[:-1, :-1] = np.log(floor)
        rows, columns = np.nonzero(weights)
        total = np.where(barren, 1.0, weights.sum(axis=0))
        linked = weights[rows, columns] / total[columns] * share[columns] + floor[columns]
        logs[rows, columns] = np.log(linked)
        # A clue from outside says nothing about the keywords: it is stray under each of them.
        logs[-1, :] = math.log(self.stray / len(words.vocabulary))
        logs[:-1, -1] = math.log(1 / len(words.vocabulary))
        return logs

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-probabilities of each clue for each word, shape ``(len(clues), len(words))``."""
        rows = list(map(self.words.word_index.get, clues))
        columns = list(map(self.words.keyword_index.get, words))
        # Only what is not found as it stands is folded: whole vocabularies pass through here.
        rows = [
            self.words.word_index.get(fold(clue), -1) if row is None else row
            for row, clue in zip(rows, clues, strict=True)
        ]
        columns = [
            self._column(word) if at is None else at for at, word in zip(columns, words, strict=True)
        ]
        found: FloatArray = self.setup[np.ix_(np.array(rows, dtype=int), np.array(columns, dtype=int))]
        return found

    def odds(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Logarithms of how much likelier each clue is for each word than a stray one, at least 0; (clues, words)."""
        floors = self.setup[:-1].min(axis=0)
        columns = [self._column(word) for word in words]
        found: FloatArray = self.scores(clues, words) - floors[columns]
        return np.maximum(found, 0.0)

    def _column(self, word: str) -> int:
        return self.words.keyword_index.get(fold(word), -1)
