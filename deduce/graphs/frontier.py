"""Frontier automata: what a condition on a graph must remember of the part already read.

While things are read one by one, only the nodes between what is read and what is not matter: the frontier.
A state says how these hang together. It is a row of small numbers, one a node of the frontier, as wide as
needed; a diagram is given the row's number within its layer, so no width of a grid is too much for its words.
The method is Knuth's Simpath and Kawahara's and Minato's frontier-based search, written for whole layers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.ground.errors import TooLarge
from deduce.language.automata import Bools, Ints
from deduce.language.variables import Variable

Rows = NDArray[np.uint8]
_STATES = 31
"""Bits for the number of a state within its layer; two such automata share a word."""
_MAX_SLOTS = 240


@dataclass(frozen=True, slots=True)
class FrontierStep:
    """What happens to the frontier as one variable is read.

    Attributes:
        enter: Slots of the nodes that are met for the first time.
        pairs: Slots of nodes that are joined if the thing read is chosen. For an edge, its two ends; for a
            node, itself with each neighbour read before.
        leave: Slots of the nodes all of whose surroundings have now been read, each with the node's number.
        nearly: The same for nodes that one more thing is to be read about.
    """

    enter: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    leave: tuple[tuple[int, int], ...]
    nearly: tuple[tuple[int, int], ...]


def read_edges(edges: Sequence[tuple[int, int]]) -> tuple[list[FrontierStep], int]:
    """The frontier of a graph whose edges are read in this order, and how many slots it takes."""
    return _readings([set(edge) for edge in edges], [[edge] for edge in edges])


def read_nodes(order: Sequence[int], beside: Sequence[Collection[int]]) -> tuple[list[FrontierStep], int]:
    """The frontier of a graph whose nodes are read in this order, and how many slots it takes.

    A node stays until all its neighbours are read.
    """
    when = {node: i for i, node in enumerate(order)}
    before = [[other for other in beside[node] if when[other] < when[node]] for node in order]
    met = [{node, *others} for node, others in zip(order, before, strict=True)]
    return _readings(
        met, [[(node, other) for other in others] for node, others in zip(order, before, strict=True)]
    )


def _readings(
    met: Sequence[set[int]], pairs: Sequence[Sequence[tuple[int, int]]]
) -> tuple[list[FrontierStep], int]:
    last = {node: i for i, nodes in enumerate(met) for node in nodes}
    to_come: dict[int, int] = {}
    for nodes in met:
        for node in nodes:
            to_come[node] = to_come.get(node, 0) + 1
    slot: dict[int, int] = {}
    free: list[int] = []
    width = 0
    readings = []
    for i, nodes in enumerate(met):
        enter = []
        for node in sorted(nodes - slot.keys()):
            if not free:
                free.append(width)
                width += 1
            slot[node] = min(free)
            free.remove(slot[node])
            enter.append(slot[node])
        joined = tuple((slot[a], slot[b]) for a, b in pairs[i])
        leave = tuple((slot[node], node) for node in sorted(nodes) if last[node] == i)
        for node in nodes:
            to_come[node] -= 1
        nearly = tuple((slot[node], node) for node in sorted(nodes) if to_come[node] == 1)
        readings.append(FrontierStep(tuple(enter), joined, leave, nearly))
        for _, node in leave:
            free.append(slot.pop(node))
    return readings, width


def _numbered(keys: Ints, most: int) -> tuple[Ints, Ints]:
    """The distinct keys, all below `most`, in order, and the number of each key's."""
    if most > 4 * keys.size + 1024:  # where few of many states are read, as in a product of several
        found, number = np.unique(keys, return_inverse=True)
        return found, number.reshape(keys.shape)
    place = np.zeros(most, dtype=np.int64)
    place[keys] = 1
    found = place.nonzero()[0]
    place[found] = np.arange(len(found))
    return found, place[keys]


