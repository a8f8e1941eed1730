"""Packed diagrams, and the passes over them: totals, flows, support and exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.kernels.library import address, library

Floats = NDArray[np.float64]

_SLICE = 50_000_000
"""So many arcs are passed over before the watched deadline is looked at again."""


class Packed:
    """The children of all layers in a row, with what the kernels ask about their shape.

    `numbers` are the nodes of every layer and then the sizes of their domains.
    """

    __slots__ = ("_kept", "children", "layers", "nodes", "shape", "sizes", "values")

    def __init__(self, children: NDArray[np.int32], numbers: NDArray[np.int64]) -> None:
        n = len(numbers) // 2
        self._kept = (children, numbers)
        self.children, self.layers = children, n
        self.values = int(numbers[n:].sum())
        self.nodes = int(numbers[:n].sum()) + n + 2
        start = address(numbers)
        self.sizes = numbers[n:].tolist()
        # The first four arguments of every pass.
        self.shape = (n, start, start + 8 * n, address(children))

    @classmethod
    def of(cls, layers: Sequence[NDArray[np.int32]]) -> Packed:
        """Layers as arrays of shape (nodes, domain), as in `deduce.worlds.passes`, put in a row."""
        children = np.concatenate([layer.reshape(-1) for layer in layers])
        return cls(children, np.array([layer.shape for layer in layers], dtype=np.int64).T.ravel())

    def split(self) -> list[NDArray[np.int32]]:
        """The children by layer, as arrays of shape (nodes, domain) that share this memory."""
        found, start = [], 0
        for nodes, size in zip(self._kept[1][: self.layers].tolist(), self.sizes, strict=True):
            found.append(self.children[start : start + nodes * size].reshape(nodes, size))
            start += nodes * size
        return found

    def __reduce__(self) -> tuple[type[Packed], tuple[NDArray[Any], NDArray[Any]]]:
        # Addresses are found anew in another process.
        return Packed, self._kept


class Sums:
    """Passes over one weighted diagram, each made at most once. `Sums.of` gives None where numpy is to do it.

    Attributes:
        root: The weight of all worlds, divided by ``2 ** scale``.
        scale: Nought unless a weight leaves the range of floats.
        scaled: Whether one does, somewhere.
    """

    def __init__(self, packed: Packed, weights: Floats, arcs: Floats | None, compiled: Any) -> None:
        self._packed, self._compiled = packed, compiled
        self._kept = (weights, arcs)
        self._arguments = (*packed.shape, address(weights), None if arcs is None else address(arcs))
        # The totals, and behind them room for the flows and their result.
        nodes = packed.nodes
        self._room = np.empty(2 * nodes + packed.values)
        self._start = address(self._room)
        left = compiled.deduce_totals(*self._arguments, self._start)
        self.scaled = left > 0
        self._powers = np.zeros(nodes if self.scaled else 1, dtype=np.int64)
        if self.scaled:
            compiled.deduce_scaled(left, *self._arguments[1:], self._start, address(self._powers))
        self.root, self.scale = float(self._room[0]), int(self._powers[0])

    @classmethod
    def of(cls, packed: Packed, weights: Floats, arcs: Floats | None) -> Sums | None:
        """The passes, or None without kernels."""
        compiled = library()
        return None if compiled is None or not packed.layers else cls(packed, weights, arcs, compiled)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return Sums.of, (self._packed, *self._kept)

    @cached_property
    def chances(self) -> Floats:
        """The probability of each value of each layer, in a row. Needs a positive total."""
        nodes, start = self._packed.nodes, self._start
        powers = address(self._powers) if self.scaled else None
        self._compiled.deduce_flows(*self._arguments, start, powers, start + 8 * nodes, start + 16 * nodes)
        return self._room[2 * nodes :]

    @cached_property
    def support(self) -> NDArray[np.bool_]:
        """Whether each value of each layer occurs in a world of positive weight, in a row. Exact."""
        nodes = self._packed.nodes
        room = np.empty(2 * nodes + self._packed.values, dtype=np.bool_)
        start = address(room)
        self._compiled.deduce_support(*self._arguments, start, start + nodes, start + 2 * nodes)
        return room[2 * nodes :]

    def count(self) -> int:
        """The number of worlds of positive weight, modulo 2**64."""
        scratch = np.empty(self._packed.nodes, dtype=np.uint64)
        return int(self._compiled.deduce_count(*self._arguments, 0, address(scratch)))

    def residues(self, primes: Sequence[int]) -> list[int]:
        """The number of worlds of positive weight modulo each of the primes, which are below 2**31."""
        scratch = np.empty(self._packed.nodes, dtype=np.uint64)
        start, found, passed = address(scratch), [], 0
        for prime in primes:
            passed += len(self._packed.children)
            if passed > _SLICE:
                tick()
                passed = 0
            found.append(int(self._compiled.deduce_count(*self._arguments, prime, start)))
        return found
