"""Counting arguments for a SAT solver, which has none of its own: more pigeons than holes.

A solver that only resolves clauses needs exponentially many steps to see that ten pigeons do not fit into nine
holes. Here sets of literals with a demand ("each guest sits somewhere") are held against sets with a
capacity ("at most one on each chair") by a flow. Where the flow cannot meet the demand, Hall's theorem (its
min-cut form) names sets whose demand exceeds their capacity, and what they show is one clause: some
literal that is false now must be true. Where it can, the flow is a good guess for the solver.

What is said pair by pair counts as well: variables of which every two are said to differ are put together again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import combinations

from deduce.ground.deadline import tick
from deduce.language.posting import Literal

_LAYERS = 64
"""How many families of disjoint sets are told apart on each side."""


@dataclass(frozen=True, slots=True)
class BoundGroup:
    """Literals of which at least (a demand) or at most (a capacity) `bound` are true, if `when` is."""

    literals: tuple[Literal, ...]
    bound: int
    when: Literal | None


class _Layer:
    """Groups that share no literal, so that their bounds may be added."""

    __slots__ = ("groups", "owner")

    def __init__(self) -> None:
        self.groups: list[BoundGroup] = []
        self.owner: dict[Literal, int] = {}

    def takes(self, groups: Sequence[BoundGroup]) -> bool:
        """Add the groups if all of them are disjoint from all that is here."""
        new = [literal for group in groups for literal in group.literals]
        if not self.owner.keys().isdisjoint(new) or len(set(new)) < len(new):
            return False
        for group in groups:
            self.owner.update(dict.fromkeys(group.literals, len(self.groups)))
            self.groups.append(group)
        return True

    def columns(self, on: Collection[Literal]) -> set[int]:
        """The groups that count while these selectors are on."""
        return {i for i, g in enumerate(self.groups) if g.when is None or g.when in on}

    def whens(self, literals: Iterable[Literal], columns: Iterable[int]) -> Iterator[Literal | None]:
        """The selectors on which the bounds of some columns rest, as far as they concern these literals."""
        return (self.groups[c].when for c in columns)


class _Clique(_Layer):
    """Variables of which every two differ: each value is taken by one of them at most."""

    __slots__ = ("_apart", "_of")

    def __init__(
        self,
        literals: Sequence[Mapping[Hashable, Literal]],
        apart: Mapping[tuple[int, int], Literal | None],
    ) -> None:
        """`apart` gives the selector of each pair of places."""
        super().__init__()
        self._apart = apart
        self._of = {x: place for place, each in enumerate(literals) for x in each.values()}
        by_value: dict[Hashable, list[Literal]] = {}
        for each in literals:
            for value, literal in each.items():
                by_value.setdefault(value, []).append(literal)
        for several in by_value.values():
            if not self.takes([BoundGroup(tuple(several), 1, None)]):
                raise ValueError("a literal stands for two values")

    def whens(self, literals: Iterable[Literal], columns: Iterable[int]) -> Iterator[Literal | None]:
        """The selectors of the pairs among the variables of the literals."""
        wanted = set(columns)
        places = sorted({self._of[x] for x in literals if self.owner.get(x) in wanted})
        return (self._apart[pair] for pair in combinations(places, 2))


class _Said(Enum):
    DEMAND = auto()
    CAPACITY = auto()
    BEGIN = auto()


_BEGIN = (_Said.BEGIN, (), 0, None)


class Counting:
    """Demands and capacities, sorted into families of disjoint groups."""

    def __init__(self) -> None:
        self._demands: list[_Layer] = []
        self._capacities: list[_Layer] = []
        # What was said and is not sorted yet, in order; most questions never need it sorted.
        self._said: list[tuple[_Said, tuple[Literal, ...], int, Literal | None]] = []
        self._pending: list[BoundGroup] = []
        self._number: dict[Hashable, int] = {}
        self._literals: list[Mapping[Hashable, Literal]] = []
        self._apart: dict[tuple[int, int], list[Literal | None]] = {}

    @property
    def idle(self) -> bool:
        """Whether there is nothing to hold against each other."""
        self._take_in()
        return not self._demands or not (self._capacities or self._pending or self._apart)

    def differ(
        self,
        left: tuple[Hashable, Mapping[Hashable, Literal]],
        right: tuple[Hashable, Mapping[Hashable, Literal]],
        when: Literal | None,
    ) -> None:
        """Two variables, each with the literals of its values, differ (if `when` is true)."""
        for variable, literals in (left, right):
            if variable not in self._number:
                self._number[variable] = len(self._literals)
                self._literals.append(literals)
        one, other = self._number[left[0]], self._number[right[0]]
        self._apart.setdefault((min(one, other), max(one, other)), []).append(when)

    def _cliques(self, on: Collection[Literal]) -> Iterator[_Clique]:
        """Large sets of variables of which every two differ, each variable in one of them at the least."""
        apart = [0] * len(self._literals)
        because: dict[tuple[int, int], Literal | None] = {}
        for pair, whens in self._apart.items():
            when = None if None in whens else next((w for w in whens if w in on), 0)
            if when != 0:
                because[pair] = when
                apart[pair[0]] |= 1 << pair[1]
                apart[pair[1]] |= 1 << pair[0]
        left = (1 << len(apart)) - 1
        made = 0
        while left and made < _LAYERS:
            tick()
            # Always who differs from most of those who are left.
            members: list[int] = []
            able = left
            while able:
                best = max(_places(able), key=lambda i: (apart[i] & able).bit_count())
                if not members:
                    able = (1 << len(apart)) - 1
                members.append(best)
                able &= apart[best]
            for i in members:
                left &= ~(1 << i)
            if len(members) > 2:
                made += 1
                members.sort()
                pairs = {
                    (i, j): because[members[i], members[j]] for i, j in combinations(range(len(members)), 2)
                }
                yield _Clique([self._literals[i] for i in members], pairs)

    def demand(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        """At least `bound` of the literals are true (if `when` is)."""
        self._said.append((_Said.DEMAND, tuple(literals), bound, when))

    def capacity(self, literals: Sequence[Literal], bound: int, when: Literal | None) -> None:
        """At most `bound` of the literals are true (if `when` is)."""
        self._said.append((_Said.CAPACITY, tuple(literals), bound, when))

    def begin(self) -> None:
        """A new constraint is being stated: the capacities of one constraint make a family if they can."""
        if self._said and self._said[-1] is not _BEGIN:
            self._said.append(_BEGIN)

    def _take_in(self) -> None:
        """Sort what was said since the last time."""
        said, self._said = self._said, []
        for kind, literals, bound, when in said:
            if kind is _Said.DEMAND:
                _sort(self._demands, [BoundGroup(literals, bound, when)])
            elif kind is _Said.CAPACITY:
                self._pending.append(BoundGroup(literals, bound, when))
            else:
                self._family()
        # Whoever asks is between two constraints.
        self._family()

    def _family(self) -> None:
        """The capacities of one constraint are complete."""
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
        self._take_in()
        on = set(assumed)
        hints: list[Literal] = []
        most = 0
        families = [*self._capacities, *(self._cliques(on) if self._apart else ())]
        for demands in self._demands:
            rows = [g for g in demands.groups if g.when is None or g.when in on]
            for capacities in families:
                columns = capacities.columns(on)
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


def _places(bits: int) -> Iterator[int]:
    """The places of the ones, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _sort(layers: list[_Layer], groups: Sequence[BoundGroup]) -> bool:
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
        self, rows: Sequence[BoundGroup], capacities: _Layer, columns: set[int], false: set[Literal]
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
        asked = (x for n in rows for x in self.rows[n].literals)
        used = [*(self.rows[n].when for n in rows), *self.capacities.whens(asked, columns)]
        clause += [-when for when in dict.fromkeys(used) if when is not None]
        return clause
