"""Fair draws from placements: the scan once more, forwards, every choice by what it leads to."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from deduce.worlds.base import Floats
from deduce.worlds.placements import Placements
from deduce.worlds.scans import Ranges, ways

Ints = NDArray[np.int64]


def drawn(placements: Placements, matrices: Ints, random: np.random.Generator) -> Ints:
    """One way by weight of each of `matrices`, as the values of the variables, shape (draws, variables).

    Matrices without a way may not be drawn from.
    """
    items, classes = _taken(placements, matrices, random)
    made = np.empty((len(matrices), placements.weights.shape[1]), dtype=np.int64)
    for row, of_items, of_classes in zip(made, items, classes, strict=True):
        for c in np.unique(of_classes).tolist():
            members, mine = placements.classes[c], of_items[of_classes == c]
            if placements.by_value:
                row[random.permutation(members)] = mine
            else:
                ranges = tuple(placements.ranges[v] for v in members)
                row[mine] = np.array(members)[_given(ranges, len(mine), random)]
    return made


def _taken(placements: Placements, matrices: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
    """For each draw which item took of which class, one after another; both of shape (draws, variables)."""
    plan, weights = placements.plan, placements.turned
    size, n = len(matrices), placements.weights.shape[1]
    everyone = np.arange(size)
    number = np.zeros((size, len(placements.classes)), dtype=np.int64)
    items, classes = np.zeros((size, n), dtype=np.int64), np.zeros((size, n), dtype=np.int64)
    seen = np.zeros(size, dtype=np.int64)
    for at, item in enumerate(plan.items):
        held = placements.held[at]
        low, high = placements.bounds[item]
        # What every index leads to with 0, 1, ... more to be taken by this item.
        after = [placements.back[0][at]]
        for _ in range(high):
            after.append(placements.more(after[-1], at, weights, back=True))
        index = sum((number[:, c] * held.strides[c] for c in held.classes), np.zeros(size, dtype=np.int64))
        left = _numbers(after, low, high, matrices, index, random)
        while (going := everyone[left > 0]).size:
            here = index[going]
            chances = np.zeros((len(going), len(placements.classes)))
            for c in placements.active[item]:
                step = held.strides.get(c, 0)
                room = number[going, c] < placements.caps[c] if step else np.ones(len(going), np.bool_)
                ahead = np.stack(after)[left[going] - 1, matrices[going], np.where(room, here + step, 0)]
                chances[:, c] = np.where(room, ahead * weights[matrices[going], item, c], 0.0)
            picked = _chosen(chances, random)
            items[going, seen[going]], classes[going, seen[going]] = item, picked
            number[going, picked] += 1
            steps = np.array([held.strides.get(each, 0) for each in range(len(placements.classes))])
            index[going] += steps[picked]
            seen[going] += 1
            left[going] -= 1
    return items, classes


def _numbers(
    after: list[Floats], low: int, high: int, matrices: Ints, index: Ints, random: np.random.Generator
) -> Ints:
    """How many an item takes in each draw."""
    if low == high:
        return np.full(len(index), high, dtype=np.int64)
    chances = np.stack([layer[matrices, index] for layer in after], axis=1)
    factorial = 1.0
    for j in range(high + 1):
        factorial *= max(1, j)
        chances[:, j] *= (j >= low) / factorial
    return _chosen(chances, random)


def _chosen(chances: Floats, random: np.random.Generator) -> Ints:
    """A column for each row, by the weights in it."""
    sums = np.cumsum(chances, axis=1)
    goal = random.random(len(sums)) * sums[:, -1] * (1 - 2**-53)
    return (sums <= goal[:, None]).sum(axis=1)  # type: ignore[no-any-return]


def _given(ranges: Ranges, number: int, random: np.random.Generator) -> Ints:
    """The members that so many different things are given to, each within its range, all ways alike."""
    if all(each == (0, 1) for each in ranges):
        return random.permutation(len(ranges))[:number]
    found = np.zeros(number, dtype=np.int64)
    waiting = random.permutation(number)
    for member, (low, high) in enumerate(ranges):
        rest = ways(ranges[member + 1 :], len(waiting))
        every = [
            comb(len(waiting), j) * rest[len(waiting) - j] if j >= low else 0
            for j in range(min(high, len(waiting)) + 1)
        ]
        # In whole numbers: the ways may be many more than a float tells apart.
        goal = int(random.integers(1 << 62)) * sum(every) >> 62
        taken = 0
        while goal >= every[taken]:
            goal -= every[taken]
            taken += 1
        found[waiting[:taken]] = member
        waiting = waiting[taken:]
    return found
