"""Taking variables out of a graph of conditions one by one: which of them hold it together.

Next goes the variable with the fewest neighbours, and these become neighbours of each other. What goes last separates
what went before, so a search that begins with it falls into parts; the most neighbours that one had (the width) says how
well that can work (Bodlaender and Koster, "Treewidth computations I: Upper bounds", 2010).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

_MOST_LINKS = 200_000
"""Pairs of variables in one condition up to which all this is done."""

_MOST_WIDTH = 40
"""Wider graphs are better searched by what is most constrained."""


def cohesion(scopes: Sequence[Sequence[int]], variables: int) -> list[float]:
    """For each variable how much rather a search should try it: noughts where no variables separate the others well."""
    none = [0.0] * variables
    if sum(len(scope) ** 2 for scope in scopes) > _MOST_LINKS:
        return none
    near: list[set[int]] = [set() for _ in range(variables)]
    for scope in scopes:
        for v in scope:
            near[v].update(scope)
    for v, others in enumerate(near):
        others.discard(v)
    queue = [(len(others), v) for v, others in enumerate(near) if others]
    heapify(queue)
    places, done = none[:], 0
    gone = [not others for others in near]
    while queue:
        degree, v = heappop(queue)
        if gone[v] or degree != len(near[v]):
            continue
        if degree > min(_MOST_WIDTH, variables / 3):
            return none
        gone[v] = True
        done += 1
        places[v] = float(done)
        for other in near[v]:
            near[other] |= near[v]
            near[other] -= {v, other}
            heappush(queue, (len(near[other]), other))
    return places
