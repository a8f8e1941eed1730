"""Arithmetic over variables of whole numbers: ``2 * a + b``, ``abs(a - b)``, ``a * b % 10``, ``sum(row)``.

An expression is a sum of terms: a whole number times an atom. An atom is a function of one variable (`Of`),
the truth of a fact as 1 or 0 (`Truth`), an operation on expressions (`Apply`), or a member of a family whose
key is unknown (`deduce.language.choices.Chosen`). Whatever speaks of one variable alone becomes one table, so that
sums stay sums: ``a % 3 + abs(b) + 2 * c`` is as cheap as ``a + b + c``. Comparing expressions makes facts; see
`deduce.language.comparisons`.

One file because atoms are made of expressions and expressions of atoms.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from numbers import Integral
from typing import Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import shortened
from deduce.language.automata import Ints
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.operators import Comparable
from deduce.language.variables import Family, Scope, Variable

LARGEST = 1 << 53
"""Larger numbers are refused where they are worked out step by step: beyond it no solver's arithmetic is exact.

Sums of functions of single variables may be of any size: they become constraints that are exact at any size.
"""

WORD = 1 << 62
"""Larger numbers are kept as Python's integers in arrays."""

World = Mapping[Variable, Any]


class Atom(ABC):
    """What a term counts; see the module docstring.

    Attributes:
        scope: The variables it speaks of.
        low: A number it is never below.
        high: A number it is never above.
        simple: Whether its text needs no brackets beside ``*``.
    """

    __slots__ = ("high", "low", "scope", "simple")

    scope: tuple[Variable, ...]
    low: int
    high: int
    simple: bool

    @abstractmethod
    def key(self) -> Hashable:
        """A value equal for atoms of the same form."""

    @abstractmethod
    def text(self) -> str:
        """How it is written."""

    def words(self) -> str:
        """How a sentence calls it where it stands alone."""
        return self.text()

    @abstractmethod
    def value_in(self, world: World) -> int:
        """Its number in a world given as values."""

    @abstractmethod
    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        """Its numbers in a table of worlds; a column holds domain positions."""

    @abstractmethod
    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        """The same with variables replaced."""

    def inner(self) -> Sequence[Expression]:
        """The expressions inside."""
        return ()

    def replaced(self, old: Atom, new: Expression) -> Expression:
        """The same with `new` wherever `old` stands."""
        return new if self is old else Expression(((1, self),))


class Of(Atom):
    """A whole number for each value of one variable, in domain order."""

    __slots__ = ("table", "variable", "written")

    def __init__(
        self, variable: Variable, table: Sequence[int], written: str = "", simple: bool = True
    ) -> None:
        self.variable, self.scope = variable, Scope((variable,))
        self.table = tuple(table)
        self.written, self.simple = written or variable.name, simple
        self.low, self.high = min(self.table), max(self.table)

    @override
    def key(self) -> Hashable:
        return (id(self.variable), self.table)

    @override
    def text(self) -> str:
        return self.written

    @override
    def value_in(self, world: World) -> int:
        return self.table[self.variable.position(world[self.variable])]

    @override
    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        fits = max(-self.low, self.high) < WORD
        found: Ints = np.array(self.table, dtype=np.int64 if fits else object)[columns[self.variable]]
        return found

    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        """See `Atom.over`; values the old variable did not have are refused."""
        new = mapping.get(self.variable, self.variable)
        written = self.written.replace(self.variable.name, new.name)
        table = self.table
        if new.domain != self.variable.domain:
            table = tuple(self.table[self.variable.position(value)] for value in new.domain)
        return Expression(((1, Of(new, table, written, self.simple)),))


class Truth(Atom):
    """1 where a fact about several variables is true, else 0."""

    __slots__ = ("fact",)

    def __init__(self, fact: Fact) -> None:
        self.fact, self.scope, self.simple = fact, fact.scope, True
        self.low, self.high = 0, 1

    @override
    def key(self) -> Hashable:
        return ("truth", self.fact.key())

    @override
    def text(self) -> str:
        return f"[{self.fact.sentence()}]"

    @override
    def value_in(self, world: World) -> int:
        return int(self.fact.true_in(world))

    @override
    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        return np.asarray(self.fact.check(columns)).astype(np.int64)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        return expression_of(self.fact.over(mapping))


_MOST_BITS = 3_400
"""Of a power: some thousand digits."""

NUMPY_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "*": np.multiply, "//": np.floor_divide, "%": np.mod, "**": np.power, "abs": np.abs,
    "min": np.minimum, "max": np.maximum,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "*": lambda a, b: a * b, "//": lambda a, b: a // b, "%": lambda a, b: a % b, "**": lambda a, b: a**b,
    "min": min, "max": max,
}  # fmt: skip
"""The operations on two numbers; ``abs`` has one."""


