"""What the independent checker makes of loops, paths and pieces: may they still hold, with these values left?

It reads the constraints' fields and shares no code with their automata and cuts. "No" is always right; a "yes" is
certain only when every variable has one value left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deduce.graphs.chosen import Selected
    from deduce.language.variables import Variable

Around = dict[Any, list[Any]]


def chosen_may_hold(constraint: Selected, left: Mapping[Variable, Sequence[Hashable]]) -> bool:
    """Whether the constraint may hold where each variable takes one of the values it has left."""
    can: list[Any] = []
    must: list[Any] = []
    for key, variable in zip(constraint.keys, constraint.scope, strict=True):
        hits = [value in constraint.values for value in left[variable]]
        if any(hits):
            can.append(key)
            if all(hits):
                must.append(key)
    if len(can) == len(must):
        return constraint.holds([left[v][0] for v in constraint.scope])
    if constraint.over_nodes:
        inside = set(can)
        edges = {frozenset(e[:2]) for e in constraint.graph.edges}
        possible = _around(tuple(e) for e in edges if e <= inside)
        known = set(must)
        certain = _around(tuple(e) for e in edges if e <= known)
        wanted = known
    else:
        possible, certain = _around(can), _around(must)
        wanted = set(certain)
    if constraint.line and not (
        _degrees_fit(wanted, possible, certain, constraint.ends)
        and _rings_fit(len(must), certain, constraint)
    ):
        return False
    wanted = wanted | set(constraint.through) | set(constraint.ends or ())
    return len(wanted) < 2 or wanted <= _walked(next(iter(wanted)), possible)


def _around(pairs: Iterable[Any]) -> Around:
    found: Around = {}
    for pair in pairs:
        found.setdefault(pair[0], []).append(pair[1])
        found.setdefault(pair[1], []).append(pair[0])
    return found


def _degrees_fit(wanted: set[Any], possible: Around, certain: Around, ends: tuple[Any, ...] | None) -> bool:
    """Nobody on the line has three neighbours on it, or can have none but one, unless a path may end there."""
    for node in wanted:
        most = 1 if ends and node in ends else 2
        if len(certain.get(node, ())) > most:
            return False
        if ends is not None and len(possible.get(node, ())) < most:
            return False
    return True


def _rings_fit(known: int, certain: Around, constraint: Selected) -> bool:
    """A ring that is closed for certain must be the loop asked for, and all there is."""
    left = set(certain)
    while left:
        part = _walked(next(iter(left)), certain)
        left -= part
        # A ring has as many edges as nodes.
        ring = all(len(certain[node]) == 2 for node in part)
        if ring and not (constraint.closed and len(part) == known):
            return False
    return True


def _walked(start: Any, around: Around) -> set[Any]:
    seen = {start}
    ahead = [start]
    while ahead:
        for node in around.get(ahead.pop(), ()):
            if node not in seen:
                seen.add(node)
                ahead.append(node)
    return seen
