"""Placements of many matrices with equal bounds, scanned in bunches; and a group of variables in every case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import cached_property
from deduce.language.variables import Variable
from deduce.worlds.base import Floats
from deduce.worlds.cardinalities import Cardinalities
from deduce.worlds.placements import Placements
from deduce.worlds.scans import Ranges

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_LAYER_NUMBERS = 1 << 23
"""So many numbers are kept at a time of the layers of a scan: matrices are scanned in bunches that need no more."""

_ALONE = 20_000
"""What it costs, in multiplications, to scan a matrix by itself rather than among others."""

_TRIED = 3
"""So many matrices are looked at to see what they would cost alone."""


@dataclass(frozen=True, eq=False)
class Bunches:
    """Placements of many matrices. `weights` and `ranges` are those of `Placements`."""

    weights: Floats
    ranges: Ranges

    @cached_property
    def _bunches(self) -> list[tuple[int, int]]:
        """Which matrices are scanned together, from and to: as many as fit, or each alone where that is less work."""
        count = len(self.weights)
        if count < 2:
            return [(0, count)] if count else []
        whole = self._whole
        alone = [self._placements(i, i + 1).cost for i in range(0, count, -(-count // _TRIED))]
        if (sum(alone) / len(alone) + _ALONE) * count < whole.cost:
            size = 1
        else:
            size = max(1, int(_LAYER_NUMBERS / max(1.0, whole.plan.whole)))
        return list(pairwise([*range(0, count, size), count]))

    def _placements(self, begin: int, end: int) -> Placements:
        """Of some matrices; those of all are kept, with their scans."""
        if end - begin == len(self.weights):
            return self._whole
        return Placements(self.weights[begin:end], self.ranges)

    @cached_property
    def _whole(self) -> Placements:
        return Placements(self.weights, self.ranges)

    def _every(self) -> Iterator[tuple[int, int, Placements]]:
        for begin, end in self._bunches:
            yield begin, end, self._placements(begin, end)

    @property
    def scan_bytes(self) -> float:
        """The memory of the layers of one scan."""
        if not self.weights.size:
            return 0.0
        begin, end = self._bunches[0]
        return self._placements(begin, end).plan.whole * (end - begin) * 8

    @property
    def work(self) -> float:
        """About how many multiplications a scan of all matrices takes, with what it costs to begin each bunch."""
        if not self.weights.size:
            return 0.0
        begin, end = self._bunches[0]
        each = self._placements(begin, end).cost / max(1, end - begin)
        return each * len(self.weights) + _ALONE * len(self._bunches)

    @cached_property
    def log2_totals(self) -> Floats:
        """The logarithm of the weight of all ways of each matrix."""
        found = np.empty(len(self.weights))
        for begin, end, placements in self._every():
            totals, power = placements.totals
            with np.errstate(divide="ignore"):
                found[begin:end] = np.log2(totals) + power
        return found

    @cached_property
    def counts(self) -> list[int]:
        """The exact number of ways of each matrix."""
        return [number for _, _, placements in self._every() for number in placements.counts]

    def mean(self, chances: Floats) -> Floats:
        """The sum of the chances of the values of each variable, the matrices having these chances."""
        found = np.zeros(self.weights.shape[1:])
        for begin, end, placements in self._every():
            here = chances[begin:end]
            if here.any():
                found += np.einsum("b,bij->ij", here, placements.chances)
        return found

    def draw(self, matrices: Ints, random: np.random.Generator) -> Ints:
        """The values of the variables in one draw of each of `matrices`, shape (draws, variables)."""
        values = np.empty((len(matrices), self.weights.shape[1]), dtype=np.int64)
        for begin, end, placements in self._every():
            mine = np.flatnonzero((matrices >= begin) & (matrices < end))
            if len(mine):
                from deduce.worlds.draws import drawn

                values[mine] = drawn(placements, matrices[mine] - begin, random)
        return values


@dataclass(frozen=True, eq=False)
class Shares:
    """The placements of a group of variables in every case.

    Attributes:
        group: The variables, the values, and how often each is taken.
        bunches: The matrices of the cases that differ.
        matrix: The number of the matrix of each case.
    """

    group: Cardinalities
    bunches: Bunches
    matrix: list[int]

    @classmethod
    def of(
        cls,
        group: Cardinalities,
        allowed: Sequence[Bools],
        ratios: Mapping[Variable, Floats],
        cases: int,
    ) -> Shares:
        """From what every variable may be in each case: arrays (cases or 1, domain), and ratios by domain position."""
        sizes = [len(v.domain) for v in group.scope]
        wide = [np.broadcast_to(each, (cases, each.shape[1])) for each in allowed if len(each) > 1]
        if wide and cases:
            packed = np.packbits(np.concatenate(wide, axis=1), axis=1)
            _, example, matrix = np.unique(packed, axis=0, return_index=True, return_inverse=True)
        else:
            example, matrix = np.zeros(min(1, cases), dtype=np.int64), np.zeros(cases, dtype=np.int64)
        weights = np.zeros((len(example), len(sizes), len(group.values)))
        for i, (variable, mine) in enumerate(zip(group.scope, allowed, strict=True)):
            index = group.index(variable)
            here = mine[example] if len(mine) > 1 else np.repeat(mine, len(example), axis=0)
            weights[:, i, index] = here * ratios.get(variable, np.ones(len(index)))
        return cls(group, Bunches(weights, group.ranges), matrix.reshape(-1).tolist())

    @cached_property
    def log2_totals(self) -> Floats:
        """The logarithm of the weight of all ways in each case."""
        found: Floats = self.bunches.log2_totals[self.matrix]
        return found

    def marginals(self, chances: Floats) -> dict[Variable, Floats]:
        """The chances of the values of every variable by domain position, the cases having these chances."""
        shares = np.bincount(self.matrix, chances, len(self.bunches.weights)).astype(np.float64, copy=False)
        found = self.bunches.mean(shares)
        return {v: row[self.group.index(v)] for v, row in zip(self.group.scope, found, strict=True)}

    def draw(self, cases: Ints, random: np.random.Generator) -> Iterator[tuple[Variable, Ints]]:
        """Every variable with its domain positions in one draw of each of `cases`."""
        values = self.bunches.draw(np.array(self.matrix, dtype=np.int64)[cases], random)
        for i, variable in enumerate(self.group.scope):
            back = np.zeros(len(self.group.values), dtype=np.int64)
            back[self.group.index(variable)] = np.arange(len(variable.domain))
            yield variable, back[values[:, i]]
