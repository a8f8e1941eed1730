"""Weighted permanents by recursion over subsets, many matrices at once.

An assignment gives each of n places a value of its own out of m. With a weight for each value at each place, an
assignment weighs the product, and the weight of all of them is the permanent of the matrix. It is summed place
by place over the *set* of values used so far (sets of at most n of m values, in place of all assignments); a
second pass from the end gives every marginal. For nine of nine that is 512 sets and 2,304 products a pass.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from deduce.kernels.matchings import permanents
from deduce.worlds.base import Floats

Ints = NDArray[np.int64]

BUNCH = 128
"""So many matrices are passed over at a time: what belongs to one layer of sets then stays in the cache."""


@lru_cache(maxsize=16)
def _layers(places: int, values: int) -> tuple[tuple[Ints, Ints], ...]:
    """For each number of values used, and each set of so many: where it comes from and where it goes.

    The first array has, for every value, the number of the set without it among the sets one smaller; the second
    that of the set with it among the sets one larger; shapes (sets, values). Where the value is not there to take away,
    or is there already, it is the number behind the last, a dummy of weight zero.
    """
    number = {}
    for size in range(places + 1):
        for i, each in enumerate(combinations(range(values), size)):
            number[sum(1 << value for value in each)] = i
    found = []
    for size in range(places + 1):
        sets = [sum(1 << value for value in each) for each in combinations(range(values), size)]
        less = [[number.get(s & ~(1 << v), -1) if s >> v & 1 else -1 for v in range(values)] for s in sets]
        more = [[-1 if s >> v & 1 else number.get(s | 1 << v, -1) for v in range(values)] for s in sets]
        found.append(
            tuple(
                np.where(
                    np.array(table, dtype=np.int64).reshape(-1, values) < 0, comb(values, other), table
                )
                for table, other in ((less, size - 1 if size else 0), (more, size + 1))
            )
        )
    return tuple(found)  # type: ignore[arg-type]


class Passes:
    """Both passes over `weights` of shape (matrices, places, values), non-negative; at least as many values as places.

    `totals` are the permanents, shape (matrices,). Inside, the matrices are the last axis: what belongs
    together for one set of values then lies together in memory (three times as fast for a hundred matrices).
    """

    __slots__ = ("_compiled", "_known", "_turned", "totals", "weights")

    def __init__(self, weights: Floats) -> None:
        self.weights = weights
        self._known: list[Floats] | None = None
        self._compiled = permanents(weights)
        self.totals: Floats = self._compiled[0] if self._compiled else self._after[0][0].copy()

    @property
    def _after(self) -> list[Floats]:
        """What every set of values leaves for the places behind it, by number of values used."""
        if self._known is None:
            self._known = self._pass()
        return self._known

    def _pass(self) -> list[Floats]:
        weights = self.weights
        count, places, values = weights.shape
        self._turned = np.ascontiguousarray(weights.transpose(1, 2, 0))
        layers = _layers(places, values)
        if count == 1:
            return _after_one(weights[0], layers)
        # Each has one entry more than there are sets: the dummy, which stays zero.
        last = np.ones((comb(values, places) + 1, count))
        last[-1] = 0.0
        after = [last]
        for k in range(places - 1, -1, -1):
            here = np.zeros((comb(values, k) + 1, count))
            here[:-1] = np.einsum("srm,rm->sm", after[-1][layers[k][1]], self._turned[k])
            after.append(here)
        after.reverse()
        return after

    def marginals(self) -> Floats:
        """For every matrix the weight of the assignments with each value at each place (not normalised)."""
        if self._compiled is not None:
            return self._compiled[1]
        after = self._after
        turned = self._turned
        places, values, count = turned.shape
        layers = _layers(places, values)
        if count == 1:
            return _marginals_one(self.weights[0], after, layers)[None]
        ahead = np.ones((2, count))
        ahead[-1] = 0.0
        found = np.empty_like(turned)
        for k in range(places):
            found[k] = np.einsum("sm,srm->rm", ahead[:-1], after[k + 1][layers[k][1]]) * turned[k]
            if k + 1 < places:
                wider = np.zeros((comb(values, k + 1) + 1, count))
                wider[:-1] = np.einsum("srm,rm->sm", ahead[layers[k + 1][0]], turned[k])
                ahead = wider
        return found.transpose(2, 0, 1)

    def draw(self, matrices: Ints, picks: Floats) -> Ints:
        """One assignment by weight of each of `matrices`, as values by place.

        `picks` (draws, places) in [0, 1) decide. Matrices whose permanent is 0 may not be drawn from.
        """
        _, places, values = self.weights.shape
        layers = _layers(places, values)
        sets = np.zeros(len(matrices), dtype=np.int64)
        found = np.empty((len(matrices), places), dtype=np.int64)
        for k in range(places):
            more = layers[k][1][sets]
            sums = np.cumsum(
                self.weights[matrices, k] * self._after[k + 1][more, matrices[:, None]], axis=1
            )
            goal = picks[:, k] * sums[:, -1]
            # The first value whose sum exceeds the goal; values of weight 0 never do so first.
            found[:, k] = np.minimum((sums <= goal[:, None]).sum(axis=1), values - 1)
            sets = more[np.arange(len(more)), found[:, k]]
        return found


# For a single matrix products of matrices by vectors are three times as fast as the same with a last axis of one.


def _after_one(matrix: Floats, layers: tuple[tuple[Ints, Ints], ...]) -> list[Floats]:
    """What every set of values leaves for the places behind it, shape (sets + 1, 1) by number of values used."""
    last = np.ones(len(layers[-1][1]) + 1)
    last[-1] = 0.0
    after = [last]
    for k in range(len(matrix) - 1, -1, -1):
        more = layers[k][1]
        here = np.zeros(len(more) + 1)
        np.dot(after[-1].take(more), matrix[k], out=here[:-1])
        after.append(here)
    return [each[:, None] for each in reversed(after)]


def _marginals_one(matrix: Floats, after: list[Floats], layers: tuple[tuple[Ints, Ints], ...]) -> Floats:
    """The weight of each value at each place, shape (places, values)."""
    found = np.empty_like(matrix)
    ahead = np.array([1.0, 0.0])
    for k in range(len(matrix)):
        found[k] = ahead[:-1].dot(after[k + 1][:, 0].take(layers[k][1]))
        if k + 1 < len(matrix):
            less = layers[k + 1][0]
            wider = np.zeros(len(less) + 1)
            np.dot(ahead.take(less), matrix[k], out=wider[:-1])
            ahead = wider
    found *= matrix
    return found
