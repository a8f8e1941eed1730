"""In which order the items of a placement are scanned, and which classes are held meanwhile: plans, no weights.

See `deduce.worlds.placements`, which carries them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, log2, perm

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.worlds.base import Floats

Ranges = tuple[tuple[int, int], ...]
"""For each value the least and the greatest number of variables that may take it."""

_KINDS = 1 << 10
"""Of more kinds of items than this no good order is sought."""


@lru_cache(maxsize=1024)
def ways(members: Ranges, most: int) -> tuple[int, ...]:
    """In how many ways 0, 1, ... `most` different things are given to the members, each within its range."""
    if all(member == (0, 1) for member in members):
        return tuple(perm(len(members), taken) for taken in range(most + 1))
    found = [1] + [0] * most
    for low, high in members:
        found = [
            sum(comb(t, j) * found[t - j] for j in range(low, min(high, t) + 1)) for t in range(most + 1)
        ]
    return tuple(found)


@dataclass(frozen=True)
class Held:
    """The classes held while an item is scanned: one flat index over how many of each are taken.

    `strides` has for each class the step of one more, `room` the indexes from that step on where one was taken, as 0
    and 1.
    """

    classes: tuple[int, ...]
    size: int
    strides: dict[int, int]
    room: dict[int, Floats]

    @classmethod
    def of(cls, classes: Sequence[int], caps: Sequence[int]) -> Held:
        """The index over these classes, of which so many each can be taken; the first is the slowest."""
        size = 1
        strides = {}
        for c in reversed(classes):
            strides[c] = size
            size *= caps[c] + 1
        room = {
            c: (np.arange(step, size) // step % (caps[c] + 1) > 0).astype(np.float64)
            for c, step in strides.items()
        }
        return cls(tuple(classes), size, strides, room)


@dataclass(frozen=True)
class Plan:
    """How to scan: `items` in order, what is held at each, and what closes after it.

    `implied` is a class whose number is known from the others and the items seen; -1 for none. `cost` is about how many
    multiplications it takes, `whole` the sum over all items of how many indexes are held.
    """

    items: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    closes: tuple[tuple[int, ...], ...]
    implied: int
    cost: float
    whole: float


def planned(
    able: NDArray[np.bool_],
    caps: Sequence[int],
    picks: Sequence[int],
    *,
    single: bool,
    loose: frozenset[int] = frozenset(),
) -> Plan:
    """The cheaper of two plans: every class held from its first to its last item, or one class never held.

    Args:
        able: Which items may take of which classes, shape (items, classes).
        caps: How many of each class can be taken.
        picks: How many each item takes at most.
        single: Whether every item takes exactly one, so that the number taken of one class is implied.
        loose: Classes that any number may be taken of: they are never held.
    """
    counted = able.copy()
    counted[:, list(loose)] = False
    order = _ordered(counted, caps)
    windows = _windows(able, order, caps, picks, loose)
    if not single or not len(caps) or loose:
        return windows
    widest = max(range(len(caps)), key=lambda c: caps[c])
    implied = _windows(able, order, caps, picks, loose, widest)
    return min(windows, implied, key=lambda plan: plan.cost)


def _ordered(able: NDArray[np.bool_], caps: Sequence[int]) -> list[int]:
    """The items in an order that holds little at a time: greedy over items that may take of the same classes."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for item, row in enumerate(able):
        alike.setdefault(tuple(np.flatnonzero(row).tolist()), []).append(item)
    if len(alike) > _KINDS:
        return list(range(len(able)))
    left = able.sum(axis=0)
    held: set[int] = set()
    bits = [log2(cap + 1) for cap in caps]
    order: list[int] = []

    def cost(kind: tuple[int, ...]) -> tuple[float, float]:
        opening = sum(bits[c] for c in kind if c not in held)
        closing = sum(bits[c] for c in kind if left[c] == len(alike[kind]))
        return opening - closing, opening

    while alike:
        tick()
        kind = min(alike, key=cost)
        members = alike.pop(kind)
        order += members
        held.update(kind)
        left = left - able[members].sum(axis=0)
        held = {c for c in held if left[c]}
    return order


def _windows(
    able: NDArray[np.bool_],
    order: Sequence[int],
    caps: Sequence[int],
    picks: Sequence[int],
    loose: frozenset[int],
    implied: int = -1,
) -> Plan:
    """The plan of an order; where a class is implied, the others are held to the end."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for at, item in enumerate(order):
        for c in np.flatnonzero(able[item]).tolist():
            first.setdefault(c, at)
            last[c] = at
    held: list[tuple[int, ...]] = []
    closes: list[tuple[int, ...]] = []
    now: list[int] = []
    cost = whole = 0.0
    for at, item in enumerate(order):
        opening = [c for c, begin in first.items() if begin == at and c != implied and c not in loose]
        now = [*opening, *now]
        held.append(tuple(now))
        size = 1.0
        for c in now:
            size *= caps[c] + 1
        whole += size
        cost += size * (1 + int(able[item].sum())) * max(1, picks[item])
        gone = () if implied >= 0 else tuple(c for c in now if last[c] == at)
        closes.append(gone)
        now = [c for c in now if c not in gone]
    return Plan(tuple(order), tuple(held), tuple(closes), implied, cost, whole)
