"""What each class of python-constraint's constraints means, as constraints of ours."""

from __future__ import annotations

import copy
import functools
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import constraint as library
import numpy as np
from numpy.typing import NDArray

from deduce.backends.pyconstraint_linear import exact, linear_of, scaled_sum
from deduce.ground.errors import ProblemError, nearest
from deduce.language.constraints import AllDifferent, AtLeast, Constraint, Exactly
from deduce.language.facts import And, Or
from deduce.language.relations import Predicate, Relation
from deduce.language.variables import Variable

Scope = Sequence[Variable]
_FEW = 20_000
"""Up to so many combinations a function is called one by one without a second thought."""

_ROUNDED = 10
"""python-constraint rounds sums and products of floats to this many digits before it compares them."""


def tabulated(
    function: Callable[..., object],
    scope: Scope,
    text: str = "",
    *,
    rows: Callable[[Scope], NDArray[np.int64] | None] | None = None,
) -> Constraint:
    """`function` of the variables of `scope`, where a variable may stand twice.

    `rows` may know the allowed combinations, as domain positions, without calling it; it is asked where they are many.
    """
    distinct = list(dict.fromkeys(scope))
    function = _undivided(function)
    if not distinct:
        return And() if function() else Or()
    linear = linear_of(function, scope)
    if linear is not None:
        return linear
    if rows is not None and math.prod(len(v.domain) for v in distinct) > _FEW:
        known = rows(distinct)
        if known is not None:
            return Relation.of_rows(distinct, known, text=text)
    if len(distinct) == len(scope):
        return Predicate(function, distinct, text=text)
    place = {variable: i for i, variable in enumerate(distinct)}
    places = [place[variable] for variable in scope]
    return Predicate(lambda *values: function(*(values[i] for i in places)), distinct, text=text)


def _undivided(function: Callable[..., object]) -> Callable[..., object]:
    """A condition in which a number is divided by zero is not allowed, as python-constraint's solvers have it."""

    @functools.wraps(function)
    def holds(*values: Any) -> object:
        try:
            return function(*values)
        except ZeroDivisionError:
            return False

    return holds


class MeaningReader:
    """Reads constraints over the variables `known` by their python-constraint keys; `domains` are theirs there."""

    def __init__(self, known: Mapping[Hashable, Variable], domains: Mapping[Hashable, Any]) -> None:
        self.known, self.domains = known, domains

    def read(self, stated: Any, keys: Sequence[Hashable]) -> Constraint:
        """The constraint of ours that means the same. Raises `ProblemError`; see `from_constraint`."""
        scope = self.variables(keys)
        own: Any = type(stated)
        for kind, reading in _READINGS.items():
            # A subclass that adds nothing of its own means what its base means.
            if (
                own.__call__ is kind.__call__
                and own.preProcess is kind.preProcess
                and issubclass(own, kind)
            ):
                return reading(self, stated, scope)
        return _custom(stated, scope, keys, [self.domains[key] for key in keys])

    def variables(self, keys: Sequence[Hashable]) -> list[Variable]:
        """The variables called so there."""
        for key in keys:
            if key not in self.known:
                raise ProblemError(
                    f"a constraint names {key!r}, which is no variable: {nearest(key, self.known)}"
                )
        return [self.known[key] for key in keys]


def _custom(stated: Any, scope: Scope, keys: Sequence[Hashable], theirs: Sequence[Any]) -> Constraint:
    """A class of constraint of the caller's own: asked about complete assignments, with domains of its own kind."""
    kind = type(stated)
    if kind.__call__ is library.Constraint.__call__ or kind.preProcess is not library.Constraint.preProcess:
        raise ProblemError(
            f"{kind.__name__} says in preProcess what it means, which cannot be read without running it; "
            "state it as a function or a relation instead"
        )
    # A copy: the caller's object may keep state.
    own = copy.deepcopy(stated)
    domains = {key: copy.deepcopy(domain) for key, domain in zip(keys, theirs, strict=True)}
    for domain in domains.values():
        domain.resetState()  # a search that was left half-way may have hidden some values

    def holds(*values: Hashable) -> object:
        return own(list(keys), domains, dict(zip(keys, values, strict=True)))

    return tabulated(holds, scope, kind.__name__)


