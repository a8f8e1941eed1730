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

__all__ = ["edge_cuts", "node_cuts"]

Beside = Sequence[Collection[int]]


def node_cuts(found: Found, literals: Sequence[Literal], beside: Beside) -> list[list[Literal]]:
    """Clauses against chosen nodes in several parts; none if they hang together."""
    chosen = [i for i, literal in enumerate(literals) if found.true(literal)]
    parts = components(beside, dict.fromkeys(chosen))
    if len(parts) < 2:
        return []
    largest = max(parts, key=len)
    made = []
    for part in parts:
        for one, other in ((part, largest), (largest, part)):
            if part is not largest:
                made.append(_node_cut(found, literals, beside, one, other))
    return made


def _node_cut(
    found: Found, literals: Sequence[Literal], beside: Beside, part: set[int], other: set[int]
) -> list[Literal]:
    """The separator closest to `part`, between it and `other`."""
    border = {j for i in part for j in beside[i]} - part
    open_ = set(range(len(literals))) - border
    far = reached(next(iter(other)), beside, open_)
    border = {j for i in far for j in beside[i]} - far
    near = reached(next(iter(part)), beside, set(range(len(literals))) - border)
    return [literals[i] for i in sorted(border)] + [
        -witness
        for side, seen in ((near, part), (far, other))
        if (witness := _witness(found, [literals[i] for i in side], literals[min(seen)])) is not None
    ]


def edge_cuts(
    found: Found,
    literals: Sequence[Literal],
    edges: Sequence[tuple[int, int]],
    nodes: int,
    through: Collection[int] = (),
) -> list[list[Literal]]:
    """Clauses against chosen edges in several parts; none if they hang together and touch all of `through`."""
    chosen = [i for i, literal in enumerate(literals) if found.true(literal)]
    joined: list[list[int]] = [[] for _ in range(nodes)]
    beside: list[list[int]] = [[] for _ in range(nodes)]
    for i in chosen:
        a, b = edges[i]
        joined[a].append(b)
        joined[b].append(a)
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    touched = dict.fromkeys([*(node for i in chosen for node in edges[i]), *through])
    parts = components(joined, touched)
    if len(parts) < 2:
        return []
    largest = max(parts, key=len)
    must = set(through)
    made = []
    for part in parts:
        if part is not largest:
            for one, other in ((part, largest), (largest, part)):
                made.append(_edge_cut(found, literals, edges, beside, one, other, must))
    return made


def _edge_cut(
    found: Found,
    literals: Sequence[Literal],
    edges: Sequence[tuple[int, int]],
    beside: Beside,
    part: set[int],
    other: set[int],
    must: set[int],
) -> list[Literal]:
    far = reached(next(iter(other)), beside, set(range(len(beside))) - part)
    clause = [literal for literal, (a, b) in zip(literals, edges, strict=True) if (a in far) != (b in far)]
    for outside in (True, False):
        if any((node in far) == outside for node in must):
            continue
        side = [i for i, (a, b) in enumerate(edges) if (a in far) == (b in far) == outside]
        seen = next(i for i in side if found.true(literals[i]))
        witness = _witness(found, [literals[i] for i in side], literals[seen])
        if witness is not None:
            clause.append(-witness)
    return clause


def _witness(found: Found, side: Sequence[Literal], chosen: Literal) -> Literal | None:
    """A chosen thing on this side, or None if it is known that there must be one."""
    return None if found.refuted([-literal for literal in side]) else chosen
