"""Weighted sums of whole numbers, exact at any size: their normal form, and the automaton that adds up.

Sums are worked out in Python's integers when they are made. What is then read layer by layer is small: every
term is counted from its least value and divided by what all of them share, so that amounts such as 10**18 and
0 become 1 and 0. Only sums that are wider than 64 bits after that are read through a table of the totals
that can occur.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import gcd
from typing import Any

import numpy as np

from deduce.ground.errors import TooLarge
from deduce.language.automata import ADDED, UNBOUNDED, Automaton, AutomatonStep, Bools, Ints, tabulate
from deduce.language.variables import Variable

_WORD = 1 << 61
"""Sums below this are added up in 64-bit words."""

_TOTALS = 1 << 17
"""The most totals a wider sum may have after one of its variables."""


class LinearForm:
    """``low <= sum of terms <= high``, where variable ``i`` adds ``terms[i][position]``; all whole, none negative.

    Made from any whole numbers: terms are shifted to begin at 0 and divided by their greatest common
    divisor. `low` is from 0 to ``span + 1`` and `high` from -1 to `span`, the greatest total.
    """

    __slots__ = ("high", "low", "span", "terms")

    def __init__(self, terms: Sequence[Sequence[int]], low: int, high: int) -> None:
        least = [min(row) for row in terms]
        shifted = [[term - start for term in row] for row, start in zip(terms, least, strict=True)]
        low, high = low - sum(least), high - sum(least)
        shared = gcd(*(term for row in shifted for term in row)) or 1
        self.terms = tuple(tuple(term // shared for term in row) for row in shifted)
        self.span = sum(max(row) for row in self.terms)
        # Rounded inwards: what lies between two multiples cannot be reached.
        self.low = min(max(-(-low // shared), 0), self.span + 1)
        self.high = max(min(high // shared, self.span), -1)

    @property
    def wide(self) -> bool:
        """Whether totals may not fit in 64-bit words."""
        return self.span >= _WORD

    def column(self, i: int) -> Ints:
        """The terms of variable ``i`` as an array: of 64-bit words, or of Python's integers when wide."""
        return np.array(self.terms[i], dtype=object if self.wide else np.int64)

    def check(self, columns: Iterable[Ints]) -> Bools:
        """Which rows are within the bounds; column ``i`` holds positions of variable ``i``, one a row."""
        total: Any = 0
        for i, column in enumerate(columns):
            total = total + self.column(i)[column]
        return np.asarray((total >= self.low) & (total <= self.high), dtype=np.bool_)

    def automaton(self, scope: Sequence[Variable], order: tuple[Variable, ...]) -> Automaton:
        """The automaton that adds up in this order; ``scope[i]`` is variable ``i``.

        Raises `TooLarge` for a sum wider than 64 bits with more totals than can be listed.
        """
        place = {variable: i for i, variable in enumerate(scope)}
        places = [place[variable] for variable in order]
        return _tabulated(order, places, self) if self.wide else _Adder(order, places, self)


class _Adder:
    """Adds up; the state is the partial sum."""

    __slots__ = ("_bounds", "_terms", "bits", "order", "start")

    def __init__(self, order: tuple[Variable, ...], places: Sequence[int], form: LinearForm) -> None:
        self.order, self.start = order, 0
        self._terms = [form.column(place) for place in places]
        tops = [int(term.max()) for term in self._terms]
        self._bounds = [(form.low - sum(tops[p + 1 :]), form.high) for p in range(len(order))]
        self.bits = max(1, min(max(form.high, 0), form.span).bit_length())

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        total = states + self._terms[position][values]
        least, most = self._bounds[position]
        alive = (total >= least) & (total <= most)
        if position == len(self.order) - 1:
            total = np.zeros_like(total)
        return alive, total

    def data(self) -> list[AutomatonStep]:
        """See `AutomatonStep`."""
        last = len(self.order) - 1
        return [
            AutomatonStep(ADDED, term, low, high, UNBOUNDED, i == last)
            for i, (term, (low, high)) in enumerate(zip(self._terms, self._bounds, strict=True))
        ]


def _tabulated(order: tuple[Variable, ...], places: Sequence[int], form: LinearForm) -> Automaton:
    """The same by a table of the totals that occur, in Python's integers."""
    rows = [form.terms[place] for place in places]
    tops = [max(row) for row in rows]
    rest = [sum(tops[position + 1 :]) for position in range(len(rows))]
    met: list[set[Hashable]] = [set() for _ in rows]

    def step(position: int, state: Hashable, value: int) -> Hashable | None:
        # Once nothing can go wrong any more all totals are alike.
        if state == "held":
            return state
        total = int(state) + rows[position][value]  # type: ignore[call-overload]
        if total > form.high or total + rest[position] < form.low:
            return None
        reached: Hashable = total
        if total >= form.low and total + rest[position] <= form.high:
            reached = "held"
        met[position].add(reached)
        if len(met[position]) > _TOTALS:
            raise TooLarge(
                f"a sum of numbers of {form.span.bit_length()} bits has more than {_TOTALS:,} different totals "
                f"after {position + 1} of its {len(rows)} variables; divide the numbers, or split the sum"
            )
        return reached

    nothing: Hashable = 0
    return tabulate(order, nothing, step, lambda _: 0)