class Apply(Atom):
    """An operation on expressions: ``*``, ``//``, ``%``, ``**``, ``abs``, ``min``, ``max``."""

    __slots__ = ("arguments", "operation")

    def __init__(self, operation: str, arguments: Sequence[Expression]) -> None:
        self.operation, self.arguments = operation, tuple(arguments)
        self.scope = Scope(dict.fromkeys(v for argument in self.arguments for v in argument.scope))
        self.simple = operation in ("abs", "min", "max")
        self.low, self.high = _bounds(operation, [(a.low, a.high) for a in self.arguments])

    @override
    def key(self) -> Hashable:
        return (self.operation, tuple(argument.key() for argument in self.arguments))

    @override
    def text(self) -> str:
        if self.simple:
            return f"{self.operation}({', '.join(a.text() for a in self.arguments)})"
        return f" {self.operation} ".join(a.text(bracketed=True) for a in self.arguments)

    @override
    def words(self) -> str:
        inner = self.arguments[0]
        if self.operation == "abs" and inner.constant == 0 and len(inner.terms) == 2:
            (one, a), (other, b) = inner.terms
            if sorted([one, other]) == [-1, 1]:
                return f"the difference of {a.text()} and {b.text()}"
        if self.operation in ("min", "max"):
            listed = shortened([a.text() for a in self.arguments])
            what = "least" if self.operation == "min" else "greatest"
            return f"the {what} of {', '.join(listed[:-1])} and {listed[-1]}"
        return self.text()

    @override
    def value_in(self, world: World) -> int:
        numbers = [argument.value_in(world) for argument in self.arguments]
        return abs(numbers[0]) if self.operation == "abs" else reduce(FUNCTIONS[self.operation], numbers)

    @override
    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        numbers = [argument.column(columns) for argument in self.arguments]
        function = NUMPY_FUNCTIONS[self.operation]
        found: Ints = function(numbers[0]) if self.operation == "abs" else reduce(function, numbers)
        return found

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        return applied(self.operation, [argument.over(mapping) for argument in self.arguments])

    @override
    def inner(self) -> Sequence[Expression]:
        return self.arguments

    @override
    def replaced(self, old: Atom, new: Expression) -> Expression:
        return applied(self.operation, [argument.replaced(old, new) for argument in self.arguments])


