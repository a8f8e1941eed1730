"""The frontier automaton of regions: which nodes of the frontier share a region, and what is known of it so far.

States are Python values, numbered as they turn up; a step is taken once for each state and value of a layer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping, Sequence

import numpy as np

from deduce.graphs.demands import Demands, Region
from deduce.ground.compat import override
from deduce.language.automata import Bools, Ints
from deduce.language.variables import Variable

Place = tuple[int, int]
"""A node of the frontier and the number of its region in the state (-1: it belongs to none)."""
State = tuple[tuple[Place, ...], tuple[tuple[Hashable, Region], ...], frozenset[frozenset[int]]]
"""The frontier; each region with its value; pairs of regions that must stay apart."""
_EMPTY: State = ((), (), frozenset())


class Growing(ABC):
    """An automaton whose states are Python values; see the module docstring."""

    bits = 31
    start = 0

    def __init__(self, order: tuple[Variable, ...], demands: Demands) -> None:
        self.order, self._demands = order, demands
        self._states: list[list[State]] = [[] for _ in order]
        self._states[0].append(_EMPTY)
        self._number: list[dict[State, int]] = [{} for _ in order]

    @abstractmethod
    def _after(self, position: int, state: State, value: int) -> State | None:
        """The state after reading a value; None when nothing can save it."""

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        """See `Automaton.step`."""
        states, values = np.broadcast_arrays(states, values)
        radix = len(self.order[position].domain)
        keys, number = np.unique(states * radix + values, return_inverse=True)
        last = position == len(self.order) - 1
        following = np.full(len(keys), -1, dtype=np.int64)
        for i, key in enumerate(keys.tolist()):
            state = self._after(position, self._states[position][key // radix], key % radix)
            if state is not None:
                following[i] = 0 if last else self._numbered(position + 1, state)
        found = following[number.reshape(states.shape)]
        return found >= 0, found

    def _numbered(self, position: int, state: State) -> int:
        known = self._number[position].setdefault(state, len(self._states[position]))
        if known == len(self._states[position]):
            self._states[position].append(state)
        return known

    def _settled(
        self,
        where: dict[int, int],
        regions: dict[int, tuple[Hashable, Region]],
        apart: set[frozenset[int]],
        leave: Collection[int],
    ) -> State | None:
        """The state without the nodes that leave; None if a region that is left behind is not right."""
        for node in leave:
            label = where.pop(node)
            if label >= 0 and label not in where.values():
                if not self._demands.right(regions.pop(label)[1]):
                    return None
                apart = {pair for pair in apart if label not in pair}
        names: dict[int, int] = {-1: -1}
        places = []
        for node in sorted(where):
            label = where[node]
            if label not in names:
                names[label] = len(names) - 1
            places.append((node, names[label]))
        kept = sorted((names[label], region) for label, region in regions.items())
        pairs = frozenset(frozenset(names[label] for label in pair) for pair in apart)
        return tuple(places), tuple(region for _, region in kept), pairs

    def _merge(
        self,
        where: dict[int, int],
        regions: dict[int, tuple[Hashable, Region]],
        apart: set[frozenset[int]],
        one: int,
        other: int,
    ) -> bool:
        """Join two regions; False if that cannot be."""
        if one == other:
            return True
        if frozenset((one, other)) in apart:
            return False
        value, region = regions[one]
        joined = region.with_(regions.pop(other)[1])
        if not self._demands.grown(joined):
            return False
        regions[one] = (value, joined)
        for node, label in where.items():
            if label == other:
                where[node] = one
        moved = {frozenset(one if label == other else label for label in pair) for pair in apart}
        apart.clear()
        apart.update(moved)
        return True


class GrowingByValues(Growing):
    """Nodes are read; neighbours of equal value share a region.

    Args:
        order: The variables of the nodes, as they are read.
        demands: What regions must be.
        read: The numbers of the nodes, as they are read.
        beside: For each node its neighbours.
        kinds: The values that form regions.
    """

    def __init__(
        self,
        order: tuple[Variable, ...],
        demands: Demands,
        read: Sequence[int],
        beside: Sequence[Collection[int]],
        kinds: Collection[Hashable],
    ) -> None:
        super().__init__(order, demands)
        self._read, self._kinds = read, kinds
        when = {node: i for i, node in enumerate(read)}
        self._before = [[j for j in beside[node] if when[j] < when[node]] for node in read]
        last = {node: max([when[node], *(when[j] for j in beside[node])]) for node in read}
        self._leave = [sorted(node for node in read if last[node] == i) for i in range(len(read))]

    @override
    def _after(self, position: int, state: State, value: int) -> State | None:
        node, read = self._read[position], self.order[position].domain[value]
        where = dict(state[0])
        regions = dict(enumerate(state[1]))
        if read in self._kinds:
            label = len(regions)
            region = self._demands.region(node, read)
            if not self._demands.grown(region):
                return None
            where[node], regions[label] = label, (read, region)
            for other in self._before[position]:
                there = where[other]
                if there < 0 or regions[there][0] != read:
                    continue
                if not self._merge(where, regions, set(), where[node], there):
                    return None
        else:
            if node in self._demands.clues:
                return None
            where[node] = -1
        return self._settled(where, regions, set(), self._leave[position])


class GrowingByBorders(Growing):
    """Edges are read; where there is no border the two nodes share a region.

    Args:
        order: The variables of the edges, as they are read.
        demands: What regions must be.
        read: The two nodes of each edge, as they are read.
        borders: For each variable, which domain positions draw a border (1) or not (0).
    """

    def __init__(
        self,
        order: tuple[Variable, ...],
        demands: Demands,
        read: Sequence[tuple[int, int]],
        borders: Mapping[Variable, Ints],
    ) -> None:
        super().__init__(order, demands)
        self._read = read
        self._border = [borders[v].tolist() for v in order]
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for i, pair in enumerate(read):
            for node in pair:
                first.setdefault(node, i)
                last[node] = i
        self._enter = [sorted(n for n in set(pair) if first[n] == i) for i, pair in enumerate(read)]
        self._leave = [sorted(n for n in set(pair) if last[n] == i) for i, pair in enumerate(read)]

    @override
    def _after(self, position: int, state: State, value: int) -> State | None:
        where = dict(state[0])
        regions = dict(enumerate(state[1]))
        apart = set(state[2])
        for node in self._enter[position]:
            region = self._demands.region(node, None)
            if not self._demands.grown(region):
                return None
            where[node] = len(regions)
            regions[len(regions)] = (None, region)
        a, b = (where[node] for node in self._read[position])
        if self._border[position][value]:
            if a == b:
                return None
            apart.add(frozenset((a, b)))
        elif not self._merge(where, regions, apart, a, b):
            return None
        return self._settled(where, regions, apart, self._leave[position])
