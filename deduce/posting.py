"""The seam between constraints and solvers: literals, clauses, cardinalities, linear sums.

A literal is a non-zero integer; its negative is its opposite, as in the DIMACS format. Each constraint
posts itself through these few calls, so a new backend implements this class and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from deduce.variables import Variable

__all__ = ["Literal", "Model"]

Literal = int


class Model(ABC):
    """What a constraint may say to a solver."""

    def __init__(self) -> None:
        self._members: dict[tuple[Variable, int], Literal] = {}
        self._literals: dict[Variable, tuple[Literal, ...]] = {}
        self._variable_of: dict[Literal, Variable] = {}
        self._true: Literal | None = None

    @abstractmethod
    def fresh(self) -> Literal:
        """A new, free literal."""

    @abstractmethod
    def exactly_one(self, literals: Sequence[Literal]) -> None:
        """Exactly one of the literals (two or more) is true, whatever is assumed."""

    def literal(self, variable: Variable, position: int) -> Literal:
        """The literal "`variable` takes ``domain[position]``"."""
        return self.literals(variable)[position]

    def literals(self, variable: Variable) -> tuple[Literal, ...]:
        """One literal a domain value; exactly one of them is true. Made when first asked for."""
        known = self._literals.get(variable)
        if known is None:
            size = len(variable.domain)
            if size == 1:
                known = (self.constant(),)
            elif size == 2:
                one = self.fresh()
                known = (one, -one)
            else:
                known = tuple(self.fresh() for _ in range(size))
            self._literals[variable] = known
            if size > 1:
                self._variable_of.update(dict.fromkeys(known, variable))
                self.exactly_one(known)
        return known

    def siblings(self, literal: Literal) -> tuple[Literal, ...]:
        """Literals of which exactly one is true: the values of its variable, or it and its opposite."""
        variable = self._variable_of.get(literal)
        return (literal, -literal) if variable is None else self._literals[variable]

    def constant(self) -> Literal:
        """A literal that is always true."""
        if self._true is None:
            self._true = self.fresh()
            self.clause([self._true])
        return self._true

    @abstractmethod
    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        """At least one literal is true (only required if `when` is true)."""

    @abstractmethod
    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        """Between `low` and `high` of the literals are true."""

    @abstractmethod
    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        """The coefficients of the true literals sum to between `low` and `high`.

        Raises `ProblemError` in a backend that has no arithmetic.
        """

    def membership(self, variable: Variable, mask: int) -> Literal:
        """A literal equivalent to "`variable` takes one of the values in `mask`"; made once each."""
        size = len(variable.domain)
        inside = [i for i in range(size) if mask >> i & 1]
        if len(inside) == 1:
            return self.literal(variable, inside[0])
        if len(inside) == size - 1:
            outside = next(i for i in range(size) if not mask >> i & 1)
            return -self.literal(variable, outside)
        known = self._members.get((variable, mask))
        if known is not None:
            return known
        fresh = self.fresh()
        self._members[variable, mask] = fresh
        self.clause([-fresh, *(self.literal(variable, i) for i in inside)])
        for i in range(size):
            if mask >> i & 1:
                self.clause([fresh, -self.literal(variable, i)])
            else:
                self.clause([-fresh, -self.literal(variable, i)])
        return fresh

    def conjunction(self, literals: Sequence[Literal]) -> Literal:
        """A literal equivalent to "all of these are true"."""
        if len(literals) == 1:
            return literals[0]
        fresh = self.fresh()
        for literal in literals:
            self.clause([-fresh, literal])
        self.clause([fresh, *(-literal for literal in literals)])
        return fresh
