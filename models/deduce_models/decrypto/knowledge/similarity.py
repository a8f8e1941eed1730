"""How well a clue fits a word: the plug-in `Similarity`, and the ways to build one.

A similarity gives log-scores: natural logarithms of how likely an Encryptor is to give this clue for this
word, up to a constant that depends on the clue alone (comparing words under one clue is all that decoding
needs). Where the scores are true probabilities over clues, `normalised` says so, and the rule that no clue
comes twice is then taken into account exactly.

Ready-made: `Judgements` (typed at the table), `deduce_models.decrypto.knowledge.associations.Associations` (offline),
`deduce_models.decrypto.knowledge.vectors` (word vectors, sentence embeddings); `Combination` and `Tempered` join and
sharpen any of them; `calibrate` finds the temperature that explains examples best.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError, nearest
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.rules.moves import CODES, Code

FloatArray = NDArray[np.float64]

STRENGTHS: Final[dict[str, float]] = {
    "no": math.log(0.05),
    "weak": math.log(0.5),
    "open": 0.0,
    "fair": math.log(3.0),
    "strong": math.log(12.0),
    "sure": math.log(200.0),
}
"""Words for judgements at the table and their log-scores: "strong" is twelve times as likely as "open"."""


@runtime_checkable
class Similarity(Protocol):
    """A clue and a word to a log-score, in batches."""

    @property
    def name(self) -> str:
        """As printed in reports."""

    @property
    def normalised(self) -> bool:
        """Whether ``exp(scores)`` are probabilities over all clues for each word."""

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Log-scores, shape ``(len(clues), len(words))``, finite; natural logarithms."""


@dataclass(frozen=True)
class Judgements:
    """What people at the table think: (clue, word) to a log-score; everything else is open (0).

    Keys are folded pairs; a word is a keyword, or a column such as ``"black 2"``, whose keyword the rivals
    do not know. Build it with `Judgements.of`.
    """

    entries: Mapping[tuple[str, str], float]
    name: str = "judgements"
    normalised: bool = False

    @staticmethod
    def of(judged: Mapping[tuple[str, str], str | float]) -> Judgements:
        """From (clue, word or column) to a word of `STRENGTHS` or a likelihood ratio above 0.

        Raises `ProblemError` for a strength that is neither.
        """
        found: dict[tuple[str, str], float] = {}
        for (clue, word), strength in judged.items():
            if isinstance(strength, str):
                if strength not in STRENGTHS:
                    raise ProblemError(f"{strength!r} is no strength: {nearest(strength, STRENGTHS)}")
                score = STRENGTHS[strength]
            elif strength > 0 and math.isfinite(strength):
                score = math.log(strength)
            else:
                raise ProblemError(f"a likelihood ratio is a number above 0, not {strength!r}")
            found[fold(clue), fold(word)] = score
        return Judgements(found)

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """The judged scores; 0 where nobody said anything."""
        entries = self.entries
        return np.array(
            [[entries.get((fold(clue), fold(word)), 0.0) for word in words] for clue in clues], dtype=float
        ).reshape(len(clues), len(words))


@dataclass(frozen=True)
class Combination:
    """Several similarities at once: the weighted sum of their log-scores (a product of experts)."""

    parts: tuple[tuple[Similarity, float], ...]

    @property
    def name(self) -> str:
        """The parts and their weights."""
        return " + ".join(f"{weight:g} x {part.name}" for part, weight in self.parts)

    @property
    def normalised(self) -> bool:
        """Only a single part with weight 1 keeps its probabilities."""
        return len(self.parts) == 1 and self.parts[0][1] == 1 and self.parts[0][0].normalised

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """The weighted sum."""
        total = np.zeros((len(clues), len(words)))
        for part, weight in self.parts:
            total += weight * part.scores(clues, words)
        return total


@dataclass(frozen=True)
class Tempered:
    """A similarity whose log-scores are divided by `temperature` (above 0; above 1 means less sure)."""

    base: Similarity
    temperature: float

    def __post_init__(self) -> None:
        if not (self.temperature > 0 and math.isfinite(self.temperature)):
            raise ProblemError(f"a temperature is a number above 0, not {self.temperature!r}")

    @property
    def name(self) -> str:
        """The base and its temperature."""
        return f"{self.base.name} at temperature {self.temperature:g}"

    @property
    def normalised(self) -> bool:
        """Dividing log-scores breaks their sum, except by 1."""
        return self.temperature == 1 and self.base.normalised

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """The base's scores over the temperature."""
        return self.base.scores(clues, words) / self.temperature


_PLACES: Final = np.array(CODES) - 1
_ROWS: Final = np.arange(3)


def calibrate(
    similarity: Similarity, examples: Sequence[tuple[Sequence[str], Sequence[str], Code]]
) -> float:
    """The temperature under which `similarity` explains `examples` best (maximum likelihood).

    Examples are triples of three clues, four keywords and the code that was meant; temperatures from 0.05 to 20 are
    considered. The log-likelihood of a softmax is concave in the inverse temperature, so a golden-section search
    finds the best one to 0.1 %. Raises `ProblemError` without examples.
    """
    if not examples:
        raise ProblemError("calibrating needs at least one example")
    totals, meant = [], []
    for clues, words, code in examples:
        setup = similarity.scores(clues, words)
        totals.append(setup[_ROWS, _PLACES].sum(axis=1))
        meant.append(CODES.index(code))
    scores, right = np.array(totals), np.array(meant)
    rows = np.arange(len(right))

    def loss(temperature: float) -> float:
        scaled = scores / temperature
        scaled -= scaled.max(axis=1, keepdims=True)
        return float((np.log(np.exp(scaled).sum(axis=1)) - scaled[rows, right]).sum())

    ratio = (math.sqrt(5) - 1) / 2
    # Searched in the inverse temperature, where the loss is convex.
    left, rite = 1 / 20, 20.0
    while rite - left > 1e-3 * left:
        one, two = rite - ratio * (rite - left), left + ratio * (rite - left)
        if loss(1 / one) <= loss(1 / two):
            rite = two
        else:
            left = one
    return 2 / (left + rite)
