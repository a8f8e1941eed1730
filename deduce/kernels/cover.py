"""Depth-first search for the solutions of grids of all-different groups."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from deduce.kernels.library import address, library

__all__ = ["MOST_CELLS", "MOST_VALUES", "Groups"]

MOST_CELLS, MOST_VALUES = 1_000, 64

_TRIES = 20_000
"""So many guesses are tried, some hundredths of a second, before another method is left to do it."""


class Groups:
    """Which cells differ from which: `groups` of cells, by their numbers below `cells`.

    `values[i]` says which values the cells of a group can have at all, as a mask.
    """

    __slots__ = ("_arguments", "_kept", "cells")

    def __init__(self, cells: int, groups: Sequence[Sequence[int]], values: Sequence[int]) -> None:
        self.cells = cells
        full = [
            mask if len(group) == mask.bit_count() else 0
            for group, mask in zip(groups, values, strict=True)
        ]
        peers: list[set[int]] = [set() for _ in range(cells)]
        of: list[list[int]] = [[] for _ in range(cells)]
        for number, group in enumerate(groups):
            for cell in group:
                peers[cell].update(group)
                if full[number]:
                    of[cell].append(number)
        lists = [
            _rows(groups),
            _rows([sorted(each - {cell}) for cell, each in enumerate(peers)]),
            _rows(of),
        ]
        self._kept = [*(part for pair in lists for part in pair), array("Q", [*full, 0])]
        self._arguments = (len(groups), *map(address, self._kept))

    def search(self, masks: Sequence[int], limit: int) -> list[bytes] | None:
        """Up to `limit` solutions, the number of each cell's value; None where this is not the way.

        `masks` are the values that each cell may have. Fewer solutions than `limit` are all there are.
        """
        compiled = library()
        if compiled is None:
            return None
        given, room = array("Q", masks), bytearray(limit * self.cells + 1)
        found = compiled.deduce_cover(
            self.cells, address(given), *self._arguments, limit, _TRIES, address(room)
        )
        if found < 0:
            return None
        return [bytes(room[i * self.cells : (i + 1) * self.cells]) for i in range(found)]


def _rows(rows: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Where each row begins (and the last one ends), and all rows one after the other."""
    starts: list[int] = [0]
    every: list[int] = []
    for row in rows:
        every.extend(row)
        starts.append(len(every))
    return array("i", starts), array("i", [*every, 0])
