"""Tally: a sum in which each variable contributes some whole number for each of its values.

`Sum` is the case in which the numbers are the values times a weight, `Count` the one in which they are 0 and 1.
Expressions such as ``a % 3 + abs(b) >= 2`` or ``count([a == 1, b == 2, c != 1]) == 2`` become tallies.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import log2
from typing import TYPE_CHECKING

from deduce.ground.compat import override
from deduce.ground.wording import shortened
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.base import Constraint, open_until_the_end
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model


class Tally(Constraint):
    """What the variables contribute sums to between `low` and `high` (None: no bound on that side).

    Args:
        tables: For each variable one whole number a domain value, in domain order; at least one variable.
        low: The least sum.
        high: The greatest sum.
    """

    __slots__ = ("form", "high", "low", "tables")

    def __init__(
        self, tables: Mapping[Variable, Sequence[int]], low: int | None = None, high: int | None = None
    ) -> None:
        self.tables = {variable: tuple(map(int, table)) for variable, table in tables.items()}
        self.scope = Scope(self.tables)
        least = sum(min(table) for table in self.tables.values())
        most = sum(max(table) for table in self.tables.values())
        self.low = least if low is None else low
        self.high = most if high is None else high
        from deduce.language.adding import LinearForm

        self.form = LinearForm(list(self.tables.values()), self.low, self.high)

    @override
    def added(self) -> Tally:
        return self

    @override
    def opposite(self) -> Sequence[Constraint]:
        """Less, or more."""
        return [Tally(self.tables, None, self.low - 1), Tally(self.tables, self.high + 1, None)]

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        return open_until_the_end(len(self.scope), log2(self.form.span + 1))

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One adder; see `Constraint.automata`. Raises `TooLarge` for too many totals beyond 64 bits."""
        return [self.form.automaton(self.scope, order)]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        return self.form.check(columns[variable] for variable in self.scope)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        total = sum(self.tables[v][v.position(x)] for v, x in zip(self.scope, values, strict=True))
        return self.low <= total <= self.high

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Nothing where it always holds, else as `_said` does."""
        if self.form.low > self.form.high:
            model.clause([], when)
        elif self.form.low > 0 or self.form.high < self.form.span:
            self._said(model, when)

    def _said(self, model: Model, when: Literal | None) -> None:
        """Of ones and zeros, a cardinality; else a linear sum over the literals of the values."""
        form = self.form
        if not all(set(row) <= {0, 1} for row in form.terms):
            self._said_in_literals(model, when)
            return
        hits = [sum(1 << i for i, hit in enumerate(row) if hit) for row in form.terms]
        literals = [model.membership(v, mask) for v, mask in zip(self.scope, hits, strict=True) if mask]
        model.cardinality(literals, form.low, form.high, when)

    def _said_in_literals(self, model: Model, when: Literal | None) -> None:
        terms = [
            (number, model.literal(v, position))
            for v, row in zip(self.scope, self.form.terms, strict=True)
            for position, number in enumerate(row)
            if number
        ]
        model.linear(terms, self.form.low, self.form.high, when)

    def over(self, mapping: Mapping[Variable, Variable]) -> Tally:
        """See `Constraint.over`; the new variables need the domains of the old."""
        return Tally({mapping.get(v, v): table for v, table in self.tables.items()}, self.low, self.high)

    @override
    def sentence(self) -> str:
        shown = ", ".join(shortened([variable.name for variable in self.scope]))
        amount = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
        return f"what {shown} count for sums to {amount}"

    def __repr__(self) -> str:
        tables = {variable.name: table for variable, table in self.tables.items()}
        return f"Tally({tables!r}, {self.low}, {self.high})"
