"""Constraints over expressions: for each expression stands a variable of its own, of which nobody else knows.

What the values of the problem's variables make of the stand-ins is a function, so the worlds are the same. Where each
expression is a different number for each value of one variable (``q[i] + i``), the stand-in is that variable with other
names for its values, and nothing is lost: automata, literals and the search's conditions are the constraint's own.
Otherwise a diagram reads the variables of an expression, remembers them until the last is known, and then lets the
constraint read the number; a solver gets the stand-in as a variable with its definition.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints, Tabulated
from deduce.language.base import Constraint, Looks
from deduce.language.comparisons import comparison
from deduce.language.expressions import Expression, expression_of
from deduce.language.judges import accepting, tabulate_layers
from deduce.language.operators import Calculable
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

_TRIED = 10_000
"""Of so many combinations of values all are tried to see which numbers come up."""

_MOST_NUMBERS = 1 << 20
"""An expression of more numbers stands nowhere."""


def standing(
    kind: type, spoken: Sequence[object], given: Sequence[object], named: Mapping[str, object]
) -> Standing:
    """The constraint ``kind(*spoken, *given, **named)``, where expressions stand among what is `spoken` of.

    Raises `ProblemError` as the constraint does, and for expressions that may be more than a million numbers.
    """
    stands: dict[Variable, Expression] = {}

    def replaced(item: Any) -> Any:
        if isinstance(item, Variable):
            return item
        if isinstance(item, Calculable):
            number = expression_of(item)
            made = _stand_in(number)
            stands[made] = number
            return made
        if isinstance(item, Mapping):
            return {key: replaced(value) for key, value in item.items()}
        return [replaced(each) for each in item] if isinstance(item, (list, tuple)) else item

    inner = kind(*map(replaced, spoken), *given, **named)
    return Standing(inner, {v: stands[v] for v in inner.scope if v in stands})


def _column(number: Expression, scope: Sequence[Variable]) -> Ints:
    """Its numbers for every combination of values."""
    sizes = [len(v.domain) for v in scope]
    columns = np.indices(sizes).reshape(len(sizes), -1) if scope else np.zeros((0, 1), dtype=np.int64)
    found = number.column(dict(zip(scope, columns, strict=True)))
    return np.broadcast_to(found, columns.shape[1:])


def _stand_in(number: Expression) -> Variable:
    """A variable of the numbers that come up; of one variable's in the order of its values."""
    if len(number.scope) <= 1:
        return Variable(number.text(), dict.fromkeys(_column(number, number.scope).tolist()))
    if prod(len(v.domain) for v in number.scope) <= _TRIED:
        return Variable(number.text(), sorted(set(_column(number, number.scope).tolist())))
    if number.high - number.low > _MOST_NUMBERS:
        raise ProblemError(
            f"'{number.text()}' may be {number.high - number.low:,} numbers; at most {_MOST_NUMBERS:,} can stand in "
            "a constraint"
        )
    return Variable(number.text(), range(number.low, number.high + 1))


