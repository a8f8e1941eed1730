"""Weighted ways to share out values, so often each, under evidence about one variable at a time and shuffles.

The same matrices, pools and branches as where all values differ (`deduce.worlds.mixture`), but each value is taken as
often as its range allows, any number of times too: what is added up are placements, not permanents. So a chain of
shuffles of any size costs no more memory than the different ways in which what is known of single variables may have
been moved about: what is alike (variables nothing is known of, say) is moved without a trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, log2

import numpy as np

from deduce.ground.compat import cached_property, override
from deduce.ground.errors import TooLarge
from deduce.worlds.base import Floats
from deduce.worlds.branches import Branch, Row, bits, by_pools, opened
from deduce.worlds.matchings import Matchings
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.permanents import Ints
from deduce.worlds.scans import Ranges
from deduce.worlds.shares import Bunches
from deduce.worlds.vectors import VectorMatchings

MOST_BRANCHES = 4_000
"""More matrices than these are not followed."""

_MOST_ORDERS = 20_000
"""More orders of all pools than these are not laid out, nor more states of a count."""

_MOST_LISTED = 10_000_000
"""Nor more ways than these."""

_MOST_SPREAD = 500.0
"""Nor branches whose weights are further apart than so many bits."""

_MOST_BITS = 1000.0
"""The weight of everything has to be a float."""


@dataclass(frozen=True, eq=False)
class SharedMatchings(MatrixMatchings):
    """Ways to give each of `places` variables one of `values` values, each taken as often as its range says."""

    ranges: Ranges = ()

    @classmethod
    def sharing(cls, places: int, ranges: Ranges) -> SharedMatchings:
        """Every way."""
        values = len(ranges)
        rows: tuple[Row, ...] = (((1 << values) - 1, ()),) * places
        return cls(places, values, {(rows, ()): np.ones(1)}, np.ones((1, 0, values)), ranges)

    @override
    def _with(self, branches: dict[Branch, Floats]) -> SharedMatchings:
        if len(branches) > MOST_BRANCHES:
            raise TooLarge(
                f"what is known of {self.places} variables may have been moved about in more than {MOST_BRANCHES:,} "
                "ways that differ; observe more between the shuffles"
            )
        weights = [float(weight[0]) for weight in branches.values() if weight[0] > 0]
        if weights and log2(max(weights)) - log2(min(weights)) > _MOST_SPREAD:
            raise TooLarge(
                f"ways of moving {self.places} variables about differ in weight by more than a float spans"
            )
        made = SharedMatchings.__new__(SharedMatchings)
        made.__dict__.update(
            places=self.places,
            values=self.values,
            branches=branches,
            ratios=self.ratios,
            ranges=self.ranges,
        )
        return made

    @override
    def _feasible(self, rows: Sequence[Row]) -> bool:
        return all(mask for mask, _ in rows)

    @override
    def shuffled(
        self,
        places: Sequence[int],
        chances: Mapping[tuple[int, ...], float] | None = None,
        *,
        limit: int = MOST_BRANCHES,
        dense: bool = True,
    ) -> Matchings:
        # How many are too many is said where they are kept.
        return super().shuffled(places, chances, limit=1 << 60, dense=False)

    @override
    def weigh(self, at: int, ratios: Floats) -> SharedMatchings:
        made: SharedMatchings = super().weigh(at, ratios)  # type: ignore[assignment]
        return made._with(made.branches)

    @override
    def dense(self) -> VectorMatchings:
        raise TooLarge(
            f"{len(self.branches):,} ways of moving {self.places} variables about are too many to follow"
        )

    @property
    def free(self) -> bool:
        """Whether every value may be taken any number of times, so that the variables are independent in a branch."""
        return all(low <= 0 and high >= self.places for low, high in self.ranges)

    def redrawn(self, at: int, ratios: Floats) -> SharedMatchings:
        """The same with the value at `at` forgotten and drawn anew by these weights; `free` only."""
        able = np.flatnonzero(ratios > 0)
        mask = sum(1 << int(v) for v in able)
        known = [k for k in range(self.ratios.shape[1]) if np.array_equal(self.ratios[0, k], ratios)]
        number = known[0] if known else self.ratios.shape[1]
        said: tuple[int, ...] = (number,)
        made, factor = self, 1.0
        if len(able) and (ratios[able] == ratios[able[0]]).all():
            # All alike: such a value is like one of which nothing more is known.
            said, factor = (), float(ratios[able[0]])
        elif not known:
            made = replace(self, ratios=np.concatenate([self.ratios, ratios[None, None]], axis=1))
        found: dict[Branch, Floats] = {}
        for branch, weight in self.branches.items():
            for (rows, pools), share in opened(branch, at, -1):
                old = self._row(rows[at])
                new = (*rows[:at], (mask, said), *rows[at + 1 :])
                made._add(found, new, pools, weight * share * old * factor)
        return made._with(found)

    def _row(self, row: Row) -> Floats:
        """The weight of all values of one row."""
        mask, said = row
        found = np.array([[float(mask >> value & 1) for value in range(self.values)]])
        for number in said:
            found = found * self.ratios[:, number]
        weight: Floats = found.sum(axis=1)
        return weight

    # What the matrices add up to.

    @cached_property
    def _bunches(self) -> Bunches:
        rows = [rows for rows, _ in self.branches]
        matrices = self._matrices(rows)[:, 0] if rows else np.zeros((0, self.places, self.values))
        return Bunches(matrices, self.ranges)

    @cached_property
    def _shares(self) -> tuple[Floats, float]:
        """The chance of each branch, and the weight of everything. Raises `TooLarge`."""
        weights = np.array([float(weight[0]) for weight in self.branches.values()])
        with np.errstate(divide="ignore"):
            logs = self._bunches.log2_totals + np.log2(weights)
        peak = float(logs.max(initial=-np.inf))
        if peak == -np.inf:
            return np.zeros(len(logs)), 0.0
        if abs(peak) > _MOST_BITS:
            raise TooLarge(f"weights of {peak:,.0f} bits are too long for shuffles")
        each = np.exp2(logs - peak)
        return each / each.sum(), float(each.sum()) * 2.0**peak

    @cached_property
    def _sums(self) -> tuple[Floats, Floats, Floats]:
        shares, total = self._shares
        found = np.zeros((self.places, self.values))
        for pools, members in by_pools(list(self.branches)).items():
            mine = np.zeros(len(shares))
            mine[members] = shares[members]
            mean = self._bunches.mean(mine)
            for pool in pools:
                places = list(bits(pool))
                mean[places] = mean[places].mean(axis=0)
            found += mean
        return (shares * total)[:, None], np.array([total]), (found * total)[None]

    @override
    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        shares, _ = self._shares
        chosen = rng.choice(len(shares), size=size, p=shares)
        found = self._bunches.draw(chosen, rng)
        branches = list(self.branches)
        for pools, members in by_pools([branches[each] for each in chosen]).items():
            mine = np.array(members)
            for pool in pools:
                inside = np.array(bits(pool))
                mixed = np.argsort(rng.random((len(mine), len(inside))), axis=1)
                found[mine[:, None], inside] = found[mine[:, None], inside[mixed]]
        return found

    def listable(self) -> None:
        """Raise `TooLarge` where its ways are too many to lay out one by one."""
        if len(self.supports) < 2:
            return
        weights = [
            [[float(mask >> v & 1) for v in range(self.values)] for mask in rows] for rows in self.supports
        ]
        ways = sum(Bunches(np.array(weights), self.ranges).counts)
        if ways > _MOST_LISTED:
            raise TooLarge(
                f"{ways:,} ways of {self.places} variables that were shuffled are too many to lay out"
            )

    @override
    def _expand(self) -> dict[tuple[Row, ...], Floats]:
        orders = 0
        for rows, pools in self.branches:
            ways = 1
            for pool in pools:
                ways *= _orders([rows[place] for place in bits(pool)])
            orders += ways
        if orders > _MOST_ORDERS:
            raise TooLarge(f"{orders:,} orders of what was shuffled are too many to lay out")
        return super()._expand()

    @override
    def count(self) -> int:
        """See `Matchings.count`. Raises `TooLarge` where too many matrices overlap."""
        supports = self.supports
        if len(supports) < 2:
            weights = [
                [[float(mask >> v & 1) for v in range(self.values)] for mask in rows] for rows in supports
            ]
            return sum(Bunches(np.array(weights), self.ranges).counts) if supports else 0
        return self._union(supports)

    def _union(self, supports: Sequence[tuple[int, ...]]) -> int:
        """How many ways at least one of the supports allows: place by place, by how often each value was taken."""
        alike: dict[object, list[int]] = {}
        for v, limits in enumerate(self.ranges):
            column = tuple(mask >> v & 1 for rows in supports for mask in rows)
            low, high = limits
            loose = low <= 0 and high >= self.places
            # Of values that are taken once or not at all only how many were taken matters, of loose ones nothing.
            alike.setdefault((column, limits) if loose or limits in ((0, 1), (1, 1)) else v, []).append(v)
        classes = list(alike.values())
        kinds = [self.ranges[members[0]] for members in classes]
        ways: dict[tuple[tuple[int, ...], int], int] = {((0,) * len(classes), (1 << len(supports)) - 1): 1}
        for at in range(self.places):
            able = [
                sum(1 << b for b, rows in enumerate(supports) if rows[at] >> members[0] & 1)
                for members in classes
            ]
            after: dict[tuple[tuple[int, ...], int], int] = {}
            for (taken, agree), number in ways.items():
                for c, members in enumerate(classes):
                    left = agree & able[c]
                    if not left:
                        continue
                    low, high = kinds[c]
                    if low <= 0 and high >= self.places:
                        key, times = (taken, left), len(members)
                    else:
                        times = len(members) - taken[c] if high == 1 else int(taken[c] < high)
                        key = ((*taken[:c], taken[c] + 1, *taken[c + 1 :]), left)
                    if times:
                        after[key] = after.get(key, 0) + number * times
            if len(after) > _MOST_ORDERS:
                raise TooLarge(f"more than {_MOST_ORDERS:,} states of a count of overlapping ways")
            ways = after
        total = 0
        for (taken, _), number in ways.items():
            enough = all(
                t >= low * (len(members) if high == 1 else 1)
                for t, members, (low, high) in zip(taken, classes, kinds, strict=True)
            )
            total += number * enough
        return total


def _orders(rows: Sequence[Row]) -> int:
    """How many different orders some rows have."""
    found, left = 1, len(rows)
    for row in set(rows):
        times = rows.count(row)
        found *= comb(left, times)
        left -= times
    return found
