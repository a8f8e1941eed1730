"""CP-SAT's own whole numbers behind the seam: wide variables without a literal a value, arithmetic, intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError
from deduce.language.calculation import carrier
from deduce.language.comparisons import comparison
from deduce.language.constraints import Constraint
from deduce.language.expressions import Apply, Atom, Expression, Of, Truth
from deduce.language.posting import Literal
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.backends.cpsat_solver import CpSatModel
    from deduce.language.scheduling import Interval

_WIDE = 64
"""Variables of so many whole numbers are one number to CP-SAT; of fewer, a literal a value propagates more."""

_FEW = 8
"""The same for moments and durations of tasks."""

_SOME = 3
"""The same for variables of which nothing but arithmetic is said."""


def counted(stated: Iterable[Constraint]) -> set[Variable]:
    """The variables that are added up, and of which else is said at most that they differ or which is greater."""
    added: set[Variable] = set()
    other: set[Variable] = set()
    for constraint in stated:
        if hasattr(constraint, "timed"):
            continue  # tasks are told of by themselves
        for part in [constraint] if constraint.looks() == "sums" else constraint.parts():
            looks = part.looks()
            if looks == "sums":
                added.update(part.scope)
            elif looks == "names" and len(part.scope) > 1:
                other.update(part.scope)
    return added - other


def _numbers(variable: Variable) -> Sequence[int]:
    """The domain of a variable of whole numbers."""
    return variable.domain  # type: ignore[return-value]


class Numbers:
    """The numbers of one CP-SAT model, made when first asked for."""

    def __init__(self, owner: CpSatModel) -> None:
        self._owner = owner
        self._made: dict[Variable, Any] = {}
        self.timed: set[Variable] = set()
        self.counted: set[Variable] = set()

    def __contains__(self, variable: Variable) -> bool:
        return variable in self._made

    def wide(self, variable: Variable) -> bool:
        """Whether the variable is better kept as a number."""
        least = _SOME if variable in self.counted else _FEW if variable in self.timed else _WIDE
        many = len(variable.domain) >= least
        return many and all(type(value) is int for value in variable.domain)

    def integer(self, variable: Variable) -> Any:
        """The number that a variable of whole numbers takes."""
        made = self._made.get(variable)
        if made is None:
            owner = self._owner
            values = [int(value) for value in _numbers(variable)]
            made = owner.model.new_int_var_from_domain(owner.cp.Domain.from_values(values), variable.name)
            self._made[variable] = made
            if owner.has_literals(variable):
                self.link(variable)
        return made

    def link(self, variable: Variable) -> None:
        """Say that the number is the value whose literal is true."""
        owner, made = self._owner, self._made[variable]
        values: list[Any] = list(variable.domain)
        terms = [(int(x), literal) for x, literal in zip(values, owner.literals(variable), strict=True)]
        expression, offset, _ = owner.expression(terms)
        owner.model.add(made == expression + offset)

    def within(self, variable: Variable, mask: int, literal: Literal) -> None:
        """The literal is true exactly where the number is one of a bit set of values."""
        owner, made = self._owner, self._made[variable]
        for said, chosen in ((literal, mask), (-literal, variable.full_mask & ~mask)):
            values: list[Any] = [x for i, x in enumerate(variable.domain) if chosen >> i & 1]
            domain = owner.cp.Domain.from_values(values)
            stated = owner.model.add_linear_expression_in_domain(made, domain)
            stated.only_enforce_if(owner.boolean(said))

    def summed(
        self, terms: Sequence[tuple[int, Variable]], low: int | None, high: int | None, when: Literal | None
    ) -> bool:
        """A weighted sum between bounds (None: no bound), if one of its variables is wide; else False."""
        if not any(self.wide(variable) for _, variable in terms):
            return False
        if any(type(value) is not int for _, variable in terms for value in variable.domain):
            return False
        reach = sum(abs(w) * max(map(abs, _numbers(variable))) for w, variable in terms)
        if not self._owner.fits(reach):
            return False
        made = sum(weight * self.integer(variable) for weight, variable in terms)
        low, high = -reach if low is None else low, reach if high is None else high
        if low > high:
            self._owner.clause([], when)
            return True
        stated = self._owner.model.add_linear_constraint(made, max(low, -reach - 1), min(high, reach + 1))
        if when is not None:
            stated.only_enforce_if(self._owner.boolean(when))
        return True

    def different(self, numbers: Sequence[Variable | Expression]) -> bool:
        """No two are equal, if one is wide or an expression, and all are whole numbers; else False."""
        for number in numbers:
            values = number.domain if isinstance(number, Variable) else ()
            if any(type(value) is not int for value in values):
                return False
        if not any(isinstance(n, Expression) or self.wide(n) for n in numbers):
            return False
        # A variable each: before 9.15 CP-SAT takes no sums here.
        made = [self.integer(n) if isinstance(n, Variable) else self._own(n) for n in numbers]
        self._owner.model.add_all_different(made)
        return True

    # Expressions.

    def of(self, number: Expression) -> Any:
        """A CP-SAT expression of the number. Raises `ProblemError` for what CP-SAT has no exact arithmetic for."""
        number.check_size()
        if not self._owner.fits(sum(abs(f) * max(-a.low, a.high) for f, a in number.terms)):
            raise ProblemError(f"'{number.text()}' can become too large for CP-SAT; divide its numbers")
        return sum((factor * self._atom(atom) for factor, atom in number.terms), start=number.constant)

    def _atom(self, atom: Atom) -> Any:
        if isinstance(atom, Of):
            return self._of(atom.variable, atom.table)
        if isinstance(atom, Truth):
            literal = atom.fact.literal(self._owner)
            # A sum of Booleans, one of which may be turned round.
            return self._owner.boolean(literal) if literal > 0 else 1 - self._owner.boolean(-literal)
        if isinstance(atom, Apply):
            return self._applied(atom)
        raise ProblemError(f"'{atom.text()}' is chosen among things; give it a variable of its own")

    def _of(self, variable: Variable, table: Sequence[int]) -> Any:
        values: list[Any] = list(variable.domain)
        if all(type(value) is int for value in values):
            if len(values) == 1:
                return table[0]
            run, rise = values[1] - values[0], table[1] - table[0]
            slope = rise // run
            more = table[0] - slope * values[0]
            if all(x == slope * value + more for value, x in zip(values, table, strict=True)):
                return slope * self.integer(variable) + more
        expression, offset, _ = self._owner.expression(
            list(zip(table, self._owner.literals(variable), strict=True))
        )
        return expression + offset

    def _applied(self, atom: Apply) -> Any:
        model, operation = self._owner.model, atom.operation
        plain = all(x.low >= 0 for x in atom.arguments)
        if operation == "**" or (operation in ("//", "%") and not (plain and atom.arguments[1].low > 0)):
            # CP-SAT rounds towards 0, Python downwards.
            variable, table = carrier(self._owner, atom)
            return self._of(variable, table)
        made = model.new_int_var(atom.low, atom.high, "")
        parts = [self.of(argument) for argument in atom.arguments]
        if operation == "max":
            model.add_max_equality(made, parts)
        elif operation == "min":
            model.add_min_equality(made, parts)
        elif operation == "abs":
            model.add_abs_equality(made, parts[0])
        elif operation == "*":
            model.add_multiplication_equality(made, parts)
        elif operation == "//":
            model.add_division_equality(made, parts[0], parts[1])
        else:
            model.add_modulo_equality(made, parts[0], parts[1])
        return made

    # Intervals.

    def interval(self, span: Interval, when: Literal | None, *, busy: bool = False) -> Any:
        """An interval of CP-SAT's, there only where it is present and `when` is true; `busy`: and takes any time.

        To CP-SAT what takes no time is in the way of what runs then.
        """
        model = self._owner.model
        start, length = self._plain(span.start), self._plain(span.duration)
        end = self._plain(span.end)
        asked = [] if span.present is None else [span.present.literal(self._owner)]
        asked += [] if when is None else [when]
        if busy and span.duration.low == 0:
            asked.append(comparison(span.duration, ">", Expression()).literal(self._owner))
        if not asked:
            return model.new_interval_var(start, length, end, "")
        there = self._owner.boolean(self._owner.conjunction(asked))
        return model.new_optional_interval_var(start, length, end, there, "")

    def _plain(self, number: Expression) -> Any:
        """A number as one variable times a factor and something more, as intervals take it."""
        return self.of(number) if len(number.terms) <= 1 else self._own(number)

    def _own(self, number: Expression) -> Any:
        """A variable that is the number."""
        made = self._owner.model.new_int_var(number.low, number.high, "")
        self._owner.model.add(made == self.of(number))
        return made
