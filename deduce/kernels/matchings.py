"""Permanents of many matrices, and passes over the vector of all orderings."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from deduce.kernels.library import address, library

Floats = NDArray[np.float64]
_Plan = tuple[int, NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], tuple[int, int, int]]

_MOST_BITS = 64
"""Masks are words."""


@lru_cache(maxsize=16)
def _plan(places: int, values: int) -> _Plan:
    """The number of sets, sets by size, and for every set the sets with one value more and that value."""
    target: list[int] = []
    value: list[int] = []
    for size in range(places):
        number = {each: i for i, each in enumerate(combinations(range(values), size + 1))}
        for chosen in combinations(range(values), size):
            for v in range(values):
                if v not in chosen:
                    target.append(number[tuple(sorted((*chosen, v)))])
                    value.append(v)
    sets = np.array([comb(values, size) for size in range(places + 1)], dtype=np.int64)
    targets, given = np.array(target, dtype=np.int32), np.array(value, dtype=np.int32)
    return int(sets.sum()), sets, targets, given, (address(sets), address(targets), address(given))


def permanents(weights: Floats) -> tuple[Floats, Floats] | None:
    """The permanents of matrices of shape (matrices, places, values), at least as many values as places.

    And the weight of the assignments with each value at each place, of the same shape. None without kernels.
    """
    compiled = library()
    count, places, values = weights.shape
    if compiled is None or not places or not count:
        return None
    whole, _, _, _, (sets, targets, given) = _plan(places, values)
    weights = np.ascontiguousarray(weights, dtype=np.float64)
    room = np.empty(2 * whole + count + weights.size)
    start = address(room)
    compiled.deduce_permanents(
        count, places, values, sets, targets, given, address(weights), start, start + 8 * whole,
        start + 16 * whole, start + 16 * whole + 8 * count,
    )  # fmt: skip
    totals = room[2 * whole : 2 * whole + count]
    return totals, room[2 * whole + count :].reshape(weights.shape)


def assignments(masks: Sequence[int], values: int) -> tuple[Floats, Floats] | None:
    """The same of one matrix of noughts and ones, whose rows are masks of values; shapes (1,) and (1, places, values).

    None without kernels, and for more than 64 values.
    """
    compiled = library()
    places = len(masks)
    if compiled is None or not places or values > _MOST_BITS:
        return None
    whole, _, _, _, (sets, targets, given) = _plan(places, values)
    cells = places * values
    room = np.empty(1 + 2 * cells + 2 * whole)
    rows = array("Q", masks)
    compiled.deduce_assignments(places, values, sets, targets, given, address(rows), address(room))
    return room[:1], room[1 : 1 + cells].reshape(1, places, values)


def product(matrix: Floats) -> Floats | None:
    """For every ordering the product of the weights of its values at their places."""
    compiled = library()
    if compiled is None:
        return None
    n = len(matrix)
    matrix = np.ascontiguousarray(matrix, dtype=np.float64)
    found = np.empty(factorial(n))
    compiled.deduce_orderings_product(n, address(matrix), address(found))
    return found


def tally(vector: Floats, n: int) -> Floats | None:
    """The weight of each value at each place, shape (places, values)."""
    compiled = library()
    if compiled is None:
        return None
    found, vector = np.zeros((n, n)), np.ascontiguousarray(vector)
    compiled.deduce_orderings_tally(n, address(vector), address(found))
    return found


def mixed(groups: NDArray[np.int32], vector: Floats) -> Floats | None:
    """The mean of each group of orderings, a row, in place of each of its members; every ordering is in one group."""
    compiled = library()
    if compiled is None:
        return None
    many, size = groups.shape
    vector = np.ascontiguousarray(vector)
    found = np.empty_like(vector)
    compiled.deduce_orderings_mixed(many, size, address(groups), address(vector), address(found))
    return found
