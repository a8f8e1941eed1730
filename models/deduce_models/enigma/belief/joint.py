"""Layouts weighed by what was said, for several sets of Characters at once.

What is said is marks: a likelihood of the rooms at one position, one for each set of Characters. The weights are the
library's matchings with several sets (`deduce.worlds.mixture`): a matrix for each set and way of shuffling, or the
vector of all layouts where there are too many.

Three ways, from what is affordable:

* all sets as matrices, exact: while matrices are at most `PAIRS`, and ways of shuffling at most `MAX_WAYS`;
* all sets as vectors of all layouts, exact: for at most `VECTORS` sets, however many shuffles there were;
* the same for some sets drawn by their prior chances, the rest left out: sampled, and `error` says how far off.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from deduce.ground.errors import TooLarge
from deduce.worlds.base import Floats
from deduce.worlds.matchings import Matchings
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.permanents import Ints
from deduce_models.enigma.knowledge.evidence import HardStep
from deduce_models.enigma.knowledge.layouts import apply

MAX_WAYS = 96
"""So many ways of shuffling are followed as matrices for each set."""
PAIRS = 4096
"""So many matrices (ways times sets of Characters) are summed up exactly."""
VECTORS = 2
"""For so many sets of Characters the vectors of all layouts are kept."""


class Marks(NamedTuple):
    """What one claim says at its moment: pairs of the number of a likelihood and a position."""

    pairs: tuple[tuple[int, int], ...]


Item = HardStep | Marks
"""A step of hard evidence, or what was said."""


@dataclass(frozen=True, eq=False)
class Joint:
    """Weights of the present layouts by set of Characters, the prior weights of the sets included.

    Where sets were left out, `draws` says how often each of those in `state` was drawn, and `spread` (sets drawn, all
    sets) which sets it stands for, rows summing to 1; both are None otherwise.
    """

    state: Matchings
    draws: Ints | None = None
    spread: Floats | None = None

    def given(self, at: int, mask: int) -> Joint:
        """The same where one of the rooms of `mask` lies at position `at` now."""
        return replace(self, state=self.state.restrict(at, mask))

    @property
    def total(self) -> float:
        """The weight of everything."""
        return self.state.total

    @property
    def by_set(self) -> Floats:
        """The weight of each set. A set left out has its part in the weight of the neighbour drawn."""
        return self.state.totals if self.spread is None else self.state.totals @ self.spread

    @property
    def cells(self) -> Floats:
        """The weight of each room at each position, shape (positions, rooms), all sets together."""
        found: Floats = self.state.tallies.sum(axis=0)
        return found

    @property
    def error(self) -> float | None:
        """The largest standard error of a cell's chance (a ratio of means of two draws or more); None if exact."""
        if self.draws is None or self.total <= 0:
            return None
        number = int(self.draws.sum())
        means = self.cells / self.total
        apart = (self.state.tallies - means * self.state.totals[:, None, None]) / self.draws[:, None, None]
        spread = np.einsum("s,scr->cr", self.draws, apart**2) * number / (number - 1)
        return float(np.sqrt(spread).max() / self.total)


def joint(
    cells: int,
    story: Sequence[Item],
    likely: Floats,
    prior: Floats,
    *,
    seed: int = 0,
    pairs: int = PAIRS,
    vectors: int = VECTORS,
) -> Joint:
    """The weights after a story, exact where `pairs` or `vectors` allow, else sampled by `seed`.

    `likely` has shape (sets, marks, rooms), `prior` (sets,) and sums to anything. At most `MAX_WAYS` ways of shuffling
    are followed as matrices.
    """
    sets = len(likely)
    limit = min(MAX_WAYS * sets, pairs)
    shuffles = any(isinstance(item, HardStep) and item.kind == "shuffle" for item in story)
    # How many ways there are for one set tells cheaply whether all sets can be had as matrices.
    ways = _widest(cells, story, likely[:1]) if shuffles and sets > 1 else 1
    if ways * sets <= limit:
        with suppress(TooLarge):
            return Joint(_through(MatrixMatchings.all(cells, prior=prior), story, likely, limit))
    from deduce.worlds.vectors import VectorMatchings

    vectors = max(1, vectors)
    if sets <= vectors:
        return Joint(_through(VectorMatchings.all(cells, prior), story, likely, limit))
    draws = min(sets, pairs // ways)
    by_matrices = draws >= 2 * vectors
    draws = draws if by_matrices else 2 * vectors
    chosen, often, spread = _drawn(prior, draws, np.random.default_rng(seed).random())
    weights = often * (prior.sum() / draws)
    start = (
        MatrixMatchings.all(cells, prior=weights) if by_matrices else VectorMatchings.all(cells, weights)
    )
    return Joint(_through(start, story, likely[chosen], pairs), often, spread)


def _through(state: Matchings, story: Sequence[Item], likely: Floats, limit: int) -> Matchings:
    """The matchings after a story. Raises `TooLarge` beyond `limit` matrices."""
    for item in story:
        if isinstance(item, Marks):
            for number, at in item.pairs:
                state = state.weigh(at, likely[:, number])
        else:
            state = apply(state, item, limit=limit)
    return state


def _widest(cells: int, story: Sequence[Item], likely: Floats) -> int:
    """The most ways of shuffling there are at a time for one set, or more than any `pairs` where they are too many."""
    state: Matchings = MatrixMatchings.all(cells)
    widest = 1
    for item in story:
        try:
            state = _through(state, [item], likely, MAX_WAYS)
        except TooLarge:
            return 1 << 40
        if isinstance(state, MatrixMatchings):
            widest = max(widest, len(state.branches))
    return widest


def _drawn(prior: Floats, draws: int, offset: float) -> tuple[Ints, Ints, Floats]:
    """Systematic draws: one set by its prior from each of `draws` equal parts of all chances laid end to end.

    Returns the sets drawn, how often, and which sets each stands for: those that share its parts.
    """
    ends = np.cumsum(prior) / prior.sum() * draws
    drawn = np.minimum(np.searchsorted(ends, offset + np.arange(draws)), len(prior) - 1)
    chosen, local, often = np.unique(drawn, return_inverse=True, return_counts=True)
    begins = np.concatenate([[0.0], ends[:-1]])
    parts = np.arange(draws)[:, None]
    overlap = np.maximum(np.minimum(ends, parts + 1) - np.maximum(begins, parts), 0.0)
    spread = np.zeros((len(chosen), len(prior)))
    np.add.at(spread, local.ravel(), overlap)
    return chosen, often, spread / spread.sum(axis=1, keepdims=True)
