"""What the graph constraints share: things (edges or cells) that are chosen by the values of their variables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from deduce.graphs.frontier import FrontierStep, read_edges, read_nodes
from deduce.graphs.graph import Graph, Node, beside_of, keyed_by_edges
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, nearest
from deduce.language.automata import Bools, Ints
from deduce.language.constraints import Constraint
from deduce.language.variables import Family, Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model


def keyed(where: str, given: object) -> dict[Hashable, Variable]:
    """A family, or a dict from keys to variables, as a dict. Raises `ProblemError`."""
    if not isinstance(given, Mapping) or not all(isinstance(v, Variable) for v in given.values()):
        raise ProblemError(
            f"{where} takes a family of variables, or a dict from keys to variables, not {given!r}"
        )
    if not given:
        raise ProblemError(f"{where} needs at least one variable")
    found = dict(given)
    seen: set[Variable] = set()
    for variable in found.values():
        if variable in seen:
            raise ProblemError(f"{where} has {variable.name} twice; list each variable once")
        seen.add(variable)
    return found


def check_by_row(
    scope: Sequence[Variable], columns: Mapping[Variable, Ints], right: Callable[[list[int]], bool]
) -> Bools:
    """`Constraint.check` where each row over `scope` (domain positions) is asked whether it is right, equal ones once."""
    rows = np.stack(np.broadcast_arrays(*(columns[v] for v in scope)), axis=-1)
    distinct, number = np.unique(rows.reshape(-1, len(scope)), axis=0, return_inverse=True)
    found: Bools = np.array([right(row) for row in distinct.tolist()], dtype=np.bool_)
    return found[number.reshape(rows.shape[:-1])]


def node_spans(
    scope: Sequence[Variable], beside: Sequence[Sequence[int]], bits: float
) -> list[tuple[tuple[Variable, ...], float]]:
    """`Constraint.spans` where nodes are read: each with its neighbours by number, at so many bits a node."""
    return [((scope[i], *(scope[j] for j in others)), bits) for i, others in enumerate(beside)]


def edge_spans(
    scope: Sequence[Variable], ends: Iterable[tuple[int, int]], nodes: int, bits: float
) -> list[tuple[tuple[Variable, ...], float]]:
    """The same where edges are read: for each of so many nodes the edges at it, by the numbers of their ends."""
    at: list[list[Variable]] = [[] for _ in range(nodes)]
    for (a, b), variable in zip(ends, scope, strict=True):
        at[a].append(variable)
        at[b].append(variable)
    return [(tuple(group), bits) for group in at if group]


class Selected(Constraint):
    """A condition on which things are chosen: those whose variable takes one of `values`.

    The things are the edges of a graph (keys are edges) or, if a graph is given, its nodes (keys are nodes).
    """

    __slots__ = ("_masks", "graph", "keys", "name", "over_nodes", "values")

    sweeping = True
    line: ClassVar[bool] = False
    """Whether no node of what is chosen has more than two neighbours in it."""
    closed: ClassVar[bool] = False
    """Of a line, whether its ends meet."""
    ends: tuple[Node, ...] | None = ()
    """Where a line ends; none where it is closed, None where it may end anywhere."""
    through: tuple[Node, ...] = ()
    """Nodes that belong to it in any case."""

    def __init__(self, variables: object, graph: Graph | None, value: object) -> None:
        kind = type(self).__name__
        things = keyed(kind, variables)
        self.name = variables.name if isinstance(variables, Family) else ""
        self.over_nodes = graph is not None
        if graph is None:
            self.graph = keyed_by_edges(things)  # refuses keys that are no edges
        elif isinstance(graph, Graph):
            self.graph = graph.part(things)
        else:
            raise ProblemError(f"{kind} takes a Graph or a Grid beside its cells, not {graph!r}")
        self.keys: tuple[Hashable, ...] = self.graph.nodes if self.over_nodes else self.graph.edges
        self.scope = Scope(things[key] for key in self.keys)
        known = {v for variable in self.scope for v in variable.domain}
        single = isinstance(value, Hashable) and value in known
        several = isinstance(value, (set, frozenset, list, tuple)) and not single
        self.values: tuple[Hashable, ...] = tuple(value) if several else (value,)  # type: ignore[arg-type]
        if not self.values:
            raise ProblemError(f"{kind}: no value is given that a variable takes where it is chosen")
        for item in self.values:
            if not isinstance(item, Hashable) or item not in known:
                raise ProblemError(f"{kind}: no variable can take {item!r}: {nearest(item, known)}")
        wanted = set(self.values)
        self._masks = [sum(1 << i for i, v in enumerate(x.domain) if v in wanted) for x in self.scope]

    @override
    def drawn(self) -> Selected:
        return self

    def _check_node(self, node: Node, what: str = "") -> None:
        """Raises `ProblemError` for what is no node of the graph; `what` says what it was to be."""
        if node not in self.graph.nodes:
            near = nearest(node, self.graph.nodes)
            raise ProblemError(f"{type(self).__name__}: {what}{node!r} is no node of the graph: {near}")

    @abstractmethod
    def obeyed(self, chosen: Sequence[bool]) -> bool:
        """Whether it holds; one entry a key, in the order of `keys`."""

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return self.obeyed([value in self.values for value in values])

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        chosen = {v: kinds[columns[v]] for v, kinds in self.chosen_values().items()}
        return check_by_row(self.scope, chosen, lambda row: self.obeyed([*map(bool, row)]))

    @override
    def spans(self) -> Sequence[tuple[tuple[Variable, ...], float]]:
        """A node of the frontier costs about a bit, from the first to the last thing read around it."""
        if self.over_nodes:
            return node_spans(self.scope, self.beside(), 1.0)
        return edge_spans(self.scope, self.joined(), len(self.graph.nodes), 1.0)

    def chosen_masks(self) -> list[int]:
        """For each key, the values (as a bit set of its variable's) with which it is chosen."""
        return list(self._masks)

    def chosen_literals(self, model: Model) -> list[Literal]:
        """For each key, the literal that it is chosen."""
        return [
            -model.constant()
            if not mask
            else model.constant()
            if mask == variable.full_mask
            else model.membership(variable, mask)
            for variable, mask in zip(self.scope, self._masks, strict=True)
        ]

    def chosen_values(self) -> dict[Variable, Ints]:
        """For each variable, which domain positions choose it, as 0 and 1."""
        return {
            v: np.array([mask >> i & 1 for i in range(len(v.domain))], dtype=np.int64)
            for v, mask in zip(self.scope, self._masks, strict=True)
        }

    def read(self, order: Sequence[Variable]) -> tuple[list[FrontierStep], int]:
        """How its things are read in this order along a frontier, and how many slots that takes."""
        place = {v: i for i, v in enumerate(self.scope)}
        if self.over_nodes:
            return read_nodes([place[v] for v in order], self.beside())
        joined = self.joined()
        return read_edges([joined[place[v]] for v in order])

    def moved(
        self, mapping: Mapping[Variable, Variable]
    ) -> tuple[dict[Hashable, Variable], Graph | None, object]:
        """What a copy over other variables is made from."""
        things = {key: mapping.get(v, v) for key, v in zip(self.keys, self.scope, strict=True)}
        return things, self.graph if self.over_nodes else None, list(self.values)

    def index(self) -> dict[Node, int]:
        """The number of each node."""
        return {node: i for i, node in enumerate(self.graph.nodes)}

    def joined(self) -> list[tuple[int, int]]:
        """The edges as pairs of node numbers."""
        number = self.index()
        return [(number[edge[0]], number[edge[1]]) for edge in self.graph.edges]

    def beside(self) -> list[list[int]]:
        """The numbers of the nodes beside each node, each once."""
        return beside_of(self.graph)

    def things(self) -> str:
        """What is chosen, in words."""
        what = "cells" if self.over_nodes else "lines"
        where = f" of {self.name}" if self.name else ""
        return f"the {what}{where} with {_or(self.values)}"


def _or(values: Sequence[object]) -> str:
    return " or ".join(str(value) for value in values)
