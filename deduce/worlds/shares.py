"""One group of variables that share out values, in every case: placements of the cases that differ, asked at need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from deduce.compat import cached_property
from deduce.variables import Variable
from deduce.worlds.base import Floats
from deduce.worlds.cardinalities import Cardinalities
from deduce.worlds.draws import drawn
from deduce.worlds.placements import Placements

__all__ = ["Shares"]

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_LAYER_NUMBERS = 1 << 23
"""So many numbers are kept at a time of the layers of a scan: cases are scanned in bunches that need no more."""

_ALONE = 20_000
"""What it costs, in multiplications, to scan a case by itself rather than among others."""

_TRIED = 3
"""So many cases are looked at to see what they would cost alone."""


@dataclass(frozen=True, eq=False)
class Shares:
    """The placements of a group in all cases.

    Attributes:
        group: The variables, the values, and how often each is taken.
        weights: The different matrices, shape (matrices, variables, values).
        matrix: The number of the matrix of each case.
    """

    group: Cardinalities
    weights: Floats
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
        number = {value: i for i, value in enumerate(group.values)}
        weights = np.zeros((len(example), len(sizes), len(group.values)))
        for i, (variable, mine) in enumerate(zip(group.scope, allowed, strict=True)):
            index = [number[value] for value in variable.domain]
            here = mine[example] if len(mine) > 1 else np.repeat(mine, len(example), axis=0)
            weights[:, i, index] = here * ratios.get(variable, np.ones(len(index)))
        return cls(group, weights, matrix.reshape(-1).tolist())

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
        return Placements(self.weights[begin:end], self.group.ranges)

    @cached_property
    def _whole(self) -> Placements:
        return Placements(self.weights, self.group.ranges)

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

    @cached_property
    def work(self) -> float:
        """About how many multiplications a scan of all matrices takes."""
        if not self.weights.size:
            return 0.0
        begin, end = self._bunches[0]
        first = self._placements(begin, end)
        return first.cost / max(1, end - begin) * len(self.weights)

    @cached_property
    def log2_totals(self) -> Floats:
        """The logarithm of the weight of all ways in each case."""
        found = np.empty(len(self.weights))
        for begin, end, placements in self._every():
            totals, power = placements.totals
            with np.errstate(divide="ignore"):
                found[begin:end] = np.log2(totals) + power
        each: Floats = found[self.matrix]
        return each

    @cached_property
    def counts(self) -> list[int]:
        """The exact number of ways of each matrix."""
        return [number for _, _, placements in self._every() for number in placements.counts]

    def marginals(self, chances: Floats) -> dict[Variable, Floats]:
        """The chances of the values of every variable by domain position, the cases having these chances."""
        shares = np.bincount(self.matrix, chances, len(self.weights))
        found = np.zeros(self.weights.shape[1:])
        for begin, end, placements in self._every():
            here = shares[begin:end]
            if here.any():
                found += np.einsum("b,bij->ij", here, placements.chances)
        number = {value: i for i, value in enumerate(self.group.values)}
        return {
            v: row[[number[value] for value in v.domain]]
            for v, row in zip(self.group.scope, found, strict=True)
        }

    def draw(self, cases: Ints, random: np.random.Generator) -> Iterator[tuple[Variable, Ints]]:
        """Every variable with its domain positions in one draw of each of `cases`."""
        matrices = np.array(self.matrix, dtype=np.int64)[cases]
        values = np.empty((len(cases), len(self.group.scope)), dtype=np.int64)
        for begin, end, placements in self._every():
            mine = np.flatnonzero((matrices >= begin) & (matrices < end))
            if len(mine):
                values[mine] = drawn(placements, matrices[mine] - begin, random)
        number = {value: i for i, value in enumerate(self.group.values)}
        for i, variable in enumerate(self.group.scope):
            back = np.zeros(len(self.group.values), dtype=np.int64)
            back[[number[value] for value in variable.domain]] = np.arange(len(variable.domain))
            yield variable, back[values[:, i]]

    @property
    def nbytes(self) -> int:
        """Memory of the matrices, in bytes."""
        return self.weights.nbytes
