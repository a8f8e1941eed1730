"""Members of a family, or entries of a list, whose key is itself unknown: ``x[i] == 3``, ``element(prices, i)``.

A comparison with a choice is a conjunction, one condition a key: "if i is 1, then x[1] is 3" and so on. Each is
small, so that a diagram may read the variables in any order.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import shortened
from deduce.language.automata import Ints
from deduce.language.expressions import Atom, Expression, Of, World, expression_of
from deduce.language.facts import And, Fact, Or
from deduce.language.operators import Calculable, Comparable, algebra
from deduce.language.pairs import IN_WORDS, NEGATED, TURNED, compare
from deduce.language.reified import Phrase
from deduce.language.variables import Family, Scope, Variable

_MAX_TRIED = 10_000
"""So many combinations of values are tried to find out whether a key can come up."""


class Choice(Comparable):
    """One of several things, chosen by conditions of which exactly one is true.

    Made by ``family[variable]`` and `element`. Compared like a variable; of whole numbers it can be calculated
    with.
    """

    __slots__ = ("_expression", "cases", "name")

    def __init__(self, cases: Sequence[tuple[Fact, Any]], name: str) -> None:
        self.cases, self.name = tuple(cases), name
        self._expression: Expression | None = None

    def as_expression(self) -> Expression:
        """The choice in arithmetic. Raises `ProblemError` where a thing is no whole number."""
        if self._expression is None:
            made = Chosen(self)
            if not made.scope:
                self._expression = Expression((), made.value_in({}))
            else:
                self._expression = Expression(((1, made if len(made.scope) > 1 else made.table()),))
        return self._expression

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Choice: {self.name}>"


class Chosen(Atom):
    """A choice in arithmetic. Comparing an expression takes it apart, case by case."""

    __slots__ = ("cases", "name")

    def __init__(self, choice: Choice) -> None:
        self.name, self.simple = choice.name, True
        self.cases = [(condition, expression_of(thing)) for condition, thing in choice.cases]
        spoken = [v for condition, thing in self.cases for v in (*condition.scope, *thing.scope)]
        self.scope = Scope(dict.fromkeys(spoken))
        self.low = min(thing.low for _, thing in self.cases)
        self.high = max(thing.high for _, thing in self.cases)

    def table(self) -> Of:
        """The same for a choice among numbers by one variable: a number for each of its values."""
        variable = self.scope[0]
        return Of(variable, [self.value_in({variable: value}) for value in variable.domain], self.name)

    @override
    def key(self) -> Hashable:
        return ("chosen", tuple((condition.key(), thing.key()) for condition, thing in self.cases))

    @override
    def text(self) -> str:
        return self.name

    @override
    def value_in(self, world: World) -> int:
        return next(thing.value_in(world) for condition, thing in self.cases if condition.true_in(world))

    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        """See `Atom.column`. The first case whose condition is true gives the number."""
        found = self.cases[-1][1].column(columns)
        for condition, thing in reversed(self.cases[:-1]):
            found = np.where(condition.check(columns), thing.column(columns), found)
        return found

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        cases = [(condition.over(mapping), thing.over(mapping)) for condition, thing in self.cases]
        return Expression(((1, Chosen(Choice(cases, self.name))),))


class ChoiceFact(Phrase):
    """A choice compared with a value, a variable, an expression or another choice."""

    __slots__ = ("choice", "op", "other")

    def __init__(self, choice: Choice, op: str, other: object) -> None:
        self.choice, self.op, self.other = choice, op, other
        things = [thing for _, thing in choice.cases]
        if not isinstance(other, Calculable) and op in ("==", "!="):
            values = list(dict.fromkeys(x for t in things for x in _values(t)))
            if all(isinstance(t, (Variable, PlainValue)) for t in things) and other not in values:
                raise ProblemError(f"{other!r} is no value of {choice}: {nearest(other, values)}")
        self.meaning = And(*(~condition | _related(t, op, other) for condition, t in choice.cases))
        self.scope = self.meaning.scope

    def __invert__(self) -> Fact:
        return ChoiceFact(self.choice, NEGATED[self.op], self.other)

    @override
    def sentence(self) -> str:
        to = self.other.words() if isinstance(self.other, Expression) else str(self.other)
        verb = {"==": "is", "!=": "is not"}.get(self.op, IN_WORDS[self.op])
        return f"{self.choice} {verb} {to}"

    def __repr__(self) -> str:
        return f"({self.choice} {self.op} {self.other!r})"


class PlainValue:
    """A value that is no number, as an entry of a list."""

    __slots__ = ("value",)

    def __init__(self, value: Hashable) -> None:
        self.value = value

    def __str__(self) -> str:
        return str(self.value)


def _values(thing: object) -> Sequence[Hashable]:
    if isinstance(thing, Variable):
        return thing.domain
    return (thing.value,) if isinstance(thing, PlainValue) else ()


def _related(thing: Any, op: str, other: object) -> Fact:
    """``thing op other`` where `thing` is a variable, an expression or a plain value."""
    if isinstance(other, Choice):
        if isinstance(thing, PlainValue):
            return ChoiceFact(other, TURNED[op], thing.value)
        return ChoiceFact(other, TURNED[op], thing)
    if isinstance(thing, PlainValue):
        if isinstance(other, Variable):
            if op in ("==", "!=") and thing.value not in other.domain:
                return Or() if op == "==" else And()
            return compare(other, thing.value, TURNED[op])
        if op not in ("==", "!="):
            raise ProblemError(f"{thing} and {other} cannot be put in order")
        return And() if (thing.value == other) == (op == "==") else Or()
    known = isinstance(thing, Variable) and not isinstance(other, Calculable) and op in ("==", "!=")
    if known and other not in thing.domain:
        return Or() if op == "==" else And()
    found: Fact = algebra().compared(thing, op, other)
    return found


def member_at(family: Family[Any], key: Any) -> Choice:
    """The member of a family at a key of which a part, or all, is unknown.

    Raises `ProblemError` when a key can come up that the family does not have.
    """
    parts = key if isinstance(key, tuple) else (key,)
    options: list[Sequence[Hashable]] = []
    for part in parts:
        if isinstance(part, Variable):
            options.append(part.domain)
        elif isinstance(part, Calculable):
            options.append(_numbers(part))
        else:
            options.append((part,))
    cases = []
    for chosen in product(*options):
        conditions = [
            _related(part, "==", value) if isinstance(part, Variable) else expression_of(part) == value
            for part, value in zip(parts, chosen, strict=True)
            if isinstance(part, Calculable)
        ]
        if any(map(_impossible, conditions)):
            continue
        wanted = chosen if isinstance(key, tuple) else chosen[0]
        if wanted not in family:
            unknown = ", ".join(str(p.text() if isinstance(p, Expression) else p) for p in parts)
            raise ProblemError(
                f"{family.name}[{unknown}]: {unknown} can be {wanted!r}, and {family.name} has no such member: "
                f"{nearest(wanted, family)}"
            )
        cases.append((And(*conditions) if len(conditions) > 1 else conditions[0], family[wanted]))
    shown = ",".join(p.text() if isinstance(p, Expression) else str(p) for p in parts)
    return Choice(cases, f"{family.name}[{shown}]")


def _impossible(condition: Fact) -> bool:
    """Whether no values make the condition true: 1 is no value of ``2 * (b % 2)``. False where that is much to try."""
    sizes = [len(variable.domain) for variable in condition.scope]
    if prod(sizes) > _MAX_TRIED:
        return False
    columns = dict(zip(condition.scope, np.indices(sizes).reshape(len(sizes), prod(sizes)), strict=True))
    return not np.any(condition.check(columns))


def _numbers(part: Calculable) -> Sequence[int]:
    made = expression_of(part)
    return range(made.low, made.high + 1)


def element(things: Sequence[Hashable], index: Calculable) -> Choice:
    """The entry of a list at an unknown place: ``element([3, 1, 4], i)`` is 3 where ``i`` is 0.

    Args:
        things: Numbers, other values, variables or expressions.
        index: A variable or an expression; all its values are places of the list, counted from 0.

    Raises:
        ProblemError: A place outside the list.
    """
    things = list(things)
    ready = [
        thing
        if isinstance(thing, Calculable)
        else expression_of(thing)
        if isinstance(thing, int)
        else PlainValue(thing)
        for thing in things
    ]
    made = expression_of(index)
    options = index.domain if isinstance(index, Variable) else _numbers(index)
    cases = []
    for place in options:
        condition = made == place
        if _impossible(condition):
            continue
        if not isinstance(place, int) or not 0 <= place < len(things):
            raise ProblemError(
                f"'{made.text()}' can be {place!r}, and the list has the places 0 to {len(things) - 1}"
            )
        cases.append((condition, ready[place]))
    shown = ", ".join(shortened([*map(str, things)]))
    return Choice(cases, f"the entry of [{shown}] at {made.text()}")
