"""Different words for any number of columns: sums over them, chances, draws, and how many there are.

`belief` has the same for four columns in closed form. For the eight columns of two hidden teams that form has 4,140
terms, which cancel; here words come one after the other, and what is kept is the weight of every set of columns that is
filled so far. That only adds: no precision is lost, however sure columns are of the same word. All arrays of weights
have the shape (cases, columns, words).
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce_models.decrypto.knowledge.similarity import FloatArray


class Random(Protocol):
    """What both `random.Random` and numpy's generators can do."""

    def random(self) -> float:
        """A number from 0 to 1."""


def side_by_side(first: FloatArray, second: FloatArray) -> FloatArray:
    """The columns of two teams beside each other, for every pair of their cases: (a, b, 8, n + 8).

    Both come as (cases, 4, n + 4), where the last four are words outside the list, one a column; these never
    meet, so each team keeps places of its own: White's from n on, Black's from n + 4.
    """
    count = first.shape[-1] - 4
    found: FloatArray = np.zeros((len(first), len(second), 8, count + 8))
    found[:, :, :4, : count + 4] = first[:, None]
    found[:, :, 4:, :count] = second[None, :, :, :count]
    found[:, :, 4:, count + 4 :] = second[None, :, :, count:]
    return found


class DifferentWords:
    """Weights of words by column, where all columns of a case have different words.

    The weight of a choice is the product of its words' weights. O(words 2^columns columns) time a case, and memory
    O(words 2^columns) a case: 176 words and eight columns take 0.4 MB.

    Args:
        weights: Not negative, shape (cases, columns, words).
    """

    def __init__(self, weights: FloatArray) -> None:
        self.cases, self.columns, _ = weights.shape
        totals = weights.sum(axis=-1)
        self._scale = np.where(totals > 0, totals, 1.0)
        self.weights = weights / self._scale[..., None]
        # What fits no column anywhere changes nothing: of many words few may be left.
        self.words = np.flatnonzero(weights.any(axis=(0, 1)))
        self._rows = np.ascontiguousarray(np.moveaxis(self.weights[..., self.words], -1, 0).swapaxes(1, 2))
        sets, bits = np.arange(1 << self.columns), 1 << np.arange(self.columns)[:, None]
        # One place more than there are sets holds a zero: where there is no such set.
        self._less = np.where(sets & bits, sets ^ bits, len(sets))
        self._more = np.where(sets & bits, len(sets), sets ^ bits)

    @cached_property
    def _ahead(self) -> FloatArray:
        """The weight of every set of columns being filled by the first words: (words + 1, sets and none, cases)."""
        found = np.zeros((len(self.words) + 1, (1 << self.columns) + 1, self.cases))
        found[0, 0] = 1
        for at, row in enumerate(self._rows):
            found[at + 1] = found[at]
            found[at + 1, :-1] += np.einsum("ck,csk->sk", row, found[at].take(self._less, axis=0))
        return found

    @cached_property
    def sums(self) -> FloatArray:
        """The weight of all choices together, by case."""
        found: FloatArray = self._ahead[-1, -2] * self._scale.prod(axis=-1)
        return found

    @cached_property
    def chances(self) -> FloatArray:
        """P(column = word), shape as the weights; a column by itself where no choice is left to tell."""
        found = np.zeros_like(self.weights)
        # From the last words backwards: the weight of what is still to be filled once a set is.
        behind = np.zeros_like(self._ahead[0])
        behind[-2] = 1
        for at in range(len(self.words) - 1, -1, -1):
            filled = behind.take(self._more, axis=0)
            found[..., self.words[at]] = np.einsum("sk,csk->kc", self._ahead[at, :-1], filled)
            behind[:-1] += np.einsum("ck,csk->sk", self._rows[at], filled)
        found *= self.weights
        whole = found.sum(axis=-1, keepdims=True)
        chances: FloatArray = np.where(whole > 0, found / np.where(whole > 0, whole, 1.0), self.weights)
        return chances

    def draw(self, case: int, random: Random) -> list[int]:
        """A choice by weight: the word of each column. Raises `ProblemError` where none is left."""
        ahead, at = self._ahead[:, :, case], len(self.words)
        left, found = (1 << self.columns) - 1, [0] * self.columns
        if not ahead[at, left] > 0:
            raise ProblemError("no different words are left to draw from")
        while left:
            # The last word used: sums over the first words grow by what each new one adds.
            at = _picked(ahead[: at + 1, left], random) - 1
            shares = np.zeros(self.columns)
            for column in range(self.columns):
                shares[column] = ahead[at, self._less[column, left]] * self._rows[at, column, case]
            column = _picked(shares.cumsum(), random)
            found[column] = int(self.words[at])
            left ^= 1 << column
        return found


def _picked(sums: FloatArray, random: Random) -> int:
    """A place by what it adds to the running sums; never one that adds nothing."""
    return int(np.searchsorted(sums, (1.0 - random.random()) * sums[-1]))


def fillable(able: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """By case, whether the columns can have different words (Hall's theorem): ``able`` (cases, columns, words)."""
    unions = [np.zeros((len(able), able.shape[2]), dtype=bool)]
    found = np.ones(len(able), dtype=bool)
    for column in range(able.shape[1]):
        unions += [union | able[:, column] for union in unions]
    for subset, union in enumerate(unions):
        found &= union.sum(axis=1) >= subset.bit_count()
    return found


def ways(able: NDArray[np.bool_]) -> int:
    """In how many ways all columns have different words, ``able`` (cases, columns, words) summed over the cases.

    Exact at any size, by inclusion and exclusion over the columns that share a word.
    """
    cases, columns, words = able.shape
    # By how many words each set of columns could share, and the sign and number of its cycles.
    shared = [np.ones((cases, words), dtype=bool)]
    for column in range(columns):
        shared += [each & able[:, column] for each in shared]
    common = [each.sum(axis=1).tolist() for each in shared]
    factors = [1]
    for size in range(1, columns):
        factors.append(-size * factors[-1])
    total = 0
    for case in range(cases):
        signed = [factors[s.bit_count() - 1] * common[s][case] for s in range(1, 1 << columns)]
        found = [1]
        for subset in range(1, 1 << columns):
            lowest = subset & -subset
            rest = part = subset ^ lowest
            value = signed[subset - 1]
            while part:
                value += signed[(subset ^ part) - 1] * found[part]
                part = (part - 1) & rest
            found.append(value)
        total += found[-1]
    return total
