"""A partition into regions that hang together: by equal values of cells, or by borders between them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from deduce.graphs.chosen import check_by_row, edge_spans, keyed, node_spans
from deduce.graphs.demands import Demands, Region
from deduce.graphs.graph import Graph, beside_of, components, keyed_by_edges
from deduce.graphs.growing import GrowingByBorders, GrowingByValues
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.constraints import Constraint
from deduce.language.variables import Family, Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Found, Literal, Model


class Regions(Constraint):
    """The cells fall into regions that hang together, each of the right size, sum, shape, with one root.

    Over the nodes of a graph, ``Regions(cell, grid, ...)``: a region is all that can be reached from a cell
    through neighbours of equal value (Fillomino, the islands of Nurikabe). Over edges, ``Regions(border, ...)``: the
    variables draw borders between neighbours; a region is all that can be reached without crossing one, and no
    border lies inside a region (Araf, Galaxies).

    In a diagram: a frontier automaton with what is known of each open region; for small grids. In solvers: nothing,
    until a region of an assignment is wrong; then what must change around it.

    Args:
        variables: A family, or a dict from keys to variables; keys are nodes of `graph`, or edges.
        graph: The graph whose nodes the variables are; None when they are borders on edges.
        value: Over nodes: the value (or a set or list of values) whose regions are meant; None for every value. Over
            edges: what a variable takes where there is a border; 1 if None.
        sizes: The sizes a region may have; ``"value"`` if the value of its cells says it (whole numbers).
        size_at: For some nodes, the size of the region they lie in.
        roots: Nodes of which every region holds exactly one.
        weights: What each node adds to its region's sum (0 if not named).
        sums: The sums a region may have.
        sum_at: For some nodes, the sum of the region they lie in.
        shapes: The shapes a region may have, each a collection of cells; turned and mirrored ones count too.

    Nodes named by `size_at`, `sum_at` and `roots` must lie in a region.

    Raises:
        ProblemError: Nodes that the graph does not have, sizes below 1, sums without weights, shapes where nodes are
            no cells.
    """

    __slots__ = ("_demanded", "_kinds", "_names", "demands", "graph", "keys", "name", "over_nodes")

    sweeping = True

    def __init__(
        self,
        variables: object,
        graph: Graph | None = None,
        *,
        value: object = None,
        sizes: Collection[int] | str | None = None,
        size_at: Mapping[Hashable, int] | None = None,
        roots: Collection[Hashable] | None = None,
        weights: Mapping[Hashable, int] | None = None,
        sums: Collection[int] | None = None,
        sum_at: Mapping[Hashable, int] | None = None,
        shapes: Iterable[Iterable[tuple[int, int]]] | None = None,
    ) -> None:
        things = keyed("Regions", variables)
        self.name = variables.name if isinstance(variables, Family) else ""
        self.over_nodes = graph is not None
        self.graph = keyed_by_edges(things) if graph is None else _part(graph, things)
        self.keys: tuple[Hashable, ...] = self.graph.nodes if self.over_nodes else self.graph.edges
        self.scope = Scope(things[key] for key in self.keys)
        known = list(dict.fromkeys(v for variable in self.scope for v in variable.domain))
        if value is None:
            value = set(known) if self.over_nodes else 1
        several = isinstance(value, (set, frozenset, list)) and not (
            isinstance(value, Hashable) and value in known
        )
        self._kinds = frozenset(value if several else [value])  # type: ignore[call-overload]
        for kind in self._kinds - set(known):
            self.scope[0].position(kind)  # raises, naming the nearest value
        if isinstance(sizes, str) and (sizes != "value" or not self.over_nodes):
            raise ProblemError(f"Regions: sizes is a collection, or 'value' over cells, not {sizes!r}")
        self._demanded: dict[str, object] = {
            "sizes": sizes, "size_at": size_at, "roots": roots, "weights": weights,
            "sums": sums, "sum_at": sum_at, "shapes": None if shapes is None else [list(s) for s in shapes],
        }  # fmt: skip
        self.demands = Demands(
            self.graph.nodes,
            sizes=None if isinstance(sizes, str) else sizes,
            size_at=size_at or {},
            own=sizes == "value",
            roots=roots,
            weights=weights,
            sums=sums,
            sum_at=sum_at or {},
            shapes=self._demanded["shapes"],  # type: ignore[arg-type]
        )
        number = {node: i for i, node in enumerate(self.graph.nodes)}
        self._names = [(number[edge[0]], number[edge[1]]) for edge in self.graph.edges]

    # Plain Python.

    def _joined(self, values: Sequence[Hashable]) -> tuple[list[list[int]], list[int]]:
        """Who shares a region with which neighbour, and the nodes that lie in a region."""
        joined: list[list[int]] = [[] for _ in self.graph.nodes]
        if self.over_nodes:
            pairs = [(a, b) for a, b in self._names if values[a] == values[b]]
            inside = [i for i, value in enumerate(values) if value in self._kinds]
        else:
            pairs = [p for p, value in zip(self._names, values, strict=True) if value not in self._kinds]
            inside = list(range(len(self.graph.nodes)))
        for a, b in pairs:
            joined[a].append(b)
            joined[b].append(a)
        return joined, inside

    def _region(self, nodes: Collection[int], values: Sequence[Hashable]) -> Region:
        singles = (self.demands.region(i, values[i] if self.over_nodes else None) for i in nodes)
        return reduce(Region.with_, singles)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        joined, inside = self._joined(values)
        if not self.demands.clues <= set(inside):
            return False
        found = components(joined, dict.fromkeys(inside))
        if not self.over_nodes:
            home = {node: i for i, part in enumerate(found) for node in part}
            for (a, b), value in zip(self._names, values, strict=True):
                if value in self._kinds and home[a] == home[b]:
                    return False
        return all(self.demands.right(self._region(part, values)) for part in found)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        def right(row: list[int]) -> bool:
            return self.holds([v.domain[i] for v, i in zip(self.scope, row, strict=True)])

        return check_by_row(self.scope, columns, right)

    # Diagrams.

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        place = {v: i for i, v in enumerate(self.scope)}
        read = [place[v] for v in order]
        if self.over_nodes:
            return [GrowingByValues(order, self.demands, read, beside_of(self.graph), self._kinds)]
        borders = {v: np.array([int(x in self._kinds) for x in v.domain]) for v in self.scope}
        return [GrowingByBorders(order, self.demands, [self._names[i] for i in read], borders)]

    @override
    def spans(self) -> Sequence[tuple[tuple[Variable, ...], float]]:
        if self.over_nodes:
            return node_spans(self.scope, beside_of(self.graph), 2.0)
        return edge_spans(self.scope, self._names, len(self.graph.nodes), 2.0)

    # Solvers.

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """Clues at once; regions only where an assignment gets them wrong."""
        if not self.over_nodes:
            literals = [
                model.membership(v, mask)
                if 0 < mask < v.full_mask
                else model.constant()
                if mask
                else -model.constant()
                for v in self.scope
                for mask in [sum(1 << i for i, x in enumerate(v.domain) if x in self._kinds)]
            ]
            model.later(lambda found: self._border_cuts(found, literals), when)
            return
        takes = [dict(zip(v.domain, model.literals(v), strict=True)) for v in self.scope]
        beside = beside_of(self.graph)
        for node in self.demands.clues:
            model.clause([x for value, x in takes[node].items() if value in self._kinds], when)
        for node, values in enumerate(takes):
            for value, literal in values.items():
                alone = self.demands.region(node, value)
                if value in self._kinds and self.demands.starved([node], alone) is not None:
                    # Alone it would be too small.
                    near = [takes[other][value] for other in beside[node] if value in takes[other]]
                    model.clause([-literal, *near], when)
        model.later(lambda found: self._value_cuts(found, takes, beside), when)

    def _value_cuts(
        self, found: Found, takes: Sequence[Mapping[Hashable, Literal]], beside: Sequence[Sequence[int]]
    ) -> list[list[Literal]]:
        values = [next(value for value, x in options.items() if found.true(x)) for options in takes]
        joined, inside = self._joined(values)
        made = []
        for part in components(joined, dict.fromkeys(inside)):
            region = self._region(part, values)
            if self.demands.right(region):
                continue
            value = values[next(iter(part))]
            around = dict.fromkeys(j for i in part for j in beside[i] if j not in part)
            border = [takes[j][value] for j in around if value in takes[j]]
            if not self.demands.grown(region):
                for nodes in self._overgrown(part, joined, values):
                    made.append([-takes[i][value] for i in nodes])
            elif (node := self.demands.starved(part, region)) is not None:
                made.append([-takes[node][value], *border])
            else:
                made.append([*(-takes[i][value] for i in part), *border])
        return made

    def _border_cuts(self, found: Found, literals: Sequence[Literal]) -> list[list[Literal]]:
        values = [found.true(literal) for literal in literals]
        joined: list[list[int]] = [[] for _ in self.graph.nodes]
        edge: dict[tuple[int, int], int] = {}
        for i, (a, b) in enumerate(self._names):
            if not values[i]:
                joined[a].append(b)
                joined[b].append(a)
                edge[a, b] = edge[b, a] = i
        made = []
        home: dict[int, int] = {}
        for n, part in enumerate(components(joined, range(len(joined)))):
            home.update(dict.fromkeys(part, n))
            region = self._region(part, ())
            if self.demands.right(region):
                continue
            border = [-literals[i] for i, (a, b) in enumerate(self._names) if (a in part) != (b in part)]
            if not self.demands.grown(region):
                for nodes in self._overgrown(part, joined, ()):
                    made.append([literals[edge[pair]] for pair in _tree(joined, nodes)])
            elif self.demands.starved(part, region) is not None:
                made.append(border)
            else:
                made.append([*border, *(literals[edge[pair]] for pair in _tree(joined, part))])
        for i, (a, b) in enumerate(self._names):
            if values[i] and home[a] == home[b]:
                path = _walk(joined, a, b)
                made.append([-literals[i], *(literals[edge[pair]] for pair in path)])
        return made

    def _overgrown(
        self, part: Collection[int], joined: Sequence[Sequence[int]], values: Sequence[Hashable]
    ) -> list[list[int]]:
        """Pieces of a region, in one piece each, none of which any right region can hold."""
        made = []
        for start in [*(n for n in part if n in self.demands.clues), self.demands.centre(part)][:4]:
            reached = [start]
            region = self.demands.region(start, values[start] if self.over_nodes else None)
            seen = {start}
            came: dict[int, int] = {}
            for node in reached:
                if not self.demands.grown(region):
                    break
                for other in joined[node]:
                    if other not in seen and self.demands.grown(region):
                        seen.add(other)
                        came[other] = node
                        reached.append(other)
                        region = region.with_(
                            self.demands.region(other, values[other] if self.over_nodes else None)
                        )
            if not self.demands.grown(region):
                made.append(self._pruned(reached, came, values))
        return made

    def _pruned(
        self, nodes: Sequence[int], came: Mapping[int, int], values: Sequence[Hashable]
    ) -> list[int]:
        """Leaves of the tree are dropped, latest first, while what remains is still too much."""
        kept = list(nodes)
        for leaf in reversed(nodes[1:]):
            if any(came.get(other) == leaf for other in kept):
                continue
            rest = [node for node in kept if node != leaf]
            if not self.demands.grown(self._region(rest, values)):
                kept = rest
        return kept

    # Copies and words.

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Regions:
        things = {key: mapping.get(v, v) for key, v in zip(self.keys, self.scope, strict=True)}
        return Regions(
            things,
            self.graph if self.over_nodes else None,
            value=list(self._kinds),
            **self._demanded,  # type: ignore[arg-type]
        )

    @override
    def sentence(self) -> str:
        where = f" of {self.name}" if self.name else ""
        asked = []
        d = self.demands
        if d.own:
            asked.append("as large as its number")
        if d.sizes is not None:
            asked.append(f"of {_either(d.sizes)} cells")
        if d.size_at:
            asked.append("as large as its clue")
        if d.roots is not None:
            asked.append("with exactly one root")
        if d.sums is not None or d.sum_at:
            asked.append("with the right sum")
        if d.shapes is not None:
            asked.append("of an allowed shape")
        return f"each region{where} is {', '.join(asked) or 'in one piece'}"


def _either(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(numbers)))


def _part(graph: object, things: Mapping[Hashable, Variable]) -> Graph:
    if not isinstance(graph, Graph):
        raise ProblemError(f"Regions takes a Graph or a Grid beside its cells, not {graph!r}")
    return graph.part(things)


def _tree(joined: Sequence[Sequence[int]], nodes: Collection[int]) -> list[tuple[int, int]]:
    """Edges that hold `nodes` together."""
    inside = set(nodes)
    start = next(iter(nodes))
    seen, waiting, found = {start}, [start], []
    for node in waiting:
        for other in joined[node]:
            if other in inside and other not in seen:
                seen.add(other)
                waiting.append(other)
                found.append((node, other))
    return found


def _walk(joined: Sequence[Sequence[int]], start: int, end: int) -> list[tuple[int, int]]:
    """The edges of a shortest way."""
    came = {start: start}
    waiting = [start]
    for node in waiting:
        for other in joined[node]:
            if other not in came:
                came[other] = node
                waiting.append(other)
    path = []
    while end != start:
        path.append((came[end], end))
        end = came[end]
    return path
