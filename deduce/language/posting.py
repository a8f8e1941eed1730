"""The seam between constraints and solvers: literals, clauses, cardinalities, linear sums.

A literal is a non-zero integer; its negative is its opposite, as in the DIMACS format. Each constraint
posts itself through these few calls, so a new backend implements this class and nothing else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.language.expressions import Expression
    from deduce.language.scheduling import Interval

__all__ = ["Cuts", "Found", "Literal", "Model"]

T = TypeVar("T")

Literal = int
"""A proposition of a solver: a number from 1, negative for its opposite."""


class Found(ABC):
    """An assignment that a solver found, shown to the rules that were posted with `Model.later`."""

    @abstractmethod
    def true(self, literal: Literal) -> bool:
        """Whether the literal is true in it."""

    def chosen(self, literals: Sequence[Literal]) -> list[int]:
        """The places of those that are true."""
        return [i for i, literal in enumerate(literals) if self.true(literal)]

    def mask(self, literals: tuple[Literal, ...]) -> int:
        """The same as bits: bit i for ``literals[i]``."""
        mask = 0
        for i in self.chosen(literals):
            mask |= 1 << i
        return mask

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` makes of this assignment; done once for all rules that ask with the same key."""
        made: dict[Hashable, T] = self.__dict__.setdefault("_made", {})
        if key not in made:
            made[key] = work()
        return made[key]

    def known(self, literal: Literal) -> bool:
        """Whether the literal is already known to be true whatever is assumed; False if in doubt."""
        return False

    def refuted(self, literals: Sequence[Literal]) -> bool:
        """Whether it is already known that the literals cannot all be true; False if in doubt."""
        return False


Cuts = Callable[[Found], Iterable[Sequence[Literal]]]
"""Clauses that follow from a rule and that an assignment breaks; none if the assignment obeys the rule."""


class Model(ABC):
    """What a constraint may say to a solver."""

    def __init__(self) -> None:
        self._members: dict[tuple[Variable, int], Literal] = {}
        self._literals: dict[Variable, tuple[Literal, ...]] = {}
        self._variable_of: dict[Literal, Variable] = {}
        self._true: Literal | None = None
        self._later: list[tuple[Cuts, Literal | None]] = []
        self.shared: dict[Hashable, Any] = {}  # what rules posted here make once for all of them

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

    def has_literals(self, variable: Variable) -> bool:
        """Whether its literals were made, or given by `stand`."""
        return variable in self._literals

    def stand(self, variable: Variable, literals: Sequence[Literal]) -> None:
        """Let literals that are there, of which exactly one is true, be those of the variable's values."""
        self._literals[variable] = tuple(literals)

    def never(self, siblings: Sequence[Literal]) -> set[Literal]:
        """Those of a variable's literals that are known to be false whatever is assumed; none if in doubt."""
        return set()

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

    def clauses(self, many: Iterable[list[Literal]], when: Literal | None = None) -> None:
        """The same for each of many clauses; a backend may be quicker at it than at one after the other."""
        for clause in many:
            self.clause(clause, when)

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
        literals = self.literals(variable)
        if mask and not mask & (mask - 1):
            return literals[mask.bit_length() - 1]
        rest = variable.full_mask & ~mask
        if rest and not rest & (rest - 1):
            return -literals[rest.bit_length() - 1]
        known = self._members.get((variable, mask))
        if known is not None:
            return known
        size = len(literals)
        inside = [i for i in range(size) if mask >> i & 1]
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

    def later(self, cuts: Cuts, when: Literal | None = None) -> None:
        """A rule that is said only where a solver's assignment breaks it (only required if `when` is true).

        For rules that need too many clauses to be written down at once, "all connected" for one. Each clause that
        `cuts` gives must follow from the rule, and an assignment for which it gives none must obey the rule.
        A backend calls `amended` on each assignment it finds and answers only when that gives False.
        Every literal that `cuts` asks about must occur in a clause, a cardinality or a sum, or be a value's.
        """
        self._later.append((cuts, when))

    def amended(self, found: Found) -> bool:
        """Add what the rules posted with `later` have to say against an assignment; whether they had."""
        made: list[tuple[list[Literal], Literal | None]] = []
        for cuts, when in self._later:
            if when is None or found.true(when):
                made += [(list(clause), when) for clause in cuts(found)]
        for clause, when in made:
            self.clause(clause, when)
        return bool(made)

    def obeyed(self, found: Found) -> bool:
        """Whether an assignment obeys every rule posted with `later`; nothing is added."""
        return not any(
            next(iter(cuts(found)), None) is not None
            for cuts, when in self._later
            if when is None or found.true(when)
        )

    # What only some backends can say; False, and nothing said, in the others, and the caller then says it in clauses.

    def summed(
        self,
        terms: Sequence[tuple[int, Variable]],
        low: int | None,
        high: int | None,
        when: Literal | None = None,
    ) -> bool:
        """The weighted sum of the values of variables, all whole, is between the bounds (None: no bound)."""
        return False

    def different(self, numbers: Sequence[Variable | Expression], when: Literal | None = None) -> bool:
        """No two of the numbers are equal."""
        return False

    def no_overlap(self, intervals: Sequence[Interval], when: Literal | None = None) -> bool:
        """No two of the intervals that are present overlap."""
        return False

    def cumulative(
        self,
        intervals: Sequence[Interval],
        demands: Sequence[int],
        capacity: int,
        when: Literal | None = None,
    ) -> bool:
        """The intervals present at a moment demand at most `capacity` together."""
        return False

    def circuit(
        self,
        edges: Sequence[tuple[int, int, Literal]],
        when: Literal | None = None,
        *,
        directed: bool = False,
    ) -> bool:
        """Say that the edges (two nodes, a literal) whose literals are true form one loop, or none at all.

        With `directed`, edges lead from the first node to the second, every node is passed, and an edge from a node
        to itself leaves the node out. False, and nothing said, in a backend without such a rule of its own; the
        caller then says it with clauses and `later`.
        """
        return False
