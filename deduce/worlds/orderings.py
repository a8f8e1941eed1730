"""All orderings of n values as one long vector of weights: what takes over where shuffles make too many matrices.

The orderings stand in lexicographic order, so a vector of n! weights says everything (9! doubles are 2.9 MB), and no
number of shuffles makes it longer. For the places of a shuffle the orderings fall into groups that agree everywhere
else; sorted once, an even shuffle is the mean of each group and a known laying a permutation inside it, a few
milliseconds each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from deduce.kernels import matchings
from deduce.worlds.base import Floats
from deduce.worlds.permanents import Ints

MOST = 9
"""Up to so many values the vector is worth its memory; 10! weights would be 29 MB."""

TOGETHER = 3
"""So many places are looked up at once: their values make one index."""


@lru_cache(maxsize=4)
def columns(n: int) -> NDArray[np.uint8]:
    """The value at each place in every ordering, shape (places, n!), orderings in lexicographic order."""
    found = np.zeros((0, 1), dtype=np.uint8)
    for size in range(1, n + 1):
        # The first value in blocks; the rest is every ordering of the others, renumbered past it.
        block = found.shape[1]
        first = np.repeat(np.arange(size, dtype=np.uint8), block)
        rest = np.tile(found, (1, size))
        rest += rest >= first
        found = np.concatenate([first[None, :], rest])
    found.setflags(write=False)
    return found


def rank(orderings: Ints) -> Ints:
    """The places of orderings, shape (orderings, n), in the lexicographic order."""
    n = orderings.shape[1]
    found = np.zeros(len(orderings), dtype=np.int64)
    for at in range(n):
        smaller = (orderings[:, at + 1 :] < orderings[:, at, None]).sum(axis=1)
        found += smaller * math.factorial(n - 1 - at)
    return found


@lru_cache(maxsize=16)
def _codes(n: int, begin: int) -> NDArray[np.int64]:
    """The values at `TOGETHER` places from `begin` on as one number, shape (n!,)."""
    code = np.zeros(math.factorial(n), dtype=np.int64)
    for column in columns(n)[begin : begin + TOGETHER]:
        code *= n
        code += column
    return code


def product(matrix: Floats) -> Floats | None:
    """For every ordering the product of the weights of its values at their places; None where all are 1."""
    n = len(matrix)
    if (matrix == 1.0).all():
        return None
    found = matchings.product(matrix)
    if found is not None:
        return found
    for begin in range(0, n, TOGETHER):
        rows = matrix[begin : begin + TOGETHER]
        if (rows == 1.0).all():
            continue
        table = np.ones(1)
        for row in rows:
            table = (table[:, None] * row).ravel()
        factor = np.take(table, _codes(n, begin))
        found = factor if found is None else found * factor
    return found


def fitting(masks: Sequence[int]) -> Ints:
    """The places of the orderings with one of the values of ``masks[at]`` at every place."""
    n = len(masks)
    found: Ints | None = None
    # The most restricted place first: it leaves the fewest to go through.
    for at in sorted(range(n), key=lambda each: masks[each].bit_count()):
        if masks[at] != (1 << n) - 1:
            allowed = (masks[at] >> np.arange(n) & 1).astype(bool)
            column = columns(n)[at]
            found = np.flatnonzero(allowed[column]) if found is None else found[allowed[column[found]]]
    return np.arange(math.factorial(n)) if found is None else found


@lru_cache(maxsize=32)
def _groups(n: int, places: tuple[int, ...]) -> NDArray[np.int32]:
    """The orderings in groups that differ in nothing but the order at `places`, shape (groups, orders).

    In a group the orders are lexicographic. At most 32 tables of 1.5 MB are kept.
    """
    key = np.zeros(math.factorial(n), dtype=np.int32)
    for at, column in enumerate(columns(n)):
        if at not in places:
            key *= n
            key += column
    return np.argsort(key, kind="stable").astype(np.int32).reshape(-1, math.factorial(len(places)))


def mixed(weights: Floats, n: int, places: Sequence[int]) -> Floats:
    """The weights after an even shuffle of the values at `places` (ascending)."""
    groups = _groups(n, tuple(places))
    compiled = matchings.mixed(groups, weights)
    if compiled is not None:
        return compiled
    found = np.empty_like(weights)
    found[groups] = weights[groups].mean(axis=1)[:, None]
    return found


def shuffled(
    weights: Floats, n: int, places: Sequence[int], chances: Mapping[tuple[int, ...], float]
) -> Floats:
    """The weights after the values at `places` (ascending) were laid anew: ``new[i] = old[p[i]]`` by chance of p."""
    groups = _groups(n, tuple(places))
    found = np.zeros_like(weights)
    every = {order: i for i, order in enumerate(permutations(range(len(places))))}
    for order, chance in chances.items():
        # In a group, ordering i has its values in the order every[i]; laid anew it becomes ordering moved[i].
        moved = [every[tuple(each[k] for k in order)] for each in every]
        found[groups[:, moved]] += chance * weights[groups]
    return found


def tally(weights: Floats, n: int) -> Floats:
    """The weight of each value at each place, shape (places, values)."""
    compiled = matchings.tally(weights, n)
    if compiled is not None:
        return compiled
    found = np.zeros((n, n))
    for begin in range(0, n, TOGETHER):
        size = min(TOGETHER, n - begin)
        sums = np.bincount(_codes(n, begin), weights, n**size).reshape((n,) * size)
        for k in range(size):
            found[begin + k] = sums.sum(axis=tuple(i for i in range(size) if i != k))
    return found
