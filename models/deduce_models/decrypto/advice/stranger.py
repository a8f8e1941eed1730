"""A rival who is no reader of the game's kind: he puts a clue to the column whose earlier clues it resembles most.

So people intercept, and so does every program that knows word vectors alone. He reads nothing of keywords.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from deduce_models.decrypto.knowledge.belief import PLACES
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.understanding import Mind
from deduce_models.decrypto.knowledge.voices import exponents
from deduce_models.decrypto.rules.moves import CODES, Code
from deduce_models.decrypto.rules.views import View

__all__ = ["Stranger"]


class Stranger:
    """Such a rival before the sheet of `team`, as `view` shows it; he has the word vectors of the reader."""

    def __init__(self, view: View, team: int, reader: Reader) -> None:
        self._voices = reader.near
        self._columns = np.array([self._vectors(column).sum(axis=0) for column in view.columns(team)])
        sizes = np.array([max(len(column), 1) for column in view.columns(team)])
        self._columns /= sizes[:, None]

    @classmethod
    def feared(cls, view: View, team: int, mind: Mind) -> Stranger | None:
        """He, where clues are for strangers and the reader has vectors; else None."""
        similarity = mind.similarity
        return cls(view, team, similarity) if mind.strangers and isinstance(similarity, Reader) else None

    def _vectors(self, clues: Sequence[str]) -> FloatArray:
        voices = self._voices
        return np.asarray(voices.vectors.of([voices.read(clue) for clue in clues]), float)

    def rows(self, clues: Sequence[str]) -> FloatArray:
        """Log-likelihoods of clues in the four columns, shape (clues, 4); an empty column is like any."""
        found: FloatArray = exponents()["plain"]["vectors"] * (self._vectors(clues) @ self._columns.T)
        return found

    def finds(self, clues: tuple[str, str, str], code: Code) -> float:
        """The chance that he names `code`."""
        logs = self.rows(clues)[np.arange(3), PLACES].sum(axis=1)
        weights = np.exp(logs - logs.max())
        return float(weights[CODES.index(code)] / weights.sum())
