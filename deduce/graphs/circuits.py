"""A round trip told by successors: each variable names the node that comes next."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from deduce.graphs.chosen import check_by_row, keyed
from deduce.graphs.frontier import Frontier, Rows
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.constraints import Constraint, OfExpressions
from deduce.language.variables import Family, Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Found, Literal, Model


class Circuit(Constraint, metaclass=OfExpressions):
    """Following the successors leads from every node through all others and back.

    In a diagram: which node each unfinished path leads to; exponential in the number of nodes, so for some
    fifteen at most. In the SAT solver: successors all different, and a clause for each smaller tour when it turns
    up. In CP-SAT: its circuit.

    Args:
        successors: A family, or a dict from nodes to variables or expressions whose values are nodes.
        optional: Whether nodes may be left out; such a node is its own successor. (All may be.)

    Raises:
        ProblemError: No value of any variable is a node.
    """

    __slots__ = ("_next", "name", "nodes", "optional")

    spoken = 1

    def __init__(self, successors: object, *, optional: bool = False) -> None:
        things = keyed("Circuit", successors)
        self.name = successors.name if isinstance(successors, Family) else ""
        self.nodes: tuple[Hashable, ...] = tuple(things)
        self.scope = Scope(things.values())
        self.optional = optional
        number = {node: i for i, node in enumerate(self.nodes)}
        self._next = [[number.get(value, -1) for value in v.domain] for v in self.scope]
        if all(j < 0 for row in self._next for j in row):
            raise ProblemError("Circuit: no value of the variables is one of the nodes they are keyed by")

    def _obeyed(self, successor: Sequence[int]) -> bool:
        on = [i for i, j in enumerate(successor) if not self.optional or j != i]
        if not on:
            return True
        here, seen = on[0], set()
        while here not in seen:
            if here < 0:
                return False
            seen.add(here)
            here = successor[here]
        return here == on[0] and len(seen) == len(on)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return self._obeyed(
            [row[v.position(value)] for row, v, value in zip(self._next, self.scope, values, strict=True)]
        )

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        def right(row: list[int]) -> bool:
            return self._obeyed([to[i] for to, i in zip(self._next, row, strict=True)])

        return check_by_row(self.scope, columns, right)

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        place = {v: i for i, v in enumerate(self.scope)}
        return [_Tours(order, [place[v] for v in order], self._next, optional=self.optional)]

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """All different; smaller tours are cut as they turn up, or left to the backend's own circuits."""
        arcs: list[tuple[int, int, Literal]] = []
        into: list[list[Literal]] = [[] for _ in self.scope]
        for i, (variable, row) in enumerate(zip(self.scope, self._next, strict=True)):
            for literal, j in zip(model.literals(variable), row, strict=True):
                if j < 0 or (j == i and not self.optional and len(self.nodes) > 1):
                    model.clause([-literal], when)
                else:
                    arcs.append((i, j, literal))
                    into[j].append(literal)
        for takers in into:
            model.cardinality(takers, 1, 1, when)
        if not model.circuit(arcs, when, directed=True):
            model.later(lambda found: self._cuts(found, arcs), when)

    def _cuts(self, found: Found, arcs: Sequence[tuple[int, int, Literal]]) -> list[list[Literal]]:
        following = {i: j for i, j, literal in arcs if found.true(literal)}
        left = {i for i, j in following.items() if j != i or len(self.nodes) == 1}
        tours = []
        while left:
            start = here = next(iter(left))
            tour = []
            while here in left:
                left.discard(here)
                tour.append(here)
                here = following[here]
            if here == start:
                tours.append(tour)
        if len(tours) < 2:
            return []
        stay = {i: literal for i, j, literal in arcs if i == j}
        made = []
        for n, tour in enumerate(tours):
            inside, other = set(tour), tours[n - 1][0]
            leaving = [literal for i, j, literal in arcs if i in inside and j not in inside]
            out = [stay[i] for i in (tour[0], other) if i in stay]
            made.append([*leaving, *out])
        return made

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Circuit:
        things = {node: mapping.get(v, v) for node, v in zip(self.nodes, self.scope, strict=True)}
        return Circuit(things, optional=self.optional)

    @override
    def sentence(self) -> str:
        what = f"the successors {self.name}" if self.name else "the successors"
        through = "some nodes" if self.optional else f"all {many(len(self.nodes), 'node')}"
        return f"{what} make one round trip through {through}"


class _Tours(Frontier):
    """For each node that nothing leads to yet, the end of the path that begins there (plus one); else 0.

    The last column tells that the round trip is complete.
    """

    def __init__(
        self,
        order: tuple[Variable, ...],
        read: Sequence[int],
        following: Sequence[Sequence[int]],
        *,
        optional: bool,
    ) -> None:
        n = len(following)
        kinds = {v: np.array(following[i], dtype=np.int64) + 1 for v, i in zip(order, read, strict=True)}
        super().__init__(order, kinds, n + 1)
        self._read, self._n, self._optional = read, n, optional

    @override
    def read(self, position: int, rows: Rows, kinds: Ints) -> tuple[Bools, Rows]:
        n, node = self._n, self._read[position]
        if position == 0:
            rows[:, :n] = np.arange(1, n + 1, dtype=np.uint8)
        every = np.arange(len(rows))
        target = np.maximum(kinds - 1, 0)
        ends = rows[every, target]
        alive = (kinds > 0) & (ends > 0)
        start = (rows[:, :n] == node + 1).argmax(axis=1)
        stays = (target == node) & (self._optional or n == 1)
        closes = (start == target) & ~stays
        # Only one round trip may be closed, and then no other path may have begun.
        complete = rows[:, n] == 1
        alive &= ~complete | stays
        rows[every, start] = np.where(closes | stays, rows[every, start], ends)
        rows[every, target] = 0
        rows[:, n] |= closes
        shut = np.flatnonzero(rows[:, n] == 1)
        if self._optional:
            begun = (rows[shut, :n] > 0) & (rows[shut, :n] != np.arange(1, n + 1, dtype=np.uint8))
            # A node alone must still be unread, so that it can be left out.
            alive[shut[begun.any(axis=1)]] = False
        else:
            alive[shut[(rows[shut, :n] > 0).any(axis=1)]] = False
        return alive, rows
