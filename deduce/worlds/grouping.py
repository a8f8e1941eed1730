"""Automata that ask the same question of each variable, made into one before the product.

"Exactly three cards are with Ann" and "one of these three cards is with Ann" both read of a variable only whether it is
Ann. Each alone remembers little, but a layer of the product remembers every combination, most of them without a future:
a full hand and a suggestion still open, say. Such automata are multiplied first, over domains of two values, and reduced;
the small automaton that comes out sees a dead end at once and keeps no two states with one future. What then
passes through a product of all groups is within a small multiple of what is left after its reduction, where stages that
take a few conditions at a time went through many times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import TooLarge
from deduce.language.automata import ADDED, TABULATED, Automaton, AutomatonStep, Ints, Tabulated
from deduce.language.variables import Variable
from deduce.worlds.passes import Children

Multiplied = Callable[[list[NDArray[np.bool_]], "list[Reader]", int], Sequence[Children]]
"""Gives the layers of the reduced product of readers over two values a layer, of which some may not be."""

GROUP_BYTES = 1 << 18
"""A group whose own product takes more memory than this is left as it was."""

MOST_READERS = 512
"""Of more automata than these no groups are looked for."""

MOST_VALUES = 64
"""Nor are automata grouped that read larger domains."""

_HALVES = 2


class Reader:
    """An automaton, its steps as data where they are data, and the layers it reads, ascending."""

    __slots__ = ("automaton", "layers", "steps")

    def __init__(self, automaton: Automaton, steps: list[AutomatonStep] | None, layers: list[int]) -> None:
        self.automaton, self.steps, self.layers = automaton, steps, layers


def readers_of(automata: Sequence[Automaton], rank: Mapping[Variable, int]) -> list[Reader]:
    """Every automaton with its steps and layers, those that begin first in front."""
    found = []
    for automaton in automata:
        data = getattr(automaton, "data", None)
        steps = None if data is None else data()
        found.append(Reader(automaton, steps, [rank[variable] for variable in automaton.order]))
    found.sort(key=lambda reader: reader.layers[0])
    return found


class Collapsed:
    """An automaton whose values fall into two halves, read as 0 and 1.

    `pairs` has for each of its variables a value of either half.
    """

    __slots__ = ("_inner", "_values", "bits", "order", "start")

    def __init__(self, reader: Reader, pairs: Sequence[Ints]) -> None:
        self._inner, self._values = reader.automaton, pairs
        self.order, self.bits, self.start = self._inner.order, self._inner.bits, self._inner.start

    def step(self, position: int, states: Ints, values: Ints) -> tuple[NDArray[np.bool_] | None, Ints]:
        """See `Automaton.step`."""
        return self._inner.step(position, states, self._values[position][values])


def gathered(readers: Sequence[Reader]) -> list[tuple[list[Reader], dict[int, int]]]:
    """Which readers belong together, and the values that their group tells from the others, as a mask a layer.

    The first reader of a group reads all of its layers. Readers that belong with no other are groups of their own, with
    no masks.
    """
    halves: dict[int, int | None] = {}
    alone: list[tuple[list[Reader], dict[int, int]]] = []
    by_layer: dict[tuple[int, int], list[tuple[list[Reader], dict[int, int]]]] = {}
    groups: list[tuple[list[Reader], dict[int, int]]] = []
    for reader in sorted(readers, key=lambda reader: -len(reader.layers)):
        asked = _asked(reader, halves)
        if asked is None:
            alone.append(([reader], {}))
            continue
        first = next(((layer, mask) for layer, mask in asked.items() if mask), None)
        for group, masks in by_layer.get(first, ()) if first is not None else ():
            if all(layer in masks and mask in (0, masks[layer]) for layer, mask in asked.items()):
                group.append(reader)
                break
        else:
            made = ([reader], asked)
            groups.append(made)
            for layer, mask in asked.items():
                if mask:
                    by_layer.setdefault((layer, mask), []).append(made)
    found = [(group, masks if len(group) > 1 else {}) for group, masks in groups]
    return [*found, *alone]


def _asked(reader: Reader, halves: dict[int, int | None]) -> dict[int, int] | None:
    """By layer the values that a reader tells from the others; None where it tells more than two kinds."""
    if reader.steps is None:
        return None
    found: dict[int, int] = {}
    wide = False
    for layer, step in zip(reader.layers, reader.steps, strict=True):
        size = step.a if step.kind == TABULATED else len(step.table)
        if size > MOST_VALUES:
            return None
        key = id(step.table)  # the steps keep their tables alive; many share one
        if key not in halves:
            halves[key] = _half(step)
        mask = halves[key]
        if mask is None:
            return None
        found[layer] = mask
        wide = wide or size > _HALVES
    return found if wide else None


def _half(step: AutomatonStep) -> int | None:
    """The values that a step treats unlike the first one, as a mask; None where they are of several kinds."""
    if step.kind == ADDED:
        columns: list[object] = step.table.tolist()
    elif step.kind == TABULATED:
        columns = list(map(tuple, step.table.reshape(-1, step.a).T.tolist()))
    else:
        return None
    if len(set(columns)) > _HALVES:
        return None
    return sum(1 << value for value, column in enumerate(columns) if column != columns[0])


def joined(
    readers: Sequence[Reader], masks: Sequence[NDArray[np.bool_]], multiplied: Multiplied
) -> list[Reader]:
    """The readers with every group made into one automaton; a group too large for that stays as it was.

    The compiled product does the same by itself (`deduce/kernels/source/readers.c`), in the same order. `masks` says
    which values may be, by layer; `multiplied` gives the layers of a reduced product over two values.
    """
    if not 2 <= len(readers) <= MOST_READERS:
        return list(readers)
    found = []
    for group, halves in gathered(readers):
        if len(group) > 1:
            try:
                found.append(_merged(group, halves, masks, multiplied))
                continue
            except TooLarge:
                pass
        found.extend(group)
    found.sort(key=lambda reader: reader.layers[0])
    return found


def _merged(
    group: Sequence[Reader],
    halves: Mapping[int, int],
    masks: Sequence[NDArray[np.bool_]],
    multiplied: Multiplied,
) -> Reader:
    """The product of a group over two values a layer, reduced, as one automaton over all values."""
    place = {layer: i for i, layer in enumerate(halves)}
    allowed: list[NDArray[np.bool_]] = []
    which: list[Ints] = []
    pairs: list[Ints] = []
    for layer, told in halves.items():
        mask = masks[layer]
        half = np.array([told >> value & 1 for value in range(len(mask))], dtype=np.int64)
        which.append(half)
        pairs.append(np.array([0, (told & -told).bit_length() - 1 if told else 0]))
        allowed.append(np.bincount(half, mask, _HALVES) > 0)
    parts = []
    for reader in group:
        layers = [place[layer] for layer in reader.layers]
        parts.append(Reader(Collapsed(reader, [pairs[i] for i in layers]), None, layers))
    tables: list[Ints] = []
    made = multiplied(allowed, parts, GROUP_BYTES)
    for i, (children, half) in enumerate(zip(made, which, strict=True)):
        table = children.astype(np.int64)[:, half]
        # The number of nodes below says "dead".
        table[table == (len(made[i + 1]) if i + 1 < len(made) else 1)] = -1
        tables.append(table)
    automaton = Tabulated(group[0].automaton.order, tables)
    return Reader(automaton, automaton.data(), group[0].layers)
