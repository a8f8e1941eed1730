"""Weighted assignments as vectors over all orderings: for as many values as places, at most nine.

What takes over from `deduce.worlds.mixture` where shuffles have made too many matrices: n! numbers for each set of
likelihoods, whatever was learned and however often was shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import factorial

import numpy as np

from deduce.ground.compat import cached_property, override
from deduce.worlds import orderings
from deduce.worlds.base import Floats
from deduce.worlds.matchings import LIMIT, Matchings
from deduce.worlds.permanents import Ints


@dataclass(frozen=True, eq=False)
class VectorMatchings(Matchings):
    """Matchings as weights of all orderings, shape (sets, n!); `pending` (sets, n, n) is still to be multiplied in."""

    places: int
    values: int
    vectors: Floats
    pending: Floats

    @classmethod
    def all(cls, values: int, prior: Floats | None = None) -> VectorMatchings:
        """Every ordering of so many values; `prior` has a weight for each set."""
        prior = np.ones(1) if prior is None else prior
        vectors = np.repeat(prior[:, None], factorial(values), axis=1)
        return cls(values, values, vectors, np.ones((len(prior), values, values)))

    @override
    def restrict(self, at: int, mask: int) -> VectorMatchings:
        made: VectorMatchings = self.weigh(at, (mask >> np.arange(self.values) & 1).astype(np.float64))
        return made

    @override
    def weigh(self, at: int, ratios: Floats) -> VectorMatchings:
        pending = self.pending.copy()
        pending[:, at] *= ratios
        return replace(self, pending=pending)

    @override
    def laid(self, places: Sequence[int], order: Sequence[int]) -> VectorMatchings:
        made: VectorMatchings = self.shuffled(places, {tuple(order): 1.0})
        return made

    @override
    def shuffled(
        self,
        places: Sequence[int],
        chances: Mapping[tuple[int, ...], float] | None = None,
        *,
        limit: int = LIMIT,
        dense: bool = True,
    ) -> VectorMatchings:
        if chances is None:
            mixed = [orderings.mixed(vector, self.places, sorted(places)) for vector in self.weights]
            return replace(self, vectors=np.array(mixed), pending=np.ones_like(self.pending))
        ascending = sorted(range(len(places)), key=lambda i: places[i])
        # Places in ascending order: what came from `order[i]` came from the rank of that place.
        rank = {i: k for k, i in enumerate(ascending)}
        named = {tuple(rank[order[i]] for i in ascending): chance for order, chance in chances.items()}
        there = [places[i] for i in ascending]
        made = [orderings.shuffled(vector, self.places, there, named) for vector in self.weights]
        return VectorMatchings(self.places, self.values, np.array(made), np.ones_like(self.pending))

    @cached_property
    def weights(self) -> Floats:
        """The weights of all orderings, everything multiplied in, shape (sets, n!)."""
        if (self.pending == 1.0).all():
            return self.vectors
        made = []
        for vector, matrix in zip(self.vectors, self.pending, strict=True):
            factor = orderings.product(matrix)
            made.append(vector if factor is None else vector * factor)
        return np.array(made)

    @property
    @override
    def nbytes(self) -> int:
        return self.vectors.nbytes

    @cached_property
    @override
    def totals(self) -> Floats:
        found: Floats = self.weights.sum(axis=1)
        return found

    @cached_property
    @override
    def tallies(self) -> Floats:
        return np.array([orderings.tally(vector, self.places) for vector in self.weights])

    @override
    def count(self) -> int:
        return int(np.count_nonzero(self.weights.sum(axis=0)))

    @override
    def weights_of(self, assignments: Ints) -> Floats:
        found: Floats = self.weights[:, orderings.rank(assignments)].sum(axis=0)
        return found

    @override
    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        sums = np.cumsum(self.weights.sum(axis=0))
        # The first ordering whose sum exceeds the pick; those of weight 0 never do so first.
        found = np.searchsorted(sums, rng.random(size) * sums[-1], side="right")
        return orderings.columns(self.places)[:, np.minimum(found, len(sums) - 1)].T.astype(np.int64)
