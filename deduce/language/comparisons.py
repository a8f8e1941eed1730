"""Comparing expressions: from ``2 * a <= b + c`` to facts of the fewest variables and the plainest structure.

What speaks of one variable becomes `Within`; of two, a table of pairs; sums stay `Sum`, counts `Count`, sums of
functions of single variables `Tally`; the least, the greatest and absolute values fall apart into their cases;
only the rest is worked out as it stands (`Calculation`).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import shortened
from deduce.language.automata import Bools, Ints
from deduce.language.calculation import Calculation
from deduce.language.choices import Choice, ChoiceFact, Chosen
from deduce.language.constraints import Count, Sum
from deduce.language.expressions import Apply, Expression, Of, expression_of, gcd_of
from deduce.language.facts import And, Fact, Or, Within
from deduce.language.pairs import IN_WORDS, NEGATED, TURNED, Bounded, Paired
from deduce.language.reified import Holds, Iff, Phrase
from deduce.language.tally import Tally
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.relations import Relation

_VERBS = IN_WORDS | {"==": "is", "!=": "is not"}
_MAX_PAIRS = 1_000_000
"""Up to this many pairs of values two variables are compared by a table."""
_MAX_TRIPLES = 10_000
"""Up to this many combinations of three values what is no sum is tabulated."""
_MAX_CASES = 20_000
"""So many combinations of keys may choices have in one comparison."""


def compared(left: Any, op: str, right: Any) -> Fact:
    """The fact ``left op right`` for variables, expressions, choices, facts and numbers. Raises `ProblemError`."""
    if isinstance(left, Choice):
        return ChoiceFact(left, op, right)
    if isinstance(right, Choice):
        return ChoiceFact(right, TURNED[op], left)
    if isinstance(right, Fact) and isinstance(left, Variable):
        left, right, op = right, left, TURNED[op]
    if isinstance(left, Fact) and isinstance(right, Variable) and op in ("==", "!="):
        if set(right.domain) == {False, True}:
            return Iff(left, Within(right, 1 << right.position(True)), op == "==")
        expression_of(right)
    if isinstance(right, float) and not math.isfinite(right):
        raise ProblemError(f"'{expression_of(left).text()}' is a whole number, and {right!r} is none")
    if isinstance(right, float) and not right.is_integer():
        if op in ("==", "!="):
            raise ProblemError(
                f"{right!r} is no whole number, so '{expression_of(left).text()}' is never it"
            )
        # Above 7.5 is at least 8.
        right = math.floor(right) if op in ("<=", ">") else math.ceil(right)
    return comparison(
        expression_of(left), op, expression_of(int(right) if isinstance(right, float) else right)
    )


def comparison(left: Expression, op: str, right: Expression) -> Fact:
    """The fact ``left op right`` of two expressions; about one variable it is a plain `Within`."""
    made = Comparison(left, op, right)
    return made.meaning if isinstance(made.meaning, Within) else made


class Comparison(Phrase):
    """Two expressions compared, in the words they were written in."""

    __slots__ = ("left", "op", "right")

    def __init__(self, left: Expression, op: str, right: Expression) -> None:
        self.left, self.op, self.right = left, op, right
        self.meaning = _meaning(calculate_difference(left, right), op)
        self.scope = self.meaning.scope

    def __invert__(self) -> Fact:
        return comparison(self.left, NEGATED[self.op], self.right)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        return comparison(self.left.over(mapping), self.op, self.right.over(mapping))

    @override
    def sentence(self) -> str:
        if self.left.counted and not self.right.terms:
            return _counted(self.left.counted, self.op, self.right.constant)
        if self.right.counted and not self.left.terms:
            return _counted(self.right.counted, TURNED[self.op], self.left.constant)
        return f"{self.left.words()} {_VERBS[self.op]} {self.right.words()}"

    def __repr__(self) -> str:
        return f"({self.left.text()} {self.op} {self.right.text()})"


def _counted(facts: tuple[Fact, ...], op: str, number: int) -> str:
    amount = {"==": f"exactly {number}", "!=": f"not exactly {number}", "<": f"fewer than {number}",
              "<=": f"at most {number}", ">": f"more than {number}", ">=": f"at least {number}"}[op]  # fmt: skip
    listed = shortened([fact.sentence() for fact in facts], 8)
    return f"of these, {amount} hold{'s' if amount.endswith(' 1') else ''}: {'; '.join(listed)}"


def calculate_difference(left: Expression, right: Expression) -> Expression:
    """``left - right``."""
    return Expression(
        [*left.terms, *((-factor, atom) for factor, atom in right.terms)], left.constant - right.constant
    )


def _meaning(difference: Expression, op: str) -> Fact:
    """``difference op 0``."""
    if op in (">", ">="):
        difference = Expression([(-f, atom) for f, atom in difference.terms], -difference.constant)
        op = TURNED[op]
    if op == "<":
        difference, op = Expression(difference.terms, difference.constant + 1), "<="
    if op == "!=":
        return ~_meaning(difference, "==")
    apart = _by_cases(difference, op)
    if apart is not None:
        return apart
    low, high = difference.low, difference.high
    if high <= 0 and (op == "<=" or low == high == 0):
        return And()
    if low > 0 or (op == "==" and high < 0):
        return Or()
    plain = all(isinstance(atom, Of) for _, atom in difference.terms)
    scope = difference.scope
    if plain:
        tables = _tables(difference)
        # What cancels out says nothing.
        scope = Scope(v for v in scope if len(set(tables[v])) > 1)
        constant = difference.constant + sum(tables[v][0] for v in tables if v not in scope)
        tables = {v: tables[v] for v in scope}
        difference = Expression([(1, Of(v, tables[v])) for v in scope], constant)
    if len(scope) == 0:
        return And() if (constant <= 0 if op == "<=" else constant == 0) else Or()
    if len(scope) == 1:
        return _one(difference, op, scope[0])
    size = math.prod(len(v.domain) for v in scope)
    if len(scope) == 2 and size <= _MAX_PAIRS:
        return Pairs.of(difference, op)
    if plain:
        return _sum(tables, op, difference.constant)
    monotone = _monotone(difference, op)
    if monotone is None and len(scope) == 3 and size <= _MAX_TRIPLES:
        return Holds(_relation(difference, op))
    if monotone is not None and all(isinstance(x, Within) for x in getattr(monotone, "operands", ())):
        return monotone
    return Calculation(difference, op, monotone)


def _by_cases(difference: Expression, op: str) -> Fact | None:
    """For each way a choice can fall, the comparison with what is chosen then; None without choices."""
    chosen = [atom for atom in difference.atoms() if isinstance(atom, Chosen)]
    if not chosen:
        return None
    if math.prod(len(atom.cases) for atom in dict.fromkeys(chosen)) > _MAX_CASES:
        raise ProblemError(
            f"'{difference.text()}' has more than {_MAX_CASES:,} cases; give parts of it variables of their own"
        )
    first = chosen[0]
    return And(
        *(~condition | _meaning(difference.replaced(first, thing), op) for condition, thing in first.cases)
    )


def _tables(difference: Expression) -> dict[Variable, tuple[int, ...]]:
    """One table a variable: what all terms about it add up to."""
    found: dict[Variable, tuple[int, ...]] = {}
    for factor, atom in difference.terms:
        if isinstance(atom, Of):
            old = found.get(atom.variable, (0,) * len(atom.table))
            found[atom.variable] = tuple(a + factor * b for a, b in zip(old, atom.table, strict=True))
    return found


def _grid(scope: tuple[Variable, ...]) -> dict[Variable, Ints]:
    """Every combination of domain positions, one axis a variable."""
    sizes = [len(v.domain) for v in scope]
    axes = np.meshgrid(*(np.arange(size, dtype=np.int64) for size in sizes), indexing="ij")
    return dict(zip(scope, axes, strict=True))


def _truths(difference: Expression, op: str, scope: tuple[Variable, ...]) -> Bools:
    numbers = difference.column(_grid(scope))
    found = np.asarray(numbers <= 0 if op == "<=" else numbers == 0, dtype=np.bool_)
    return np.broadcast_to(found, tuple(len(v.domain) for v in scope))


def _one(difference: Expression, op: str, variable: Variable) -> Within:
    truths = _truths(difference, op, (variable,))
    return Within(variable, sum(1 << int(i) for i in np.flatnonzero(truths)))


def _relation(difference: Expression, op: str) -> Relation:
    from deduce.language.relations import Relation  # most comparisons are of one variable, or sums

    truths = _truths(difference, op, difference.scope)
    return Relation._of_rows(difference.scope, np.argwhere(truths).astype(np.int64), difference.text())


def _sum(tables: Mapping[Variable, tuple[int, ...]], op: str, constant: int) -> Fact:
    """A sum of functions of single variables as the plainest constraint there is for it."""
    low, high = (None if op == "<=" else -constant), -constant
    straight = _straight(tables, low, high)
    if straight is not None:
        return Holds(straight)
    shift = {v: min(table) for v, table in tables.items()}
    tables = {v: tuple(x - shift[v] for x in table) for v, table in tables.items()}
    low, high = (None if low is None else low - sum(shift.values())), high - sum(shift.values())
    step = gcd_of(x for table in tables.values() for x in table)
    tables = {v: tuple(x // step for x in table) for v, table in tables.items()}
    if low is not None:
        if low % step:
            return Or()
        low //= step
    high //= step
    counted = _count(tables, low, high)
    return Holds(Tally(tables, low, high) if counted is None else counted)


def _straight(tables: Mapping[Variable, tuple[int, ...]], low: int | None, high: int | None) -> Sum | None:
    """The `Sum` it is, if every table is its variable's value times a number, and a number more."""
    weights, offset = [], 0
    for variable, table in tables.items():
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in variable.domain):
            return None
        values: list[Any] = list(variable.domain)
        run, rise = values[1] - values[0], table[1] - table[0]
        weight = rise // run
        more = table[0] - weight * values[0]
        if any(number != weight * value + more for value, number in zip(values, table, strict=True)):
            return None
        weights.append(weight)
        offset += more
    least, most = (None if bound is None else bound - offset for bound in (low, high))
    return Sum(list(tables), least, most, weights=weights)


