"""One loop, one path: over the edges of a graph, or over its nodes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from deduce.graphs.chosen import Selected
from deduce.graphs.cuts import EdgeCuts, NodeCuts
from deduce.graphs.graph import Graph, Node, reached
from deduce.graphs.tracing import Tracing
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.language.posting import Cuts, Literal, Model


class _Line(Selected):
    """What a loop and a path share: no node has more than two neighbours on the line, and it is in one piece."""

    __slots__ = ()

    line = True

    def _degrees(self, chosen: Sequence[bool]) -> tuple[dict[int, list[int]], int]:
        """Neighbours on the line of each node of the line, and the number of chosen edges."""
        joined = self.joined()
        if self.over_nodes:
            beside: dict[int, list[int]] = {i: [] for i, on in enumerate(chosen) if on}
            edges = {frozenset(pair) for pair in joined}
            pairs = [tuple(edge) for edge in edges if all(node in beside for node in edge)]
        else:
            beside = {}
            pairs = [pair for pair, on in zip(joined, chosen, strict=True) if on]
        for a, b in pairs:
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        return beside, len(pairs)

    def _whole(self, beside: Mapping[int, Sequence[int]]) -> bool:
        """Whether the line is in one piece, with at least one node."""
        if not beside:
            return False
        start = next(iter(beside))
        full = [beside.get(i, ()) for i in range(len(self.graph.nodes))]
        return len(reached(start, full, beside)) == len(beside)

    def _tracing(self, order: tuple[Variable, ...], ends: Collection[int] | None) -> Tracing:
        kinds = self.chosen_values()
        return Tracing(order, kinds, *self.read(order), over_nodes=self.over_nodes, ends=ends)

    def _around(self, literals: Sequence[Literal]) -> list[tuple[Literal | None, list[Literal]]]:
        """For each node: its own literal (None when edges are chosen), and those of what may join it."""
        if self.over_nodes:
            return [(literals[i], [literals[j] for j in others]) for i, others in enumerate(self.beside())]
        found: list[tuple[Literal | None, list[Literal]]] = [(None, []) for _ in self.graph.nodes]
        for (a, b), literal in zip(self.joined(), literals, strict=True):
            found[a][1].append(literal)
            found[b][1].append(literal)
        return found

    def _cuts(self, literals: Sequence[Literal]) -> Cuts:
        if self.over_nodes:
            return NodeCuts(literals, self.beside())
        return EdgeCuts(literals, self.joined(), len(self.graph.nodes))


class Loop(_Line):
    """What is chosen forms exactly one loop: no branches, no crossings, no loose ends, not empty.

    Over edges, ``Loop(line)``: the chosen edges are one closed line that meets no node twice. Over the nodes of a
    graph, ``Loop(cell, grid)``: the chosen nodes, each joined to its chosen neighbours, are one ring (of at least
    three), and touch each other nowhere else.

    In a diagram: a frontier automaton, whose states number as the ways to pair nodes of the frontier without
    crossings on a flat graph (Motzkin numbers). In the SAT solver: degrees as clauses, and a clause for each
    loop too many when it turns up. In CP-SAT: its circuit.

    Args:
        variables: A family, or a dict from keys to variables; keys are edges (tuples that begin with two nodes), or
            nodes of `graph`.
        graph: The graph whose nodes are chosen; None when edges are.
        value: What a variable takes where chosen: one value, or a set or list of them.
    """

    __slots__ = ()

    closed = True

    def __init__(self, variables: object, graph: Graph | None = None, *, value: object = 1) -> None:
        super().__init__(variables, graph, value)

    @override
    def obeyed(self, chosen: Sequence[bool]) -> bool:
        beside, _ = self._degrees(chosen)
        return all(len(others) == 2 for others in beside.values()) and self._whole(beside)

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        return [self._tracing(order, ())]

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """Degrees as clauses, one piece as cuts; a backend with circuits of its own uses them."""
        literals = self.chosen_literals(model)
        model.clause(literals, when)
        if not self.over_nodes:
            edges = [(a, b, literal) for (a, b), literal in zip(self.joined(), literals, strict=True)]
            if model.circuit(edges, when):
                return
        for own, others in self._around(literals):
            _two(model, own, others, when)
        model.later(self._cuts(literals), when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Loop:
        things, graph, values = self.moved(mapping)
        return Loop(things, graph, value=values)

    @override
    def sentence(self) -> str:
        return f"{self.things()} form one loop"


class Path(_Line):
    """What is chosen forms exactly one path: no branches, no crossings, no loops, not empty.

    Over edges the chosen edges are one open line that meets no node twice; over the nodes of a graph the
    chosen nodes, each joined to its chosen neighbours, are one open line (a single node counts) and touch each
    other nowhere else (as in Snake). Forms as for `Loop`.

    Args:
        variables: As for `Loop`.
        graph: As for `Loop`.
        ends: The two nodes where it ends; None if it may end anywhere.
        value: As for `Loop`.

    Raises:
        ProblemError: Ends that are not two different nodes of the graph.
    """

    __slots__ = ("ends",)

    def __init__(
        self,
        variables: object,
        graph: Graph | None = None,
        *,
        ends: tuple[Node, Node] | None = None,
        value: object = 1,
    ) -> None:
        super().__init__(variables, graph, value)
        self.ends = None
        if ends is not None:
            self.ends = tuple(ends)
            if len(self.ends) != 2 or self.ends[0] == self.ends[1]:
                raise ProblemError(f"a path ends at two different nodes, not {ends!r}")
            for node in self.ends:
                self._check_node(node, "the end ")

    def _fixed(self) -> set[int]:
        number = self.index()
        return {number[node] for node in self.ends or ()}

    @override
    def obeyed(self, chosen: Sequence[bool]) -> bool:
        beside, edges = self._degrees(chosen)
        if not self._whole(beside) or any(len(others) > 2 for others in beside.values()):
            return False
        # In one piece, and one edge fewer than nodes: open.
        ends = {node for node, others in beside.items() if len(others) < 2}
        return edges == len(beside) - 1 and (self.ends is None or ends == self._fixed())

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        return [self._tracing(order, None if self.ends is None else self._fixed())]

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """Degrees as clauses, with a literal for each end if ends are free; one piece as cuts."""
        literals = self.chosen_literals(model)
        fixed = self._fixed()
        ends: list[Literal] = []
        for i, (own, others) in enumerate(self._around(literals)):
            if self.ends is None:
                ends.append(model.fresh())
                _end_or_two(model, own, others, ends[-1], when)
            elif i in fixed:
                if own is not None:
                    model.clause([own], when)
                model.cardinality(others, 1, 1, when)
            else:
                _two(model, own, others, when)
        if self.ends is None:
            # A single node is both ends of its path.
            model.cardinality(ends, 1 if self.over_nodes else 2, 2, when)
        model.later(self._cuts(literals), when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Path:
        things, graph, values = self.moved(mapping)
        ends = None if self.ends is None else (self.ends[0], self.ends[1])
        return Path(things, graph, ends=ends, value=values)

    @override
    def sentence(self) -> str:
        where = "" if self.ends is None else f" from {self.ends[0]} to {self.ends[1]}"
        return f"{self.things()} form one path{where}"


_FEW = 6
"""Up to this many neighbours "at most two" is said three by three."""


def _two(model: Model, own: Literal | None, others: Sequence[Literal], when: Literal | None) -> None:
    """A node of the line has two neighbours on it; `own` is its literal, None if any edge makes it one."""
    if own is None:
        alone = [[-literal, *others[:i], *others[i + 1 :]] for i, literal in enumerate(others)]
        if len(others) <= _FEW:
            alone += [[-a, -b, -c] for a, b, c in combinations(others, 3)]
            model.clauses(alone, when)
            return
        model.clauses(alone, when)
        _at_most(model, others, 2, (), when)
    else:
        _at_least_two(model, others, (-own,), when)
        _at_most(model, others, 2, (-own,), when)


def _end_or_two(
    model: Model, own: Literal | None, others: Sequence[Literal], end: Literal, when: Literal | None
) -> None:
    """A node of the line has two neighbours on it, or is an end and has one (or none, if it is alone)."""
    if own is None:
        for i, literal in enumerate(others):
            model.clause([-literal, end, *others[:i], *others[i + 1 :]], when)
        model.clause([-end, *others], when)
        _at_most(model, others, 2, (), when)
    else:
        model.clause([-end, own], when)
        _at_least_two(model, others, (-own, end), when)
        _at_most(model, others, 2, (-own,), when)
    _at_most(model, others, 1, (-end,), when)


def _at_least_two(
    model: Model, literals: Sequence[Literal], unless: Sequence[Literal], when: Literal | None
) -> None:
    if not literals:
        model.clause(unless, when)
    for i in range(len(literals)):
        model.clause([*unless, *literals[:i], *literals[i + 1 :]], when)


def _at_most(
    model: Model, literals: Sequence[Literal], bound: int, unless: Sequence[Literal], when: Literal | None
) -> None:
    if len(literals) <= _FEW:
        for some in combinations(literals, bound + 1):
            model.clause([*unless, *(-literal for literal in some)], when)
        return
    if unless:
        # The cardinality is asked for where none of `unless` is true.
        guard = model.fresh()
        model.clause([guard, *unless], when)
        when = guard
    model.cardinality(literals, 0, bound, when)
