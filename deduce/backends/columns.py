"""Wide sums column by column, as sums are done on paper: digits of the coefficients, and carries between the columns.

A sum such as ``1000*s + 91*e - 90*n + ... == 0`` has too many partial sums for a chain, but its coefficients have few
digits other than 0. In balanced decimal digits (-4 to 5) 91 is ``100 - 10 + 1``; each column is then a short sum of its
own, with what is carried in and out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

BASE = 10

MAX_CLAUSES = 400_000
"""Sums that would need more clauses than this are refused before any is made."""

MAX_COLUMNED = 100_000
"""The same for sums that are done column by column."""

Digits = tuple[int, ...]


def _balanced(number: int) -> Digits:
    """The digits of a number from 0, units first, each from -4 to 5."""
    found = []
    while number:
        digit = (number + 4) % BASE - 4
        found.append(digit)
        number = (number - digit) // BASE
    return tuple(found)


class Columns:
    """How a sum falls into columns: link `i` adds ``digits[i][j] * units`` to column `j`.

    Attributes:
        units: For each link its unit: amounts are multiples of it, from 0.
        digits: The unit's balanced digits, as many for each link.
        width: How many columns there are.
    """

    __slots__ = ("_most", "digits", "units", "width")

    def __init__(self, amounts: Sequence[Sequence[int]]) -> None:
        self.units = [gcd(*row) or 1 for row in amounts]
        split = [_balanced(unit) for unit in self.units]
        self.width = max(map(len, split), default=0)
        self.digits = [(*digits, *(0,) * (self.width - len(digits))) for digits in split]
        self._most = [max(row) // unit for row, unit in zip(amounts, self.units, strict=True)]

    def target(self, total: int) -> list[int]:
        """A total as one number a column, the last with all that is left."""
        found = []
        for _ in range(self.width - 1):
            found.append(total % BASE)
            total //= BASE
        return [*found, total]

    def span(self, column: int) -> tuple[int, int]:
        """The least and the greatest that a column's links can come to."""
        ends = [digits[column] * most for digits, most in zip(self.digits, self._most, strict=True)]
        return sum(end for end in ends if end < 0), sum(end for end in ends if end > 0)

    def carries(self, total: int, below: int, above: int) -> list[tuple[int, int]] | None:
        """What may be carried out of each column but the last, as bounds; None where no number goes.

        `below` and `above` say how far a column may fall short of its number, or exceed it.
        """
        found: list[tuple[int, int]] = []
        low = high = 0
        for column, wanted in enumerate(self.target(total)[:-1]):
            least, most = self.span(column)
            low, high = -(-(least + low - wanted - above) // BASE), (most + high - wanted + below) // BASE
            if low > high:
                return None
            found.append((low, high))
        return found


def columns_of(amounts: Sequence[Sequence[int]]) -> float:
    """About how many clauses the columns of a sum need, from the amounts (from 0) of its links."""
    columns, made, carried = Columns(amounts), 0.0, 1.0
    for column in range(columns.width):
        least, most = columns.span(column)
        states, widest = 1.0, most - least + carried
        for row, digits in zip(amounts, columns.digits, strict=True):
            if digits[column]:
                kinds = len(set(row))
                made += states * kinds
                states = min(states * kinds, widest)
        after = (most - least + carried) // BASE + 2
        made += states * (carried + after)
        carried = after
    return made