def _count(tables: Mapping[Variable, tuple[int, ...]], low: int | None, high: int) -> Count | None:
    """The `Count` it is, if every table is 1 for the same values and 0 for all others."""
    if any(set(table) - {0, 1} for table in tables.values()) or high < 0:
        return None
    values = {
        value
        for variable, table in tables.items()
        for value, number in zip(variable.domain, table, strict=True)
        if number
    }
    for variable, table in tables.items():
        if any((value in values) != number for value, number in zip(variable.domain, table, strict=True)):
            return None
    return Count(list(tables), list(values), max(0, low or 0), high)


def _monotone(difference: Expression, op: str) -> Fact | None:
    """One absolute value, least or greatest beside a sum, taken apart; None for anything else."""
    nested = [(factor, atom) for factor, atom in difference.terms if not isinstance(atom, Of)]
    factor, atom = nested[0]
    if len(nested) > 1 or not isinstance(atom, Apply) or atom.operation not in ("abs", "min", "max"):
        return None
    arguments = list(atom.arguments)
    if atom.operation == "abs":
        arguments.append(Expression([(-f, a) for f, a in arguments[0].terms], -arguments[0].constant))
    rest = Expression([term for term in difference.terms if term[1] is not atom], difference.constant)
    sides = [
        Expression(
            [*rest.terms, *((factor * f, a) for f, a in x.terms)], rest.constant + factor * x.constant
        )
        for x in arguments
    ]
    greatest = (atom.operation != "min") == (factor > 0)
    if op == "<=":
        return (And if greatest else Or)(*(_meaning(side, "<=") for side in sides))
    bound = And(*(_meaning(side, "<=" if greatest else ">=") for side in sides))
    return bound & Or(*(_meaning(side, "==") for side in sides))