# Readings: one function a class, each (reader, constraint, scope) -> Constraint.


def _function(_: MeaningReader, stated: Any, scope: Scope) -> Constraint:
    return tabulated(stated._func, scope)


def _compiled(_: MeaningReader, stated: Any, scope: Scope) -> Constraint:
    namespace: dict[str, Any] = {}
    exec(compile(stated._func, "<constraint>", "exec"), namespace)
    functions = [thing for name, thing in namespace.items() if name != "__builtins__" and callable(thing)]
    return tabulated(functions[0], scope)


def _different(_: MeaningReader, __: Any, scope: Scope) -> Constraint:
    return AllDifferent(scope) if len(set(scope)) == len(scope) else Or()


def _equal(_: MeaningReader, __: Any, scope: Scope) -> Constraint:
    return And(*(scope[0] == other for other in dict.fromkeys(scope[1:]) if other is not scope[0]))


def _all(stated: Any, scope: Scope, wanted: bool) -> Constraint:
    """Every variable takes a value in the set, or (`wanted` False) none in it."""
    return And(*(v.is_in([value for value in v.domain if (value in stated._set) == wanted]) for v in scope))


def _some(stated: Any, scope: Scope, wanted: bool) -> Constraint:
    """The same of so many of the variables."""
    n, exact = stated._n, stated._exact
    values = [
        value
        for value in dict.fromkeys(value for v in scope for value in v.domain)
        if (value in stated._set) == wanted
    ]
    if len(set(scope)) < len(scope):
        return tabulated(
            lambda *row: _enough(sum(value in values for value in row), n, exact),
            scope,
            type(stated).__name__,
        )
    if not values or n < 0:
        return And() if _enough(0, n, exact) else Or()
    return Exactly(n, scope, values) if exact else AtLeast(n, scope, values)


def _enough(found: int, n: int, exact: bool) -> bool:
    return found == n if exact else found >= n


Bounds = tuple[Any, Any]


def _whole(scope: Scope, weights: Sequence[Any], low: Any, high: Any) -> Constraint | None:
    """A weighted sum between bounds (None for none) as a `Sum`, if all values are whole and the rest are decimals."""
    if not all(isinstance(value, int) for variable in scope for value in variable.domain):
        return None
    factors = [exact(weight) for weight in weights]
    bounds = [None if bound is None else exact(bound) for bound in (low, high)]
    if (
        None in factors
        or (low is not None and bounds[0] is None)
        or (high is not None and bounds[1] is None)
    ):
        return None
    merged: dict[Variable, Fraction] = {}
    for variable, factor in zip(scope, factors, strict=True):
        merged[variable] = merged.get(variable, Fraction(0)) + (factor or 0)
    return scaled_sum(merged, bounds[0], bounds[1])


def _weighted(numbers: Sequence[Any], weights: Sequence[Any]) -> Any:
    return sum(number * weight for number, weight in zip(numbers, weights, strict=True))


def _between(number: Any, low: Any, high: Any) -> bool:
    if isinstance(number, float):
        number = round(number, _ROUNDED)
    return (low is None or number >= low) and (high is None or number <= high)


def _sum_of(bounds: Callable[[Any], Bounds]) -> Callable[[MeaningReader, Any, Scope], Constraint]:
    def reading(_: MeaningReader, stated: Any, scope: Scope) -> Constraint:
        weights = list(stated._multipliers or [1] * len(scope))
        if len(weights) < len(scope):
            raise ProblemError(
                f"{type(stated).__name__} has {len(weights)} multipliers for {len(scope)} variables"
            )
        # More multipliers than variables: the rest is never reached, there as here.
        weights = weights[: len(scope)]
        low, high = bounds(stated)
        whole = _whole(scope, weights, low, high)
        if whole is not None:
            return whole
        return tabulated(
            lambda *row: _between(_weighted(row, weights), low, high), scope, _words(stated, scope)
        )

    return reading