def _bounds(operation: str, given: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Bounds of an operation from those of its arguments."""
    if operation == "abs":
        low, high = given[0]
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if operation in ("min", "max"):
        choose = FUNCTIONS[operation]
        return reduce(choose, (low for low, _ in given)), reduce(choose, (high for _, high in given))
    (a, b), (c, d) = given
    if operation == "%":
        return min(0, c + 1), max(0, d - 1)
    # Monotone in each argument on either side of 0, so the corners decide.
    others = {c, d, *(x for x in ((-1, 1) if operation == "//" else (0,)) if c <= x <= d)} - (
        {0} if operation == "//" else set()
    )
    ones = {a, b, *((0,) if a <= 0 <= b else ())}
    corners = [FUNCTIONS[operation](x, y) for x in ones for y in others]
    return min(corners), max(corners)


class Expression(Comparable):
    """A whole number that depends on the world: `constant` and terms, each a factor and an atom.

    Comparing it with a number, a variable or another expression makes a fact.

    Raises:
        ProblemError: It could become larger than 2**53, and is more than a sum of functions of single variables.
    """

    __slots__ = ("constant", "counted", "high", "low", "scope", "terms")

    def __init__(
        self,
        terms: Iterable[tuple[int, Atom]] = (),
        constant: int = 0,
        *,
        counted: tuple[Fact, ...] = (),
    ) -> None:
        merged: dict[Hashable, tuple[int, Atom]] = {}
        for factor, atom in terms:
            key = atom.key()
            known = merged.get(key)
            merged[key] = (factor, atom) if known is None else (factor + known[0], known[1])
        self.terms = tuple([term for term in merged.values() if term[0]])
        self.constant, self.counted = constant, counted
        # One loop and no numpy: rules that are played again and again make sums more often than anything else.
        low = high = constant
        scope: dict[Variable, None] = {}
        tables = True
        for factor, atom in self.terms:
            low += factor * (atom.low if factor > 0 else atom.high)
            high += factor * (atom.high if factor > 0 else atom.low)
            for variable in atom.scope:
                scope[variable] = None
            tables = tables and isinstance(atom, Of)
        self.low, self.high, self.scope = low, high, Scope(scope)
        if not tables:
            self.check_size()

    def check_size(self) -> None:
        """Raises `ProblemError` when it could become larger than 2**53."""
        largest = max(-self.low, self.high)
        if largest > LARGEST:
            raise ProblemError(
                f"'{self.text()}' could become as large as {largest:,}; at most 2^53 is allowed"
            )

    # Readings.

    def key(self) -> Hashable:
        """A value equal for expressions of the same form."""
        return (frozenset((factor, atom.key()) for factor, atom in self.terms), self.constant)

    def text(self, *, bracketed: bool = False) -> str:
        """How it is written; with `bracketed`, so that it can stand beside ``*``."""
        parts: list[str] = []
        for factor, atom in self.terms:
            size = abs(factor)
            shown = (
                atom.text() if size == 1 else f"{size}*{atom.text() if atom.simple else f'({atom.text()})'}"
            )
            parts.append((" - " if factor < 0 else " + ") + shown)
        if len(parts) > 8:
            parts = [*parts[:4], " + ...", parts[-1]]
        if self.constant or not parts:
            parts.append(f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}")
        text = "".join(parts)
        text = f"-{text[3:]}" if text.startswith(" - ") else text[3:]
        single = (
            len(parts) == 1 and (not self.terms or self.terms[0][1].simple) and not text.startswith("-")
        )
        return text if single or not bracketed else f"({text})"

    def words(self) -> str:
        """How a sentence calls it."""
        if len(self.terms) == 1 and self.terms[0][0] == 1 and not self.constant:
            return self.terms[0][1].words()
        return self.text()

    def value_in(self, world: World) -> int:
        """Its number in a world given as values."""
        return self.constant + sum(factor * atom.value_in(world) for factor, atom in self.terms)

    def column(self, columns: Mapping[Variable, Ints]) -> Ints:
        """Its numbers in a table of worlds; a column holds domain positions."""
        # Partial sums lie between the sums of the terms' own ends.
        ends = sum(abs(factor) * max(abs(atom.low), abs(atom.high)) for factor, atom in self.terms)
        wide = ends + abs(self.constant) >= WORD
        total: Any = self.constant if wide else np.int64(self.constant)
        for factor, atom in self.terms:
            numbers = atom.column(columns)
            total = total + factor * (numbers.astype(object) if wide else numbers)
        return np.asarray(total)

    def over(self, mapping: Mapping[Variable, Variable]) -> Expression:
        """The same with variables replaced."""
        return _total([(factor, atom.over(mapping)) for factor, atom in self.terms], self.constant)

    def atoms(self) -> list[Atom]:
        """Every atom, those inside others too, outer ones first."""
        found: list[Atom] = []
        for _, atom in self.terms:
            found.append(atom)
            for argument in atom.inner():
                found.extend(argument.atoms())
        return found

    def replaced(self, old: Atom, new: Expression) -> Expression:
        """The same with `new` wherever `old` stands."""
        return _total([(factor, atom.replaced(old, new)) for factor, atom in self.terms], self.constant)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Expression: {self.text()}>"


def _total(parts: Iterable[tuple[int, Expression]], constant: int = 0) -> Expression:
    terms: list[tuple[int, Atom]] = []
    for factor, part in parts:
        terms += [(factor * inner, atom) for inner, atom in part.terms]
        constant += factor * part.constant
    return Expression(terms, constant)


def expression_of(item: object) -> Expression:
    """Numbers, variables of whole numbers, facts and choices as expressions. Raises `ProblemError`."""
    if isinstance(item, Expression):
        return item
    if type(item) is Within:
        one, mask = item.variable, item.mask
        bits = [mask >> place & 1 for place in range(len(one.domain))]
        return Expression(((1, Of(one, bits, f"[{item.sentence()}]")),))
    if isinstance(item, Integral):
        return Expression((), int(item))
    if isinstance(item, Variable):
        return Expression(((1, Of(item, whole_numbers(item))),))
    if isinstance(item, Fact):
        if not item.scope:
            return Expression((), int(item.true_in({})))
        if len(item.scope) > 1:
            return Expression(((1, Truth(item)),))
        variable = item.scope[0]
        positions = np.arange(len(variable.domain), dtype=np.int64)
        table = np.broadcast_to(item.check({variable: positions}), positions.shape).astype(int).tolist()
        return Expression(((1, Of(variable, table, f"[{item.sentence()}]")),))
    made = getattr(item, "as_expression", None)
    if made is not None:
        found: Expression = made()
        return found
    raise ProblemError(
        f"{item!r} cannot be calculated with; whole numbers, variables of whole numbers and facts can"
        + (f" (is the number {int(item)} meant?)" if isinstance(item, str) and _is_int(item) else "")
    )


def whole_numbers(variable: Variable) -> tuple[int, ...]:
    """The domain as whole numbers (False and True are 0 and 1). Raises `ProblemError`."""
    numbers: tuple[Any, ...] = variable.domain
    for value in numbers:
        if not isinstance(value, Integral):
            raise ProblemError(
                f"{variable} takes values that are no whole numbers, such as {value!r}: no arithmetic with it"
            )
    return tuple(int(value) for value in numbers)


def _is_int(text: str) -> bool:
    return text.strip().lstrip("+-").isdecimal()


def calculate(operation: str, operands: Sequence[object]) -> Expression:
    """The expression of an operation on numbers, variables, facts and expressions. Raises `ProblemError`."""
    parts = [expression_of(operand) for operand in operands]
    if operation == "+":
        return _total([(1, part) for part in parts])
    if operation == "-":
        return _total([(1, parts[0]), (-1, parts[1])])
    return applied(operation, parts)


def applied(operation: str, parts: Sequence[Expression]) -> Expression:
    """An operation other than ``+`` and ``-``; what speaks of one variable becomes a table at once."""
    parts = list(parts)
    if operation == "*":
        for one, other in (parts, parts[::-1]):
            if not one.terms:
                return _total([(one.constant, other)])
    _refuse(operation, parts)
    made = Apply(operation, parts)
    if not made.scope:
        return Expression((), made.value_in({}))
    if len(parts) == 1 and operation in ("min", "max"):
        return parts[0]
    whole = Expression(((1, made),))
    if len(made.scope) > 1 or not all(isinstance(atom, (Of, Apply)) for atom in whole.atoms()):
        return whole
    variable = made.scope[0]
    table = made.column({variable: np.arange(len(variable.domain), dtype=np.int64)})
    return Expression(((1, Of(variable, table.tolist(), made.text(), made.simple)),))


def _refuse(operation: str, parts: Sequence[Expression]) -> None:
    for part in parts:
        part.check_size()
    if operation in ("//", "%") and _can_be_zero(parts[1]):
        raise ProblemError(
            f"'{parts[1].text()}' can be 0, and nothing can be divided by 0; leave the values out that make it 0"
        )
    if operation == "**" and (parts[1].terms or parts[1].constant < 0):
        raise ProblemError("a power is a whole number of at least 0, as in a ** 2")
    if operation == "**":
        largest = max(abs(int(parts[0].low)), abs(int(parts[0].high)))
        # Such a number is written down before anybody asks how large it is.
        if largest > 1 and parts[1].constant * (largest.bit_length() - 1) > _MOST_BITS:
            raise ProblemError("a power may have at most a thousand digits")


def _can_be_zero(divisor: Expression) -> bool:
    if len(divisor.scope) == 1 and all(isinstance(atom, Of) for atom in divisor.atoms()):
        variable = divisor.scope[0]
        return bool((divisor.column({variable: np.arange(len(variable.domain))}) == 0).any())
    return divisor.low <= 0 <= divisor.high


def _listed(where: str, items: Sequence[object], *, none: bool = False) -> list[object]:
    """What a function of several things was given: one by one, in lists, or as a family."""
    found: list[object] = []
    for item in items:
        if isinstance(item, Mapping):
            found.extend(item.values())
        elif isinstance(item, Iterable) and not isinstance(item, (str, Family)):
            found.extend(_listed(where, list(item), none=none))
        else:
            found.append(item)
    if not found and not none:
        raise ProblemError(f"{where} needs at least one variable, number or expression")
    return found


def sum_(*items: object) -> Expression:
    """The sum of some variables, facts, expressions and numbers (one by one, in lists, or a family); of none it is 0.

    As Python's ``sum``, but also of nothing an expression, so that comparing it is a fact to Python and to type checkers.
    """
    listed = _listed("sum_", items, none=True)
    return _total([(1, expression_of(item)) for item in listed])


def min_(*items: object) -> Expression:
    """The least of some variables, expressions and numbers (one by one, in lists, or a family)."""
    return applied("min", [expression_of(item) for item in _listed("min_", items)])


def max_(*items: object) -> Expression:
    """The greatest of some variables, expressions and numbers (one by one, in lists, or a family)."""
    return applied("max", [expression_of(item) for item in _listed("max_", items)])


def count(*facts: object) -> Expression:
    """How many of some facts are true: ``count(a == 1, b == 2, c < d) >= 2``.

    Raises `ProblemError` for anything that is no fact.
    """
    listed = _listed("count", facts)
    held: list[Fact] = []
    for fact in listed:
        if not isinstance(fact, Constraint):
            raise ProblemError(f"count takes facts such as a == 1, not {fact!r}")
        held.append(fact._held())
    total = _total([(1, expression_of(fact)) for fact in held])
    return Expression(total.terms, total.constant, counted=tuple(held))


def gcd_of(numbers: Iterable[int]) -> int:
    """The greatest common divisor, 1 for none or zeros."""
    return math.gcd(*numbers) or 1
