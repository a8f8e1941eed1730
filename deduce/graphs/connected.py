"""All in one piece: chosen edges, or chosen nodes of a graph."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from deduce.graphs.chosen import Selected
from deduce.graphs.cuts import EdgeCuts, NodeCuts
from deduce.graphs.frontier import Joining
from deduce.graphs.graph import Graph, Node, components
from deduce.ground.compat import override
from deduce.language.automata import Automaton
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model


class Connected(Selected):
    """What is chosen hangs together: from each of it one can walk to each other without leaving it.

    Over edges, ``Connected(line)``: the chosen edges, with their ends, are one piece. Over the nodes of a graph,
    ``Connected(cell, grid)``: the chosen nodes are. Nothing chosen, or one thing, hangs together.

    In a diagram: a frontier automaton that remembers which nodes of the frontier hang together. In the
    SAT solver and CP-SAT: nothing, until an assignment falls into parts; then the separators between them.

    Args:
        variables: A family, or a dict from keys to variables; keys are edges (tuples that begin with two nodes), or
            nodes of `graph`.
        graph: The graph whose nodes are chosen; None when edges are.
        through: Nodes that must belong to it. (Over edges: nodes where a chosen edge must end.)
        value: What a variable takes where chosen: one value, or a set or list of them.
    """

    __slots__ = ("through",)

    def __init__(
        self,
        variables: object,
        graph: Graph | None = None,
        *,
        through: Collection[Node] = (),
        value: object = 1,
    ) -> None:
        super().__init__(variables, graph, value)
        self.through = tuple(dict.fromkeys(through))
        for node in self.through:
            self._check_node(node)

    def _through(self) -> list[int]:
        number = self.index()
        return [number[node] for node in self.through]

    @override
    def obeyed(self, chosen: Sequence[bool]) -> bool:
        through = self._through()
        if self.over_nodes:
            inside = dict.fromkeys(i for i, on in enumerate(chosen) if on)
            return all(node in inside for node in through) and len(components(self.beside(), inside)) <= 1
        beside: list[list[int]] = [[] for _ in self.graph.nodes]
        for (a, b), on in zip(self.joined(), chosen, strict=True):
            if on:
                beside[a].append(b)
                beside[b].append(a)
        touched = dict.fromkeys(i for i, others in enumerate(beside) if others)
        return all(node in touched for node in through) and len(components(beside, touched)) <= 1

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        kinds, over_nodes, through = self.chosen_values(), self.over_nodes, self._through()
        return [Joining(order, kinds, *self.read(order), over_nodes=over_nodes, through=through)]

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """What must belong to it at once; that it is one piece only where an assignment is not."""
        literals, through = self.chosen_literals(model), self._through()
        if self.over_nodes:
            for node in through:
                model.clause([literals[node]], when)
            model.later(NodeCuts(literals, self.beside()), when)
            return
        joined, nodes = self.joined(), len(self.graph.nodes)
        for node in through:
            model.clause([x for pair, x in zip(joined, literals, strict=True) if node in pair], when)
        model.later(EdgeCuts(literals, joined, nodes, through), when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Connected:
        things, graph, values = self.moved(mapping)
        return Connected(things, graph, through=self.through, value=values)

    @override
    def sentence(self) -> str:
        return f"{self.things()} are all connected"
