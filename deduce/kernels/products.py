"""The product of a packed diagram with automata whose steps are data (`deduce.language.automata`), and its reduction."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.kernels.diagrams import Packed
from deduce.kernels.library import address, library
from deduce.language.automata import TABULATED, AutomatonStep

_SLICE = 4_000_000
"""So many steps are done before the watched deadline is looked at again: some hundredths of a second."""

_MORE, _TOO_LARGE, _NO_MEMORY = 1, 2, 3


class Machine(NamedTuple):
    """An automaton: its steps by the layer they read, the bits of its states, and the first of them."""

    steps: dict[int, AutomatonStep]
    bits: int
    start: int


class Refused(NamedTuple):
    """The product would take more memory than allowed: at which layer, how wide it was, and the bytes needed."""

    layer: int
    width: int
    needed: int


def multiply(
    packed: Packed,
    masks: NDArray[np.bool_],
    weighted: Sequence[bool],
    machines: Sequence[Machine],
    max_bytes: int,
    *,
    together: bool = True,
) -> tuple[Packed, dict[int, NDArray[np.int32]]] | Refused | None:
    """The paths that every automaton accepts. None without kernels.

    `masks` says which values may be, all layers in a row; `weighted` which layers have weights of arcs. Of those the
    result tells the old node of every node. With `together` automata are grouped first, as `deduce.worlds.grouping`
    says. Raises `GaveUp` at the watched deadline.
    """
    compiled = library()
    if compiled is None:
        return None
    told, count = _written(machines, packed.layers)
    kept = [masks, np.array(weighted, dtype=np.uint8), *told]
    masked, flags, reader, position, step_rows, pool = map(address, kept)
    handle = compiled.deduce_product_new(
        *packed.shape, masked, flags, len(machines), reader, position, step_rows, count, pool, together,
        float(max_bytes),
    )  # fmt: skip
    if not handle:
        raise MemoryError
    try:
        while (status := compiled.deduce_product_run(handle, _SLICE)) == _MORE:
            tick()
        if status == _NO_MEMORY:
            raise MemoryError
        if status == _TOO_LARGE:
            refused = np.zeros(3, dtype=np.int64)
            compiled.deduce_product_refused(handle, address(refused))
            return Refused(*refused.tolist())
        return _collected(compiled, handle, packed, weighted)
    finally:
        compiled.deduce_product_free(handle)


def _written(
    machines: Sequence[Machine], layers: int
) -> tuple[tuple[array[int], array[int], array[int], NDArray[np.int64]], int]:
    """The automata as the kernel reads them, and how many steps they have.

    Three numbers an automaton; for each automaton and layer the number of its step, or -1; five numbers a step; and
    all tables in a row, each once.
    """
    readers: list[int] = []
    rows: list[int] = []
    pieces: list[NDArray[np.int64]] = []
    places: dict[int, int] = {}
    positions = [-1] * (layers * len(machines))
    length = count = start = 0
    for machine in machines:
        kind = next(iter(machine.steps.values())).kind
        readers += (kind, machine.bits, machine.start)
        for layer, (_, table, a, b, c, done) in machine.steps.items():
            # Many steps share a table.
            place = places.get(id(table))
            if place is None:
                places[id(table)] = place = length
                pieces.append(table)
                length += len(table)
            positions[start + layer] = count
            count += 1
            rows += (place, a, len(table) // a if kind == TABULATED else b, c, done)
        start += layers
    told = array("q", readers), array("i", positions), array("q", rows), np.concatenate(pieces)
    return told, count


def _collected(
    compiled: object, handle: int, packed: Packed, weighted: Sequence[bool]
) -> tuple[Packed, dict[int, NDArray[np.int32]]]:
    n = packed.layers
    numbers = np.empty(2 * n, dtype=np.int64)
    numbers[n:] = packed.sizes
    compiled.deduce_product_nodes(handle, address(numbers))  # type: ignore[attr-defined]
    nodes = numbers[:n].tolist()
    children = np.empty(sum(a * b for a, b in zip(nodes, packed.sizes, strict=True)), dtype=np.int32)
    old = np.empty(sum(a for a, flag in zip(nodes, weighted, strict=True) if flag), dtype=np.int32)
    compiled.deduce_product_collect(handle, address(children), address(old))  # type: ignore[attr-defined]
    origins, start = {}, 0
    for layer, flag in enumerate(weighted):
        if flag:
            origins[layer] = old[start : start + nodes[layer]]
            start += nodes[layer]
    return Packed(children, numbers), origins
