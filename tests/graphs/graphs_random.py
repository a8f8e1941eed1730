"""Small random graphs, and plain meanings of conditions on them that share nothing with the library."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

from deduce import Problem
from deduce.graphs import Graph, Grid

Pair = tuple[Any, ...]


def random_graph(luck: Random, *, edges: int) -> Graph:
    """A graph of at most that many edges: often part of a grid, sometimes anything, rarely with parallel edges."""
    if luck.random() < 0.5:
        grid = Grid(luck.randint(1, 3), luck.randint(2, 4))
        listed = luck.sample(grid.edges, min(edges, len(grid.edges)))
        return Graph(listed, luck.sample(grid.cells, luck.randint(0, 2)))
    nodes = "abcdefg"[: luck.randint(2, 6)]
    pairs = list(combinations(nodes, 2))
    listed = luck.sample(pairs, min(edges, luck.randint(1, len(pairs))))
    if len(listed) < edges and luck.random() < 0.2:
        listed.append((*luck.choice(listed), "second"))
    return Graph(listed, luck.sample(nodes, luck.randint(0, len(nodes))))


def chosen_variables(problem: Problem, keys: Iterable[Any], luck: Random) -> tuple[Any, object]:
    """Variables for keys, with a value (or several) that chooses; some are fixed, some have three values."""
    kinds = [[0, 1], [False, True], ["off", "on"], ["x", "on", "off"], [0, 1, 2]]
    domain = luck.choice(kinds)
    on: object = domain[1]
    value = [on, domain[2]] if len(domain) == 3 and luck.random() < 0.3 else on
    some = list(keys)
    fixed = {key: luck.choice(domain) for key in some if luck.random() < 0.1}
    if len(fixed) == len(some):
        fixed.pop(some[0])
    small = len(domain) == 2 or len(some) <= 6
    left = domain if small else domain[:2]
    value = value if small else on
    return problem.variables("x", some, lambda key: [fixed[key]] if key in fixed else left), value


def parts(nodes: Iterable[Any], pairs: Iterable[Pair]) -> list[set[Any]]:
    """Nodes merged along pairs, by the plainest method."""
    found = [{node} for node in nodes]
    for pair in pairs:
        touching = [part for part in found if pair[0] in part or pair[1] in part]
        if len(touching) > 1:
            found = [part for part in found if part not in touching] + [set().union(*touching)]
    return found


def degree(node: Any, pairs: Iterable[Pair]) -> int:
    return sum(node in pair[:2] for pair in pairs)


def is_loop(pairs: list[Pair]) -> bool:
    nodes = {node for pair in pairs for node in pair[:2]}
    return bool(pairs) and all(degree(n, pairs) == 2 for n in nodes) and len(parts(nodes, pairs)) == 1


def is_path(nodes: set[Any], pairs: list[Pair], ends: tuple[Any, Any] | None) -> bool:
    if not nodes or len(parts(nodes, pairs)) != 1 or any(degree(n, pairs) > 2 for n in nodes):
        return False
    tips = {n for n in nodes if degree(n, pairs) < 2}
    return bool(tips) and (ends is None or tips == set(ends))
