"""What every form of weighted assignments can be asked: places to different values, for several sets of likelihoods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np

from deduce.worlds.base import Floats
from deduce.worlds.permanents import Ints

LIMIT = 96
"""So many matrices are kept before vectors of all orderings take their place."""


class Matchings(ABC):
    """Weighted assignments of `values` values to `places` places, each value at one place at most, for some sets.

    Immutable. Weights of different sets are independent; what is asked of "the" weights is asked of the sum of all sets.
    """

    places: int
    values: int

    @abstractmethod
    def restrict(self, at: int, mask: int) -> Matchings:
        """The assignments with one of the values of `mask` at place `at`."""

    @abstractmethod
    def weigh(self, at: int, ratios: Floats) -> Matchings:
        """Multiply by the ratio of the value at `at`; `ratios` has shape (values,) or (sets, values), none negative."""

    @abstractmethod
    def laid(self, places: Sequence[int], order: Sequence[int]) -> Matchings:
        """The same after the values at `places` were laid anew in a known order: ``new[i] = old[order[i]]``."""

    @abstractmethod
    def shuffled(
        self,
        places: Sequence[int],
        chances: Mapping[tuple[int, ...], float] | None = None,
        *,
        limit: int = LIMIT,
        dense: bool = True,
    ) -> Matchings:
        """The same after a laying in an unknown order; all are alike without `chances` (by order, see `laid`).

        Beyond `limit` matrices (times sets) vectors of all orderings are used. Raises `TooLarge` where they do not
        fit, or may not be used (`dense`).
        """

    @property
    @abstractmethod
    def totals(self) -> Floats:
        """The weight of all assignments for each set, shape (sets,)."""

    @property
    @abstractmethod
    def tallies(self) -> Floats:
        """The weight of the assignments with each value at each place, shape (sets, places, values)."""

    @property
    @abstractmethod
    def nbytes(self) -> int:
        """Memory taken, in bytes."""

    @abstractmethod
    def count(self) -> int:
        """How many assignments are possible, each counted once; exact."""

    @abstractmethod
    def weights_of(self, assignments: Ints) -> Floats:
        """The weights of assignments, shape (assignments, places), as values by place."""

    @abstractmethod
    def draw(self, size: int, rng: np.random.Generator) -> Ints:
        """`size` assignments drawn by weight, shape (size, places). There must be a possible one."""

    @property
    def total(self) -> float:
        """The weight of everything."""
        totals = self.totals
        return totals.item() if len(totals) == 1 else float(totals.sum())

    def marginals(self) -> Floats:
        """The probability of each value at each place, shape (places, values); zeros if nothing is left."""
        total = self.total
        tallies = self.tallies
        found: Floats = tallies[0] if len(tallies) == 1 else tallies.sum(axis=0)
        return found / total if total > 0 else found * 0.0
