"""What every constraint can do: be read, checked, posted and said; and what else the rooms may ask of it.

No room asks a constraint for its class (`tests/house` holds that): it asks one of the questions below, whose answers
here are right for any constraint. So a constraint of anybody's is one class with the six methods that have no answer
here, and is treated as a count, a sum or a clause wherever it says that it is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from math import log2, prod
from typing import TYPE_CHECKING, Any, ClassVar
from typing import Literal as OneOf

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import NotATruth, ProblemError
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.operators import Calculable, algebra
from deduce.language.variables import Variable, among

if TYPE_CHECKING:
    from deduce.graphs.chosen import Selected
    from deduce.language.constraints import Count
    from deduce.language.facts import Fact, Within
    from deduce.language.pairs import Compare
    from deduce.language.posting import Literal, Model
    from deduce.language.tally import Tally

Looks = OneOf["sums", "orders", "names"]

MOST_TABLED = 1 << 16
"""A condition of at most so many combinations is asked which values it tells apart."""


def numbered(rows: NDArray[Any]) -> Ints:
    """The same number for equal rows."""
    if len(rows) < rows.shape[1]:  # numpy compares rows field by field, and makes a kind of number for it
        seen: dict[bytes, int] = {}
        return np.array([seen.setdefault(row.tobytes(), len(seen)) for row in rows], dtype=np.int64)
    found: Ints = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    return found


def refined(first: Ints, second: Ints) -> Ints:
    """Numbers that tell apart what either tells apart."""
    return numbered(np.stack([first, second], axis=1))


def open_until_the_end(variables: int, bits: float) -> list[float]:
    """So many bits from the first of its variables to the last; see `Constraint.bits_read`."""
    return [0.0] + [bits] * (variables - 1)


def _of_kind(kind: type, *kinds: type) -> bool:
    return issubclass(kind, kinds)


of_kind: Callable[..., bool] = cache(_of_kind)
"""`issubclass` of any of several, remembered: abstract classes take long to ask, and statements come by the thousand."""


class Constraint(ABC):
    """A condition on the variables of its `scope` (each at most once, in the order given)."""

    __slots__ = ("scope",)

    scope: tuple[Variable, ...]

    chained: ClassVar[bool] = True
    """Whether there may be sums among its parts that are said to a solver as chains of partial sums."""

    @abstractmethod
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """Automata whose conjunction is this constraint; `order` is the scope as it will be read."""

    @abstractmethod
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """Which rows satisfy it; a column holds domain positions, one a row."""

    @abstractmethod
    def holds(self, values: Sequence[Hashable]) -> bool:
        """Whether the values (in scope order) satisfy it. Plain Python, for small work and backends."""

    @abstractmethod
    def post(self, model: Model, when: Literal | None = None) -> None:
        """State it to a solver; with `when`, only in case that literal is true."""

    @abstractmethod
    def over(self, mapping: Mapping[Variable, Variable]) -> Constraint:
        """The same condition with variables replaced (those not in `mapping` stay)."""

    @abstractmethod
    def sentence(self) -> str:
        """The condition in words."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence()}>"

    def parts(self) -> Sequence[Constraint]:
        """Simpler constraints whose conjunction is this one; itself alone when there are none."""
        return [self]

    def spans(self) -> Sequence[tuple[tuple[Variable, ...], float]]:
        """What a diagram has to remember: groups of variables, each with what it costs while partly read, in bits.

        A hint for choosing a variable order, no more.
        """
        return [(self.scope, float(self._bits()))]

    def _bits(self) -> int:
        """How many bits of state its automata have."""
        return sum(automaton.bits for automaton in self.automata(self.scope))

    def support(self, variable: Variable) -> int | None:
        """For a condition on one variable alone: the bit set of values it allows. Else None."""
        return None

    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool] | None:
        """What one sees it leave, by itself, of candidates (a bit set of values for each variable of the scope).

        Told with whether that is all it implies. All empty where it cannot hold. None, as here, for a condition
        without an argument of its own: then a solver is asked for all that it implies.
        """
        return None

    # What the rooms ask of a condition beside reading it. Each answer below is right for any condition; one that says
    # more of itself is treated as what it is, whatever its class, in diagrams, solvers, explanations and steps alike.

    apart: ClassVar[bool] = False
    """Whether it says that no two of its variables take the same value, and no more (a pair: see `compared`)."""

    sweeping: ClassVar[bool] = False
    """Whether one alone is too much for a solver to be asked, at every look, for all that it implies."""

    def counted(self) -> Count | None:
        """The same as a count, where it is one."""
        return None

    def added(self) -> Tally | None:
        """The same as numbers that are added up, one for each value of each variable, where it is that."""
        return None

    def listed(self) -> Sequence[tuple[Hashable, ...]] | None:
        """The combinations that it allows, where it is a list of them."""
        return None

    def single(self) -> Within | None:
        """The same as a set of values of one variable, where it was said as that."""
        return None

    def all_of(self) -> tuple[Fact, ...] | None:
        """The facts of which it says that all are true; none for "true"."""
        return None

    def any_of(self) -> tuple[Fact, ...] | None:
        """The facts of which it says that one is true at least; none for "false"."""
        return None

    def clause(self) -> tuple[Within, ...] | None:
        """The same where each of those is a set of values of one variable."""
        return None

    def compared(self) -> Compare | None:
        """The same as two variables that are equal, different or in order, where it is that."""
        return None

    def drawn(self) -> Selected | None:
        """The same as a condition on what is chosen of a graph (a line, a piece), where it is one."""
        return None

    def agreed(self) -> Sequence[tuple[Fact, Fact, bool]]:
        """Pairs of facts, and whether they are both true or both false (else one of the two): all that it says."""
        return ()

    def plain(self) -> Constraint:
        """What it says without the words of its author; itself where those are all there is."""
        return self

    def renamed(self) -> tuple[Constraint, Mapping[Variable, Variable]] | None:
        """The same over other variables, and of which variable each is another view, value by value; mostly None."""
        return None

    def looks(self) -> Looks:
        """How it looks at numbers: adds them up, no more than orders or tells them apart, or knows them by name."""
        return "names"

    def likeness(self) -> Hashable:
        """A value equal for conditions that say the same; None where nobody else is known to say it."""
        return None

    def opposite(self) -> Sequence[Constraint]:
        """Conditions of which at least one holds exactly where this one does not; none if it always does.

        Raises `ProblemError` for a kind that has no opposite but its judge's.
        """
        parts = self.parts()
        if any(part is not self for part in parts):
            return [other for part in parts for other in part.opposite()]
        raise ProblemError(
            f"a {type(self).__name__} has no opposite here; state it as a fact or a relation"
        )

    def labels(self, variable: Variable) -> Ints:
        """A number for each value of `variable`; values of one number are the same to it.

        Two numbers for values that are the same all the same only cost time.
        """
        size = len(variable.domain)
        if not among(variable, self.scope):
            return np.zeros(size, dtype=np.int64)
        if prod(len(v.domain) for v in self.scope) > MOST_TABLED:
            return np.arange(size)
        order = [variable, *(v for v in self.scope if v is not variable)]
        sizes = [len(v.domain) for v in order]
        columns = dict(zip(order, np.indices(sizes).reshape(len(sizes), -1), strict=True))
        return numbered(np.broadcast_to(self.check(columns), (prod(sizes),)).reshape(size, -1))

    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        """About the bits a diagram remembers after each number of variables read (0, 1, ...), at the most.

        `sizes` has the number of values that each variable has left.
        """
        return open_until_the_end(len(self.scope), sum(log2(sizes[v]) for v in self.scope))

    # A constraint combines as the fact that it holds; facts have their own (`deduce.language.facts`).

    def __eq__(self, other: object) -> Fact:  # type: ignore[override]
        return self._agrees(other, "==")

    def __ne__(self, other: object) -> Fact:  # type: ignore[override]
        return self._agrees(other, "!=")

    # Kept in sets and dicts as itself.
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise NotATruth(f"'{self.sentence()}'")

    def _agrees(self, other: object, op: str) -> Fact:
        if isinstance(other, Constraint | bool):
            fact = self._held()
            return fact == other if op == "==" else fact != other
        if not isinstance(other, Calculable | int | float):
            return NotImplemented  # type: ignore[no-any-return]
        raise ProblemError(
            f"'{self.sentence()}' is a condition, no number, and cannot be compared with {other!r}; to bound how many "
            "variables take a value write Exactly(2, variables, value), AtLeast or AtMost; a sum is sum(variables) == 7"
        )

    def __and__(self, other: object) -> Fact:
        return self._held().__and__(other)

    def __or__(self, other: object) -> Fact:
        return self._held().__or__(other)

    def __xor__(self, other: object) -> Fact:
        return self._held().__xor__(other)

    def __rshift__(self, other: object) -> Fact:
        return self._held().__rshift__(other)

    def __invert__(self) -> Fact:
        """The fact that the constraint does not hold."""
        return ~self._held()

    def implies(self, other: object) -> Fact:
        """The fact "if this holds, then `other`"; also written ``constraint >> other``."""
        return self._held().implies(other)

    def _held(self) -> Fact:
        return algebra().holding(self)

    def __str__(self) -> str:
        return self.sentence()
