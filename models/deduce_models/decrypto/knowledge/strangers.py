"""People who had no part in choosing clues: a team mate who knows the keywords, a rival who knows none.

What the game's reader is sure of, because its list has it, another person may not think of at all. So the team mate takes
every voice for what it is worth to someone who shares none of them: the exponents are fitted to the choices of a sentence
encoder that the plain install does not hear (``python -m benchmarks.decrypto_clues --fit``), and a link of the list,
decisive for the game's reader, counts a tenth there. The rival puts a clue to the column whose earlier clues it resembles
most: so people intercept, and so does every program that knows word vectors alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from deduce_models.decrypto.knowledge.associations import Associations
from deduce_models.decrypto.knowledge.belief import code_belief
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.voices import Voices, exponents
from deduce_models.decrypto.rules.moves import Code


class StrangeMate:
    """How a team mate reads who had no part in choosing: word vectors, association norms and the list, each a little.

    Scores are logarithms up to a constant for each clue: they compare keywords, which is all that a team mate does.
    """

    normalised = False
    name = "someone who had no part in choosing"

    def __init__(self, associations: Associations, voices: Voices) -> None:
        self.associations, self.voices = associations, voices

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Up to a constant for each clue the log-probabilities, shape ``(len(clues), len(words))``."""
        told = exponents()["mate"]
        cosines = np.asarray(self.voices.rows(clues) @ self.voices.rows(words).T, float)
        found: FloatArray = told["vectors"] * cosines
        found += told["norms"] * np.sqrt(self.voices.linked(clues, words))
        found += told["list"] * self.associations.odds(clues, words)
        return found


class StrangeRival:
    """A rival before the columns of one team, who knows none of its keywords."""

    def __init__(self, columns: Sequence[Sequence[str]], voices: Voices) -> None:
        self._voices = voices
        self._columns = np.array(
            [voices.rows(column).sum(axis=0) / max(len(column), 1) for column in columns]
        )

    def rows(self, clues: Sequence[str]) -> FloatArray:
        """Log-likelihoods of clues in the four columns, shape (clues, 4); an empty column is like none."""
        near = np.asarray(self._voices.rows(clues) @ self._columns.T, float)
        return exponents()["rival"]["vectors"] * near

    def finds(self, clues: tuple[str, str, str], code: Code) -> float:
        """The chance that he names `code`."""
        return code_belief(self.rows(clues)).probability(code)
