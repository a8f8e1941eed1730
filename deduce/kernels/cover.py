"""Depth-first search for the solutions of grids of all-different groups."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from deduce.kernels.library import address, library

MOST_CELLS, MOST_VALUES = 1_000, 64

_BOARD = 128, 16, 64
"""Up to so many cells, values and groups, grids are searched value by value, each a set of cells in two words."""

_TRIES = 20_000
"""So many guesses are tried, some hundredths of a second, before another method is left to do it."""


class Groups:
    """Which cells differ from which: `groups` of cells, by their numbers below `cells`.

    `values[i]` says which values the cells of a group can have at all, as a mask; cells have values below `kinds`.
    """

    __slots__ = ("_arguments", "_function", "_kept", "cells")

    def __init__(
        self, cells: int, groups: Sequence[Sequence[int]], values: Sequence[int], kinds: int
    ) -> None:
        self.cells = cells
        full = [
            mask if len(group) == mask.bit_count() else 0
            for group, mask in zip(groups, values, strict=True)
        ]
        if cells <= _BOARD[0] and kinds <= _BOARD[1] and len(groups) <= _BOARD[2]:
            self._function = "deduce_boards"
            boards = [sum(1 << cell for cell in set(group)) for group in groups]
            others, owned = [0] * cells, [0] * cells
            for number, (group, board) in enumerate(zip(groups, boards, strict=True)):
                for cell in group:
                    others[cell] |= board & ~(1 << cell)
                    owned[cell] |= 1 << number if full[number] else 0
            self._kept = [_words(others), _words(boards), array("Q", [*owned, 0]), array("Q", [*full, 0])]
            self._arguments = (kinds, len(groups), *map(address, self._kept))
            return
        self._function = "deduce_cover"
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

    def search(self, masks: array[int], limit: int) -> list[bytes] | None:
        """Up to `limit` solutions, the number of each cell's value; None where this is not the way.

        `masks` are the values that each cell may have, of type "Q". Fewer solutions than `limit` are all there are.
        """
        compiled = library()
        if compiled is None:
            return None
        cells = self.cells
        room = bytearray(limit * cells + 1)
        search = getattr(compiled, self._function)
        found = search(cells, address(masks), *self._arguments, limit, _TRIES, address(room))
        if found < 0:
            return None
        return [bytes(room[i * cells : (i + 1) * cells]) for i in range(found)]


def _words(boards: Sequence[int]) -> array[int]:
    """Sets of at most 128 cells as two words each."""
    return array("Q", [*(word for each in boards for word in (each & (1 << 64) - 1, each >> 64)), 0])


def _rows(rows: Sequence[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Where each row begins (and the last one ends), and all rows one after the other."""
    starts: list[int] = [0]
    every: list[int] = []
    for row in rows:
        every.extend(row)
        starts.append(len(every))
    return array("i", starts), array("i", [*every, 0])
