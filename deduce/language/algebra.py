"""What the operators of variables, expressions and facts make: the `Algebra` of `deduce.language.operators` here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.compat import override
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, calculate
from deduce.language.facts import Fact, Or, Within
from deduce.language.operators import Algebra, Calculable
from deduce.language.pairs import compare
from deduce.language.variables import Family, Variable

if TYPE_CHECKING:
    from deduce.language.choices import Choice

_PLAIN = frozenset({int, str, tuple, float, Variable})
"""What variables are mostly compared with; asking about classes costs more than the comparison."""


class Facts(Algebra):
    """Comparisons make facts, arithmetic makes expressions, and an unknown key a choice."""

    @override
    def calculated(self, operation: str, operands: Sequence[object]) -> Expression:
        return calculate(operation, operands)

    @override
    def compared(self, left: object, op: str, right: object) -> Fact:
        # A variable goes by its domain, which need not be numbers; all else by the number it comes to.
        if type(left) is Variable and type(right) in _PLAIN:
            return compare(left, right, op)
        if isinstance(left, Variable) and (
            isinstance(right, Variable) or not isinstance(right, Calculable)
        ):
            return compare(left, right, op)
        from deduce.language.comparisons import compared

        return compared(left, op, right)

    @override
    def within(self, variable: Variable, values: int) -> Fact:
        return Within(variable, values)

    @override
    def among(self, left: object, values: Iterable[object]) -> Fact:
        return Or(*(self.compared(left, "==", value) for value in values))

    @override
    def member_at(self, family: Family[Any], key: Any) -> Choice:
        from deduce.language.choices import member_at

        return member_at(family, key)

    @override
    def holding(self, constraint: Constraint) -> Fact:
        from deduce.language.reified import holding

        return holding(constraint)

    @override
    def standing(
        self, kind: type, spoken: Sequence[object], given: Sequence[object], named: Mapping[str, object]
    ) -> Constraint:
        from deduce.language.stands import standing

        return standing(kind, spoken, given, named)

    @override
    def implied(self, condition: Fact, consequence: Fact) -> Fact:
        from deduce.language.reified import Implies

        return Implies(condition, consequence)

    @override
    def agreeing(self, left: Fact, right: Fact, same: bool) -> Fact:
        from deduce.language.reified import Iff

        return Iff(left, right, same)
