"""Cuts: what to tell a solver whose assignment falls into parts that should hang together.

Between two parts there is a separator: things that are not chosen but one of which must be, if both sides
hold something chosen. A cut names the separator and one chosen thing on each side; a witness is left out where
its side is already known to hold something chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_, xor
from typing import TYPE_CHECKING

from deduce.graphs.floods import Floods, bits_of, each_bit, list_of

if TYPE_CHECKING:
    from deduce.language.posting import Found, Literal

_REMEMBERED = 200
"""How many sets of things, one of which must be chosen, are kept in mind."""

_VAIN = 32
"""After so many questions in vain only each so many-th is asked."""

_SHRUNK, _QUESTIONS = 40, 30
"""So many of them are made small first, each by at most so many questions."""


class _Witnesses:
    """Which sides are known to hold something chosen; what was known once stays known."""

    def __init__(self, literals: Sequence[Literal]) -> None:
        self._literals = literals
        self._sure: list[int] = []
        self._vain = 0

    def needed(self, found: Found, side: int, chosen: int) -> list[Literal]:
        """The witness to name for a side (bits of things, of which those of `chosen` are): none if one must be."""
        if any(not known & ~side for known in self._sure):
            return []
        witness = [-self._literals[(chosen & -chosen).bit_length() - 1]]
        # Where clues are assumed nothing may ever be known without them.
        self._vain += 1
        if self._vain > _VAIN and self._vain % _VAIN:
            return witness
        things = list_of(side)
        if not found.refuted([-self._literals[i] for i in things]):
            return witness
        self._vain = 0
        if len(self._sure) < _REMEMBERED:
            # Few of them mostly do, and few lie within many other sides.
            few = self._shrunk(found, things) if len(self._sure) < _SHRUNK else things
            self._sure.append(bits_of(few))
        return []

    def _shrunk(self, found: Found, things: list[int]) -> list[int]:
        """Some of the things, one of which must be chosen already: what a few questions find."""
        size, asked = len(things) // 2, 0
        while size and asked < _QUESTIONS:
            start = 0
            while start < len(things) > size and asked < _QUESTIONS:
                rest = things[:start] + things[start + size :]
                asked += 1
                if found.refuted([-self._literals[i] for i in rest]):
                    things = rest
                else:
                    start += size
            size //= 2
        return things


class NodeCuts:
    """Clauses against chosen nodes in several parts; none if they hang together.

    Args:
        literals: For each node, that it is chosen.
        beside: For each node, its neighbours.
    """

    def __init__(self, literals: Sequence[Literal], beside: Sequence[Collection[int]]) -> None:
        self._literals, self._all = tuple(literals), (1 << len(literals)) - 1
        self._floods = Floods(beside)
        self._witnesses = _Witnesses(literals)

    def __call__(self, found: Found) -> list[list[Literal]]:
        """See `deduce.language.posting.Cuts`: the separator of each part from the largest, closest to the part."""
        parts = self._floods.parts(found.mask(self._literals))
        if len(parts) < 2:
            return []
        largest = max(parts, key=int.bit_count)
        # The separators closest to the largest would follow too; they are long, and cost more than they save.
        return [self._cut(found, part, largest) for part in parts if part != largest]

    def _cut(self, found: Found, part: int, other: int) -> list[Literal]:
        """The separator closest to `part`, between it and `other`."""
        floods = self._floods
        border = floods.around(part) & ~part
        far = floods.reach(other, self._all & ~border)
        border &= floods.around(far)
        near = floods.reach(part, self._all & ~border)
        return [
            *(self._literals[i] for i in each_bit(border)),
            *self._witnesses.needed(found, near, part),
            *self._witnesses.needed(found, far, other),
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
        self._literals, self._edges, self._through = literals, edges, bits_of(through)
        self._nodes, self._every = (1 << nodes) - 1, (1 << len(edges)) - 1
        self._at = [0] * nodes
        beside: list[list[int]] = [[] for _ in range(nodes)]
        for i, (a, b) in enumerate(edges):
            self._at[a] |= 1 << i
            self._at[b] |= 1 << i
            beside[a].append(b)
            beside[b].append(a)
        self._floods = Floods(beside)
        self._witnesses = _Witnesses(literals)

    def __call__(self, found: Found) -> list[list[Literal]]:
        """See `deduce.language.posting.Cuts`: the edges that leave each part, but for the largest."""
        chosen = found.chosen(self._literals)
        joined: dict[int, list[int]] = {node: [] for node in each_bit(self._through)}
        edges = self._edges
        for i in chosen:
            a, b = edges[i]
            if a in joined:
                joined[a].append(b)
            else:
                joined[a] = [b]
            if b in joined:
                joined[b].append(a)
            else:
                joined[b] = [a]
        parts = _parts(joined)
        if len(parts) < 2:
            return []
        largest = max(parts, key=len)
        on = bits_of(chosen)
        return [self._cut(found, part, largest[0], on) for part in parts if part is not largest]

    def _cut(self, found: Found, part: Sequence[int], other: int, chosen: int) -> list[Literal]:
        """The edges between `part` and what can be reached from `other` without it."""
        far = self._floods.reach(1 << other, self._nodes & ~bits_of(part))
        near = self._nodes & ~far
        inside = [self._at[node] for node in list_of(near)]
        # An edge within is told by both its nodes, one that leaves by one alone.
        touching, border = reduce(or_, inside), reduce(xor, inside)
        clause = [self._literals[i] for i in list_of(border)]
        inner, outer = touching & ~border, self._every & ~touching
        for side, nodes in ((inner, near), (outer, far)):
            if not nodes & self._through:
                clause += self._witnesses.needed(found, side, side & chosen)
        return clause


def _parts(joined: dict[int, list[int]]) -> list[list[int]]:
    """Nodes that hang together along the chosen edges."""
    seen: set[int] = set()
    found = []
    for start in joined:
        if start in seen:
            continue
        part = [start]
        seen.add(start)
        for node in part:
            for other in joined[node]:
                if other not in seen:
                    seen.add(other)
                    part.append(other)
        found.append(part)
    return found
