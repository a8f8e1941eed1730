"""The frontier automaton of loops and paths: which ends on the frontier belong to one line."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from deduce.graphs.frontier import Frontier, FrontierStep, Rows
from deduce.ground.compat import override
from deduce.language.automata import Bools, Ints
from deduce.language.variables import Variable

_INNER, _OUTSIDE, _LOOSE = 255, 254, 253
"""A node in the middle of a line; a node that is not chosen; the other end is an end of the path.

A smaller code is the slot of the line's other end plus one; 0 is a slot that nobody uses.
"""
_ENDS = 2


class Tracing(Frontier):
    """Remembers for each node of the frontier the other end of its line (itself while nothing is joined to it).

    Args:
        order: As for `Frontier`.
        kinds: 1 where the thing read is chosen, else 0.
        readings: As `read_nodes` or `read_edges` gives them.
        slots: How many slots they use.
        over_nodes: Whether nodes are read (rather than edges).
        ends: The nodes where a path must end; none for a loop; None for a path that may end anywhere.
    """

    def __init__(
        self,
        order: tuple[Variable, ...],
        kinds: Mapping[Variable, Ints],
        readings: Sequence[FrontierStep],
        slots: int,
        *,
        over_nodes: bool,
        ends: Collection[int] | None,
    ) -> None:
        super().__init__(order, kinds, slots + 1)
        self._readings, self._slots = readings, slots
        self._over_nodes, self._ends = over_nodes, ends

    @property
    @override
    def finished(self) -> int:
        return self._slots

    @override
    def read(self, position: int, rows: Rows, kinds: Ints) -> tuple[Bools, Rows]:
        reading, done = self._readings[position], rows[:, self._slots] == 1
        alive = ~(done & (kinds == 1))
        for slot in reading.enter:
            rows[:, slot] = np.where(done, 0, slot + 1)
        if self._over_nodes:
            rows[(kinds == 0) & ~done, reading.enter[0]] = _OUTSIDE
        chosen = np.flatnonzero((kinds == 1) & ~done)
        part, fits = rows[chosen], np.ones(len(chosen), dtype=np.bool_)
        for here, there in reading.pairs:
            self._join(part, here, there, fits)
        # A loop is never completed by a node that leaves, so it is looked at once, when all have left.
        loop = self._ends is not None and not self._ends
        if not loop:
            self._settle(part, fits)
        rows[chosen] = part
        alive[chosen] &= fits
        for slot, node in reading.leave:
            self._leave(rows, slot, node, alive)
            if not loop:
                self._settle(rows, alive)
        if loop:
            self._settle(rows, alive)
        if not self._over_nodes and self._ends is not None:
            for slot, node in reading.nearly:
                # With one edge to come a node cannot join the line any more: as if it were done with.
                if node not in self._ends:
                    rows[rows[:, slot] == slot + 1, slot] = _INNER
        return alive, rows

    def _join(self, rows: Rows, here: int, there: int, fits: Bools) -> None:
        """Join two nodes, if the second is chosen too; `fits` becomes False where one has no end free."""
        slots = self._slots
        meant = rows[:, there] != _OUTSIDE
        fits &= ~meant | ((rows[:, here] != _INNER) & (rows[:, there] != _INNER) & (rows[:, slots] == 0))
        which = np.flatnonzero(meant & fits)
        one, other = rows[which, here].astype(np.intp), rows[which, there].astype(np.intp)
        closes = one == there + 1
        if self._ends is None or len(self._ends):
            fits[which[closes]] = False
        complete = which[closes | ((one == _LOOSE) & (other == _LOOSE))]
        # Ends that were lines already are now in the middle of one.
        rows[which[one != here + 1], here] = _INNER
        rows[which[other != there + 1], there] = _INNER
        for mine, theirs in ((one, other), (other, one)):
            end = mine != _LOOSE
            rows[which[end], mine[end] - 1] = theirs[end].astype(np.uint8)
        rows[complete, here] = rows[complete, there] = _INNER
        rows[complete, slots] = 1

    def _leave(self, rows: Rows, slot: int, node: int, alive: Bools) -> None:
        """A node goes: it must be in the middle of a line, or not chosen, or (in a path) an end."""
        slots = self._slots
        code = rows[:, slot].copy()
        rows[:, slot] = 0
        alone = code == slot + 1
        end = (code > 0) & (code != _INNER) & (code != _OUTSIDE)
        if not self._over_nodes:
            end &= ~alone
        if self._ends is not None:
            alive &= end if node in self._ends else ~end
            if node not in self._ends:
                return
        # A single node is a path of its own, with both ends loose; of a line, the other end is told.
        whole = end & ((code == _LOOSE) | alone)
        part = np.flatnonzero(end & ~whole)
        rows[part, code[part].astype(np.intp) - 1] = _LOOSE
        rows[whole, slots] = 1
        # A third loose end cannot belong to the same path.
        alive &= (rows[:, :slots] == _LOOSE).sum(axis=1) <= _ENDS

    def _settle(self, rows: Rows, alive: Bools) -> None:
        """Where the line is complete there may be no other; nothing else is left to remember."""
        slots = self._slots
        which = np.flatnonzero(rows[:, slots] == 1)
        codes = rows[which, :slots]
        other = (codes > 0) & (codes != _INNER) & (codes != _OUTSIDE)
        if not self._over_nodes:
            other &= codes != np.arange(1, slots + 1, dtype=np.uint8)
        alive[which[other.any(axis=1)]] = False
        rows[which, :slots] = 0
