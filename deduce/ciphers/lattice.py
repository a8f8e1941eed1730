"""All phrases that fit a pattern and a lexicon, as one layered diagram with the words as layers.

A node after some words remembers only the symbols of classes that later words use again (and, when no
symbol may hide behind two glyphs, the set of symbols used), so phrases that agree on those share everything
that follows. Count, total weight, marginals, best answers and samples are passes over the arcs. Words that
agree on all shared classes are one arc. A join is sized before it is made; one that would exceed the limit
raises `Overfull`, and the caller decides what to give up.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Overfull(Exception):
    """The exact diagram needs more arcs than allowed."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The possible texts of one word: `codes` (n, length), `weights` (n,), `classes` of its cells."""

    word: int
    classes: tuple[int, ...]
    codes: NDArray[np.uint8]
    weights: Floats

    def column(self, wanted: int) -> NDArray[np.uint8]:
        """The codes of a class in every candidate."""
        return self.codes[:, self.classes.index(wanted)]


@dataclass(frozen=True, slots=True)
class Layer:
    """One word: its candidates grouped into signatures, and the arcs, sorted by source node."""

    candidates: Candidates
    group: Ints  # candidate -> signature
    order: Ints  # candidates sorted by signature
    starts: Ints  # signature -> first place in `order`
    totals: Floats  # signature -> weight
    first: Ints  # source node -> first arc
    source: Ints
    signature: Ints
    target: Ints
    nodes: int  # nodes after this layer


def _numbered(column: Ints) -> tuple[Ints, int]:
    """The same rows alike, by numbers from 0 on, and how many there are."""
    found, number = np.unique(column, return_inverse=True)
    return number.astype(np.int64), len(found)


def packed(columns: list[NDArray[np.int64]], rows: int) -> Ints:
    """One number a row, equal exactly for equal rows."""
    key = np.zeros(rows, np.int64)
    size = 1
    for column in columns:
        span = int(column.max(initial=0)) + 1
        if size * span >= 1 << 62:
            (key, size), (column, span) = _numbered(key), _numbered(column)
        key = key * span + column
        size *= span
    return key


def _grouped(key: Ints) -> tuple[Ints, Ints, int]:
    """(group of each row, one representative row a group, number of groups)."""
    _, where, group = np.unique(key, return_index=True, return_inverse=True)
    return group.astype(np.int64), where.astype(np.int64), len(where)


def _summed(where: Ints, values: Floats, size: int) -> Floats:
    return np.bincount(where, values, size).astype(np.float64)


def _bits(columns: list[NDArray[np.uint8]], rows: int) -> Ints:
    mask = np.zeros(rows, np.int64)
    for column in columns:
        mask |= np.int64(1) << column.astype(np.int64)
    return mask


def _joined(pairs: list[tuple[Ints, Ints]], nodes: int, size: int, limit: int) -> tuple[Ints, Ints]:
    """All (node, signature) that agree on every pair of columns, sorted by node."""
    both = packed([np.concatenate(pair) for pair in pairs], nodes + size)
    here, there = both[:nodes], both[nodes:]
    sort = np.argsort(there, kind="stable").astype(np.int64)
    low = np.searchsorted(there[sort], here, "left")
    widths = np.searchsorted(there[sort], here, "right") - low
    total = int(widths.sum())
    if total > limit:
        raise Overfull(f"{total} arcs")
    source = np.repeat(np.arange(nodes), widths)
    offset = np.arange(total) - np.repeat(np.cumsum(widths) - widths, widths)
    return source, sort[np.repeat(low, widths) + offset]


def build_lattice(words: list[Candidates], exclusive: frozenset[int], used: int, limit: int) -> Lattice:
    """The diagram of `words`, in the given order.

    Args:
        words: Candidates that already fit what is known, each word's own equalities included.
        exclusive: Classes whose symbols must differ (empty: no such rule).
        used: Bit mask of symbols that exclusive classes outside `words` already have.
        limit: The most arcs a layer may have.

    Raises:
        Overfull: a layer would exceed `limit`.
    """
    later: list[set[int]] = [set() for _ in words]
    ahead: set[int] = set()
    for place in range(len(words) - 1, -1, -1):
        later[place] = set(ahead)
        ahead |= set(words[place].classes)
    frontier: dict[int, Ints] = {}
    masks = np.full(1, used, np.int64)
    nodes = 1
    seen: set[int] = set()
    layers: list[Layer] = []
    for place, word in enumerate(words):
        own = sorted(set(word.classes))
        shared = [c for c in own if c in frontier]
        joint = [c for c in own if c in frontier or c in later[place]]
        rows = len(word.weights)
        columns = {c: word.column(c).astype(np.int64) for c in joint}
        fresh = _bits([word.column(c) for c in own if c in exclusive and c not in seen], rows)
        key = packed([*columns.values(), *([fresh] if exclusive else [])], rows)
        group, where, size = _grouped(key)
        totals = np.bincount(group, word.weights, size).astype(np.float64)
        left = {c: column[where] for c, column in columns.items()}
        fresh = fresh[where]
        source, signature = _joined([(frontier[c], left[c]) for c in shared], nodes, size, limit)
        if exclusive:
            free = (masks[source] & fresh[signature]) == 0
            source, signature = source[free], signature[free]
        seen |= set(own)
        kept = [c for c in {*frontier, *joint} if c in later[place]]
        after = {c: left[c][signature] if c in left else frontier[c][source] for c in kept}
        mask = masks[source] | fresh[signature]
        target, rep, nodes_after = _grouped(
            packed([*after.values(), *([mask] if exclusive else [])], len(source))
        )
        order = np.argsort(group, kind="stable")
        layers.append(
            Layer(
                word,
                group,
                order=order,
                starts=np.searchsorted(group[order], np.arange(size + 1)),
                totals=totals,
                first=np.searchsorted(source, np.arange(nodes + 1)),
                source=source,
                signature=signature,
                target=target,
                nodes=nodes_after,
            )
        )
        frontier = {c: column[rep] for c, column in after.items()}
        masks, nodes = mask[rep], nodes_after
    return Lattice(layers)