class Standing(Constraint):
    """A constraint in which stand-ins are expressions; see the module docstring.

    Attributes:
        inner: The constraint over variables and stand-ins.
        stands: The expression that each stand-in is.
        alike: The variable of which each stand-in is another view, value by value; None where that is not so of all.
    """

    __slots__ = ("_read", "alike", "inner", "stands")

    def __init__(self, inner: Constraint, stands: Mapping[Variable, Expression]) -> None:
        self.inner, self.stands = inner, dict(stands)
        self.scope = Scope(dict.fromkeys(v for w in inner.scope for v in self._spoken(w)))
        straight = all(
            len(number.scope) == 1 and len(w.domain) == len(number.scope[0].domain)
            for w, number in self.stands.items()
        )
        self.alike: dict[Variable, Variable] | None = None
        if straight and len(self.scope) == len(inner.scope):
            self.alike = {w: number.scope[0] for w, number in self.stands.items()}
        self._read: tuple[tuple[Variable, ...], Tabulated] | None = None

    def _spoken(self, variable: Variable) -> Scope:
        number = self.stands.get(variable)
        return Scope((variable,)) if number is None else number.scope

    def _position(self, stand: Variable, columns: Mapping[Variable, Ints]) -> Ints:
        """The domain positions of a stand-in, row by row."""
        numbers = np.asarray(self.stands[stand].column(columns))
        domain = np.array(stand.domain, dtype=numbers.dtype)
        order = np.argsort(domain)
        found: Ints = order[np.searchsorted(domain, numbers, sorter=order)]
        return found

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        shape = np.shape(columns[self.scope[0]]) if self.scope else ()
        stood = {w: np.broadcast_to(self._position(w, columns), shape) for w in self.stands}
        return self.inner.check({**columns, **stood})

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        stood = {w: number.value_in(world) for w, number in self.stands.items()}
        return self.inner.holds([stood[w] if w in stood else world[w] for w in self.inner.scope])

    @override
    def support(self, variable: Variable) -> int | None:
        if len(self.scope) != 1 or variable is not self.scope[0]:
            return None
        true = np.broadcast_to(
            self.check({variable: np.arange(len(variable.domain))}), len(variable.domain)
        )
        return sum(1 << i for i in np.flatnonzero(true).tolist())

    @override
    def renamed(self) -> tuple[Constraint, Mapping[Variable, Variable]] | None:
        return None if self.alike is None else (self.inner, self.alike)

    @override
    def looks(self) -> Looks:
        return "sums" if self.inner.apart else "names"

    # In a diagram.

    @override
    def parts(self) -> Sequence[Constraint]:
        """Pair by pair where expressions of several variables all differ; else the parts of the constraint."""
        if self.alike is None and self.inner.apart:
            numbers = [self.stands[v] if v in self.stands else expression_of(v) for v in self.inner.scope]
            return [comparison(one, "!=", other) for one, other in combinations(numbers, 2)] or [self]
        parts = self.inner.parts()
        if len(parts) == 1 and parts[0] is self.inner:
            return [self]
        return [
            Standing(part, {v: self.stands[v] for v in part.scope if v in self.stands}) for part in parts
        ]

    @override
    def spans(self) -> Sequence[tuple[tuple[Variable, ...], float]]:
        return [
            (tuple(dict.fromkeys(v for w in scope for v in self._spoken(w))), bits)
            for scope, bits in self.inner.spans()
        ]

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """The constraint's own, of the variables behind the stand-ins; or one that remembers what is not known yet."""
        if self.alike is not None:
            return list(self._renamed(order, self.alike))
        parts = self.parts()
        if len(parts) > 1:
            return [
                automaton
                for part in parts
                for automaton in part.automata(tuple(v for v in order if v in part.scope))
            ]
        if self._read is None or Scope(self._read[0]) != order:
            self._read = (order, self._layered(order))
        return [self._read[1]]

    def _renamed(
        self, order: tuple[Variable, ...], alike: Mapping[Variable, Variable]
    ) -> Iterator[Automaton]:
        seen = {v: w for w, v in alike.items()}
        for automaton in self.inner.automata(tuple(seen.get(v, v) for v in order)):
            made = copy(automaton)
            made.order = tuple(alike.get(w, w) for w in automaton.order)
            yield made

    def _layered(self, order: tuple[Variable, ...]) -> Tabulated:
        """An automaton over values not used up yet, the states of the constraint's own, and whether one has failed."""
        rank = {v: i for i, v in enumerate(order)}
        ready = {w: max((rank[v] for v in self._spoken(w)), default=0) for w in self.inner.scope}
        last = [max(ready[w] for w in ready if v in self._spoken(w)) for v in order]
        reading = tuple(sorted(self.inner.scope, key=ready.__getitem__))
        automata = self.inner.automata(reading)
        places = [{v: i for i, v in enumerate(automaton.order)} for automaton in automata]
        n = len(order)

        def step(position: int, rows: Ints, values: Ints) -> Ints:
            reached = np.zeros_like(rows)
            reached[:, -1] = 1
            going = np.flatnonzero(rows[:, -1] == 0)
            left = rows[going]
            left[:, position] = values[going]
            alive: Bools = np.ones(len(left), dtype=np.bool_)
            columns = {v: left[:, i] for v, i in rank.items()}
            for w in reading:
                if ready[w] != position or not alive.any():
                    continue
                read = left[:, rank[w]] if w in rank else self._position(w, columns)
                read = np.broadcast_to(read, alive.shape)
                for number, (automaton, at) in enumerate(zip(automata, places, strict=True)):
                    if w in at:
                        # What has failed is read no further: an automaton may have no state to stand for it.
                        here = np.flatnonzero(alive)
                        survives, following = automaton.step(at[w], left[here, n + number], read[here])
                        left[here, n + number] = following
                        if survives is not None:
                            alive[here] &= np.broadcast_to(survives, here.shape)
            left[:, [i for i in range(n) if last[i] <= position]] = 0
            reached[going[alive]] = left[alive]
            return reached

        start = [*([0] * n), *(automaton.start for automaton in automata), 0]
        judge = tabulate_layers(order, start, step, lambda rows: rows[:, -1] == 0, self.sentence())
        return accepting(judge)

    # To a solver.

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """As the backend has it, else over stand-ins, each defined once for good."""
        numbers = [self.stands.get(v, v) for v in self.inner.scope]
        if self.inner.apart and model.different(numbers, when):
            return
        for stand, number in self.stands.items():
            if model.has_literals(stand):
                continue
            if len(number.scope) > 1:
                comparison(expression_of(stand), "==", number).post(model)
                continue
            table = _column(number, number.scope).tolist()
            masks = [sum(1 << i for i, x in enumerate(table) if x == value) for value in stand.domain]
            if number.scope:
                model.stand(stand, [model.membership(number.scope[0], mask) for mask in masks])
        self.inner.post(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Constraint:
        """The same over other variables, with stand-ins of its own: those of other variables are other numbers."""
        if not any(v in mapping for v in self.scope):
            return self
        moved = {w: number.over(mapping) for w, number in self.stands.items()}
        fresh = {w: _stand_in(number) for w, number in moved.items()}
        return Standing(self.inner.over({**mapping, **fresh}), {fresh[w]: moved[w] for w in fresh})

    @override
    def sentence(self) -> str:
        return self.inner.sentence()

    def __repr__(self) -> str:
        return f"<{type(self.inner).__name__} of expressions: {self.sentence()}>"
