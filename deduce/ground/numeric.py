"""What kind of number a value is that somebody gave: truth values are none."""

from __future__ import annotations

import numbers

__all__ = ["PLAIN", "is_not_itself", "is_number", "is_whole"]

PLAIN = frozenset({str, int})
"""What values mostly are: nothing more need be asked of them."""


def is_number(value: object) -> bool:
    """Whether a value is a real number: numpy's and fractions too, truth values not."""
    if type(value) in (int, float, str, tuple):  # what values mostly are; asking the number tower is slow
        return type(value) in (int, float)
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def is_whole(value: object) -> bool:
    """Whether a value is a whole number: numpy's too, truth values not."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def is_not_itself(value: object) -> bool:
    """Whether a value is one like nan, which nothing equals, not even itself."""
    return type(value) not in PLAIN and isinstance(value, numbers.Number) and value != value
