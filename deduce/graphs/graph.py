"""Graphs: nodes, edges between two nodes each, and who is next to whom."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import many

Node = Hashable
Edge = tuple[Node, ...]
"""The two nodes an edge joins; further entries tell parallel edges apart."""


def keyed_by_edges(things: Iterable[Any]) -> Graph:
    """The graph whose edges are the keys of a family.

    Raises `ProblemError` as `Graph` does, and for an edge that has a variable for each direction: these would be a loop.
    """
    made = Graph(things)
    known = set(made.edges)
    for edge in made.edges:
        if len(edge) == 2 and edge[::-1] in known:
            raise ProblemError(
                f"the edge {edge!r} is given twice, also as {edge[::-1]!r}: edges have no direction; name parallel edges "
                "apart: (a, b, 'second')"
            )
    return made


class Graph:
    """Nodes and the edges between them, undirected.

    Args:
        edges: Each a tuple that begins with the two nodes it joins; further entries (a name, a number) tell
            parallel edges apart.
        nodes: Nodes, in the order wanted; those of the edges are added. Needed only for nodes without edges.

    Raises:
        ProblemError: An edge that is no tuple of two different nodes, or an edge given twice.
    """

    __slots__ = ("_around", "_beside", "edges", "nodes")

    def __init__(self, edges: Iterable[Edge], nodes: Iterable[Node] = ()) -> None:
        for what, given in (("edges", edges), ("nodes", nodes)):
            if isinstance(given, str) or not isinstance(given, Iterable):
                raise ProblemError(f"the {what} of a graph are a list, not {given!r:.200}")
        around: dict[Node, list[int]] = {node: [] for node in nodes}
        beside: dict[Node, dict[Node, None]] = {node: {} for node in around}
        listed: list[Edge] = []
        for i, edge in enumerate(edges):
            a, b = ends_of(edge)
            if a not in around:
                around[a], beside[a] = [], {}
            if b not in around:
                around[b], beside[b] = [], {}
            around[a].append(i)
            around[b].append(i)
            beside[a][b] = beside[b][a] = None
            listed.append(edge)
        if len(set(listed)) != len(listed):
            twice = next(edge for edge in listed if listed.count(edge) > 1)
            raise ProblemError(
                f"the edge {twice!r} is given twice; name parallel edges apart: (a, b, 'second')"
            )
        self.edges: tuple[Edge, ...] = tuple(listed)
        self.nodes: tuple[Node, ...] = tuple(around)
        self._around = {node: tuple(found) for node, found in around.items()}
        self._beside = {node: tuple(found) for node, found in beside.items()}

    def neighbours(self, node: Node) -> tuple[Node, ...]:
        """The nodes joined to `node`, each once."""
        self._known(node)
        return self._beside[node]

    def at(self, node: Node) -> tuple[Edge, ...]:
        """The edges that end at `node`."""
        self._known(node)
        return tuple(self.edges[i] for i in self._around[node])

    def part(self, nodes: Collection[Node]) -> Graph:
        """The graph of some of the nodes, and the edges between them. Raises `ProblemError` for other nodes."""
        for node in nodes:
            self._known(node)
        if len(nodes) == len(self.nodes):
            return self
        edges = [edge for edge in self.edges if edge[0] in nodes and edge[1] in nodes]
        return Graph(edges, [node for node in self.nodes if node in nodes])

    def _known(self, node: Node) -> None:
        try:
            known = node in self._beside
        except TypeError:
            known = False
        if not known:
            raise ProblemError(f"the graph has no node {node!r}: {nearest(node, self.nodes)}")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {many(len(self.nodes), 'node')}, {many(len(self.edges), 'edge')}>"


def ends_of(edge: object) -> tuple[Node, Node]:
    """The two nodes of an edge. Raises `ProblemError`."""
    if not isinstance(edge, tuple) or len(edge) < 2:
        raise ProblemError(f"an edge is a tuple of the two nodes it joins, not {edge!r}")
    a, b = edge[0], edge[1]
    if a == b:
        raise ProblemError(f"the edge {edge!r} joins a node to itself")
    return a, b


def beside_of(graph: Graph) -> list[list[int]]:
    """The numbers of the nodes beside each node, each once."""
    number = {node: i for i, node in enumerate(graph.nodes)}
    return [[number[other] for other in graph.neighbours(node)] for node in graph.nodes]


def reached(start: int, beside: Sequence[Collection[int]], inside: Collection[int]) -> set[int]:
    """The nodes of `inside` that can be reached from `start` within it; `beside` lists neighbours."""
    found, waiting = {start}, [start]
    while waiting:
        for other in beside[waiting.pop()]:
            if other in inside and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def components(beside: Sequence[Collection[int]], inside: Collection[int]) -> list[set[int]]:
    """`inside` split into parts that hang together, in the order of their first nodes."""
    left = set(inside)
    found = []
    for node in inside:
        if node in left:
            part = reached(node, beside, left)
            left -= part
            found.append(part)
    return found
