"""Operators of what a problem is stated with: ``2 * a + b == 7``, ``cell < other``, ``(a == 1) >> (b == 2)``.

Comparing a variable makes a fact, calculating with one makes an expression, and facts and expressions are made
of variables. So that none of them needs to know the others, the operators stand here and ask an `Algebra` what
they make. The one there is, `deduce.language.algebra`, is named by the package itself (`use`) and loaded at the first
operator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import NotATruth

if TYPE_CHECKING:
    from deduce.language.choices import Choice
    from deduce.language.constraints import Constraint
    from deduce.language.expressions import Expression
    from deduce.language.facts import Fact
    from deduce.language.variables import Family, Variable


class Algebra(ABC):
    """What operators make. Every method raises `ProblemError` for things that do not go together."""

    @abstractmethod
    def calculated(self, operation: str, operands: Sequence[object]) -> Expression:
        """``+ - * // % **`` on two operands, ``abs`` on one."""

    @abstractmethod
    def compared(self, left: object, op: str, right: object) -> Fact:
        """``left op right``, `op` one of ``== != < <= > >=``."""

    @abstractmethod
    def within(self, variable: Variable, values: int) -> Fact:
        """The variable takes one of `values`, a bit set over its domain."""

    @abstractmethod
    def among(self, left: object, values: Iterable[object]) -> Fact:
        """`left` equals one of `values`."""

    @abstractmethod
    def member_at(self, family: Family[Any], key: Any) -> Choice:
        """The member of a family at a key of which a part, or all, is unknown."""

    @abstractmethod
    def holding(self, constraint: Constraint) -> Fact:
        """The fact that a constraint holds."""

    @abstractmethod
    def standing(
        self, kind: type, spoken: Sequence[object], given: Sequence[object], named: Mapping[str, object]
    ) -> Constraint:
        """The constraint ``kind(*spoken, *given, **named)`` where expressions stand among what is `spoken` of."""

    @abstractmethod
    def implied(self, condition: Fact, consequence: Fact) -> Fact:
        """If `condition`, then `consequence`."""

    @abstractmethod
    def agreeing(self, left: Fact, right: Fact, same: bool) -> Fact:
        """Both facts or none of them is true; or (`same` False) exactly one."""


_sources: list[Callable[[], Algebra]] = []


def use(source: Callable[[], Algebra]) -> None:
    """Say where the algebra comes from; `source` is called at the first operator."""
    _sources[:] = [source]
    algebra.cache_clear()


@cache
def algebra() -> Algebra:
    """What operators ask."""
    (source,) = _sources
    return source()


class Calculable:
    """What arithmetic can be done with: variables, facts (1 where true, else 0), and what arithmetic makes."""

    __slots__ = ()

    def __add__(self, other: object) -> Expression:
        return algebra().calculated("+", (self, other))

    def __radd__(self, other: object) -> Expression:
        return algebra().calculated("+", (other, self))

    def __sub__(self, other: object) -> Expression:
        return algebra().calculated("-", (self, other))

    def __rsub__(self, other: object) -> Expression:
        return algebra().calculated("-", (other, self))

    def __mul__(self, other: object) -> Expression:
        return algebra().calculated("*", (self, other))

    def __rmul__(self, other: object) -> Expression:
        return algebra().calculated("*", (other, self))

    def __floordiv__(self, other: object) -> Expression:
        return algebra().calculated("//", (self, other))

    def __rfloordiv__(self, other: object) -> Expression:
        return algebra().calculated("//", (other, self))

    def __mod__(self, other: object) -> Expression:
        return algebra().calculated("%", (self, other))

    def __rmod__(self, other: object) -> Expression:
        return algebra().calculated("%", (other, self))

    def __pow__(self, other: object) -> Expression:
        return algebra().calculated("**", (self, other))

    def __neg__(self) -> Expression:
        return algebra().calculated("-", (0, self))

    def __pos__(self) -> Expression:
        return algebra().calculated("+", (0, self))

    def __abs__(self) -> Expression:
        return algebra().calculated("abs", (self,))


class Comparable(Calculable):
    """What is compared with a value, a number or its like; not true or false by itself, and hashed by identity."""

    __slots__ = ()

    def __eq__(self, other: object) -> Fact:  # type: ignore[override]
        return algebra().compared(self, "==", other)

    def __ne__(self, other: object) -> Fact:  # type: ignore[override]
        return algebra().compared(self, "!=", other)

    def __lt__(self, other: object) -> Fact:
        return algebra().compared(self, "<", other)

    def __le__(self, other: object) -> Fact:
        return algebra().compared(self, "<=", other)

    def __gt__(self, other: object) -> Fact:
        return algebra().compared(self, ">", other)

    def __ge__(self, other: object) -> Fact:
        return algebra().compared(self, ">=", other)

    __hash__ = object.__hash__

    def is_in(self, values: Iterable[Any]) -> Fact:
        """The fact that it is one of `values`."""
        return algebra().among(self, values)

    def __bool__(self) -> bool:
        raise NotATruth(f"{self}, which is to be compared with something (as in {self} == value),")
