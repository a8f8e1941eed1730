"""Counting arguments for a SAT solver, which has none of its own: more pigeons than holes.

A solver that only resolves clauses needs exponentially many steps to see that ten pigeons do not fit into nine
holes. Here sets of literals with a demand ("each guest sits somewhere") are held against sets with a
capacity ("at most one on each chair") by a flow. Where the flow cannot meet the demand, Hall's theorem (its
min-cut form) names sets whose demand exceeds their capacity, and what they show is one clause: some
literal that is false now must be true. Where it can, the flow is a good guess for the solver.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from deduce.deadline import tick
from deduce.posting import Literal

__all__ = ["Counting", "Group"]

_LAYERS = 64
"""How many families of disjoint sets are told apart on each side."""


@dataclass(frozen=True, slots=True)
class Group:
    """Literals of which at least (a demand) or at most (a capacity) `bound` are true, if `when` is."""

    literals: tuple[Literal, ...]
    bound: int
    when: Literal | None


class _Layer:
    """Groups that share no literal, so that their bounds may be added."""

    __slots__ = ("groups", "owner")

    def __init__(self) -> None:
        self.groups: list[Group] = []
        self.owner: dict[Literal, int] = {}

    def takes(self, groups: Sequence[Group]) -> bool:
        """Add the groups if all of them are disjoint from all that is here."""
        new = [literal for group in groups for literal in group.literals]
        if not self.owner.keys().isdisjoint(new) or len(set(new)) < len(new):
            return False
        for group in groups:
            self.owner.update(dict.fromkeys(group.literals, len(self.groups)))
            self.groups.append(group)
        return True


class Counting:
    """Demands and capacities, sorted into families of disjoint groups."""

    def __init__(self) -> None:
        self._demands: list[_Layer] = []
        self._capacities: list[_Layer] = []
        self._pending: list[Group] = []

    @property
    def idle(self) -> bool:
        """Whether there is nothing to hold against each other."""
        return not self._demands or not (self._capacities or self._pending)

    def demand(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        """At least `bound` of the literals are true (if `when` is)."""
        _sort(self._demands, [Group(tuple(literals), bound, when)])

    def capacity(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        """At most `bound` of the literals are true (if `when` is)."""
        self._pending.append(Group(tuple(literals), bound, when))

    def begin(self) -> None:
        """A new constraint is being stated: the capacities of one constraint make a family if they can."""
        if self._pending and not _sort(self._capacities, self._pending):
            for group in self._pending:
                _sort(self._capacities, [group])
        self._pending = []

    def lemmas(
        self, assumed: Iterable[Literal], false: set[Literal]
    ) -> tuple[list[list[Literal]], list[Literal]]:
        """Clauses that hold whatever is assumed and refute what is; else literals to try first.

        Args:
            assumed: Selectors that are on; groups with another `when` are left out.
            false: Literals known to be false now.
        """
        self.begin()
        on = set(assumed)
        hints: list[Literal] = []
        most = 0
        for demands in self._demands:
            for capacities in self._capacities:
                rows = [g for g in demands.groups if g.when is None or g.when in on]
                columns = {i for i, g in enumerate(capacities.groups) if g.when is None or g.when in on}
                if not columns or not rows or demands.owner.keys().isdisjoint(capacities.owner):
                    continue
                network = _Network(rows, capacities, columns, false)
                lemma = network.lemma()
                if lemma is not None:
                    return [lemma], []
                if len(network.chosen) > most:
                    most = len(network.chosen)
                    # Earlier hints must not stand beside these.
                    hints = [x if x in network.chosen else -x for row in rows for x in row.literals]
        return [], hints


def _sort(layers: list[_Layer], groups: Sequence[Group]) -> bool:
    """Put groups into the first family in which they are disjoint from all; False when none takes them."""
    if any(layer.takes(groups) for layer in layers):
        return True
    if len(layers) >= _LAYERS:
        return False
    fresh = _Layer()
    if fresh.takes(groups):
        layers.append(fresh)
        return True
    return False


class _Network:
    """Demands served by capacities; a literal carries one unit, and what no capacity bounds is free."""

    def __init__(
        self, rows: Sequence[Group], capacities: _Layer, columns: set[int], false: set[Literal]
    ) -> None:
        self.rows, self.capacities, self.false = rows, capacities, false
        self.column_of = {x: c for x, c in capacities.owner.items() if c in columns}
        self.carrier: dict[Literal, int] = {}  # literal in use -> its row
        self.users: dict[int, list[Literal]] = {c: [] for c in columns}
        self.short: list[int] = []
        for number, row in enumerate(rows):
            tick()
            for _ in range(row.bound):
                if not self._serve(number):
                    self.short.append(number)
                    break

    @property
    def chosen(self) -> Collection[Literal]:
        """The literals in use."""
        return self.carrier

    def _serve(self, start: int) -> bool:
        """One more unit for a row: breadth first over alternating paths."""
        came: dict[int, tuple[Literal, int]] = {}  # column -> (literal used to reach it, row it left)
        via: dict[int, Literal] = {}  # row -> the literal it would give up
        queue = deque([start])
        seen = {start}
        while queue:
            row = queue.popleft()
            for literal in self.rows[row].literals:
                if literal in self.false or literal in self.carrier:
                    continue
                column = self.column_of.get(literal)
                if column is None:
                    self._shift(row, literal, came, via, start)
                    return True
                if column in came:
                    continue
                came[column] = (literal, row)
                if len(self.users[column]) < self.capacities.groups[column].bound:
                    self._shift(row, literal, came, via, start)
                    return True
                for used in self.users[column]:
                    holder = self.carrier[used]
                    if holder not in seen:
                        seen.add(holder)
                        via[holder] = used
                        queue.append(holder)
        self._cut = seen, set(came)
        return False

    def _shift(
        self,
        row: int,
        literal: Literal,
        came: dict[int, tuple[Literal, int]],
        via: dict[int, Literal],
        start: int,
    ) -> None:
        while True:
            self.carrier[literal] = row
            column = self.column_of.get(literal)
            if column is not None:
                self.users[column].append(literal)
            if row == start:
                return
            given = via[row]
            del self.carrier[given]
            column = self.column_of[given]
            self.users[column].remove(given)
            literal, row = came[column]

    def lemma(self) -> list[Literal] | None:
        """Why the demand cannot be met, as a clause: a false literal must be true, or a selector off."""
        if not self.short:
            return None
        self._serve(self.short[0])
        rows, columns = self._cut
        clause: list[Literal] = []
        for number in rows:
            clause += [x for x in self.rows[number].literals if x in self.false
                       and self.column_of.get(x) not in columns]  # fmt: skip
        used = [self.rows[n].when for n in rows] + [self.capacities.groups[c].when for c in columns]
        clause += [-when for when in dict.fromkeys(used) if when is not None]
        return clause
