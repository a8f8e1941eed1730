"""The fewest clues to add so that one solution is left, chosen from a list of candidates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp

Truth = NDArray[np.bool_]
"""Which candidate is true of which solution: shape ``(candidates, solutions)``."""

_WORK = 2e11
"""Multiplications after which the search ends; some ten seconds."""

_CANDIDATES = 6_000
"""Pairs of at most this many candidates are looked at: their counts take 4 bytes each."""


def fewest_clues(truth: Truth, limit: int, deadline: Deadline) -> tuple[list[tuple[int, ...]], bool]:
    """Smallest sets of candidates true of exactly one solution together, and whether no smaller set exists.

    Sizes are tried one after another, each exhaustively: the last two candidates of a set are looked for among all
    pairs at once, by one product of matrices. At the deadline (or after a fixed amount of work) the set
    found greedily is given, unproved.

    Args:
        truth: Which candidate is true of which solution, shape ``(candidates, solutions)``.
        limit: List at most this many sets.
        deadline: When to give up the proof.

    Returns:
        Nothing (proved) when one solution is left already, or when all candidates together leave several.
    """
    if truth.shape[1] <= 1:
        return [], True
    greedy = greedy_clues(truth)
    if greedy is None:
        return [], True
    search = _Search()
    try:
        with deadline.watch():
            for size in range(1, len(greedy) + 1):
                found: list[tuple[int, ...]] = []
                for chosen in search.sets(truth, size, 0):
                    found.append(chosen)
                    if len(found) == limit:
                        break
                if found:
                    return found, True
    except GaveUp:
        tick()
    return [greedy], False


def greedy_clues(truth: Truth) -> tuple[int, ...] | None:
    """A set found by adding the candidate that leaves fewest solutions, until one is left.

    None when that does not lead to one: a solution no candidates tell from another may have been steered to.
    """
    alive = np.arange(truth.shape[1])
    chosen: list[int] = []
    while len(alive) > 1:
        left = truth[:, alive].sum(axis=1)
        useful = np.flatnonzero((left > 0) & (left < len(alive)))
        if not len(useful):
            return _towards_each(truth)
        best = int(useful[left[useful].argmin()])
        chosen.append(best)
        alive = alive[truth[best, alive]]
    return tuple(sorted(chosen))


def _towards_each(truth: Truth) -> tuple[int, ...] | None:
    """All candidates true of some solution that they tell from every other; None if there is no such solution."""
    for solution in range(truth.shape[1]):
        mine = np.flatnonzero(truth[:, solution])
        if truth[mine].all(axis=0).sum() == 1:
            return tuple(mine.tolist())
    return None


class _Search:
    def __init__(self) -> None:
        self.left = _WORK

    def sets(self, truth: Truth, size: int, first: int) -> Iterator[tuple[int, ...]]:
        """All sets of `size` candidates from `first` on that are true of one solution together."""
        tick()
        rows = truth[first:]
        self.left -= rows.shape[0] * rows.shape[1] * (rows.shape[0] if size > 1 else 1)
        if self.left < 0 or (size > 1 and len(rows) > _CANDIDATES):
            raise GaveUp("too many sets of clues")
        if size == 1:
            yield from ((first + int(i),) for i in np.flatnonzero(rows.sum(axis=1) == 1))
        elif size == 2:
            counted = rows.astype(np.float32)
            # Counts are whole numbers far below 2^24, so floats hold them exactly.
            for i, j in np.argwhere(np.triu(counted @ counted.T == 1, 1)).tolist():
                yield first + i, first + j
        else:
            for i in range(first, len(truth) - size + 1):
                for rest in self.sets(truth[:, truth[i]], size - 1, i + 1):
                    yield i, *rest
