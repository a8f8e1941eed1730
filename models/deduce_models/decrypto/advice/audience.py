"""Those whom an Encryptor has to satisfy: readers of different kinds who know all his keywords, asked all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import PLACES
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray, Similarity
from deduce_models.decrypto.knowledge.understanding import Mind, judgement_rows, used_up
from deduce_models.decrypto.rules.moves import CODES, Code
from deduce_models.decrypto.rules.views import View

SUPPORT: Final = 0.6
"""A voice speaks for a clue where it gives the keyword this share among the four."""

_POSITIONS = np.arange(3)


class Audience:
    """How the readers at the table hear clues for the keywords of the Encryptor of `view`.

    `about` names what a chance of theirs is set to (`knowledge.calibration`). A mind without kinds of readers is its own
    audience of one.
    """

    def __init__(self, view: View, mind: Mind) -> None:
        self.team = view.team or 0
        self.keywords = view.keywords[self.team]
        self._mind, similarity = mind, mind.similarity
        self._reader = similarity if isinstance(similarity, Reader) else None
        self.readers = (
            self._reader.readers_for(self.keywords, strangers=mind.strangers)
            if self._reader
            else (similarity,)
        )
        self.about = "strangers" if mind.strangers else "decode"
        self._used = np.array(
            [used_up(view, self.team, replace(mind, similarity=each)) for each in self.readers]
        )

    def __len__(self) -> int:
        return len(self.readers)

    @property
    def names(self) -> list[str]:
        """The readers' names."""
        return [each.name for each in self.readers]

    def rows(self, clues: Sequence[str]) -> FloatArray:
        """Log-likelihoods of clues under the four keywords for each reader, shape (readers, clues, 4).

        As `own_rows` has them, which asks one reader.
        """
        scores = self._scores(clues, self.readers)
        rows: FloatArray = scores - self._used[:, None, :]
        if self._mind.judgements is not None:
            rows = rows + judgement_rows(clues, self.keywords, self.team, self._mind)
        rows[:, [number for number, clue in enumerate(clues) if clue == MISSING]] = 0.0
        return rows

    def _scores(self, clues: Sequence[str], by: tuple[Similarity, ...]) -> FloatArray:
        """What each of some readers makes of clues, shape (readers, clues, 4)."""
        known = None if self._reader is None else self._reader.heard(clues, self.keywords, by)
        return np.array([each.scores(clues, self.keywords) for each in by]) if known is None else known

    def shares(self, clues: Sequence[str]) -> FloatArray:
        """How readers who hear each clue alone share it among the four keywords, their mean; shape (clues, 4)."""
        logs = self.rows(clues)
        weights = np.exp(logs - logs.max(axis=2, keepdims=True))
        found: FloatArray = (weights / weights.sum(axis=2, keepdims=True)).mean(axis=0)
        return found

    def supported(self, clues: Sequence[str], slot: int) -> NDArray[np.bool_]:
        """Which clues two voices find behind that keyword, each by itself; shape (clues,); all for a mind's own kind."""
        if not self._mind.strangers or self._reader is None:
            return np.ones(len(clues), bool)
        logs = self._scores(clues, self._reader.single)
        weights = np.exp(logs - logs.max(axis=2, keepdims=True))
        shares = weights[:, :, slot] / weights.sum(axis=2)
        found: NDArray[np.bool_] = (shares >= SUPPORT).sum(axis=0) >= 2
        return found

    def heard(self, clues: tuple[str, str, str], code: Code) -> tuple[float, float, float]:
        """For each clue the chance that readers who hear it alone find its keyword, the one that `code` has."""
        one, two, three = self.shares(clues)[_POSITIONS, np.array(code) - 1].tolist()
        return one, two, three

    def decoding(self, clues: Sequence[str], code: Code) -> FloatArray:
        """For each reader the chance that he finds `code` behind three clues, shape (readers,)."""
        logs = self.rows(clues)[:, _POSITIONS, PLACES].sum(axis=2)
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        found: FloatArray = weights[:, CODES.index(code)] / weights.sum(axis=1)
        return found
