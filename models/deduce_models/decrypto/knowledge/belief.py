"""Exact posteriors: over the 24 codes jointly, and over the keywords behind the rivals' columns.

The model of an Encryptor: for the keyword of a slot he draws a clue from P(clue | keyword), among the clues
that were not used before. Decoders know the keywords; interceptors know the sheet of past clues, and hold
for every column a distribution over candidate keywords. Every keyword card is there once, so the four
columns are different words, and the sum over four different words is taken exactly by inclusion and
exclusion: with a, b, c, d the columns' weights over the candidates,

    sum over distinct = A B C D - sum (ab) C D + sum (ab)(cd) + 2 sum (abc) D - 6 (abcd)

where (ab) is the sum over candidates of a b, and A that of a. Where the terms cancel too far for floating
point, a recursion over subsets of columns that only adds takes its place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.rules.moves import CODES, Code, write_code

if TYPE_CHECKING:
    from deduce_models.decrypto.knowledge.distinct import DifferentWords

PLACES: Final = np.array(CODES) - 1
"""The 24 codes as slot indices from 0, shape (24, 3)."""

_POSITIONS: Final = np.arange(3)
_ABSENT: Final = np.array([6 - sum(place) for place in PLACES.tolist()])
# For every code and slot, which clue tells about it: 0 to 2, or 3 for the slot that is not used.
_CLUE_OF: Final = np.full((24, 4), 3)
for _number, _code in enumerate(PLACES):
    _CLUE_OF[_number, _code] = _POSITIONS

_CANCELLED: Final = 1e-6


@dataclass(frozen=True)
class CodeBelief:
    """Probabilities of the 24 codes, in the order of `CODES`."""

    probabilities: FloatArray

    def ranked(self) -> list[tuple[Code, float]]:
        """The codes with their probabilities, likeliest first (ties in the order of `CODES`)."""
        order = np.argsort(-self.probabilities, kind="stable")
        return [(CODES[number], float(self.probabilities[number])) for number in order]

    @property
    def best(self) -> Code:
        """The likeliest code."""
        return CODES[int(np.argmax(self.probabilities))]

    def probability(self, code: Code) -> float:
        """The probability of one code."""
        return float(self.probabilities[CODES.index(code)])

    @cached_property
    def digits(self) -> FloatArray:
        """Probability of each digit at each position, shape (3, 4)."""
        found = np.zeros((3, 4))
        for position in range(3):
            np.add.at(found[position], PLACES[:, position], self.probabilities)
        return found

    @cached_property
    def absent(self) -> FloatArray:
        """Probability that each digit is the one not used, shape (4,)."""
        found = np.zeros(4)
        np.add.at(found, _ABSENT, self.probabilities)
        return found

    @property
    def entropy(self) -> float:
        """Bits still open."""
        some = self.probabilities[self.probabilities > 0]
        return max(0.0, float(-(some * np.log2(some)).sum()))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "codes": {write_code(code): round(p, 6) for code, p in self.ranked()},
            "digits": [[round(float(p), 6) for p in row] for row in self.digits],
            "absent": [round(float(p), 6) for p in self.absent],
            "entropy": round(self.entropy, 6),
        }


def _softmax(logs: FloatArray) -> FloatArray:
    shifted = np.exp(logs - logs.max(axis=-1, keepdims=True))
    found: FloatArray = shifted / shifted.sum(axis=-1, keepdims=True)
    return found


def code_belief(fit: FloatArray, allowed: Sequence[Code] = CODES) -> CodeBelief:
    """The posterior over codes from `fit`, log-likelihoods of clue (3) by slot (4), uniform over `allowed`.

    A row of zeros is a missing clue. The codes are assignments: no digit twice, one slot not used.
    """
    logs = fit[_POSITIONS, PLACES].sum(axis=1)
    return CodeBelief(_softmax(_only(logs, allowed)))


def _only(logs: FloatArray, allowed: Sequence[Code]) -> FloatArray:
    if len(allowed) == len(CODES):
        return logs
    mask = np.array([code in allowed for code in CODES])
    found: FloatArray = np.where(mask, logs, -np.inf)
    return found


def distinct_sums(weights: FloatArray) -> FloatArray:
    """Sums over four different candidates, one for each column: ``weights`` (..., 4, n) to (...).

    Weights must not be negative. O(n) a sum.
    """
    totals = weights.sum(axis=-1)
    scale = np.where(totals == 0, 1.0, totals)
    a, b, c, d = np.moveaxis(weights / scale[..., None], -2, 0)
    one = (totals > 0).astype(float)
    ta, tb, tc, td = np.moveaxis(one, -1, 0)
    ab, cd = a * b, c * d
    pair = {
        "ab": ab.sum(-1), "cd": cd.sum(-1), "ac": (a * c).sum(-1),
        "ad": (a * d).sum(-1), "bc": (b * c).sum(-1), "bd": (b * d).sum(-1),
    }  # fmt: skip
    triples = (ab * c).sum(-1) * td + (ab * d).sum(-1) * tc + (cd * a).sum(-1) * tb + (cd * b).sum(-1) * ta
    pairs = (
        pair["ab"] * tc * td + pair["ac"] * tb * td + pair["ad"] * tb * tc
        + pair["bc"] * ta * td + pair["bd"] * ta * tc + pair["cd"] * ta * tb
    )  # fmt: skip
    double = pair["ab"] * pair["cd"] + pair["ac"] * pair["bd"] + pair["ad"] * pair["bc"]
    found = ta * tb * tc * td - pairs + double + 2 * triples - 6 * (ab * cd).sum(-1)
    # Two columns that are sure of the same word leave a difference of nearly equal numbers.
    lost = found < _CANCELLED
    if lost.any():
        found = np.where(lost, 0.0, found)
        found[lost] = _summed((weights / scale[..., None])[lost]).sums
    sums: FloatArray = found * scale.prod(axis=-1)
    return sums


class ColumnBelief:
    """What the sheet says about the keywords of a team's four columns.

    Args:
        candidates: The words that a column's keyword can be.
        likelihood: Log-likelihood of every column's past clues under every candidate, shape (4, n); -inf
            where a candidate is impossible.
        unknown: Prior probability that a column's keyword is none of the candidates.
        stray: Log-likelihood of every column's past clues for such a word, shape (4,).
        beside: `cases` of another team's belief over the same candidates, whose keywords are hidden too: all eight
            words differ. None where no other team is hidden, or its cards are to be left out of account.
    """

    def __init__(
        self,
        candidates: Sequence[str],
        likelihood: FloatArray,
        *,
        unknown: float = 0.0,
        stray: FloatArray | None = None,
        beside: FloatArray | None = None,
    ) -> None:
        self.candidates = tuple(candidates)
        self.beside = beside
        self.unknown = unknown
        count = len(self.candidates)
        logs = np.full((4, count + 4), -np.inf)
        logs[:, :count] = likelihood + math.log((1 - unknown) / count)
        if unknown > 0:
            # One unlisted word a column, which only that column can have: such words never collide.
            logs[np.arange(4), count + np.arange(4)] = math.log(unknown) + (
                np.zeros(4) if stray is None else stray
            )
        top = logs.max(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            self.weights: FloatArray = np.where(np.isfinite(top), np.exp(logs - top), 0.0)

    @cached_property
    def keywords(self) -> FloatArray:
        """Probability of every candidate in every column, all different; shape (4, n + 1).

        The last place is a word that is not among the candidates.
        """
        return self._folded(self._chances(self.weights[None])[0])

    def _sums(self, weights: FloatArray) -> FloatArray:
        """`distinct_sums` of (cases, 4, n + 4), with the columns beside where there are any."""
        if self.beside is None:
            return distinct_sums(weights)
        found: FloatArray = _together(weights, self.beside).sums.reshape(len(weights), -1).sum(axis=1)
        return found

    def _chances(self, weights: FloatArray) -> FloatArray:
        """`different_chances` of (cases, 4, n + 4), with the columns beside where there are any."""
        if self.beside is None:
            return different_chances(weights)
        joint, (cases, columns, words) = _together(weights, self.beside), weights.shape
        sums = joint.sums.reshape(cases, -1)
        whole = sums.sum(axis=1, keepdims=True)
        shares = np.where(whole > 0, sums / np.where(whole > 0, whole, 1.0), 1 / len(self.beside))
        chances = joint.chances.reshape(cases, len(self.beside), 2 * columns, -1)
        found: FloatArray = np.einsum("ab,abcw->acw", shares, chances[:, :, :columns, :words])
        return found

    def _folded(self, marginals: FloatArray) -> FloatArray:
        count = len(self.candidates)
        found: FloatArray = np.concatenate(
            [marginals[..., :count], marginals[..., count:].sum(axis=-1, keepdims=True)], axis=-1
        )
        return found

    def _by_code(self, clues: FloatArray, stray: FloatArray) -> tuple[FloatArray, float]:
        """Weights for each of the 24 codes, shape (24, 4, n + 4), and the log-factor taken out."""
        count = len(self.candidates)
        rows = np.ones((4, count + 4))
        tops = clues.max(axis=1)
        rows[:3, :count] = np.exp(clues - tops[:, None])
        rows[:3, count:] = np.exp(stray - tops)[:, None]
        return self.weights[None] * rows[_CLUE_OF], float(tops.sum())

    def cases(
        self, clues: FloatArray, *, stray: FloatArray, judged: FloatArray, allowed: Sequence[Code] = CODES
    ) -> FloatArray:
        """The weights of words by column for each allowed code, shape (codes, 4, n + 4), as `codes` weighs them.

        What is judged is in them too; they are what goes `beside` another team's columns.
        """
        weights, _ = self._by_code(clues, stray)
        logs = judged[_POSITIONS, PLACES].sum(axis=1)
        weights[:, 0] *= np.exp(logs - logs.max())[:, None]
        return weights[[number for number, code in enumerate(CODES) if code in allowed]]

    def codes(
        self,
        clues: FloatArray,
        *,
        stray: FloatArray | None = None,
        judged: FloatArray | None = None,
        allowed: Sequence[Code] = CODES,
    ) -> CodeBelief:
        """The posterior over the 24 codes for three clues.

        Args:
            clues: Log-likelihood of each clue under each candidate, shape (3, n).
            stray: Log-likelihood of each clue for a word that is no candidate, shape (3,).
            judged: Further log-scores of clue by column, shape (3, 4).
            allowed: The codes that can have been drawn, equally likely.
        """
        weights, _ = self._by_code(clues, np.zeros(3) if stray is None else stray)
        with np.errstate(divide="ignore"):
            logs = np.log(self._sums(weights))
        if judged is not None:
            logs = logs + judged[_POSITIONS, PLACES].sum(axis=1)
        logs = _only(logs, allowed)
        if not np.isfinite(logs).any():
            # No assignment of candidates explains the sheet: the clues then say nothing.
            logs = _only(np.zeros(len(CODES)), allowed)
        return CodeBelief(_softmax(logs))

    def keywords_given(
        self, clues: FloatArray, codes: CodeBelief, *, stray: FloatArray | None = None
    ) -> FloatArray:
        """`keywords` after three clues whose code is only known as `codes`; shape (4, n + 1)."""
        weights, _ = self._by_code(clues, np.zeros(3) if stray is None else stray)
        return self._folded(np.tensordot(codes.probabilities, self._chances(weights), axes=1))

    def fits(self, clues: FloatArray, *, stray: FloatArray | None = None) -> FloatArray:
        """Log-likelihood of each clue in each column, columns taken one by one; shape (clues, 4).

        This leaves out that the columns' words differ; it is what thousands of clues are sifted by.
        """
        count = len(self.candidates)
        known = self.keywords
        top = clues.max(axis=1, keepdims=True)
        # Not "@": on a busy machine a threaded product of this size costs ten times as much.
        mixed = np.einsum("ik,jk->ij", np.exp(clues - top), known[:, :count])
        if stray is not None:
            mixed = mixed + np.exp(stray[:, None] - top) * known[:, count]
        with np.errstate(divide="ignore"):
            found: FloatArray = np.log(mixed) + top
        return found


def _together(weights: FloatArray, beside: FloatArray) -> DifferentWords:
    from deduce_models.decrypto.knowledge.distinct import side_by_side

    both = side_by_side(weights, beside)
    return _summed(both.reshape(-1, *both.shape[2:]))


def _summed(weights: FloatArray) -> DifferentWords:
    """The same without differences, for any number of columns: slower, and free of cancellation."""
    from deduce_models.decrypto.knowledge.distinct import DifferentWords

    return DifferentWords(weights)


def different_chances(weights: FloatArray) -> FloatArray:
    """P(column = candidate) with all four different, for weights (..., 4, n)."""
    found = np.empty_like(weights)
    for column in range(4):
        b, c, d = (weights[..., other, :] for other in range(4) if other != column)
        tb, tc, td = (x.sum(-1, keepdims=True) for x in (b, c, d))
        bc, bd, cd = ((x * y).sum(-1, keepdims=True) for x, y in ((b, c), (b, d), (c, d)))
        bcd = (b * c * d).sum(-1, keepdims=True)
        # The other three over all words but this one, which is taken.
        rest = (
            (tb - b) * (tc - c) * (td - d)
            - (bc - b * c) * (td - d)
            - (bd - b * d) * (tc - c)
            - (cd - c * d) * (tb - b)
            + 2 * (bcd - b * c * d)
        )
        found[..., column, :] = weights[..., column, :] * np.maximum(rest, 0)
    totals = found.sum(axis=-1, keepdims=True)
    # Where columns are sure of the same word, the differences above are rounding alone.
    scale = weights.sum(axis=-1).prod(axis=-1)
    lost = totals.min(axis=(-2, -1)) < _CANCELLED * scale
    alone = weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300)
    result: FloatArray = np.where(totals > 0, found / np.where(totals > 0, totals, 1), alone)
    if lost.any():
        result[lost] = _summed(weights[lost]).chances
    return result


def another(slot: int) -> str:
    """The value of the keyword of column `slot` (from 1) for a word outside the list; each column has its own."""
    return f"(another word {slot})"
