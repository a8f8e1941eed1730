"""The product of a packed diagram with automata whose steps are data (see `deduce.automata`), and its reduction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.automata import AutomatonStep
from deduce.deadline import tick
from deduce.kernels.diagrams import Packed
from deduce.kernels.library import address, library

__all__ = ["Machine", "Refused", "multiply"]

_SLICE = 4_000_000
"""So many steps are done before the watched deadline is looked at again: some hundredths of a second."""

_MORE, _TOO_LARGE, _NO_MEMORY = 1, 2, 3


class Machine(NamedTuple):
    """An automaton at work: its steps by the layer they read, and where its state lies."""

    steps: dict[int, AutomatonStep]
    bits: int
    word: int
    offset: int
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
    words: int,
    max_bytes: int,
) -> tuple[Packed, dict[int, NDArray[np.int32]]] | Refused | None:
    """The paths that every automaton accepts. None without kernels.

    `masks` says which values may be, all layers in a row; `weighted` which layers have weights of arcs. Of those the
    result tells the old node of every node. Raises `GaveUp` at the watched deadline.
    """
    compiled = library()
    if compiled is None:
        return None
    n = packed.layers
    readers: list[tuple[int, ...]] = []
    rows: list[tuple[int, ...]] = []
    pieces: list[NDArray[np.int64]] = []
    length = 0
    positions = np.full((len(machines), n), -1, dtype=np.int32)
    for number, machine in enumerate(machines):
        first, last = min(machine.steps), max(machine.steps)
        kind = machine.steps[first].kind
        readers.append((kind, machine.bits, machine.word, machine.offset, first, last, machine.start, 0))
        for layer, step in machine.steps.items():
            positions[number, layer] = len(rows)
            rows.append((length, step.a, step.b, step.c, step.done))
            pieces.append(step.table)
            length += len(step.table)
    kept = [
        masks,
        np.array(weighted, dtype=np.uint8),
        np.array(readers, dtype=np.int64),
        positions,
        np.array(rows, dtype=np.int64),
        np.concatenate(pieces),
    ]
    masked, flags, reader, position, step_rows, pool = map(address, kept)
    handle = compiled.deduce_product_new(
        *packed.shape, masked, flags, len(machines), reader, position, step_rows, pool, words, float(max_bytes)
    )  # fmt: skip
    if not handle:
        raise MemoryError
    try:
        while (status := compiled.deduce_product_run(handle, _SLICE)) == _MORE:
            tick()
        if status == _NO_MEMORY:
            raise MemoryError
        if status == _TOO_LARGE:
            told = np.zeros(3, dtype=np.int64)
            compiled.deduce_product_refused(handle, address(told))
            return Refused(*told.tolist())
        return _collected(compiled, handle, packed, weighted)
    finally:
        compiled.deduce_product_free(handle)


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
