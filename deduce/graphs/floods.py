"""Sets of nodes as bits of one integer, and floods over a graph on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np

_LONG = 16
"""With more members a set is made and listed by numpy."""

_FEW = 12
"""Up to this many differences between the numbers of neighbours, a flood moves all nodes at once by shifts."""


def bits_of(members: Collection[int]) -> int:
    """A set of numbers as bits."""
    if len(members) > _LONG:
        there = np.zeros(max(members) + 1, dtype=np.uint8)
        there[list(members)] = 1
        return int.from_bytes(np.packbits(there, bitorder="little").tobytes(), "little")
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def each_bit(mask: int) -> Iterator[int]:
    """The numbers in a set given as bits, smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def list_of(mask: int) -> list[int]:
    """The same as a list, many at once."""
    if mask.bit_count() <= _LONG:
        return list(each_bit(mask))
    octets = np.frombuffer(mask.to_bytes(-(-mask.bit_length() // 8), "little"), dtype=np.uint8)
    found: list[int] = np.flatnonzero(np.unpackbits(octets, bitorder="little")).tolist()
    return found


class Floods:
    """What can be reached from where, for one graph.

    On a grid the numbers of neighbours differ by one of two amounts, so that a flood takes as many steps as the
    longest way is long, each a few shifts of whole sets.

    Args:
        beside: For each node the numbers of its neighbours.
    """

    def __init__(self, beside: Sequence[Collection[int]]) -> None:
        self._masks = [bits_of(others) for others in beside]
        shifts: dict[int, int] = {}
        for node, others in enumerate(beside):
            for other in others:
                if other > node:
                    shifts[other - node] = shifts.get(other - node, 0) | 1 << node
        self._shifts = list(shifts.items()) if len(shifts) <= _FEW else None

    def around(self, mask: int) -> int:
        """The nodes beside those of a set, some of which may be its own."""
        found = 0
        if self._shifts is not None:
            for amount, lower in self._shifts:
                found |= (mask & lower) << amount | mask >> amount & lower
            return found
        for node in each_bit(mask):
            found |= self._masks[node]
        return found

    def reach(self, start: int, inside: int) -> int:
        """The nodes of `inside` that can be reached from those of `start` (bits of it too) without leaving it."""
        found = new = start
        while new:
            new = self.around(new) & inside & ~found
            found |= new
        return found

    def fronts(self, start: int, inside: int) -> Iterator[int]:
        """The same step by step: the start, then what lies one step away from it, two steps, and so on."""
        found = new = start
        while new:
            yield new
            new = self.around(new) & inside & ~found
            found |= new

    def parts(self, mask: int) -> list[int]:
        """A set split into parts that hang together."""
        found = []
        while mask:
            part = self.reach(mask & -mask, mask)
            found.append(part)
            mask &= ~part
        return found
