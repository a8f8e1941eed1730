"""Worlds as assignments: groups of variables that all differ, what is known being about single variables.

The form for deals, seats and layouts: the rules are `AllDifferent` over separate groups and conditions on single
variables, the evidence is about single variables or weighs their values, and what changes are swaps and shuffles within
a group. Each group is a weighted set of matchings (`mixture`), whose counts and marginals are permanents summed over
sets of values; groups are independent, so their worlds multiply. Shuffles keep the form, however many there are, where
a diagram or a table would have to lay out every world. Anything else that is learned (a fact about two variables, say)
turns it into a diagram, exactly.

One file because it is one form of worlds, a method a question.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import factorial, log2, prod

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import cached_property, override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.variables import Variable
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, V, Worlds, generator, ratios_of
from deduce.worlds.cardinalities import Cardinalities, apart_of, gathered
from deduce.worlds.diagram import Diagram
from deduce.worlds.matchings import Matchings
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.orderings import columns as every_ordering
from deduce.worlds.sharing import SharedMatchings
from deduce.worlds.table import Table
from deduce.worlds.vectors import VectorMatchings

WIDEST = 500.0
"""Beyond so many bits between the largest and the smallest weights of worlds, the diagram takes over: it scales."""


@dataclass(frozen=True, eq=False)
class Group:
    """Variables that all differ: their places among all, the values they share, and their weighted matchings.

    `index` has for each variable the number of each value of its domain among `values`. `spread` bounds the bits
    between the weights of two worlds, `weighed` says that they may differ at all, `straight` that all
    domains are `values`.
    """

    places: tuple[int, ...]
    values: tuple[Hashable, ...]
    index: tuple[NDArray[np.int64], ...]
    state: Matchings
    spread: float = 0.0
    weighed: bool = False
    straight: bool = False

    @classmethod
    def of(cls, places: Sequence[int], variables: Sequence[Variable]) -> Group:
        """All assignments of different values to `variables`, which stand at `places`."""
        values = tuple(dict.fromkeys(value for v in variables for value in v.domain))
        number = {value: i for i, value in enumerate(values)}
        index = tuple(np.array([number[value] for value in v.domain], dtype=np.int64) for v in variables)
        width = max(len(values), len(variables))
        state = MatrixMatchings.all(len(variables), width)
        for at, known in enumerate(index):
            state = state.restrict(at, sum(1 << int(i) for i in known))
        straight = all(np.array_equal(known, np.arange(width)) for known in index)
        return cls(tuple(places), values, index, state, straight=straight)

    @classmethod
    def sharing(cls, places: Sequence[int], shared: Cardinalities) -> Group:
        """All ways to share out values, each taken so often, among the variables, which stand at `places`."""
        index = tuple(np.array(shared.index(v), dtype=np.int64) for v in shared.scope)
        state: Matchings = SharedMatchings.sharing(len(shared.scope), shared.ranges)
        for at, known in enumerate(index):
            state = state.restrict(at, sum(1 << int(i) for i in known))
        straight = all(np.array_equal(known, np.arange(len(shared.values))) for known in index)
        return cls(tuple(places), shared.values, index, state, straight=straight)

    def said(self, variables: Sequence[Variable]) -> Cardinalities:
        """How often each value is taken by its `variables`."""
        shared = isinstance(self.state, SharedMatchings)
        ranges = self.state.ranges if shared else ((0, 1),) * len(self.values)  # type: ignore[attr-defined]
        return Cardinalities(tuple(variables), self.values, ranges)

    def holding(self, state: Matchings) -> Group:
        """The same group with other matchings."""
        made = Group.__new__(Group)
        made.__dict__.update(self.__dict__, state=state)
        return made

    def ratios(self, at: int, given: Floats) -> Floats:
        """Ratios by domain position as ratios by value."""
        found = np.zeros(self.state.values)
        found[self.index[at]] = given
        return found


class Assignment(Worlds):
    """A weighted set of worlds as independent groups of variables that all differ. Immutable; see the module docstring.

    Build one with `deduce.compile` (or `assignment_of`); every variable is in exactly one group.
    """

    def __init__(
        self, variables: Sequence[Variable], groups: Sequence[Group], *, scale: float = 0.0
    ) -> None:
        super().__init__(variables)
        self._groups, self._scale = tuple(groups), scale
        self._where = {
            place: (g, at) for g, group in enumerate(groups) for at, place in enumerate(group.places)
        }

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups, each independent of the others."""
        return self._groups

    def matchings(self, variables: Sequence[Variable]) -> Matchings:
        """The bare matchings of the group that is made of `variables`, in this order; for inner loops.

        Raises `ProblemError` where they are no group.
        """
        wanted = tuple(self.place(variable) for variable in variables)
        for group in self._groups:
            if group.places == wanted:
                return group.state
        raise ProblemError(f"{', '.join(v.name for v in variables)} are no group of these worlds")

    def _with(self, number: int, group: Group, scale: float = 0.0) -> Assignment:
        made = Assignment.__new__(Assignment)
        made.variables, made._rank, made._where = self.variables, self._rank, self._where
        made._groups = (*self._groups[:number], group, *self._groups[number + 1 :])
        made._scale = self._scale + scale
        return made

    @override
    def count(self) -> int:
        return prod(group.state.count() for group in self._groups)

    @override
    def log2_weight(self) -> float:
        return self._log2_weight

    @cached_property
    def _log2_weight(self) -> float:
        if len(self._groups) == 1:
            total = self._groups[0].state.total
            return log2(total) + self._scale if total > 0 else -np.inf
        totals = [group.state.total for group in self._groups]
        return sum(map(log2, totals)) + self._scale if min(totals, default=1.0) > 0 else -np.inf

    @property
    @override
    def uniform(self) -> bool:
        return not any(group.weighed for group in self._groups)

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        if self.log2_weight() == -np.inf:
            return tuple(np.zeros(len(v.domain)) for v in self.variables)
        if (whole := self._whole) is not None:
            return tuple(whole)
        found: dict[int, Floats] = {}
        for group in self._groups:
            chances = group.state.marginals()
            for at, place in enumerate(group.places):
                found[place] = chances[at] if group.straight else chances[at, group.index[at]]
        return tuple(found[place] for place in range(len(self.variables)))

    @override
    def arrays(self) -> tuple[Floats, ...]:
        """The chances by domain position. Two passes over sets of values for each matrix."""
        return self._arrays

    @property
    def _whole(self) -> Floats | None:
        """The chances of all variables in one array, where they are one group in the order of its places."""
        first = self._groups[0] if len(self._groups) == 1 else None
        if first is None or not first.straight or first.places != tuple(range(len(self.variables))):
            return None
        return first.state.marginals()

    @cached_property
    def _lists(self) -> list[list[float]]:
        whole = self._whole
        if whole is not None and self.log2_weight() > -np.inf:
            found: list[list[float]] = whole.tolist()
            return found
        return [chances.tolist() for chances in self._arrays]

    @override
    def marginals(self, variable: Variable[V]) -> dict[V, float]:
        row = self._lists[self.place(variable)]
        return dict(compress(zip(variable.domain, row, strict=True), row))

    @override
    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        made, others = self, []
        if len(constraints) == 1 and (single := constraints[0].single()) is not None:
            return self._masked(single.variable, single.mask)
        for constraint in constraints:
            for part in constraint.parts():
                mask = part.support(part.scope[0]) if len(part.scope) == 1 else None
                if mask is not None:
                    made = made._masked(part.scope[0], mask)
                elif not self._implied(part):
                    others.append(part)
        return made.to_diagram().restrict(*others, max_bytes=max_bytes) if others else made

    def _implied(self, constraint: Constraint) -> bool:
        """Whether it says no more than how often values are taken in one group."""
        numbers = {self._where[self.place(variable)][0] for variable in constraint.scope}
        if len(numbers) != 1:
            return False
        group = self._groups[numbers.pop()]
        said = group.said([self.variables[place] for place in group.places])
        grown = said.entered(constraint)
        return said.implies(constraint) or (grown is not None and grown.ranges == said.ranges)

    def _masked(self, variable: Variable, mask: int) -> Assignment:
        number, at = self._where[self.place(variable)]
        group = self._groups[number]
        allowed = mask
        if not group.straight:
            allowed = sum(1 << int(value) for i, value in enumerate(group.index[at]) if mask >> i & 1)
        return self._with(number, group.holding(group.state.restrict(at, allowed)))

    @override
    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Worlds:
        number, at = self._where[self.place(variable)]
        group = self._groups[number]
        given = ratios_of(ratios, len(variable.domain))
        positive = given[given > 0]
        if not len(positive):
            return self._masked(variable, 0)
        shift = float(np.log2(positive.max()))
        spread = group.spread + shift - float(np.log2(positive.min()))
        if spread > WIDEST:
            return self.to_diagram().weigh(variable, given)
        state = group.state.weigh(at, group.ratios(at, given / positive.max()))
        weighed = group.weighed or bool((positive != 1.0).any())
        return self._with(number, replace(group, state=state, spread=spread, weighed=weighed), shift)

    @override
    def shuffled(
        self,
        variables: Sequence[Variable],
        chances: Mapping[tuple[int, ...], float] | None,
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> Worlds | None:
        where = [self._where[self.place(variable)] for variable in variables]
        numbers = {number for number, _ in where}
        if len(numbers) != 1:
            return None
        number = numbers.pop()
        group = self._groups[number]
        try:
            state = group.state.shuffled([at for _, at in where], chances)
        except TooLarge:
            if isinstance(group.state, SharedMatchings):
                raise  # it took over because its worlds are too many to lay out
            return None
        if isinstance(state, SharedMatchings):
            return self._with(number, replace(group, state=state, weighed=True))
        # The lightest world has come by one order, the heaviest by any.
        least = -log2(min(chances.values())) if chances is not None else log2(factorial(len(variables)))
        spread = group.spread + least
        if spread > WIDEST:
            return None
        return self._with(number, replace(group, state=state, spread=spread, weighed=True))

    @override
    def redrawn(self, variable: Variable, ratios: Floats) -> Worlds | None:
        number, at = self._where[self.place(variable)]
        group = self._groups[number]
        if not isinstance(group.state, SharedMatchings) or not group.state.free:
            return None
        state = group.state.redrawn(at, group.ratios(at, ratios))
        return self._with(number, replace(group, state=state, weighed=True))

    @override
    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        if self.log2_weight() == -np.inf:
            raise ProblemError("no world is left to draw from")
        random = generator(rng)
        found = np.empty((n, len(self.variables)), dtype=np.int64)
        for group in self._groups:
            drawn = group.state.draw(n, random)
            for at, place in enumerate(group.places):
                back = np.zeros(group.state.values, dtype=np.int64)
                back[group.index[at]] = np.arange(len(group.index[at]))
                found[:, place] = back[drawn[:, at]]
        return found

    @override
    def rows(self) -> Iterator[tuple[int, ...]]:
        made = self.to_diagram()
        order = [made.place(variable) for variable in self.variables]
        return (tuple(row[place] for place in order) for row in made.rows())

    @override
    def unweighted(self) -> Worlds:
        return self if self.uniform and not self._scale else self.to_diagram().unweighted()

    @override
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self.to_diagram().project(variables, max_bytes=max_bytes)

    @override
    def entropy(self) -> float:
        return self.to_diagram().entropy()

    @override
    def relabel(self, names: Mapping[Variable, Variable]) -> Assignment:
        return Assignment([names.get(v, v) for v in self.variables], self._groups, scale=self._scale)

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self.to_diagram().to_table(max_bytes=max_bytes)

    @override
    def to_diagram(self) -> Diagram:
        return self._diagram

    @cached_property
    def _diagram(self) -> Diagram:
        made = Diagram.free(())
        for group in self._groups:
            own = [self.variables[place] for place in group.places]
            made = made.beside(_diagram(own, group)) if made.variables else _diagram(own, group)
        return Diagram(
            made.variables, made._children, made._weights, made._arcs, scale=made._scale + self._scale
        )

    @property
    @override
    def nbytes(self) -> int:
        return self._nbytes

    @cached_property
    def _nbytes(self) -> int:
        return sum(group.state.nbytes for group in self._groups)

    def __repr__(self) -> str:
        return f"<Assignment: {len(self.variables)} variables in {len(self._groups)} groups>"


def _diagram(variables: Sequence[Variable], group: Group) -> Diagram:
    """The worlds of one group: a product where they are one matrix, else laid out row by row and shared again."""
    state = group.state
    if isinstance(state, SharedMatchings):
        state.listable()
    if isinstance(state, MatrixMatchings):
        parts = state.matrices()
        if len(parts) == 1:
            return _of_matrix(variables, group, *parts[0])
        tables = [_of_matrix(variables, group, *part).to_table() for part in parts]
        columns = np.concatenate(
            [np.stack([table.column(v) for v in variables]) for table in tables]
            or [np.zeros((len(variables), 0))],
            axis=1,
        ).astype(np.int64)
        weights = np.concatenate([table.weights * 2.0**table._scale for table in tables] or [np.zeros(0)])
        return Table.gathered(variables, columns, weights).to_diagram()
    if not isinstance(state, VectorMatchings):
        raise ProblemError(f"no diagram is made of {type(state).__name__}")
    weights = state.weights.sum(axis=0)
    able = np.flatnonzero(weights)
    rows = every_ordering(state.places)[:, able]
    columns = np.empty(rows.shape, dtype=np.int64)
    for at in range(state.places):
        back = np.zeros(state.values, dtype=np.int64)
        back[group.index[at]] = np.arange(len(group.index[at]))
        columns[at] = back[rows[at]]
    return Table(variables, columns, weights[able]).to_diagram()


def _of_matrix(variables: Sequence[Variable], group: Group, matrix: Floats, weight: float) -> Diagram:
    made = Diagram.free(variables)
    inside = [
        Within(v, sum(1 << i for i, value in enumerate(group.index[at]) if matrix[at, value] > 0))
        for at, v in enumerate(variables)
    ]
    several = group.said(variables).constraints() if len(variables) > 1 else []
    made = made.restrict(*inside, *several)
    for at, v in enumerate(variables):
        ratios = matrix[at, group.index[at]]
        if ((ratios != 0) & (ratios != 1)).any():
            made = made.weigh(v, ratios)
    return made if weight == 1.0 else made.weigh(variables[0], [weight] * len(variables[0].domain))


def shuffled_of(
    variables: Sequence[Variable], constraints: Sequence[Constraint], moved: Sequence[Sequence[Variable]]
) -> Assignment | None:
    """The worlds that satisfy `constraints`, in a form that keeps shuffles within each of `moved`; else None.

    They have it when all are conditions on single variables, or say how often values are taken in a group, and what is
    shuffled is within a group; variables of no group are one where they are shuffled together, and take any values.
    """
    place = {variable: i for i, variable in enumerate(variables)}
    groups, rest = gathered([part for constraint in constraints for part in constraint.parts()])
    if any(len(part.scope) != 1 or part.support(part.scope[0]) is None for part in rest):
        return None
    home = {v: group for group in groups for v in group.scope}
    loose: dict[Variable, list[Variable]] = {v: [v] for v in variables if v not in home}
    for scope in moved:
        if any(v in home for v in scope):
            if len({id(home.get(v)) for v in scope}) > 1:
                return None
            continue
        joined = list(dict.fromkeys(v for each in scope for v in loose[each]))
        loose.update(dict.fromkeys(joined, joined))
    groups += [Cardinalities.of(members) for members in {id(m): m for m in loose.values()}.values()]
    made = Assignment(
        variables, [Group.sharing([place[v] for v in group.scope], group) for group in groups]
    )
    for part in rest:
        made = made._masked(part.scope[0], part.support(part.scope[0]) or 0)
    return made


def assignment_of(variables: Sequence[Variable], constraints: Sequence[Constraint]) -> Assignment | None:
    """The worlds that satisfy `constraints`, if they have this form; else None.

    See `apart_of`.
    """
    parted = apart_of(variables, constraints)
    if parted is None:
        return None
    scopes, single = parted
    place = {variable: i for i, variable in enumerate(variables)}
    groups = [Group.of([place[v] for v in scope], scope) for scope in scopes]
    made = Assignment(variables, groups)
    for part in single:
        made = made._masked(part.scope[0], part.support(part.scope[0]) or 0)
    return made
