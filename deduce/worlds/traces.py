"""Passes over a decision-DNNF: counts, weights, chances, support and samples, each a pass or two over its rows.

A branch speaks of every variable of its node exactly once, and the branches of a node share no world: sums and products
are all there is (Darwiche and Marquis, "A Knowledge Compilation Map", 2002). Nodes of one height are gone through
together. Weights are added up as logarithms, so that nothing overflows; counts are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.kernels.searches import Found
from deduce.worlds.base import Floats

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

_WORD_BITS = 60.0
"""Counts of fewer bits are worked out in words, which wrap around beyond 64; larger ones in Python's integers."""


def _runs(ufunc: Any, values: NDArray[Any], owners: Ints) -> tuple[Ints, NDArray[Any]]:
    """What `ufunc` makes of the values of each owner, and the owners; `owners` are ascending."""
    first = np.flatnonzero(np.diff(owners, prepend=-1))
    return owners[first], ufunc.reduceat(values, first) if len(first) else values[:0]


def _owners(ends: Ints) -> Ints:
    """For each item of consecutive runs that end at `ends` the number of its run."""
    return np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))


class Trace:
    """The rows of a search, and their shape. `sizes` are those of the variables' domains."""

    def __init__(self, found: Found, sizes: Sequence[int]) -> None:
        self.found = found
        self.nodes = len(found.node)
        self.starts = np.cumsum([0, *sizes], dtype=np.int64)
        """Where the values of each variable begin in a row of all values; the last is its length."""
        self.most = max(sizes, default=0)
        self.leaf_branch = _owners(found.branch[:, 0])
        self.child_branch = _owners(found.branch[:, 1])
        self.branch_node = _owners(found.node)
        lowest = found.mask & (~found.mask + np.uint64(1))
        # The first value of each leaf, as a place in the row of all values.
        self.values = self.starts[found.variable] + np.frexp(lowest.astype(np.float64))[1] - 1
        self.wide = np.flatnonzero(found.mask & (found.mask - np.uint64(1)))

    @property
    def nbytes(self) -> int:
        """Memory taken by the rows, in bytes."""
        return sum(part.nbytes for part in self.found[:6])

    @cached_property
    def widened(self) -> list[tuple[Ints, Ints]]:
        """Leaves with several values, and one of their values each, as a place in the row of all values."""
        mask, start = self.found.mask[self.wide], self.starts[self.found.variable[self.wide]]
        found = []
        for value in range(self.most if len(self.wide) else 0):
            has = (mask >> np.uint64(value) & np.uint64(1)).astype(bool)
            if has.any():
                found.append((self.wide[has], start[has] + value))
        return found

    @cached_property
    def levels(self) -> list[tuple[Ints, Ints]]:
        """By height, those of the leaves first: the branches, and the children of these."""
        branch = self.found.height[self.branch_node]
        child = branch[self.child_branch]
        ends = np.arange(int(branch.max(initial=-1)) + 2)
        parts = []
        for heights in (branch, child):
            order = np.argsort(heights, kind="stable")
            cuts = np.searchsorted(heights[order], ends)
            parts.append([order[a:b] for a, b in pairwise(cuts)])
        return list(zip(*parts, strict=True))

    def up(
        self, leaves: NDArray[Any], times: Any, plus: Any, one: Any
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """What branches and nodes come to, from what the leaves do: products (`times`) and sums (`plus`)."""
        branch = np.full(len(self.found.branch), one, dtype=leaves.dtype)
        node = np.zeros(self.nodes, dtype=leaves.dtype)
        owners, made = _runs(times, leaves, self.leaf_branch)
        branch[owners] = made
        for branches, children in self.levels:
            if len(children):
                owners, made = _runs(times, node[self.found.child[children]], self.child_branch[children])
                branch[owners] = times(branch[owners], made)
            owners, made = _runs(plus, branch[branches], self.branch_node[branches])
            node[owners] = made
        return branch, node

    def count(self, alive: Bools, bits: float) -> int:
        """How many worlds have only values that are `alive` (a row of all values); about 2 ** `bits`."""
        if not self.nodes:
            return 0
        kind: Any = np.uint64 if bits < _WORD_BITS else object
        _, node = self.up(self._spread(alive.astype(np.int64)).astype(kind), np.multiply, np.add, 1)
        return int(node[-1])

    def support(self, alive: Bools) -> Bools:
        """Which values occur in a world of values that are `alive`; a row of all values. Exact."""
        found = np.zeros(int(self.starts[-1]), dtype=np.bool_)
        if not self.nodes:
            return found
        branch, _ = self.up(self._spread(alive.astype(np.int64)) > 0, np.logical_and, np.logical_or, True)
        met = np.zeros(self.nodes, dtype=np.bool_)
        met[-1] = True
        for branches, children in reversed(self.levels):
            branch[branches] &= met[self.branch_node[branches]]
            met[self.found.child[children[branch[self.child_branch[children]]]]] = True
        found[self.values[branch[self.leaf_branch]]] = True
        for at, value in self.widened:
            found[value[branch[self.leaf_branch[at]]]] = True
        return found & alive

    def _spread(self, row: NDArray[Any]) -> NDArray[Any]:
        """For each leaf the sum of what its values have in a row of all values."""
        leaves = row[self.values]
        leaves[self.wide] = 0
        for at, value in self.widened:
            leaves[at] += row[value]
        return leaves

    def weighted(self, weights: Floats) -> Weighted:
        """The trace with a weight for each value, in a row."""
        return Weighted(self, weights)


class Weighted:
    """A trace with a weight for each value.

    Attributes:
        total: The logarithm (to base 2) of the weight of all worlds.
    """

    def __init__(self, trace: Trace, weights: Floats) -> None:
        self.trace, self.weights = trace, weights
        with np.errstate(divide="ignore"):
            leaves = np.log2(trace._spread(weights)) if trace.nodes else np.zeros(0)
            self.branch, self.node = trace.up(leaves, np.add, np.logaddexp2, 0.0)
        self.total = float(self.node[-1]) if trace.nodes else -np.inf

    @cached_property
    def chances(self) -> Floats:
        """The probability of each value, in a row; zeros where no world is left."""
        trace, found = self.trace, self.trace.found
        chances = np.zeros(int(trace.starts[-1]))
        if self.total == -np.inf:
            return chances
        reach = np.zeros(trace.nodes)
        reach[-1] = 1.0
        share = np.zeros(len(found.branch))
        for branches, children in reversed(trace.levels):
            owners = trace.branch_node[branches]
            here = reach[owners] > 0
            owners, some = owners[here], branches[here]
            share[some] = reach[owners] * np.exp2(self.branch[some] - self.node[owners])
            np.add.at(reach, found.child[children], share[trace.child_branch[children]])
        leaf = share[trace.leaf_branch]
        whole = trace._spread(self.weights)
        leaf = np.divide(leaf, whole, out=np.zeros_like(leaf), where=whole > 0)
        narrow = np.ones(len(leaf), dtype=np.bool_)
        narrow[trace.wide] = False
        np.add.at(chances, trace.values[narrow], leaf[narrow])
        for at, value in trace.widened:
            np.add.at(chances, value, leaf[at])
        return chances * self.weights

    def sample(self, n: int, random: np.random.Generator) -> Ints:
        """`n` draws by weight, a row each of the places of the variables' values."""
        trace, found = self.trace, self.trace.found
        rows = np.zeros((n, len(trace.starts) - 1), dtype=np.int64)
        waiting: dict[int, list[Ints]] = {trace.nodes - 1: [np.arange(n)]}
        queue = [1 - trace.nodes]
        while queue:
            node = -heappop(queue)
            draws = np.concatenate(waiting.pop(node))
            begin = int(found.node[node - 1]) if node else 0
            chances = np.exp2(self.branch[begin : found.node[node]] - self.node[node])
            for branch, drawn in _dealt(draws, chances, random):
                self._enter(begin + branch, drawn, rows, random)
                for child in self._span(begin + branch, 1):
                    below = int(found.child[child])
                    if below not in waiting:
                        waiting[below] = []
                        heappush(queue, -below)
                    waiting[below].append(drawn)
        return rows

    def _span(self, branch: int, which: int) -> range:
        """The leaves (0) or children (1) of a branch."""
        ends = self.trace.found.branch
        return range(int(ends[branch - 1, which]) if branch else 0, int(ends[branch, which]))

    def _enter(self, branch: int, drawn: Ints, rows: Ints, random: np.random.Generator) -> None:
        """Give the leaves of a branch their values, for some draws."""
        trace, found = self.trace, self.trace.found
        for leaf in self._span(branch, 0):
            variable, mask = int(found.variable[leaf]), int(found.mask[leaf])
            start = int(trace.starts[variable])
            places = [i for i in range(mask.bit_length()) if mask >> i & 1]
            weights = self.weights[[start + i for i in places]]
            for place, some in _dealt(drawn, weights / weights.sum(), random):
                rows[some, variable] = places[place]

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Every world of positive weight, as places of the variables' values; depth first."""
        trace, found = self.trace, self.trace.found
        if self.total == -np.inf:
            return
        alive = self.weights > 0
        # What is to be done next comes last: a node (its number), or a leaf (its number, negative, less one).
        stack: list[tuple[list[int], list[int]]] = [([0] * (len(trace.starts) - 1), [trace.nodes - 1])]
        while stack:
            row, left = stack.pop()
            if not left:
                yield tuple(row)
                continue
            *left, now = left
            if now < 0:
                variable, mask = int(found.variable[-1 - now]), int(found.mask[-1 - now])
                for i in range(mask.bit_length() - 1, -1, -1):
                    if mask >> i & 1 and alive[trace.starts[variable] + i]:
                        stack.append(([*row[:variable], i, *row[variable + 1 :]], left))
                continue
            for branch in range(int(found.node[now]) - 1, int(found.node[now - 1]) - 1 if now else -1, -1):
                if self.branch[branch] > -np.inf:
                    leaves = [-1 - leaf for leaf in self._span(branch, 0)]
                    children = [int(found.child[child]) for child in self._span(branch, 1)]
                    stack.append((row, [*left, *children, *leaves]))


def _dealt(draws: Ints, chances: Floats, random: np.random.Generator) -> Iterator[tuple[int, Ints]]:
    """The draws by what falls to them: a number below ``len(chances)`` and the draws that have it."""
    if len(chances) == 1:
        yield 0, draws
        return
    steps = np.cumsum(chances)
    # Strictly below the total, so that what has no chance is never drawn.
    fallen = np.searchsorted(steps, random.random(len(draws)) * steps[-1] * (1 - 2**-53), side="right")
    for number in np.unique(fallen).tolist():
        yield number, draws[fallen == number]