class Lattice:
    """The diagram with its sums: `total` is the weight of all phrases, `count` their number.

    `count` is a float, exact below 2**53.
    """

    def __init__(self, layers: list[Layer]) -> None:
        self.layers = layers
        self._ahead: list[Floats] = [np.ones(layers[-1].nodes if layers else 1)]
        ways: Floats = self._ahead[0]
        for layer in reversed(layers):
            before = len(layer.first) - 1
            flow = layer.totals[layer.signature] * self._ahead[0][layer.target]
            sizes = np.diff(layer.starts).astype(float)
            with np.errstate(over="ignore"):  # more phrases than a float can count are infinitely many
                ways = _summed(layer.source, sizes[layer.signature] * ways[layer.target], before)
            self._ahead.insert(0, _summed(layer.source, flow, before))
        self.total = float(self._ahead[0].sum())
        self.count = float(ways.sum())

    def posteriors(self) -> list[Floats]:
        """For each layer the probability of each candidate (n,)."""
        found = []
        reach: Floats = np.ones(1)
        for layer, ahead in zip(self.layers, self._ahead[1:], strict=True):
            arcs = reach[layer.source] * layer.totals[layer.signature]
            through = np.bincount(layer.signature, arcs * ahead[layer.target], len(layer.totals))
            share = through / np.maximum(layer.totals, 1e-300) / self.total
            found.append(layer.candidates.weights * share[layer.group])
            reach = _summed(layer.target, arcs, layer.nodes)
        return found

    def best(self, top: int, depth: int) -> list[tuple[tuple[int, ...], float]]:
        """The `top` heaviest choices of the first `depth` layers, the rest summed out.

        Each is the candidates' numbers and the weight; exact, heaviest first. Best-first search with the
        exact bound, expanding at most `top` ways out of a node.
        """
        bound = self._bounds(depth)
        if not self.total:
            return []
        tie = count()
        heap: list[tuple[float, int, int, int, float, tuple[int, ...]]] = [
            (-float(bound[0][0]), next(tie), 0, 0, 1.0, ())
        ]
        found: list[tuple[tuple[int, ...], float]] = []
        while heap and len(found) < top:
            value, _, place, node, weight, chosen = heapq.heappop(heap)
            if place == depth:
                found.append((chosen, -value))
                continue
            layer = self.layers[place]
            for candidate, target in self._ways(layer, node, bound[place + 1], top):
                heavier = weight * float(layer.candidates.weights[candidate])
                worth = heavier * float(bound[place + 1][target])
                if worth > 0:
                    heapq.heappush(
                        heap,
                        (-worth, next(tie), place + 1, int(target), heavier, (*chosen, int(candidate))),
                    )
        return found

    def _bounds(self, depth: int) -> list[Floats]:
        """For each node up to `depth` the heaviest way on to there, times everything beyond."""
        bound = [self._ahead[depth]]
        for layer in reversed(self.layers[:depth]):
            heaviest = np.zeros(len(layer.totals))
            np.maximum.at(heaviest, layer.group, layer.candidates.weights)
            flow = heaviest[layer.signature] * bound[0][layer.target]
            most = np.zeros(len(layer.first) - 1)
            np.maximum.at(most, layer.source, flow)
            bound.insert(0, most)
        return bound

    @staticmethod
    def _ways(layer: Layer, node: int, bound: Floats, top: int) -> list[tuple[int, int]]:
        arcs = np.arange(layer.first[node], layer.first[node + 1])
        sizes = np.diff(layer.starts)[layer.signature[arcs]]
        spread = np.repeat(arcs, sizes)
        inside = np.arange(len(spread)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        candidates = layer.order[layer.starts[layer.signature[spread]] + inside]
        worth = layer.candidates.weights[candidates] * bound[layer.target[spread]]
        chosen = np.argsort(-worth, kind="stable")[:top] if len(worth) > 1 else np.arange(len(worth))
        return [(int(candidates[k]), int(layer.target[spread[k]])) for k in chosen]

    def sample(self, size: int, rng: np.random.Generator) -> list[Ints]:
        """For each layer the candidates of `size` phrases drawn by weight."""
        node = np.zeros(size, np.int64)
        found = []
        for layer, ahead in zip(self.layers, self._ahead[1:], strict=True):
            flow = np.concatenate(([0.0], np.cumsum(layer.totals[layer.signature] * ahead[layer.target])))
            arc = _pick(flow, layer.first[node], layer.first[node + 1], rng)
            signature = layer.signature[arc]
            weights = layer.candidates.weights[layer.order]
            within = np.concatenate(([0.0], np.cumsum(weights)))
            found.append(
                layer.order[_pick(within, layer.starts[signature], layer.starts[signature + 1], rng)]
            )
            node = layer.target[arc]
        return found


def _pick(sums: Floats, low: Ints, high: Ints, rng: np.random.Generator) -> Ints:
    """One place in each range [low, high), by the increments of `sums`."""
    point = sums[low] + rng.random(len(low)) * (sums[high] - sums[low])
    # Rounding may land on the border: stay inside the range.
    return np.clip(np.searchsorted(sums, point, "right") - 1, low, high - 1).astype(np.int64)
