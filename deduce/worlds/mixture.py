"""Weighted sets of assignments, places to different values, under evidence about one place at a time and shuffles.

Evidence about single places leaves a matrix: which values a place may have, and how likely each is made. A shuffle turns
one matrix into several with rows exchanged, each with its chance; equal ones merge and impossible ones vanish. The
rows of an even shuffle are kept as a *pool*, in every order alike, and only taken apart when later evidence or another
shuffle concerns a part of them: so a shuffle of three places makes three matrices at most, and often one, not six.
Where a place is certain, its likelihoods are a number and join the weight, so that matrices that differ in nothing else
merge.

Several *sets* of likelihoods may be followed at once (what is said depends on who said it, say): every matrix then has a
weight and a value for each set. All is exact. Bound: when matrices times sets exceed a limit, vectors of all orderings
take over (`deduce.worlds.vectors`, for as many values as places, at most nine) whose size no shuffle changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import permutations
from math import factorial, perm
from operator import and_

import numpy as np

from deduce.ground.compat import cached_property, override
from deduce.ground.errors import TooLarge
from deduce.kernels.matchings import assignments
from deduce.worlds.base import Floats
from deduce.worlds.branches import (
    Branch,
    Row,
    arrangements,
    bits,
    by_pools,
    feasible,
    in_order,
    moved,
    opened,
    pooled,
)
from deduce.worlds.matchings import LIMIT, Matchings
from deduce.worlds.permanents import BUNCH, Ints, Passes

FEW = 24
"""The assignments of so many matrices are counted together by sets; those of more in a vector."""


@lru_cache(maxsize=4096)
def _able(mask: int, values: int) -> bytes:
    """One for each value of a mask, nought for the others: the bytes of a row of floats."""
    return np.array([float(mask >> value & 1) for value in range(values)]).tobytes()


@dataclass(frozen=True, eq=False)
class MatrixMatchings(Matchings):
    """Matchings as matrices. `branches` has the weight of each by set, `ratios` the likelihoods by number.

    `ratios` has shape (sets, likelihoods, values).
    """

    places: int
    values: int
    branches: dict[Branch, Floats]
    ratios: Floats

    @classmethod
    def all(cls, places: int, values: int | None = None, prior: Floats | None = None) -> MatrixMatchings:
        """Every assignment; `prior` has a weight for each set."""
        values = places if values is None else values
        sets = np.ones(1) if prior is None else prior
        rows: tuple[Row, ...] = (((1 << values) - 1, ()),) * places
        return cls(places, values, {(rows, ()): sets}, np.ones((len(sets), 0, values)))

    @property
    def sets(self) -> int:
        """How many sets of likelihoods there are."""
        return len(self.ratios)

    def _feasible(self, rows: Sequence[Row]) -> bool:
        """Whether some assignment may be left; only so that matrices without any do not pile up."""
        return feasible([each for each, _ in rows])

    def _with(self, branches: dict[Branch, Floats]) -> MatrixMatchings:
        # Without the class's own way of making itself: a third of the time, and this is made for every fact.
        made = MatrixMatchings.__new__(MatrixMatchings)
        made.__dict__.update(places=self.places, values=self.values, branches=branches, ratios=self.ratios)
        return made

    @override
    def restrict(self, at: int, mask: int) -> MatrixMatchings:
        found: dict[Branch, Floats] = {}
        for branch, weight in self.branches.items():
            if not branch[1] and not branch[0][at][1]:
                # No pool, nothing said of this row, as in all that was never shuffled.
                rows = branch[0]
                new = rows[at][0] & mask
                if new == rows[at][0]:
                    # Another matrix may have come to be this one already.
                    found[branch] = found[branch] + weight if branch in found else weight
                elif new:
                    rows = (*rows[:at], (new, ()), *rows[at + 1 :])
                    if self._feasible(rows):
                        found[rows, ()] = found[rows, ()] + weight if (rows, ()) in found else weight
                continue
            for (rows, pools), share in opened(branch, at, mask):
                new = rows[at][0] & mask
                if new == rows[at][0]:
                    self._add(found, rows, pools, weight * share)
                elif new:
                    rows = (*rows[:at], (new, rows[at][1]), *rows[at + 1 :])
                    if self._feasible(rows):
                        self._add(found, rows, pools, weight * share)
        return self._with(found)

    @override
    def weigh(self, at: int, ratios: Floats) -> MatrixMatchings:
        ratios = np.broadcast_to(ratios, (self.sets, self.values))
        able = (ratios > 0).any(axis=0)
        made = self if able.all() else self.restrict(at, sum(1 << int(v) for v in np.flatnonzero(able)))
        if (ratios[:, able] == ratios[:1, able][:, :1]).all():
            share = float(ratios[0, able][0]) if able.any() else 0.0
            return replace(made, branches={b: w * share for b, w in made.branches.items()})
        same = [k for k in range(made.ratios.shape[1]) if np.array_equal(made.ratios[:, k], ratios)]
        number = same[0] if same else made.ratios.shape[1]
        if not same:
            made = replace(made, ratios=np.concatenate([made.ratios, ratios[:, None]], axis=1))
        found: dict[Branch, Floats] = {}
        for branch, weight in made.branches.items():
            for (rows, pools), share in opened(branch, at, -1):
                mask, said = rows[at]
                rows = (*rows[:at], (mask, tuple(sorted((*said, number)))), *rows[at + 1 :])
                made._add(found, rows, pools, weight * share)
        return replace(made, branches=found)

    @override
    def laid(self, places: Sequence[int], order: Sequence[int]) -> MatrixMatchings:
        found: dict[Branch, Floats] = {}
        for (rows, pools), weight in self.branches.items():
            self._add(found, *moved(rows, pools, places, order), weight)
        return self._with(found)

    @override
    def shuffled(
        self,
        places: Sequence[int],
        chances: Mapping[tuple[int, ...], float] | None = None,
        *,
        limit: int = LIMIT,
        dense: bool = True,
    ) -> Matchings:
        found: dict[Branch, Floats] = {}
        even = chances is None or (
            len(chances) == factorial(len(places)) and len(set(chances.values())) == 1
        )
        for (rows, pools), weight in self.branches.items():
            if even:
                for new, apart, share in pooled(rows, pools, places):
                    self._add(found, new, apart, weight * share)
            else:
                for order, chance in (chances or {}).items():
                    self._add(found, *moved(rows, pools, places, order), weight * chance)
        if len(found) * self.sets > limit:
            if not dense:
                raise TooLarge(f"more than {limit:,} matrices")
            vectors: Matchings = self.dense().shuffled(places, None if even else chances)
            return vectors
        return self._with(found)

    def dense(self) -> Matchings:
        """The same as vectors of all orderings. Raises `TooLarge` where they do not fit."""
        from deduce.worlds import orderings
        from deduce.worlds.vectors import VectorMatchings

        if self.places != self.values or self.places > orderings.MOST:
            raise TooLarge(
                f"{len(self.branches):,} ways of shuffling {self.places} of {self.values} values are too many to follow"
            )
        n = self.places
        found = np.zeros((self.sets, factorial(n)))
        branches = list(self.branches)
        for pools, members in by_pools(branches).items():
            part = np.zeros_like(found)
            for rows in (branches[number][0] for number in members):
                there = orderings.fitting([mask for mask, _ in rows])
                weights = np.repeat(self.branches[rows, pools][:, None], len(there), axis=1)
                for at, (_, said) in enumerate(rows):
                    values = orderings.columns(n)[at, there] if said else None
                    for number in said:
                        weights *= self.ratios[:, number, values]
                part[:, there] += weights
            for pool in pools:
                # A pool is an even shuffle that nothing was learned of since.
                part = np.array([orderings.mixed(vector, n, bits(pool)) for vector in part])
            found += part
        return VectorMatchings(n, n, found, np.ones((self.sets, n, n)))

    def _add(
        self, found: dict[Branch, Floats], rows: tuple[Row, ...], pools: tuple[int, ...], weight: Floats
    ) -> None:
        """Put in a matrix, the likelihoods of what is certain made a part of its weight."""
        for at, (mask, said) in enumerate(rows):
            if said and mask & (mask - 1) == 0:
                for number in said:
                    weight = weight * self.ratios[:, number, mask.bit_length() - 1]
                rows = (*rows[:at], (mask, ()), *rows[at + 1 :])
        if pools:
            rows, pools = in_order(rows, pools)
        key = rows, pools
        found[key] = found[key] + weight if key in found else weight

    # What the matrices add up to.

    def _matrices(self, branches: Sequence[tuple[Row, ...]]) -> Floats:
        """Matrices of rows, shape (branches, sets, places, values)."""
        able = [_able(mask, self.values) for rows in branches for mask, _ in rows]
        # Joined as bytes: a third of the cost of an array of tuples, where the matrices are small and few.
        base = np.ndarray((len(branches), 1, self.places, self.values), buffer=bytearray().join(able))
        found = np.repeat(base, self.sets, axis=1) if self.sets > 1 else base
        for i, rows in enumerate(branches):
            for at, (_, said) in enumerate(rows):
                for number in said:
                    found[i, :, at] *= self.ratios[:, number]
        return found

    @cached_property
    def _sums(self) -> tuple[Floats, Floats, Floats]:
        """Totals by branch and set; tallies by set; both with weights."""
        branches, sets = list(self.branches), self.sets
        if len(branches) == 1 and sets == 1 and not branches[0][1]:
            rows = branches[0][0]
            plain = not any(said for _, said in rows)
            known = assignments([mask for mask, _ in rows], self.values) if plain else None
            if known is None:
                both = Passes(self._matrices([rows])[0])
                known = both.totals, both.marginals()
            only, found = known
            weight = self.branches[branches[0]]
            if weight[0] != 1.0:
                only, found = weight * only, weight * found
            return only[None], only, found
        totals = np.zeros((len(branches), sets))
        tallies = np.zeros((sets, self.places, self.values))
        weights = np.array(list(self.branches.values())).reshape(len(branches), sets)
        step = max(1, BUNCH // sets)
        for begin in range(0, len(branches), step):
            part = branches[begin : begin + step]
            matrices = self._matrices([rows for rows, _ in part])
            both = Passes(matrices.reshape(-1, self.places, self.values))
            here = weights[begin : begin + step]
            totals[begin : begin + step] = here * both.totals.reshape(len(part), sets)
            every = both.marginals().reshape(len(part), sets, self.places, self.values)
            for pools, members in by_pools(part).items():
                mine = np.einsum("bs,bspv->spv", here[members], every[members])
                for pool in pools:
                    places = list(bits(pool))
                    mine[:, places] = mine[:, places].mean(axis=1, keepdims=True)
                tallies += mine
        return totals, totals.sum(axis=0), tallies

    @property
    @override
    def totals(self) -> Floats:
        return self._sums[1]

    @property
    @override
    def tallies(self) -> Floats:
        return self._sums[2]

    @property
    @override
    def nbytes(self) -> int:
        """As matrices, which are made when first asked about."""
        return self.ratios.nbytes + len(self.branches) * self.sets * self.places * self.values * 8

    @cached_property
    def _expanded(self) -> dict[tuple[Row, ...], Floats]:
        return self._expand()

    def _expand(self) -> dict[tuple[Row, ...], Floats]:
        """The matrices with every pool in each of its orders."""
        found: dict[tuple[Row, ...], Floats] = {}
        for (rows, pools), weight in self.branches.items():
            every = [(list(rows), 1.0)]
            for pool in pools:
                places = bits(pool)
                orders = list(arrangements([rows[place] for place in places]))
                grown = []
                for new, share in every:
                    for order in orders:
                        laid = list(new)
                        for place, row in zip(places, order, strict=True):
                            laid[place] = row
                        grown.append((laid, share / len(orders)))
                every = grown
            for new, share in every:
                key = tuple(new)
                found[key] = found[key] + weight * share if key in found else weight * share
        return found

    def matrices(self) -> list[tuple[Floats, float]]:
        """Every matrix and its weight, pools in each of their orders, for a single set."""
        return [(self._matrices([rows])[0, 0], float(w[0])) for rows, w in self._expanded.items()]

    @cached_property
    def supports(self) -> list[tuple[int, ...]]:
        """The masks of values by place of every matrix, pools in each of their orders, each once.

        A likelihood of nought in every set is in the masks already; one in some of them makes a matrix of each set.
        """
        if self.sets == 1:
            return list(dict.fromkeys(tuple(mask for mask, _ in rows) for rows in self._expanded))
        able = [[sum(1 << int(v) for v in np.flatnonzero(row)) for row in own] for own in self.ratios]
        return list(
            dict.fromkeys(
                tuple(reduce(and_, (own[number] for number in said), mask) for mask, said in rows)
                for rows, weight in self._expanded.items()
                for own in (able[number] for number in np.flatnonzero(weight))
            )
        )

    @override
    def count(self) -> int:
        if len(self.branches) == 1 and perm(self.values, self.places) < 1 << 53:
            ((own, pools), weight) = next(iter(self.branches.items()))
            if not pools and weight[0] == 1.0 and self.sets == 1 and not any(said for _, said in own):
                # The total is the number of assignments itself; whole numbers below 2**53 are exact in floats.
                return round(self.total)
        rows = self.supports
        if len(rows) == 1 and perm(self.values, self.places) < 1 << 53:
            # Sums of whole numbers below 2**53 are exact in floating point.
            return round(
                float(Passes(self._matrices([tuple((mask, ()) for mask in rows[0])])[:, 0]).totals[0])
            )
        if len(rows) > FEW and self.places == self.values:
            from deduce.worlds.orderings import MOST

            if self.places <= MOST:
                many: int = self.dense().count()
                return many
        # Sets of values used so far, split by which matrices still agree with the beginning.
        ways: dict[tuple[int, int], int] = {(0, (1 << len(rows)) - 1): 1} if rows else {}
        for at in range(self.places):
            alive = [sum(1 << b for b, r in enumerate(rows) if r[at] >> k & 1) for k in range(self.values)]
            after: dict[tuple[int, int], int] = {}
            for (used, agree), number in ways.items():
                for value in range(self.values):
                    left = agree & alive[value]
                    if left and not used >> value & 1:
                        key = (used | 1 << value, left)
                        after[key] = after.get(key, 0) + number
            ways = after
        return sum(ways.values())

    @override
    def weights_of(self, assignments: Ints) -> Floats:
        found = np.zeros(len(assignments))
        branches = list(self.branches)
        weights = np.array(list(self.branches.values())).reshape(-1, self.sets)
        for pools, members in by_pools(branches).items():
            matrices = self._matrices([branches[b][0] for b in members])
            each = np.broadcast_to(
                weights[members][None], (len(assignments), len(members), self.sets)
            ).copy()
            # Shape (assignments, branches, sets, places of rows, places of values).
            picked = matrices[:, :, :, assignments].transpose(3, 0, 1, 2, 4)
            alone = [at for at in range(self.places) if not any(pool >> at & 1 for pool in pools)]
            for at in alone:
                each *= picked[..., at, at]
            for pool in pools:
                inside = bits(pool)
                share = np.zeros_like(each)
                for order in permutations(inside):
                    term = np.ones_like(each)
                    for place, source in zip(inside, order, strict=True):
                        term *= picked[..., source, place]
                    share += term
                each *= share / factorial(len(inside))
            found += each.sum(axis=(1, 2))
        return found

    @override
    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        totals = self._sums[0].ravel()
        chosen = rng.choice(len(totals), size=size, p=totals / totals.sum())
        needed, local = np.unique(chosen, return_inverse=True)
        branches = list(self.branches)
        rows = [branches[each // self.sets][0] for each in needed]
        matrices = self._matrices(rows)[np.arange(len(rows)), needed % self.sets]
        found = Passes(matrices).draw(local.ravel(), rng.random((size, self.places)))
        for pools, members in by_pools([branches[each // self.sets] for each in needed]).items():
            mine = np.flatnonzero(np.isin(local.ravel(), members))
            for pool in pools:
                inside = np.array(bits(pool))
                mixed = np.argsort(rng.random((len(mine), len(inside))), axis=1)
                found[mine[:, None], inside] = found[mine[:, None], inside[mixed]]
        return found