def distinct(rows: Rows) -> tuple[Ints, Ints]:
    """The index of one example of each distinct row, and the number of each row's example."""
    words = -(-rows.shape[1] // 8)
    padded = np.zeros((len(rows), words * 8), dtype=np.uint8)
    padded[:, : rows.shape[1]] = rows
    packed = padded.view(np.uint64)
    if words == 1:
        key = packed[:, 0]
    else:
        # Multiply-add hashing with odd multipliers; wrap-around is intended, and a clash is noticed below.
        key = (packed * _multipliers(words)).sum(axis=1, dtype=np.uint64)
        key ^= key >> np.uint64(29)
    _, example, number = np.unique(key, return_index=True, return_inverse=True)
    if words > 1 and not (packed == packed[example[number]]).all():
        _, example, number = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    return example, number.reshape(-1)


@cache
def _multipliers(n: int) -> NDArray[np.uint64]:
    return np.random.default_rng(2026).integers(1, 2**63, n, dtype=np.uint64) | np.uint64(1)


class Frontier(ABC):
    """An automaton whose states are rows of small numbers; see the module docstring.

    Args:
        order: The variables as they are read.
        kinds: For each variable, what each of its values means: small numbers handed to `read`.
        width: How many columns a row has.
    """

    bits = _STATES
    start = 0

    def __init__(self, order: tuple[Variable, ...], kinds: Mapping[Variable, Ints], width: int) -> None:
        if width > _MAX_SLOTS:
            raise TooLarge(
                f"in this order, up to {width} nodes lie between what is read and what is not (at most "
                f"{_MAX_SLOTS}); a SAT solver, which deduce.puzzles.verify uses, needs no such order"
            )
        self.order = order
        self._kind = [kinds[variable] for variable in order]
        self._rows: list[Rows] = [
            np.zeros((1 if i == 0 else 0, width), dtype=np.uint8) for i in range(len(order))
        ]

    @abstractmethod
    def read(self, position: int, rows: Rows, kinds: Ints) -> tuple[Bools, Rows]:
        """Which rows survive reading a value of that kind, and what becomes of them; `rows` may be changed."""

    @property
    def finished(self) -> int | None:
        """The column that must be 1 at the end, if any."""
        return None

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        """See `Automaton.step`. States new to the next layer get the next numbers."""
        kinds = self._kind[position][values]
        states, kinds = np.broadcast_arrays(states, kinds)
        radix = int(self._kind[position].max()) + 1
        keys, number = _numbered(states * radix + kinds, len(self._rows[position]) * radix)
        known, kind = np.divmod(keys, radix)
        alive, rows = self.read(position, self._rows[position][known], kind)
        if position == len(self.order) - 1:
            if self.finished is not None:
                alive = alive & (rows[:, self.finished] == 1)
            following = np.zeros(len(keys), dtype=np.int64)
        else:
            following = np.full(len(keys), -1, dtype=np.int64)
            rows = rows[alive]
            example, which = distinct(rows)
            table = self._rows[position + 1]
            following[alive] = which + len(table)
            self._rows[position + 1] = np.concatenate([table, rows[example]])
        return alive[number], following[number]


class Joining(Frontier):
    """Remembers which nodes of the frontier hang together: equal labels, from 1 in order of appearance; 0 is outside.

    Args:
        order: As for `Frontier`.
        kinds: 1 where the thing read is chosen, else 0.
        readings: As `read_nodes` or `read_edges` gives them.
        slots: How many slots they use.
        over_nodes: Whether nodes are read (rather than edges).
        through: The nodes that must belong to what is chosen.
    """

    def __init__(
        self,
        order: tuple[Variable, ...],
        kinds: Mapping[Variable, Ints],
        readings: Sequence[FrontierStep],
        slots: int,
        *,
        over_nodes: bool,
        through: Collection[int] = (),
    ) -> None:
        super().__init__(order, kinds, slots + 1)
        self._readings, self._slots, self._over_nodes = readings, slots, over_nodes
        self._through = set(through)

    @override
    def read(self, position: int, rows: Rows, kinds: Ints) -> tuple[Bools, Rows]:
        reading = self._readings[position]
        slots = self._slots
        chosen = np.flatnonzero(kinds == 1)
        # A part that is complete (last column) may not be followed by another.
        alive = ~((kinds == 1) & (rows[:, slots] == 1))
        part = rows[chosen]
        fresh = np.uint8(slots + 1)
        if self._over_nodes:
            own = reading.enter[0]
            part[:, own] = fresh
            for here, there in reading.pairs:
                _join(part, part[:, here].copy(), part[:, there].copy(), slots)
        else:
            here, there = reading.pairs[0]
            for end, new in ((here, fresh), (there, np.uint8(slots + 2))):
                part[:, end] = np.where(part[:, end] == 0, new, part[:, end])
            _join(part, part[:, here].copy(), part[:, there].copy(), slots)
        rows[chosen] = part
        for slot, node in reading.leave:
            label = rows[:, slot].copy()
            rows[:, slot] = 0
            inside = label > 0
            if node in self._through:
                alive &= inside
            complete = inside & ~(rows[:, :slots] == label[:, None]).any(axis=1)
            alive &= ~(complete & (rows[:, :slots] > 0).any(axis=1))
            rows[complete, slots] = 1
        _relabel(rows, slots)
        return alive, rows


def _join(rows: Rows, one: NDArray[np.uint8], other: NDArray[np.uint8], slots: int) -> None:
    """Give both labels' nodes one label; nothing where one of them is 0."""
    which = np.flatnonzero((one != other) & (one > 0) & (other > 0))
    if len(which):
        part = rows[which, :slots]
        np.copyto(part, one[which, None], where=part == other[which, None])
        rows[which, :slots] = part


def _relabel(rows: Rows, slots: int) -> None:
    """Number the labels of each row from 1 in order of appearance."""
    every = np.arange(len(rows))
    name = np.zeros((len(rows), slots + 3), dtype=np.uint8)
    following = np.ones(len(rows), dtype=np.uint8)
    for slot in range(slots):
        label = rows[:, slot]
        known = name[every, label]
        fresh = (known == 0) & (label > 0)
        known = np.where(fresh, following, known)
        name[every, label] = known
        following += fresh
        rows[:, slot] = np.where(label > 0, known, 0)
