"""All layouts as one long vector of weights: what takes over where shuffles make too many matrices.

The layouts of `n` cells stand in lexicographic order, so a vector of n! weights says everything (9! doubles are 2.9
MB), and no number of shuffles makes it longer. For three positions the layouts fall into groups of six that agree
everywhere else; sorted once, a shuffle is the mean of each group and a known laying a permutation inside it, a few
milliseconds each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from deduce_models.enigma.knowledge.permanents import Floats
from deduce_models.enigma.rules.setup import PERMUTATIONS

__all__ = ["columns", "fitting", "laid", "matching", "rank", "shuffled", "tally"]


@lru_cache(maxsize=4)
def columns(n: int) -> NDArray[np.uint8]:
    """The room at each position in every layout, shape (positions, n!), layouts in lexicographic order."""
    found = np.zeros((0, 1), dtype=np.uint8)
    for size in range(1, n + 1):
        # The first room in blocks; the rest is every layout of the others, renumbered past it.
        block = found.shape[1]
        first = np.repeat(np.arange(size, dtype=np.uint8), block)
        rest = np.tile(found, (1, size))
        rest += rest >= first
        found = np.concatenate([first[None, :], rest])
    found.setflags(write=False)
    return found


def rank(layout: Sequence[int]) -> int:
    """The place of a layout in the order."""
    n, found = len(layout), 0
    for at, room in enumerate(layout):
        found += sum(other < room for other in layout[at + 1 :]) * math.factorial(n - 1 - at)
    return found


def matching(n: int, at: int, likelihood: Floats) -> Floats:
    """For every layout the likelihood of the room at position `at`."""
    found: Floats = np.take(likelihood, columns(n)[at])
    return found


def fitting(rows: Sequence[int]) -> NDArray[np.int64]:
    """The places of the layouts with one of the rooms of the mask ``rows[at]`` at every position."""
    n = len(rows)
    found: NDArray[np.int64] | None = None
    # The most restricted position first: it leaves the fewest to go through.
    for at in sorted(range(n), key=lambda each: rows[each].bit_count()):
        if rows[at] != (1 << n) - 1:
            allowed = (rows[at] >> np.arange(n) & 1).astype(bool)
            column = columns(n)[at]
            found = np.flatnonzero(allowed[column]) if found is None else found[allowed[column[found]]]
    return np.arange(math.factorial(n)) if found is None else found


@lru_cache(maxsize=32)
def _groups(n: int, triple: tuple[int, ...]) -> NDArray[np.int32]:
    """The layouts in groups of six that differ in nothing but the order of three cards, shape (n!/6, 6).

    In a group the orders of the three are lexicographic. At most 32 tables of 1.5 MB are kept.
    """
    key = np.zeros(math.factorial(n), dtype=np.int32)
    for at, column in enumerate(columns(n)):
        if at not in triple:
            key *= n
            key += column
    return np.argsort(key, kind="stable").astype(np.int32).reshape(-1, 6)


def shuffled(weights: Floats, n: int, triple: Sequence[int]) -> Floats:
    """The weights after three cards were laid in an unknown order, all orders equally likely."""
    groups = _groups(n, tuple(triple))
    found = np.empty_like(weights)
    found[groups] = weights[groups].mean(axis=1)[:, None]
    return found


def laid(weights: Floats, n: int, triple: Sequence[int], number: int) -> Floats:
    """The weights after three cards were laid in a known order."""
    groups = _groups(n, tuple(triple))
    order = PERMUTATIONS[number]
    # In a group, layout i has the cards in order PERMUTATIONS[i]; laid anew it becomes layout moved[i].
    every = list(permutations(range(3)))
    moved = [every.index((p[order[0]], p[order[1]], p[order[2]])) for p in every]
    found = np.empty_like(weights)
    found[groups[:, moved]] = weights[groups]
    return found


def tally(weights: Floats, n: int) -> Floats:
    """The weight of each room at each position, shape (positions, rooms)."""
    return np.array([np.bincount(column, weights, n) for column in columns(n)], dtype=np.float64)
