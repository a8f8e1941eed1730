"""Automata: how a constraint reads its variables one by one, keeping just enough state to decide.

An automaton works on whole layers of a decision diagram at once: `step` takes an array of states and an
array of values (positions in the domain of the variable being read) and says which pairs survive and what
is to be remembered. States are integers below ``2 ** bits``. After the last variable every survivor has
state 0: the constraint holds and nothing needs to be remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.language.variables import Variable

__all__ = [
    "ADDED",
    "COMPARED",
    "TABULATED",
    "UNBOUNDED",
    "USED",
    "Automaton",
    "AutomatonStep",
    "Ints",
    "Tabulated",
    "minimal",
    "tabulate",
    "tabulate_rows",
]

Ints = NDArray[np.int64]
"""An array of whole numbers: states, values, or one of each."""
Bools = NDArray[np.bool_]
T = TypeVar("T", bound=Hashable)

MAX_BITS = 62
"""States are packed in signed 64-bit words; no automaton may need more than this."""


# The kinds of steps that are data; what their numbers mean stands in deduce/kernels/source/product.c.
USED = 0
"""A step that remembers which values were taken."""
ADDED = 1
"""A step that adds a number for each value."""
TABULATED = 2
"""A step that looks the next state up in a table."""
COMPARED = 3
"""A step that compares two remembered values."""

UNBOUNDED = (1 << 63) - 1
"""A bound that no sum reaches."""


class AutomatonStep(NamedTuple):
    """One step of an automaton as data, for the compiled product: a kind, a table and a few numbers.

    An automaton whose steps can be told so has a method ``data()`` that gives one a variable, all of one kind.
    """

    kind: int
    table: Ints
    a: int = 0
    b: int = 0
    c: int = 0
    done: bool = False


class Automaton(Protocol):
    """Reads `order` from left to right; see the module docstring."""

    order: tuple[Variable, ...]
    bits: int
    start: int

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        """Read ``order[position]``: which (state, value) pairs survive (None: all), and next states.

        `states` and `values` broadcast against each other; next states of dead pairs are arbitrary.
        """


class Tabulated:
    """An automaton given by transition tables: ``tables[i][state, value]`` is the next state or -1."""

    __slots__ = ("bits", "order", "start", "tables")

    def __init__(self, order: tuple[Variable, ...], tables: Sequence[Ints], start: int = 0) -> None:
        self.order, self.tables, self.start = order, tuple(tables), start
        self.bits = max(1, *((len(table) - 1).bit_length() for table in self.tables))

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        """See `Automaton.step`."""
        following = self.tables[position][states, values]
        return following >= 0, following

    def data(self) -> list[AutomatonStep]:
        """See `AutomatonStep`."""
        return [AutomatonStep(TABULATED, table.ravel(), table.shape[1]) for table in self.tables]


def tabulate(
    order: tuple[Variable, ...],
    start: T,
    step: Callable[[int, T, int], T | None],
    finish: Callable[[T], int],
) -> Tabulated:
    """Tabulate a symbolic automaton whose states are any hashable values.

    ``step(position, state, value)`` gives the next state or None when nothing can save it;
    ``finish(state)`` is what a state reached at the end stands for: -1 (rejected), 0 (accepted), or 1 where
    the automaton only judges. Complexity: reachable states times domain size, layer by layer, in Python;
    keep scopes small.
    """
    layer: dict[T, int] = {start: 0}
    tables: list[Ints] = []
    for position, variable in enumerate(order):
        size = len(variable.domain)
        table = np.full((len(layer), size), -1, dtype=np.int64)
        following: dict[T, int] = {}
        last = position == len(order) - 1
        for state, row in layer.items():
            tick()
            for value in range(size):
                reached = step(position, state, value)
                if reached is None:
                    continue
                if last:
                    table[row, value] = finish(reached)
                else:
                    table[row, value] = following.setdefault(reached, len(following))
        tables.append(table)
        layer = following
    return minimal(order, tables)


def tabulate_rows(order: tuple[Variable, ...], rows: Ints) -> Tabulated:
    """The automaton that accepts exactly the `rows` (shape ``(n, len(order))``, domain positions)."""
    tables: list[Ints] = []
    prefix = np.zeros(len(rows), dtype=np.int64)
    states = 1
    for position, variable in enumerate(order):
        size = len(variable.domain)
        last = position == len(order) - 1
        keys = prefix * size + rows[:, position]
        unique, inverse = np.unique(keys, return_inverse=True)
        table = np.full(states * size, -1, dtype=np.int64)
        table[unique] = 0 if last else np.arange(len(unique))
        tables.append(table.reshape(states, size))
        prefix, states = inverse.astype(np.int64), len(unique)
    return minimal(order, tables)


FEW = 64
"""Rows up to so many are told apart in Python: numpy takes longer to begin."""


def _distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The distinct rows in ascending order, and for each row the number of its own."""
    if not 0 < len(rows) <= FEW:
        unique, inverse = np.unique(rows, axis=0, return_inverse=True)
        return unique, inverse.reshape(-1)
    keys = list(map(tuple, rows.tolist()))
    number = {key: i for i, key in enumerate(sorted(set(keys)))}
    return np.array(list(number), dtype=np.int64), np.array([number[key] for key in keys], dtype=np.int64)


_KNOWN: dict[tuple[bool, tuple[int, ...], bytes], tuple[Ints, ...]] = {}
"""The tables of small automata, which many constraints of a problem share."""

_MOST_KNOWN = 10_000


def tabulate_truth(order: tuple[Variable, ...], true: Bools, *, judging: bool) -> Tabulated:
    """The automaton of a truth table with an axis a variable; the same as `tabulate` gives for that condition.

    It accepts where the table is true; with `judging` always, in state 1 where the table is true and else in state 0.
    """
    key = (judging, true.shape, np.packbits(true).tobytes())
    tables = _KNOWN.get(key)
    if tables is None:
        made: list[Ints] = []
        ends = true.astype(np.int64) if judging else true.astype(np.int64) - 1
        states = 1
        for size in true.shape[:-1]:
            made.append(np.arange(states * size, dtype=np.int64).reshape(states, size))
            states *= size
        made.append(ends.reshape(states, true.shape[-1]))
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.clear()
        tables = _KNOWN[key] = minimal(order, made).tables
    return Tabulated(order, tables)


def minimal(order: tuple[Variable, ...], tables: list[Ints]) -> Tabulated:
    """Drop states that cannot be saved and merge states with the same future, from the end."""
    rename = np.array([0, 1, -1], dtype=np.int64)  # of the layer below; the last entry is "dead"
    for position in range(len(order) - 1, -1, -1):
        table = rename[tables[position]]
        alive = (table >= 0).any(axis=1)
        if position == 0:
            tables[0] = table
            break
        unique, inverse = _distinct(table[alive])
        rename = np.full(len(table) + 1, -1, dtype=np.int64)
        rename[np.flatnonzero(alive)] = inverse
        # An empty layer (nothing is accepted) keeps one dead state so that tables stay well-formed.
        tables[position] = unique if len(unique) else np.full((1, table.shape[1]), -1, dtype=np.int64)
    return Tabulated(order, tables)