def _sum_to_variable(low: bool, high: bool) -> Callable[[MeaningReader, Any, Scope], Constraint]:
    """The sum is at least the target (`low`), at most the target (`high`), or both."""

    def reading(reader: MeaningReader, stated: Any, _: Scope) -> Constraint:
        scope = reader.variables([*stated.sum_vars, stated.target_var])
        weights = list(stated._multipliers[:-1]) if stated._multipliers else [1] * (len(scope) - 1)

        def holds(*row: Any) -> bool:
            total = _weighted(row[:-1], weights)
            return _between(total, row[-1] if low else None, row[-1] if high else None)

        whole = _whole(scope, [*weights, -1], 0 if low else None, 0 if high else None)
        return tabulated(holds, scope, _words(stated, scope)) if whole is None else whole

    return reading


def _product_of(bounds: Callable[[Any], Bounds]) -> Callable[[MeaningReader, Any, Scope], Constraint]:
    def reading(_: MeaningReader, stated: Any, scope: Scope) -> Constraint:
        low, high = bounds(stated)
        return tabulated(lambda *row: _between(_product(row), low, high), scope, _words(stated, scope))

    return reading


def _product_to_variable(low: bool, high: bool) -> Callable[[MeaningReader, Any, Scope], Constraint]:
    """The product is at least the target (`low`), at most the target (`high`), or both."""

    def reading(reader: MeaningReader, stated: Any, _: Scope) -> Constraint:
        scope = reader.variables([*stated.product_vars, stated.target_var])

        def holds(*row: Any) -> bool:
            return _between(_product(row[:-1]), row[-1] if low else None, row[-1] if high else None)

        return tabulated(holds, scope, _words(stated, scope))

    return reading


def _product(numbers: Sequence[Any]) -> Any:
    product: Any = 1
    for number in numbers:
        product *= number
    return product


def _words(stated: Any, scope: Scope) -> str:
    return f"{type(stated).__name__} of {', '.join(v.name for v in dict.fromkeys(scope))}"


_READINGS: dict[Any, Callable[[MeaningReader, Any, Scope], Constraint]] = {
    library.FunctionConstraint: _function,
    library.CompilableFunctionConstraint: _compiled,
    library.AllDifferentConstraint: _different,
    library.AllEqualConstraint: _equal,
    library.InSetConstraint: lambda _, c, scope: _all(c, scope, True),
    library.NotInSetConstraint: lambda _, c, scope: _all(c, scope, False),
    library.SomeInSetConstraint: lambda _, c, scope: _some(c, scope, True),
    library.SomeNotInSetConstraint: lambda _, c, scope: _some(c, scope, False),
    library.ExactSumConstraint: _sum_of(lambda c: (c._exactsum, c._exactsum)),
    library.MinSumConstraint: _sum_of(lambda c: (c._minsum, None)),
    library.MaxSumConstraint: _sum_of(lambda c: (None, c._maxsum)),
    library.VariableExactSumConstraint: _sum_to_variable(True, True),
    library.VariableMinSumConstraint: _sum_to_variable(True, False),
    library.VariableMaxSumConstraint: _sum_to_variable(False, True),
    library.ExactProdConstraint: _product_of(lambda c: (c._exactprod, c._exactprod)),
    library.MinProdConstraint: _product_of(lambda c: (c._minprod, None)),
    library.MaxProdConstraint: _product_of(lambda c: (None, c._maxprod)),
    library.VariableExactProdConstraint: _product_to_variable(True, True),
    library.VariableMinProdConstraint: _product_to_variable(True, False),
    library.VariableMaxProdConstraint: _product_to_variable(False, True),
}
