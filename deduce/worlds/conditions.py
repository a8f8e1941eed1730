"""Constraints as plain data for the search from the top down: five kinds of conditions over sets of values.

What has no kind of its own is read as an automaton, or, about two variables, as the pairs that it allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from deduce.ground.errors import TooLarge
from deduce.language.automata import TABULATED, Ints
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.variables import Variable

CLAUSE, LINEAR, DIFFERENT, BINARY, TABLE = range(5)
"""The kinds of conditions; what they mean stands in deduce/kernels/source/search.c."""

MOST_VALUES = 64
"""A set of values is a word."""

MOST_VARIABLES = 5_000
"""Each may be one level of a recursion."""

MOST_STATES = 4_096
"""An automaton with more states after a variable is gone through too slowly."""


@dataclass(slots=True)
class Conditions:
    """Variables by number, the values each may have, and what binds them."""

    variables: Sequence[Variable]
    masks: list[int]
    scopes: list[list[int]] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    data: list[list[Ints]] = field(default_factory=list)
    bounds: list[tuple[int, int]] = field(default_factory=list)
    possible: bool = True
    _number: dict[Variable, int] = field(default_factory=dict)
    _tables: dict[object, Ints] = field(default_factory=dict)

    @classmethod
    def of(
        cls, variables: Sequence[Variable], constraints: Iterable[Constraint], masks: Mapping[Variable, int]
    ) -> Conditions:
        """The conditions that constraints are; `masks` says what is known of variables besides.

        Raises `TooLarge` for what the search does not take: domains beyond 64 values, and constraints that need large
        automata.
        """
        for variable in variables:
            if len(variable.domain) > MOST_VALUES:
                raise TooLarge(
                    f"{variable} has {len(variable.domain):,} values; a search takes {MOST_VALUES} at most"
                )
        if len(variables) > MOST_VARIABLES:
            raise TooLarge(
                f"a search takes {MOST_VARIABLES:,} variables at most, and here are {len(variables):,}"
            )
        found = cls(variables, [masks.get(v, v.full_mask) for v in variables])
        found._number = {variable: i for i, variable in enumerate(variables)}
        for constraint in constraints:
            for part in constraint.parts():
                found._enter(part)
        return found

    def _enter(self, part: Constraint) -> None:
        part = part.plain()
        if (renamed := part.renamed()) is not None:
            # Place by place the stand-ins have the values of the variables behind them.
            part, alike = renamed
            self._number.update({stand: self._number[behind] for stand, behind in alike.items()})
        scope = part.scope
        if not scope:
            self.possible = self.possible and part.holds(())
            return
        mask = part.support(scope[0]) if len(scope) == 1 else None
        if mask is not None:
            self.masks[self._number[scope[0]]] &= mask
        elif (clause := part.clause()) is not None:
            self._clause(clause)
        elif (count := part.counted()) is not None:
            self._add(LINEAR, count.scope, [count.hits(v)[0] for v in count.scope], (count.low, count.high))
        elif (tally := part.added()) is not None and not tally.form.wide:
            terms = [self._table(row) for row in tally.form.terms]
            self._add(LINEAR, tally.scope, terms, (tally.form.low, tally.form.high))
        elif part.apart:
            self._different(part)
        elif len(scope) == 2:
            self._pair(part)
        else:
            self._automata(part)

    def _add(
        self, kind: int, scope: Sequence[Variable], data: list[Ints], bounds: tuple[int, int] = (0, 0)
    ) -> None:
        self.scopes.append([self._number[variable] for variable in scope])
        self.kinds.append(kind)
        self.data.append(data)
        self.bounds.append(bounds)

    def _table(self, row: Sequence[int]) -> Ints:
        """The numbers as an array, one for all that are alike."""
        key = tuple(row)
        if key not in self._tables:
            self._tables[key] = np.array(key, dtype=np.uint64).astype(np.int64)
        return self._tables[key]

    def _clause(self, operands: Sequence[Within]) -> None:
        masks: dict[Variable, int] = {}
        for each in operands:
            masks[each.variable] = masks.get(each.variable, 0) | each.mask
        self._add(CLAUSE, list(masks), [self._table((mask,)) for mask in masks.values()])

    def _different(self, part: Constraint) -> None:
        """With a code for each value that several can have; those beyond a word are told apart in twos."""
        times: dict[object, int] = {}
        for variable in part.scope:
            for value in variable.domain:
                times[value] = times.get(value, 0) + 1
        shared = [value for value, number in times.items() if number > 1]
        for begin in range(0, len(shared), MOST_VALUES):
            code = {value: i for i, value in enumerate(shared[begin : begin + MOST_VALUES])}
            rows = [np.array([code.get(x, -1) for x in v.domain], dtype=np.int64) for v in part.scope]
            self._add(DIFFERENT, part.scope, rows)

    def _pair(self, part: Constraint) -> None:
        one, other = part.scope
        rows, columns = np.indices((len(one.domain), len(other.domain)))
        true = part.check({one: rows.ravel(), other: columns.ravel()}).reshape(rows.shape)
        tables = [
            self._table([sum(1 << i for i in np.flatnonzero(row).tolist()) for row in each])
            for each in (true, true.T)
        ]
        self._add(BINARY, part.scope, tables)

    def _automata(self, part: Constraint) -> None:
        for automaton in part.automata(part.scope):
            data = getattr(automaton, "data", None)
            steps = None if data is None else data()
            if steps is None or any(step.kind != TABULATED for step in steps):
                raise TooLarge(f"a search cannot take {part.sentence()!r}: its automaton is no table")
            states = max(len(step.table) // step.a for step in steps)
            if states > MOST_STATES:
                raise TooLarge(f"a search cannot take {part.sentence()!r}: it has {states:,} states")
            tables = [np.ascontiguousarray(step.table, dtype=np.int64) for step in steps]
            self._add(TABLE, automaton.order, tables, (automaton.start, states))
