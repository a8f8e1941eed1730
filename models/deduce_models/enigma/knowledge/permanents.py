"""Weighted permanents by recursion over subsets, many matrices at once.

A layout puts every room at one position. With a weight for each room at each position, the weight of all layouts
is the permanent of the matrix. It is summed position by position over the *set* of rooms used so far
(2**n sets in place of n! layouts); a second pass from the end gives every marginal. For nine cells that is
512 sets and 2,304 products a pass.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Passes", "passes"]

Floats = NDArray[np.float64]


@lru_cache(maxsize=8)
def _layers(n: int) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], ...]:
    """For each size k: the sets of k rooms; each set without a room; each set with one more room.

    Sets are masks; where a room is not there to take away (or already there) the index is 2**n, a dummy.
    """
    found = []
    for size in range(n + 1):
        sets = np.array(
            [sum(1 << i for i in each) for each in combinations(range(n), size)], dtype=np.int64
        )
        bit = np.int64(1) << np.arange(n)
        inside = (sets[:, None] & bit) != 0
        less = np.where(inside, sets[:, None] & ~bit, 1 << n)
        more = np.where(inside, 1 << n, sets[:, None] | bit)
        found.append((sets, less, more))
    return tuple(found)


class Passes:
    """Both passes over `weights` of shape (matrices, positions, rooms), non-negative.

    `totals` are the permanents, shape (matrices,). Inside, the matrices are the last axis: what belongs
    together for one set of rooms then lies together in memory (three times as fast for a hundred matrices).
    """

    __slots__ = ("_after", "_behind", "_turned", "totals", "weights")

    def __init__(self, weights: Floats) -> None:
        count, n, _ = weights.shape
        self.weights = weights
        self._turned = np.ascontiguousarray(weights.transpose(1, 2, 0))
        # One entry more than there are sets: the dummy, which stays zero.
        after = np.zeros(((1 << n) + 1, count))
        after[(1 << n) - 1] = 1.0
        layers = _layers(n)
        for k in range(n - 1, -1, -1):
            sets, _, more = layers[k]
            after[sets] = np.einsum("srm,rm->sm", after[more], self._turned[k])
        self._after = after
        self._behind = after.T
        self.totals: Floats = after[0].copy()

    def marginals(self) -> Floats:
        """For every matrix the weight of the layouts with each room at each position (not normalised)."""
        turned, after = self._turned, self._after
        n = turned.shape[0]
        ahead = np.zeros_like(after)
        ahead[0] = 1.0
        found = np.empty_like(turned)
        layers = _layers(n)
        for k in range(n):
            sets, _, more = layers[k]
            found[k] = np.einsum("sm,srm->rm", ahead[sets], after[more]) * turned[k]
            if k + 1 < n:
                wider, less, _ = layers[k + 1]
                ahead[wider] = np.einsum("srm,rm->sm", ahead[less], turned[k])
        return found.transpose(2, 0, 1)

    def draw(self, matrix: int, picks: Floats | list[float]) -> tuple[int, ...]:
        """One layout of a matrix by weight; `picks` are `n` numbers in [0, 1) that decide."""
        n = self.weights.shape[1]
        used, layout = 0, []
        for k in range(n):
            row = self.weights[matrix, k]
            ways = [
                0.0 if used >> r & 1 else row[r] * self._behind[matrix, used | 1 << r] for r in range(n)
            ]
            goal = picks[k] * sum(ways)
            chosen = max(r for r in range(n) if ways[r] > 0)
            for r in range(n):
                goal -= ways[r]
                if ways[r] > 0 and goal < 0:
                    chosen = r
                    break
            layout.append(chosen)
            used |= 1 << chosen
        return tuple(layout)


def passes(rows: list[tuple[int, ...]]) -> Passes:
    """`Passes` over 0/1 matrices given as one mask of rooms for each position."""
    n = len(rows[0])
    masks = np.array(rows, dtype=np.int64)
    return Passes(((masks[:, :, None] >> np.arange(n)) & 1).astype(np.float64))
