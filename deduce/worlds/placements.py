"""Ways to give every one of several variables a value, when each value is taken a bounded number of times.

Cards and slots of a hand that all differ, cards and the places where they lie with so many at each, slots and kinds of
cards with so many copies: in all of them what is known of single variables is a matrix (which values a variable may
have, and how likely each is made), and what couples them is how often each value may be taken. The weight of all ways is
summed by a scan: the *items* of one side come one by one, and of the other side only *how many* of each class have been
taken is remembered, for what has equal rows (or columns, and equal bounds) cannot be told apart. Either side may be the
one that is scanned, whichever makes fewer states: thirteen slots of 52 cards are at most 2**13 sets of filled slots, or
14 numbers where nothing tells the slots apart, in place of 4e21 hands.

Method: the exponential generating function of contingency tables. Let item x take between ``low`` and ``high`` members of
the classes c; with L the sum over c of ``weight[x, c]`` times "one more of c is taken", it multiplies by the sum of
``L**j / j!``. A class of which t members are taken ends with the number of ways in which t things are given to its
members. A class is held only between the first and the last item that may take of it (`deduce.worlds.scans`). One scan
forwards and one backwards give every marginal; a scan in whole numbers gives the exact count.

One file because a scan is one calculation: its two directions, and what is read off them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import cached_property
from deduce.ground.deadline import tick
from deduce.ground.errors import TooLarge
from deduce.worlds.base import Floats
from deduce.worlds.passes import assembled, primes_for
from deduce.worlds.scans import Held, Plan, Ranges, planned, ways

Ints = NDArray[np.int64]
Layer = NDArray[Any]
"""Numbers by matrix and index: floats, or whole numbers modulo something."""

MOST_BITS = 900
"""Beyond so many bits the ways of filling one class leave the range of floats: such placements are refused."""

_HIGH = 1e100
"""Beyond this a layer of a scan is scaled."""

_WORD = 1 << 64
"""Whole numbers that wrap around are numbers modulo this."""

_WORD_BITS = 100.0
"""A count of fewer bits is known from its remainder by `_WORD` and from a float, whose error is below 2**-40 of it."""


@dataclass(frozen=True, eq=False)
class Placements:
    """The weighted ways for several matrices at once, all with the same bounds.

    Args:
        weights: Shape (matrices, variables, values), none negative.
        ranges: For each value how often it is taken.

    Raises `TooLarge` when asked, where so many ways have no float.
    """

    weights: Floats
    ranges: Ranges

    # What cannot be told apart, and which side is scanned.

    @cached_property
    def alike(self) -> tuple[list[list[int]], list[list[int]]]:
        """Variables with equal rows in every matrix, and values with equal columns and bounds."""
        _, n, m = self.weights.shape
        rows: dict[object, list[int]] = {}
        for i in range(n):
            rows.setdefault(self.weights[:, i].tobytes(), []).append(i)
        columns: dict[object, list[int]] = {}
        for v in range(m):
            # What any number may take is no class with others: it is not counted.
            own = v if self._loose(v) else -1
            columns.setdefault((self.weights[:, :, v].tobytes(), self.ranges[v], own), []).append(v)
        return list(rows.values()), list(columns.values())

    def _loose(self, value: int) -> bool:
        low, high = self.ranges[value]
        return low <= 0 and high >= self.weights.shape[1]

    @cached_property
    def loose(self) -> frozenset[int]:
        """The classes that any number may be taken of, which are not counted."""
        if self.by_value:
            return frozenset()
        return frozenset(c for c, members in enumerate(self.classes) if self._loose(members[0]))

    @cached_property
    def _sides(self) -> tuple[bool, Plan]:
        _, n, _ = self.weights.shape
        variables, values = self.alike
        able: NDArray[np.bool_] = np.any(self.weights > 0, axis=0)
        caps = [self._cap(members) for members in values]
        loose = frozenset(c for c, members in enumerate(values) if self._loose(members[0]))
        by_variable = planned(
            able[:, [each[0] for each in values]], caps, [1] * n, single=True, loose=loose
        )
        picks = [min(high, n) for _, high in self.ranges]
        turned = able[[each[0] for each in variables]].T
        by_value = planned(turned, list(map(len, variables)), picks, single=False)
        return (True, by_value) if by_value.cost < by_variable.cost else (False, by_variable)

    def _cap(self, members: Sequence[int]) -> int:
        n: int = self.weights.shape[1]
        return min(sum(min(self.ranges[v][1], n) for v in members), n)

    @property
    def by_value(self) -> bool:
        """Whether the items are the values; else they are the variables."""
        return self._sides[0]

    @property
    def plan(self) -> Plan:
        """How the items are scanned."""
        return self._sides[1]

    @property
    def cost(self) -> float:
        """About how many multiplications one scan of all matrices takes."""
        return self.plan.cost * len(self.weights)

    @cached_property
    def classes(self) -> list[list[int]]:
        """The members of each class: variables where the items are values, else values."""
        return self.alike[0] if self.by_value else self.alike[1]

    @cached_property
    def turned(self) -> Floats:
        """The weights by matrix, item and class."""
        first = [members[0] for members in self.classes]
        return self.weights[:, first].transpose(0, 2, 1) if self.by_value else self.weights[:, :, first]

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """How many members each item takes."""
        n = self.weights.shape[1]
        return [(low, min(high, n)) for low, high in self.ranges] if self.by_value else [(1, 1)] * n

    @cached_property
    def caps(self) -> list[int]:
        """How many of each class can be taken."""
        return [len(members) if self.by_value else self._cap(members) for members in self.classes]

    @cached_property
    def _ends(self) -> list[tuple[int, ...]]:
        """For each class in how many ways its members are taken, by how many are. Raises `TooLarge`."""
        found = []
        for members, cap in zip(self.classes, self.caps, strict=True):
            each = ((1, 1),) * cap if self.by_value else tuple(sorted(self.ranges[v] for v in members))
            number = ways(each, cap)
            if max(number).bit_length() > MOST_BITS:
                raise TooLarge(f"{cap} of {len(members)} that nothing tells apart are too many to place")
            found.append(number)
        return found

    @cached_property
    def held(self) -> list[Held]:
        """What is held at each item of the plan."""
        made = {classes: Held.of(classes, self.caps) for classes in set(self.plan.held)}
        return [made[classes] for classes in self.plan.held]

    @cached_property
    def active(self) -> list[list[int]]:
        """The classes that each item may take of."""
        able: NDArray[np.bool_] = np.any(self.turned > 0, axis=0)
        return [[c for c in np.flatnonzero(row).tolist() if self.caps[c]] for row in able]

    @cached_property
    def _untouched(self) -> int:
        """The ways of the classes that no item may take of."""
        used = {c for held in self.plan.held for c in held} | {self.plan.implied} | self.loose
        found = 1
        for c, number in enumerate(self._ends):
            if c not in used:
                found *= number[0]
        return found

    # One step, forwards and backwards.

    def more(self, layer: Layer, at: int, weights: Layer, modulus: int = 0, *, back: bool = False) -> Layer:
        """One more taken by the item at `at` (backwards, one fewer): L of the module's docstring."""
        held, item = self.held[at], self.plan.items[at]
        found = np.zeros_like(layer)
        for c in self.active[item]:
            weight = weights[:, item, c, None]
            step = held.strides.get(c)
            if step is None:
                # Implied, or not counted.
                found += weight * layer
                continue
            room = held.room[c] if not modulus else held.room[c].astype(layer.dtype)
            if back:
                found[:, :-step] += weight * (layer[:, step:] * room)
            else:
                found[:, step:] += weight * (layer[:, :-step] * room)
        return _reduced(found, modulus)

    def _step(
        self, layer: Layer, at: int, weights: Layer, modulus: int = 0, *, back: bool = False, fewer: int = 0
    ) -> Layer:
        """All that the item at `at` may take; `fewer` lowers its bounds."""
        low, high = (bound - fewer for bound in self.bounds[self.plan.items[at]])
        if low == high == 1:
            return self.more(layer, at, weights, modulus, back=back)
        found = layer.copy() if low <= 0 <= high else np.zeros_like(layer)
        power = layer
        for j in range(1, high + 1):
            power = self.more(power, at, weights, modulus, back=back)
            if j > 1:
                power = _reduced(power * pow(j, -1, modulus), modulus) if modulus else power / j
            if j >= low:
                found = found + power
        return _reduced(found, modulus)

    def _end(self, c: int, modulus: int) -> Layer:
        """In how many ways a class ends, by how many were taken."""
        if modulus:
            return np.array([number % modulus for number in self._ends[c]], dtype=_kind(modulus))
        return np.array([float(number) for number in self._ends[c]])

    def _sizes(self, at: int, modulus: int) -> list[tuple[int, Layer | None]]:
        """For each class held at `at` how many numbers it may have, and its ends where it closes here."""
        closes = self.plan.closes[at]
        return [
            (self.caps[c] + 1, self._end(c, modulus) if c in closes else None)
            for c in self.held[at].classes
        ]

    def _closed(self, layer: Layer, at: int, modulus: int = 0) -> Layer:
        """What is left once the classes that close after `at` are done."""
        if not self.plan.closes[at]:
            return layer
        before = len(layer)
        for size, end in self._sizes(at, modulus):
            if end is None:
                before *= size
            else:
                part = layer.reshape(before, size, -1)
                layer = _reduced(_reduced(part * end[:, None], modulus).sum(axis=1), modulus)
        return layer.reshape(len(self.weights), -1)

    def _reopened(self, layer: Layer, at: int) -> Layer:
        """Backwards: a layer after `at` as one in which the classes that close there are still held."""
        if not self.plan.closes[at]:
            return layer
        before = len(layer)
        for size, end in self._sizes(at, 0):
            if end is not None:
                layer = layer.reshape(before, 1, -1) * end[:, None]
            before *= size
        return layer.reshape(len(self.weights), -1)

    def _opened(self, layer: Layer, at: int) -> Layer:
        """A layer with the classes that are new at `at`, none of them taken yet; new ones stand in front."""
        size = self.held[at].size
        if layer.shape[1] == size:
            return layer
        grown = np.zeros((len(layer), size), dtype=layer.dtype)
        grown[:, : layer.shape[1]] = layer
        return grown

    def _last(self, modulus: int) -> Layer:
        """The ends of what is never closed, by index: all classes where one is implied."""
        if self.plan.implied < 0:
            return np.ones(1, dtype=_kind(modulus))
        held = self.held[-1]
        found: Layer = np.ones(held.size, dtype=_kind(modulus))
        taken = np.zeros(held.size, dtype=np.int64)
        for c in held.classes:
            digit = np.arange(held.size) // held.strides[c] % (self.caps[c] + 1)
            found = _reduced(found * self._end(c, modulus)[digit], modulus)
            taken += digit
        rest = len(self.plan.items) - taken
        ends = np.append(self._end(self.plan.implied, modulus), np.zeros(1, dtype=_kind(modulus)))
        rest[(rest < 0) | (rest >= len(ends))] = -1
        return _reduced(found * ends[rest], modulus)

    # The scans.

    @cached_property
    def back(self) -> tuple[list[Floats], Floats, Ints]:
        """For each item what every index after it leads to (scaled by matrix), and the totals as ``x * 2 ** y``."""
        count = len(self.weights)
        layers: list[Floats] = []
        layer = np.repeat(self._last(0)[None], count, axis=0)
        power = np.zeros(count, dtype=np.int64)
        for at in range(len(self.plan.items) - 1, -1, -1):
            tick()
            layer, shift = _scaled(self._reopened(layer, at))
            power += shift
            layers.append(layer)
            layer = self._step(layer, at, self.turned, back=True)
            # Of the classes that open here none was taken before.
            kept = [c for c in self.plan.held[at - 1] if c not in self.plan.closes[at - 1]] if at else []
            layer = layer[:, : prod(self.caps[c] + 1 for c in kept)]
        layers.reverse()
        return layers, layer[:, 0] * float(self._untouched), power

    @property
    def totals(self) -> tuple[Floats, Ints]:
        """The weight of all ways of each matrix as ``x * 2 ** y``, both of shape (matrices,)."""
        _, totals, power = self.back
        return totals, power

    @cached_property
    def chances(self) -> Floats:
        """The chance of each value for each variable, shape (matrices, variables, values); 0 where there is no way."""
        found = np.zeros(self.weights.shape)
        if not self._untouched:
            return found
        for c, members in enumerate(self.classes):
            each = self._taken[:, :, c, None] / len(members)
            if self.by_value:
                found[:, members] = each.transpose(0, 2, 1)
            else:
                found[:, :, members] = each
        return found

    @cached_property
    def _taken(self) -> Floats:
        """How many of each class every item is expected to take, shape (matrices, items, classes)."""
        layers, _, _ = self.back
        taken = np.zeros(self.turned.shape)
        layer = np.ones((len(self.weights), 1))
        for at, item in enumerate(self.plan.items):
            tick()
            layer, _ = _scaled(self._opened(layer, at))
            after, held = layers[at], self.held[at]
            fewer = self._step(layer, at, self.turned, fewer=1)
            following = self._step(layer, at, self.turned)
            whole = np.einsum("bs,bs->b", following, after)
            for c in self.active[item]:
                step = held.strides.get(c)
                if step is None:
                    sums = np.einsum("bs,bs->b", fewer, after)
                else:
                    sums = np.einsum("bs,bs->b", fewer[:, :-step] * held.room[c], after[:, step:])
                share = self.turned[:, item, c] * sums
                taken[:, item, c] = np.divide(share, whole, out=np.zeros(len(whole)), where=whole > 0)
            layer = self._closed(following, at)
        return taken

    @cached_property
    def counts(self) -> list[int]:
        """The number of ways with all positive weights taken for 1, exact, one a matrix. Raises `TooLarge`."""
        if not ((self.weights == 0) | (self.weights == 1)).all():
            return Placements((self.weights > 0).astype(np.float64), self.ranges).counts
        totals = [(total, int(power)) for total, power in zip(*self.totals, strict=True)]
        bits = max((log2(total) + power for total, power in totals if total > 0), default=-inf)
        if bits == -inf:
            return [0] * len(totals)
        if bits < _WORD_BITS and all(high <= 1 for _, high in self.bounds):
            near = [round(Fraction(total) * Fraction(2) ** power) for total, power in totals]
            rest = self._residues(_WORD)
            # The number nearest to the float with this remainder.
            return [
                number + (left - number + _WORD // 2) % _WORD - _WORD // 2
                for number, left in zip(near, rest, strict=True)
            ]
        primes = primes_for(bits + 1)
        if primes is None:
            raise TooLarge(f"a count of {bits:,.0f} bits is too long for placements")
        residues = np.array([self._residues(prime) for prime in primes])
        return [assembled(primes, column) for column in residues.T.tolist()]

    def _residues(self, modulus: int) -> list[int]:
        """The number of ways of each matrix modulo a prime below 2**31, or `_WORD`."""
        weights: Layer = self.turned.astype(_kind(modulus))
        layer: Layer = np.ones((len(weights), 1), dtype=_kind(modulus))
        for at in range(len(self.plan.items)):
            tick()
            layer = self._step(self._opened(layer, at), at, weights, modulus)
            layer = self._closed(layer, at, modulus)
        total = _reduced(_reduced(layer * self._last(modulus), modulus).sum(axis=1), modulus)
        return [number * (self._untouched % modulus) % modulus for number in total.tolist()]


def _kind(modulus: int) -> type:
    return np.uint64 if modulus == _WORD else np.int64 if modulus else np.float64


def _reduced(layer: Layer, modulus: int) -> Layer:
    """Whole numbers by their remainders; floats, and what wraps around by itself, as they are."""
    return layer % modulus if modulus and modulus != _WORD else layer


def _scaled(layer: Floats) -> tuple[Floats, Ints]:
    """A layer with the peak of each matrix brought near one where it has gone far, and by which powers of two."""
    peak = layer.max(axis=1, initial=0.0)
    if ((peak < _HIGH) & ((peak > 1 / _HIGH) | (peak == 0))).all():
        return layer, np.zeros(len(layer), dtype=np.int64)
    shift = np.where(peak > 0, np.frexp(peak)[1], 0).astype(np.int64)
    return np.ldexp(layer, -shift[:, None]), shift
