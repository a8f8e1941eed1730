"""Worlds as a decision-DNNF: what a search from the top down writes down, where a layered diagram would be too wide.

A search tries the values of a variable, and goes through each component of what is left once (see
`deduce.worlds.descent`). No order of variables is needed, and parts that fall asunder under some values only are still
independent there. Counting, chances and exact sampling are passes over what was written down (`deduce.worlds.traces`).
Evidence about one variable is a vector of weights; any other is a new search, with all that was stated before.

A weighed fact becomes a variable of its own, which is not shown: it is 1 where the fact is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Or
from deduce.language.variables import Variable
from deduce.worlds.base import (
    DEFAULT_MAX_BYTES,
    Floats,
    V,
    Worlds,
    generator,
    kept_possible,
    ratios_of,
    reweighed,
)
from deduce.worlds.conditions import Conditions
from deduce.worlds.descent import descended
from deduce.worlds.table import Table
from deduce.worlds.traces import Trace, Weighted


class DecisionDnnf(Worlds):
    """A weighted set of worlds as a decision-DNNF. Immutable; see the module docstring.

    Build one with ``deduce.compile(problem, "dnnf")`` or `DecisionDnnf.of`.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        hidden: Sequence[Variable],
        stated: Sequence[Constraint],
        trace: Trace,
        weights: Sequence[Floats],
        scale: float = 0,
    ) -> None:
        """`weights` has a row a variable, those of `hidden` last, which the others settle by what is `stated`."""
        super().__init__(variables)
        self._hidden, self._stated, self._trace = tuple(hidden), tuple(stated), trace
        self._weights, self._scale = tuple(weights), scale

    @classmethod
    def of(
        cls,
        variables: Sequence[Variable],
        stated: Sequence[Constraint],
        *,
        max_bytes: int = DEFAULT_MAX_BYTES,
    ) -> DecisionDnnf:
        """The assignments of `variables` that satisfy what is stated.

        Args:
            variables: At most 5,000, of at most 64 values each.
            stated: Constraints over them.
            max_bytes: The most memory for the result and for what is remembered on the way; the work allowed goes with
                it, a step for two bytes.

        Raises `TooLarge`. Complexity: exponential at worst, in the width of what the conditions leave connected.
        """
        weights = [np.ones(len(variable.domain)) for variable in variables]
        return cls(variables, (), stated, _searched(variables, stated, weights, max_bytes), weights)

    @cached_property
    def _flat(self) -> Floats:
        return np.concatenate(self._weights) if self._weights else np.zeros(0)

    @cached_property
    def _weighted(self) -> Weighted:
        return self._trace.weighted(self._flat)

    @cached_property
    def uniform(self) -> bool:
        """See `Worlds.uniform`."""
        return bool(((self._flat == 0.0) | (self._flat == 1.0)).all())

    @cached_property
    def _count(self) -> int:
        alive = self._flat > 0
        bits = (
            self._weighted.total if self.uniform else self._trace.weighted(alive.astype(np.float64)).total
        )
        return self._trace.count(alive, bits)

    def count(self) -> int:
        """See `Worlds.count`. One pass over the rows."""
        return self._count

    def log2_weight(self) -> float:
        """See `Worlds.log2_weight`."""
        return self._weighted.total + self._scale

    def arrays(self) -> tuple[Floats, ...]:
        """See `Worlds.arrays`. Two passes over the rows, for all variables together."""
        found = self._weighted.chances
        return self._by_variable(kept_possible(found, self._support) if 0.0 in found else found)

    def _by_variable(self, row: NDArray[np.float64]) -> tuple[Floats, ...]:
        starts = self._trace.starts
        return tuple(row[starts[i] : starts[i + 1]] for i in range(len(self.variables)))

    def possible(self, variable: Variable[V]) -> set[V]:
        """See `Worlds.possible`. A Boolean pass, so that no tiny weight is taken for none."""
        start = int(self._trace.starts[self.place(variable)])
        return {value for i, value in enumerate(variable.domain) if self._support[start + i]}

    @cached_property
    def _support(self) -> NDArray[np.bool_]:
        return self._trace.support(self._flat > 0)

    @property
    def nbytes(self) -> int:
        """See `Worlds.nbytes`."""
        return self._trace.nbytes

    @property
    def nodes(self) -> int:
        """How many nodes there are, each a component of what some values leave."""
        return self._trace.nodes

    # New sets from old.

    def _every(self) -> tuple[Variable, ...]:
        return (*self.variables, *self._hidden)

    def _with(self, weights: Sequence[Floats], shift: float = 0) -> DecisionDnnf:
        return DecisionDnnf(
            self.variables, self._hidden, self._stated, self._trace, weights, self._scale + shift
        )

    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> DecisionDnnf:
        """See `Worlds.restrict`. Conditions on one variable mask values; others are searched for anew."""
        weights, joint = list(self._weights), []
        for constraint in constraints:
            for part in constraint.parts():
                only = part.scope[0] if len(part.scope) == 1 else None
                mask = part.support(only) if only is not None else None
                if only is None or mask is None:
                    for variable in part.scope:
                        self.place(variable)
                    joint.append(part)
                    continue
                place = self.place(only)
                row = [float(mask >> i & 1) for i in range(len(only.domain))]
                weights[place] = weights[place] * np.array(row)
        if not joint:
            return self._with(weights)
        stated = (*self._stated, *joint)
        trace = _searched(self._every(), stated, weights, max_bytes)
        return DecisionDnnf(self.variables, self._hidden, stated, trace, weights, self._scale)

    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> DecisionDnnf:
        """See `Worlds.weigh`. The rows are shared with this form."""
        place = self.place(variable)
        weights = list(self._weights)
        weights[place], shift = reweighed(weights[place], ratios_of(ratios, len(variable.domain)))
        return self._with(weights, shift)

    def weigh_fact(self, fact: Fact, ratio: float) -> DecisionDnnf:
        """See `Worlds.weigh_fact`. A new search, with a variable more that says whether the fact is true."""
        ratios_of(ratio)
        for variable in fact.scope:
            self.place(variable)
        told = Variable(f"weighed {len(self._hidden)}", [0, 1])
        stated = (*self._stated, Or(~fact, told == 1), Or(fact, told == 0))
        first, shift = reweighed(np.ones(2), np.array([1.0, ratio]))
        weights = [*self._weights, first]
        every = (*self._every(), told)
        trace = _searched(every, stated, weights, DEFAULT_MAX_BYTES)
        return DecisionDnnf(
            self.variables, every[len(self.variables) :], stated, trace, weights, self._scale + shift
        )

    def unweighted(self) -> DecisionDnnf:
        """See `Worlds.unweighted`."""
        if self.uniform and not self._scale:
            return self
        weights = [(row > 0).astype(np.float64) for row in self._weights]
        return DecisionDnnf(self.variables, self._hidden, self._stated, self._trace, weights)

    def relabel(self, names: Mapping[Variable, Variable]) -> DecisionDnnf:
        """See `Worlds.relabel`."""
        variables = [names.get(variable, variable) for variable in self.variables]
        stated = [constraint.over(names) for constraint in self._stated]
        return DecisionDnnf(variables, self._hidden, stated, self._trace, self._weights, self._scale)

    # Worlds one by one.

    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        """See `Worlds.sample_rows`. One descent a draw; draws that meet go on together."""
        random = generator(rng)
        if self.log2_weight() == -np.inf:
            raise ProblemError("no world is left to draw from")
        return self._weighted.sample(n, random)[:, : len(self.variables)]

    def rows(self) -> Iterator[tuple[int, ...]]:
        """See `Worlds.rows`. Depth first."""
        return (row[: len(self.variables)] for row in self._weighted.rows())

    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.project`. One value after the other is assumed: a pass over the rows for each part of a result."""
        wanted = [self.place(variable) for variable in variables]
        found: list[tuple[tuple[int, ...], float]] = []
        whole = self.log2_weight()
        stack: list[tuple[DecisionDnnf, tuple[int, ...]]] = [(self, ())] if whole > -np.inf else []
        while stack:
            here, row = stack.pop()
            if len(row) == len(wanted):
                found.append((row, here.log2_weight() - whole))
                if len(found) * (8 * len(wanted) + 16) > max_bytes:
                    raise TooLarge(
                        f"more than {len(found):,} assignments of {len(wanted)} variables do not fit in "
                        f"{max_bytes / 1e6:,.0f} MB; project on fewer variables, or raise max_bytes"
                    )
                continue
            place = wanted[len(row)]
            start, size = int(self._trace.starts[place]), len(self.variables[place].domain)
            for value in range(size - 1, -1, -1):
                if here._support[start + value]:
                    stack.append((here._assumed(place, value), (*row, value)))
        columns = np.array([row for row, _ in found], dtype=np.int64).reshape(len(found), len(wanted)).T
        plain = self.uniform and set(wanted) == set(range(len(self.variables)))
        weights = (
            None if plain else np.maximum(np.exp2([share for _, share in found]), np.finfo(np.float64).tiny)
        )
        return Table(variables, columns, weights, scale=self._scale if plain else whole)

    def _assumed(self, place: int, value: int) -> DecisionDnnf:
        """These worlds, as far as a variable has a value."""
        weights = list(self._weights)
        only = np.zeros_like(weights[place])
        only[value] = weights[place][value]
        weights[place] = only
        return self._with(weights)

    def entropy(self) -> float:
        """See `Worlds.entropy`. The log of the total weight minus the mean log weight of a world."""
        if self.count() <= 1:
            return 0.0
        if self.uniform:
            return self._weighted.total
        chances, weights = self._weighted.chances, self._flat
        here = chances > 0
        return max(0.0, self._weighted.total - float((chances[here] * np.log2(weights[here])).sum()))

    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.to_table`."""
        count = self.count()
        if count * (8 * len(self.variables) + 16) > max_bytes:
            raise TooLarge(
                f"a table of {many(count, 'world')} of {len(self.variables)} variables does not fit in "
                f"{max_bytes / 1e6:,.0f} MB; keep the form, project on fewer, or raise max_bytes"
            )
        every = np.array(list(self._weighted.rows()), dtype=np.int64).reshape(count, len(self._weights))
        weights = None
        if not self.uniform:
            weights = np.ones(count)
            for row, column in zip(self._weights, every.T, strict=True):
                weights *= row[column]
        columns = every.T[: len(self.variables)]
        return Table(self.variables, np.ascontiguousarray(columns), weights, scale=self._scale)

    def __repr__(self) -> str:
        return f"<DecisionDnnf: {len(self.variables)} variables, {self.nodes:,} nodes>"


def _searched(
    variables: Sequence[Variable], stated: Sequence[Constraint], weights: Sequence[Floats], max_bytes: int
) -> Trace:
    """The trace of a search among the values that have weight."""
    masks = {
        variable: sum(1 << i for i in np.flatnonzero(row).tolist())
        for variable, row in zip(variables, weights, strict=True)
    }
    conditions = Conditions.of(variables, stated, masks)
    found = descended(conditions, max_bytes)
    return Trace(found, [len(variable.domain) for variable in variables])
