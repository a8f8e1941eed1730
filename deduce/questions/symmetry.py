"""Interchangeable variables and values: of questions that differ only by names, one is enough.

A symmetry permutes the variables and renames the values; here every permutation of a listed group may go with
every renaming inside classes of interchangeable values. What has been asked must stay as it is: the
symmetries that are left are those that map each asked row to itself. For each permutation of the variables the
renaming of the values already used is then forced, and the values not used yet may still be renamed freely: so
the group is never listed, however many values there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError

Rows = NDArray[np.integer[Any]]
Ints = NDArray[np.int64]

_MAX_PERMUTATIONS = 5040

_TOGETHER = 1 << 14
"""So many rows are renamed at a time."""

_MAP = 1 << 24
"""Up to so many conceivable rows, a map with one byte each says which are there."""


class Interchange:
    """Which variables and which values may be exchanged without anything changing.

    Args:
        variables: Groups of interchangeable variables, as places 0, 1, ...; variables not named stay where
            they are.
        values: Groups of interchangeable values, as numbers 0, 1, ...
        width: How many variables there are.
        size: How many values there are.

    Raises:
        ProblemError: Groups that overlap or go beyond `width` or `size`, or more than 5,040 permutations.
    """

    def __init__(
        self, variables: Iterable[Sequence[int]], values: Iterable[Sequence[int]], *, width: int, size: int
    ) -> None:
        self.variables = _disjoint("variables", variables, width)
        self.values = _disjoint("values", values, size)
        self.width, self.size = width, size
        number = 1
        for group in self.variables:
            for factor in range(2, len(group) + 1):
                number *= factor
        if number > _MAX_PERMUTATIONS:
            raise ProblemError(
                f"{number:,} permutations of the variables are too many (at most {_MAX_PERMUTATIONS:,}); "
                "name fewer variables as interchangeable"
            )
        self._permutations = _products(self.variables, width)
        self._class = np.full(size, -1)
        for i, group in enumerate(self.values):
            self._class[list(group)] = i

    @classmethod
    def detect(cls, rows: Rows, size: int) -> Interchange:
        """What can be exchanged in a set of rows (shape ``(rows, width)``) without changing the set.

        Tries every exchange of two variables and of two values: quadratic in both, a pass over the rows each.
        """
        width = rows.shape[1]
        keys = _key(rows, size)
        space = size**width
        present = np.zeros(space if space <= _MAP else 0, dtype=np.bool_)
        if len(present):
            present[keys] = True
        else:
            keys = np.sort(keys)

        def kept(changed: Rows) -> bool:
            # An exchange maps different rows to different rows: it keeps the set if none leaves it.
            found = _key(changed, size)
            if len(present):
                return bool(present[found].all())
            place = np.minimum(np.searchsorted(keys, found), len(keys) - 1)
            return bool((keys[place] == found).all())

        def swapped(a: int, b: int) -> Rows:
            renamed = np.arange(size)
            renamed[[a, b]] = b, a
            return renamed[rows]

        def reordered(a: int, b: int) -> Rows:
            order = np.arange(width)
            order[[a, b]] = b, a
            return rows[:, order]

        return cls(
            _classes(width, lambda a, b: kept(reordered(a, b))),
            _classes(size, lambda a, b: kept(swapped(a, b))),
            width=width,
            size=size,
        )

    def representatives(self, rows: Rows, fixed: Rows | None = None) -> Ints:
        """Indexes of one row of each kind, the first of its kind, ascending.

        Args:
            rows: What is to be thinned out, shape ``(rows, width)``.
            fixed: Rows that must stay as they are, shape ``(any, width)``.
        """
        fixed = np.zeros((0, self.width), dtype=np.int64) if fixed is None else fixed
        renamings = self._stabiliser(fixed)
        free = np.ones(self.size, dtype=np.bool_)
        free[np.unique(fixed)] = False
        # The identity first: renaming unused values alone removes most rows at little cost.
        identity = np.arange(self.size)
        keys = self._named(rows, identity[None], free)
        _, first = np.unique(keys, return_index=True)
        first.sort()
        if len(renamings) == 1:
            return first.astype(np.int64)
        few = rows[first]
        least = keys[first]
        # All rows under many permutations at once: a few rows alone would cost numpy's calls.
        step = max(1, _TOGETHER // len(few))
        for start in range(0, len(renamings), step):
            some = renamings[start : start + step]
            orders = np.array([order for order, _ in some])
            table = np.repeat(np.array([renaming for _, renaming in some]), len(few), axis=0)
            moved = few[:, orders].swapaxes(0, 1).reshape(len(table), self.width)
            named = self._named(moved, table, free).reshape(len(some), len(few))
            np.minimum(least, named.min(axis=0), out=least)
        _, kept = np.unique(least, return_index=True)
        return np.sort(first[kept]).astype(np.int64)

    def _stabiliser(self, fixed: Rows) -> list[tuple[Ints, Ints]]:
        """Permutations of the variables that can keep the fixed rows, with the renaming each one forces."""
        found = []
        asked = fixed.tolist()
        for order in self._permutations:
            renaming = self._forced(order.tolist(), asked)
            if renaming is not None:
                found.append((order, renaming))
        return found

    def _forced(self, order: list[int], asked: list[list[int]]) -> Ints | None:
        renamed: dict[int, int] = {}
        for row in asked:
            for place, old in zip(order, row, strict=True):
                # The value that comes from `place` must become the value the row has here.
                value = row[place]
                if renamed.setdefault(value, old) != old:
                    return None
                if value != old and (self._class[value] != self._class[old] or self._class[value] < 0):
                    return None
        if len(set(renamed.values())) != len(renamed):
            return None
        renaming = np.arange(self.size)
        for value, new in renamed.items():
            renaming[value] = new
        return renaming

    def _named(self, rows: Rows, renamings: Ints, free: NDArray[np.bool_]) -> Ints:
        """A number a row: the row after its renaming (or the only one), unused values named in the order they appear."""
        n = len(rows)
        table = np.broadcast_to(renamings, (n, self.size)).copy()
        loose = [[v for v in group if free[v]] for group in self.values]
        loose = [group for group in loose if len(group) > 1]
        for group in loose:
            table[:, group] = -1
        follow = {v: group for group in loose for v in group}
        each = np.arange(n)
        taken = np.zeros((n, len(self.values)), dtype=np.int64)
        names = np.zeros((len(self.values), self.size + 1), dtype=np.int64)
        for group in loose:
            names[self._class[group[0]], : len(group)] = group
        key = np.zeros(n, dtype=np.int64)
        for column in rows.T:
            if follow:
                new = np.flatnonzero(table[each, column] < 0)
                kind = self._class[column[new]]
                table[new, column[new]] = names[kind, taken[new, kind]]
                taken[new, kind] += 1
            key = key * self.size + table[each, column]
        return key

    def __repr__(self) -> str:
        return (
            f"Interchange({[list(g) for g in self.variables]!r}, {[list(g) for g in self.values]!r}, "
            f"width={self.width}, size={self.size})"
        )


def _key(rows: Rows, size: int) -> Ints:
    key = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        key = key * size + column
    return key


def _disjoint(what: str, groups: Iterable[Sequence[int]], limit: int) -> tuple[tuple[int, ...], ...]:
    found = tuple(tuple(sorted(group)) for group in groups)
    named = [item for group in found for item in group]
    if len(set(named)) != len(named) or any(not 0 <= item < limit for item in named):
        raise ProblemError(
            f"groups of interchangeable {what} must be disjoint and within 0 to {limit - 1}, not {found}"
        )
    return tuple(group for group in found if len(group) > 1)


def _classes(n: int, alike: Any) -> list[list[int]]:
    """Classes of an equivalence, each item compared with the first of each class."""
    groups: list[list[int]] = []
    home: dict[int, list[int]] = {}
    for a, b in combinations(range(n), 2):
        if b in home or (a in home and home[a][0] != a):
            continue
        if alike(a, b):
            group = home.get(a)
            if group is None:
                group = home[a] = [a]
                groups.append(group)
            group.append(b)
            home[b] = group
    return groups


def _products(groups: tuple[tuple[int, ...], ...], width: int) -> list[Ints]:
    """Every permutation that moves variables within the groups only; the identity first."""
    found = []
    for choice in product(*(permutations(group) for group in groups)):
        order = np.arange(width)
        for group, image in zip(groups, choice, strict=True):
            order[list(group)] = image
        found.append(order)
    return found
