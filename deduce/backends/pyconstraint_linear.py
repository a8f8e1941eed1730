"""Conditions given as Python functions that are linear: found by calling them once with symbols instead of numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from deduce.language.constraints import Constraint, Sum
from deduce.language.variables import Variable

_FEW = 20_000
"""Up to so many combinations a function is tabulated, which says exactly what it says."""


class _NotLinearError(Exception):
    """The function does more with its arguments than add them up and compare."""


def exact(number: Any) -> Fraction | None:
    """A number as the decimal it is written as; None for what is no finite number, or has too many digits."""
    if isinstance(number, int):
        return Fraction(number)
    if isinstance(number, float) and math.isfinite(number):
        found = Fraction(repr(number))
        return found if 10**9 % found.denominator == 0 else None
    return None


class _Linear:
    """A sum of variables with coefficients, and a constant."""

    __slots__ = ("constant", "terms")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terms: dict[Variable, Fraction], constant: Fraction = Fraction(0)) -> None:
        self.terms, self.constant = terms, constant

    def __add__(self, other: Any) -> _Linear:
        if isinstance(other, _Linear):
            terms = dict(self.terms)
            for variable, factor in other.terms.items():
                terms[variable] = terms.get(variable, Fraction(0)) + factor
            return _Linear(terms, self.constant + other.constant)
        return _Linear(self.terms, self.constant + _number(other))

    __radd__ = __add__

    def __mul__(self, other: Any) -> _Linear:
        factor = _number(other)
        return _Linear({v: factor * f for v, f in self.terms.items()}, factor * self.constant)

    __rmul__ = __mul__

    def __neg__(self) -> _Linear:
        return _Linear({v: -f for v, f in self.terms.items()}, -self.constant)

    def __pos__(self) -> _Linear:
        return self

    def __sub__(self, other: Any) -> _Linear:
        return self + (-other if isinstance(other, _Linear) else -_number(other))

    def __rsub__(self, other: Any) -> _Linear:
        return (-self).__add__(other)

    def _compared(self, other: Any, low: int | None, high: int | None) -> _Compared:
        return _Compared(self - other, low, high)

    def __eq__(self, other: object) -> Any:
        return self._compared(other, 0, 0)

    def __ne__(self, other: object) -> Any:
        raise _NotLinearError

    def __le__(self, other: Any) -> _Compared:
        return self._compared(other, None, 0)

    def __ge__(self, other: Any) -> _Compared:
        return self._compared(other, 0, None)

    def __lt__(self, other: Any) -> _Compared:
        return self._compared(other, None, -1)

    def __gt__(self, other: Any) -> _Compared:
        return self._compared(other, 1, None)

    def __bool__(self) -> bool:
        raise _NotLinearError


class _Compared:
    """``low <= sum <= high`` in units of the sum's own scale; asking for its truth is doing more than comparing."""

    __slots__ = ("high", "low", "total")

    def __init__(self, total: _Linear, low: int | None, high: int | None) -> None:
        self.total, self.low, self.high = total, low, high

    def __bool__(self) -> bool:
        raise _NotLinearError


def _number(other: Any) -> Fraction:
    found = None if isinstance(other, bool) else exact(other) if not isinstance(other, Fraction) else other
    if found is None:
        raise _NotLinearError
    return found


def scaled_sum(terms: dict[Variable, Fraction], low: Fraction | None, high: Fraction | None) -> Sum:
    """``low <= sum of terms <= high`` in whole numbers: decimals are multiplied until they are whole."""
    scale = math.lcm(1, *(factor.denominator for factor in terms.values()))
    least = None if low is None else math.ceil(low * scale)
    most = None if high is None else math.floor(high * scale)
    return Sum(list(terms), least, most, weights=[int(factor * scale) for factor in terms.values()])


def linear_of(
    function: Callable[..., object], scope: Sequence[Variable], *, always: bool = False
) -> Constraint | None:
    """The sum that a function of `scope` states, or None when it states none or has few combinations.

    Only values that are whole numbers are taken for numbers.
    """
    combinations = math.prod(len(v.domain) for v in dict.fromkeys(scope))
    if combinations <= _FEW and not always:
        return None
    if not all(type(value) is int for v in scope for value in v.domain):
        return None
    try:
        stated = function(*(_Linear({v: Fraction(1)}) for v in scope))
    except Exception:  # whatever a stranger's function does with symbols, its numbers may still be fine
        return None
    if not isinstance(stated, _Compared) or not stated.total.terms:
        return None
    terms, constant = stated.total.terms, stated.total.constant
    scale = math.lcm(1, *(f.denominator for f in (*terms.values(), constant)))
    # In units of 1/scale the sum is whole, so "below 0" is "at most -1".
    low = None if stated.low is None else Fraction(stated.low, scale) - constant
    high = None if stated.high is None else Fraction(stated.high, scale) - constant
    return scaled_sum(terms, low, high)
