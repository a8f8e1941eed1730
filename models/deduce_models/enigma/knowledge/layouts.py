"""The layouts hard evidence leaves: the fast form, a few 0/1 matrices instead of worlds.

Hard evidence about cells speaks of one position at a time, so between shuffles the layouts are those of a 0/1
matrix. A shuffle of three cards turns one matrix into six with rows exchanged, each a sixth as likely; equal
matrices merge and empty ones vanish. A layout weighs as much as the ways of shuffling that lead to it: that
is its probability, while `count` counts layouts, each once.

Bound: one matrix costs 512 sets for nine cells. Beyond `MAX_BRANCHES` matrices the vector of all layouts is used
in their place (`tables`): 9! weights, which no number of shuffles makes more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from deduce_models.enigma.knowledge import orderings as tables
from deduce_models.enigma.knowledge.evidence import Step
from deduce_models.enigma.knowledge.permanents import Floats, Passes, passes
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits

__all__ = ["MAX_BRANCHES", "Layouts", "apply", "follow", "inverse", "possible"]

MAX_BRANCHES = 256
FEW = 24
"""The layouts of so many matrices are counted together by sets; those of more in the vector of all layouts."""
Rows = tuple[int, ...]
"""A mask of rooms for each position."""


def inverse(number: int) -> int:
    """The permutation that undoes permutation `number`."""
    p = PERMUTATIONS[number]
    return PERMUTATIONS.index((p.index(0), p.index(1), p.index(2)))


def _permute(rows: Sequence[int], triple: Sequence[int], number: int) -> Rows:
    moved = list(rows)
    for place, source in zip(triple, PERMUTATIONS[number], strict=True):
        moved[place] = rows[triple[source]]
    return tuple(moved)


def possible(rows: Rows) -> bool:
    """Whether some layout fits."""
    used, open_rows = 0, []
    for mask in rows:
        if mask & (mask - 1):
            open_rows.append(mask)
        elif not mask or mask & used:
            return False
        else:
            used |= mask
    left = sorted((mask & ~used for mask in open_rows), key=int.bit_count)
    # Filled from the most restricted position on, every one still finds a room.
    if all(mask.bit_count() > number for number, mask in enumerate(left)):
        return True
    return _matched(left)


def _matched(rows: Sequence[int]) -> bool:
    """Whether positions can be matched to rooms one by one, by augmenting paths."""
    holder: dict[int, int] = {}

    def place(cell: int, tried: set[int]) -> bool:
        for room in bits(rows[cell]):
            if room not in tried:
                tried.add(room)
                if room not in holder or place(holder[room], tried):
                    holder[room] = cell
                    return True
        return False

    return all(place(cell, set()) for cell in range(len(rows)))


@dataclass(frozen=True, eq=False)
class Layouts:
    """A weighted set of layouts, immutable. `branches` has the ways leading to each matrix.

    `vector`, the weights of all layouts in the order of `tables`, replaces the branches when there are too many.
    """

    cells: int
    branches: dict[Rows, float] = field(default_factory=dict)
    vector: Floats | None = None

    @classmethod
    def all(cls, cells: int) -> Layouts:
        """Every layout."""
        return cls(cells, {((1 << cells) - 1,) * cells: 1.0})

    def restrict(self, at: int, mask: int) -> Layouts:
        """The layouts with one of the rooms of `mask` at position `at`."""
        if self.vector is not None:
            allowed = (mask >> np.arange(self.cells) & 1).astype(np.float64)
            return Layouts(self.cells, {}, self.vector * tables.matching(self.cells, at, allowed))
        found: dict[Rows, float] = {}
        for rows, weight in self.branches.items():
            if rows[at] & ~mask:
                rows = (*rows[:at], rows[at] & mask, *rows[at + 1 :])
                if not possible(rows):
                    continue
            found[rows] = found.get(rows, 0.0) + weight
        return Layouts(self.cells, found)

    def permute(self, triple: Sequence[int], number: int) -> Layouts:
        """The same layouts after three cards were laid in a known order."""
        if self.vector is not None:
            return Layouts(self.cells, {}, tables.laid(self.vector, self.cells, triple, number))
        return Layouts(self.cells, {_permute(r, triple, number): w for r, w in self.branches.items()})

    def shuffle(self, triple: Sequence[int]) -> Layouts:
        """The layouts after three cards were laid in an unknown order, all orders equally likely."""
        if self.vector is not None:
            return Layouts(self.cells, {}, tables.shuffled(self.vector, self.cells, triple))
        found: dict[Rows, float] = {}
        for rows, weight in self.branches.items():
            for number in range(6):
                moved = _permute(rows, triple, number)
                found[moved] = found.get(moved, 0.0) + weight / 6
        if len(found) > MAX_BRANCHES:
            return self.dense().shuffle(triple)
        return Layouts(self.cells, found)

    def dense(self) -> Layouts:
        """The same as a vector of n! weights."""
        if self.vector is not None:
            return self
        vector = np.zeros(tables.columns(self.cells).shape[1])
        for rows, weight in self.branches.items():
            vector[tables.fitting(rows)] += weight
        return Layouts(self.cells, {}, vector)

    @cached_property
    def _passes(self) -> Passes | None:
        return passes(list(self.branches)) if self.branches else None

    @cached_property
    def total(self) -> float:
        """The weight of all layouts: shuffles counted by their chances."""
        if self.vector is not None:
            return float(self.vector.sum())
        if self._passes is None:
            return 0.0
        return float(self._passes.totals @ np.array(list(self.branches.values())))

    def marginals(self) -> Floats:
        """The probability of each room at each position, shape (cells, cells); zeros if nothing is left."""
        n = self.cells
        if self.vector is not None:
            found = tables.tally(self.vector, n)
        elif self._passes is None:
            return np.zeros((n, n))
        else:
            weights = np.array(list(self.branches.values()))
            found = np.einsum("m,mcr->cr", weights, self._passes.marginals())
        result: Floats = found / max(self.total, 1e-300)
        return result

    def count(self) -> int:
        """How many layouts are left, each counted once; exact."""
        if self.vector is not None:
            return int(np.count_nonzero(self.vector))
        if len(self.branches) <= 1:
            return round(float(self._passes.totals[0])) if self._passes else 0
        if len(self.branches) > FEW:
            return self.dense().count()
        # Sets of rooms used so far, split by which matrices still agree with the beginning.
        ways: dict[tuple[int, int], int] = {(0, (1 << len(self.branches)) - 1): 1}
        rows = list(self.branches)
        for cell in range(self.cells):
            alive = [sum(1 << b for b, r in enumerate(rows) if r[cell] >> k & 1) for k in range(self.cells)]
            after: dict[tuple[int, int], int] = {}
            for (used, agree), number in ways.items():
                for room in range(self.cells):
                    left = agree & alive[room]
                    if left and not used >> room & 1:
                        key = (used | 1 << room, left)
                        after[key] = after.get(key, 0) + number
            ways = after
        return sum(ways.values())

    def weight(self, layout: Sequence[int]) -> float:
        """The weight of one layout, 0 if it is not there."""
        if self.vector is not None:
            return float(self.vector[tables.rank(layout)])
        return sum(
            weight
            for rows, weight in self.branches.items()
            if all(mask >> room & 1 for mask, room in zip(rows, layout, strict=True))
        )

    def draw(self, picks: Sequence[float]) -> tuple[int, ...]:
        """One layout by weight; `picks` are ``cells + 1`` numbers in [0, 1) that decide.

        The set must not be empty.
        """
        if self.vector is not None:
            place = _picked(self.vector, picks[0])
            return tuple(int(room) for room in tables.columns(self.cells)[:, place])
        both = self._passes
        if both is None:
            raise ValueError("no layout is left to draw from")
        chosen = _picked(both.totals * np.array(list(self.branches.values())), picks[0])
        return both.draw(chosen, list(picks[1:]))


def _picked(weights: Floats, pick: float) -> int:
    """A place by weight, never one of weight 0 while there are others; `pick` in [0, 1) decides."""
    able = np.flatnonzero(weights)
    sums = np.cumsum(weights[able])
    return int(able[min(int(np.searchsorted(sums, pick * sums[-1], side="right")), len(able) - 1)])


def follow(cells: int, steps: Iterable[Step]) -> Layouts:
    """The layouts that hard evidence leaves at its end."""
    layouts = Layouts.all(cells)
    for step in steps:
        layouts = apply(layouts, step)
    return layouts


def apply(layouts: Layouts, step: Step) -> Layouts:
    """The layouts after one more step; evidence about characters changes nothing."""
    if step.kind == "cell":
        return layouts.restrict(step.at, step.mask)
    if step.kind == "shuffle":
        return layouts.shuffle(bits(step.at))
    return layouts.permute(bits(step.at), step.mask) if step.kind == "lay" else layouts
