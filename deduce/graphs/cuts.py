"""Cuts: what to tell a solver whose assignment falls into parts that should hang together.

Between two parts there is a separator: things that are not chosen but one of which must be, if both sides
hold something chosen. A cut names the separator and one chosen thing on each side; a witness is left out where
its side is already known to hold something chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from deduce.graphs.graph import components, reached

if TYPE_CHECKING:
    from deduce.posting import Found, Literal

__all__ = ["EdgeCuts", "NodeCuts"]

Beside = Sequence[Collection[int]]

_REMEMBERED = 200
"""How many sets of things, one of which must be chosen, are kept in mind."""


class _Witnesses:
    """Which sides are known to hold something chosen; what was known once stays known."""

    def __init__(self, literals: Sequence[Literal]) -> None:
        self._literals = literals
        self._sure: list[frozenset[int]] = []

    def needed(self, found: Found, side: Collection[int], chosen: int) -> list[Literal]:
        """The witness to name for a side (things it holds, and a chosen one): none if one must be chosen."""
        if any(known.issubset(side) for known in self._sure):
            return []
        if not found.refuted([-self._literals[i] for i in side]):
            return [-self._literals[chosen]]
        if len(self._sure) < _REMEMBERED:
            self._sure.append(frozenset(side))
        return []


class NodeCuts:
    """Clauses against chosen nodes in several parts; none if they hang together.

    Args:
        literals: For each node, that it is chosen.
        beside: For each node, its neighbours.
    """

    def __init__(self, literals: Sequence[Literal], beside: Beside) -> None:
        self._literals, self._beside = literals, beside
        self._witnesses = _Witnesses(literals)

    def __call__(self, found: Found) -> list[list[Literal]]:
        """See `deduce.posting.Cuts`: the separators of each part from the largest."""
        parts = components(
            self._beside,
            dict.fromkeys(i for i, literal in enumerate(self._literals) if found.true(literal)),
        )
        if len(parts) < 2:
            return []
        largest = max(parts, key=len)
        made = []
        for part in parts:
            if part is not largest:
                made.append(self._cut(found, part, largest))
                made.append(self._cut(found, largest, part))
        return made

    def _cut(self, found: Found, part: set[int], other: set[int]) -> list[Literal]:
        """The separator closest to `part`, between it and `other`."""
        beside = self._beside
        border = {j for i in part for j in beside[i]} - part
        far = reached(next(iter(other)), beside, set(range(len(beside))) - border)
        border = {j for j in border if any(i in far for i in beside[j])}
        near = reached(next(iter(part)), beside, set(range(len(beside))) - border)
        return [
            *(self._literals[i] for i in border),
            *self._witnesses.needed(found, near, min(part)),
            *self._witnesses.needed(found, far, min(other)),
        ]


class EdgeCuts:
    """Clauses against chosen edges in several parts; none if they hang together and touch all of `through`.

    Args:
        literals: For each edge, that it is chosen.
        edges: For each edge, the two nodes it joins.
        nodes: How many nodes there are.
        through: Nodes that the parts must reach.
    """

    def __init__(
        self,
        literals: Sequence[Literal],
        edges: Sequence[tuple[int, int]],
        nodes: int,
        through: Collection[int] = (),
    ) -> None:
        self._literals, self._edges, self._through = literals, edges, tuple(through)
        self._at: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
        for i, (a, b) in enumerate(edges):
            self._at[a].append((i, b))
            self._at[b].append((i, a))
        self._beside = [[other for _, other in there] for there in self._at]
        self._witnesses = _Witnesses(literals)

    def __call__(self, found: Found) -> list[list[Literal]]:
        """See `deduce.posting.Cuts`: the edges that leave each part, but for the largest."""
        chosen = [i for i, literal in enumerate(self._literals) if found.true(literal)]
        joined: dict[int, list[int]] = {node: [] for node in self._through}
        for i in chosen:
            a, b = self._edges[i]
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        parts = _parts(joined)
        if len(parts) < 2:
            return []
        largest = max(parts, key=len)
        on = set(chosen)
        return [self._cut(found, part, largest, on) for part in parts if part is not largest]

    def _cut(self, found: Found, part: set[int], other: set[int], chosen: set[int]) -> list[Literal]:
        """The edges between `part` and what can be reached from `other` without it."""
        far = reached(next(iter(other)), self._beside, set(range(len(self._at))) - part)
        border = [i for node in part for i, there in self._at[node] if there in far]
        cut = set(border)
        clause = [self._literals[i] for i in border]
        inner = [i for node in part for i, there in self._at[node] if i not in cut and there in part]
        outer = [i for i, (a, b) in enumerate(self._edges) if a in far and b in far]
        for side, nodes in ((inner, part), (outer, far)):
            if not any(node in nodes for node in self._through):
                seen = next(i for i in side if i in chosen)
                clause += self._witnesses.needed(found, set(side), seen)
        return clause


def _parts(joined: dict[int, list[int]]) -> list[set[int]]:
    left = dict.fromkeys(joined)
    found = []
    while left:
        start = next(iter(left))
        part, waiting = {start}, [start]
        while waiting:
            for other in joined[waiting.pop()]:
                if other not in part:
                    part.add(other)
                    waiting.append(other)
        for node in part:
            del left[node]
        found.append(part)
    return found
