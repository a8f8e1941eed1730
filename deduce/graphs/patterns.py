"""Allowed rows with wildcards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import EllipsisType
from typing import TYPE_CHECKING

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints, tabulate
from deduce.language.constraints import Constraint, listing
from deduce.language.variables import Variable, variables_of

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

ANY: EllipsisType = ...
"""Stands for every value in a row of `Table`; the same as ``...``."""


class Table(Constraint):
    """The variables fit one of the rows; rows may leave places open.

    Not to be confused with `deduce.Table`, a set of worlds. Rows are kept as they are, never written out:
    ``(1, ..., ..., 3)`` stays one row whatever the domains.

    Args:
        variables: The variables, in the order of the rows' entries.
        rows: Each a tuple of entries: a value, a set or list of values, or `ANY` (``...``).
        text: The condition in words.

    Raises:
        ProblemError: A row of the wrong length, or a value outside its variable's domain.
    """

    __slots__ = ("rows", "text")

    def __init__(self, variables: object, rows: Iterable[Sequence[object]], *, text: str = "") -> None:
        self.scope = variables_of("Table", variables)
        if not self.scope or len(set(self.scope)) < len(self.scope):
            raise ProblemError("Table needs at least one variable, and each only once")
        found: dict[tuple[int, ...], None] = {}
        for row in rows:
            if isinstance(row, str) or not isinstance(row, Sequence) or len(row) != len(self.scope):
                raise ProblemError(
                    f"Table over {len(self.scope)} variables needs rows of as many, not {row!r}"
                )
            found[tuple(_mask(v, entry) for v, entry in zip(self.scope, row, strict=True))] = None
        self.rows: tuple[tuple[int, ...], ...] = tuple(found)
        self.text = text

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One automaton: which rows still fit; see `Constraint.automata`."""
        columns = [self.scope.index(v) for v in order]
        fitting = [[0] * len(v.domain) for v in order]
        for i, row in enumerate(self.rows):
            for fits, c in zip(fitting, columns, strict=True):
                for value in (x for x in range(len(fits)) if row[c] >> x & 1):
                    fits[value] |= 1 << i

        def step(position: int, state: int, value: int) -> int | None:
            return state & fitting[position][value] or None

        return [tabulate(order, (1 << len(self.rows)) - 1, step, lambda _: 0)]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        alive: Bools = np.zeros(columns[self.scope[0]].shape, dtype=np.bool_)
        for row in self.rows:
            fits: Bools = np.ones(alive.shape, dtype=np.bool_)
            for variable, mask in zip(self.scope, row, strict=True):
                if mask != variable.full_mask:
                    allowed = np.array([bool(mask >> i & 1) for i in range(len(variable.domain))])
                    fits = fits & allowed[columns[variable]]
            alive = alive | fits
        return alive

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        places = [v.position(value) for v, value in zip(self.scope, values, strict=True)]
        return any(all(mask >> i & 1 for mask, i in zip(row, places, strict=True)) for row in self.rows)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """One of the rows is chosen; a row says nothing of its open places."""
        chosen = []
        for row in self.rows:
            said = [(v, m) for v, m in zip(self.scope, row, strict=True) if m != v.full_mask]
            if not said:
                return
            fresh = model.fresh()
            chosen.append(fresh)
            for variable, mask in said:
                literals = model.literals(variable)
                model.clause([-fresh, *(x for i, x in enumerate(literals) if mask >> i & 1)])
        model.clause(chosen, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Table:
        scope = tuple(mapping.get(v, v) for v in self.scope)
        rows = [
            [
                [v.domain[i] for i in range(len(v.domain)) if mask >> i & 1]
                for v, mask in zip(self.scope, row, strict=True)
            ]
            for row in self.rows
        ]
        return Table(scope, rows, text=self.text)

    @override
    def sentence(self) -> str:
        return self.text or f"({listing(self.scope)}) fits one of {len(self.rows)} rows"


def _mask(variable: Variable, entry: object) -> int:
    if entry is ANY:
        return variable.full_mask
    if isinstance(entry, Hashable) and entry in variable.domain:
        return 1 << variable.position(entry)
    if isinstance(entry, (set, frozenset, list)):
        return variable.mask(entry)
    return 1 << variable.position(entry)  # raises, naming the nearest value