class Pairs(Paired):
    """Two variables whose pairs of values satisfy a comparison of expressions."""

    __slots__ = ("_table", "difference", "op")

    def __init__(
        self, difference: Expression, op: str, left: Variable, right: Variable, table: Bools
    ) -> None:
        self.difference, self.op = difference, op
        self.left, self.right, self.scope = left, right, Scope((left, right))
        self._table = table

    @classmethod
    def of(cls, difference: Expression, op: str) -> Pairs:
        """The pairs at which ``difference op 0``, `op` one of ``==``, ``<=``."""
        left, right = difference.scope
        return cls(difference, op, left, right, np.array(_truths(difference, op, (left, right))))

    @property
    @override
    def pairs(self) -> Bools:
        return self._table

    @override
    def summed(self) -> Bounded | None:
        if self.op == "!=" or not all(isinstance(atom, Of) for atom in self.difference.atoms()):
            return None
        tables, constant = _tables(self.difference), self.difference.constant
        straight = _straight(tables, *((1 - constant, None) if self.op == ">" else (None, -constant)))
        if straight is None:
            return None
        one, other = straight.weights
        terms = ((one, straight.scope[0]), (other, straight.scope[1]))
        if self.op == ">":
            return terms, straight.low, None
        return terms, straight.high if self.op == "==" else None, straight.high

    def __invert__(self) -> Pairs:
        return Pairs(self.difference, NEGATED[self.op], self.left, self.right, ~self.pairs)

    @override
    def key(self) -> Hashable:
        return ("pairs", id(self.left), id(self.right), self.pairs.tobytes())

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        return comparison(self.difference.over(mapping), self.op, Expression())

    @override
    def sentence(self) -> str:
        return f"{self.difference.words()} {_VERBS[self.op]} 0"

    def __repr__(self) -> str:
        return f"({self.difference.text()} {self.op} 0)"
