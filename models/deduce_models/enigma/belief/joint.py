"""Layouts weighed by what was said, for several sets of Characters at once.

What is said is marks: a likelihood of the rooms at one position. A mark travels with the card it was made about. So
between shuffles the weights of the layouts are one matrix for each set of Characters, and a shuffle makes six of each.
Once a card is certain on some way, its marks are a number for each set of Characters and join that way's weight: ways
that differ in nothing else merge, and impossible ones vanish.

Three forms, from what is affordable:

* matrices, exact: while ways times sets are at most `PAIRS` (about 15 microseconds each);
* the vector of all layouts for each set (`tables`), exact: for at most `VECTORS` sets, however many shuffles there were;
* the same for some sets drawn by their prior chances, the rest left out: sampled, and `error` says how far off.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.errors import TooLarge
from deduce_models.enigma.knowledge import orderings as tables
from deduce_models.enigma.knowledge.evidence import Step
from deduce_models.enigma.knowledge.layouts import possible
from deduce_models.enigma.knowledge.permanents import Floats, Passes
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits

__all__ = ["MAX_WAYS", "PAIRS", "VECTORS", "Item", "Joint", "Marks", "dense", "joint", "matrices"]

MAX_WAYS = 216
PAIRS = 4096
"""So many matrices (ways times sets of Characters) are summed up exactly."""
VECTORS = 2
"""For so many sets of Characters the vectors of all layouts are kept."""
BUNCH = 128


class Marks(NamedTuple):
    """What one claim says at its moment: pairs of the number of a likelihood and a position."""

    pairs: tuple[tuple[int, int], ...]


Item = Step | Marks
"""A step of hard evidence, or what was said."""

Row = tuple[int, tuple[int, ...]]
"""The rooms that may lie at a position, as a mask, and the numbers of the marks on the card that lies there."""

Rows = tuple[Row, ...]
Ints = NDArray[np.int64]


class Joint(ABC):
    """Weights of the present layouts by set of Characters, the prior weights of the sets included.

    Where sets were left out, `draws` says how often each of those here was drawn, and `spread` (sets drawn, all sets)
    which sets it stands for, rows summing to 1; both are None otherwise. `by_set` (sets,) are the weights of all layouts,
    `cells` (positions, rooms) those of the layouts with each room at each position, all sets together.
    """

    draws: Ints | None
    spread: Floats | None

    @property
    @abstractmethod
    def totals(self) -> Floats:
        """The weight of all layouts for each of the chosen sets."""

    @property
    @abstractmethod
    def tallies(self) -> Floats:
        """The weight of the layouts with each room at each position, shape (chosen sets, positions, rooms)."""

    @abstractmethod
    def given(self, at: int, mask: int) -> Joint:
        """The same where one of the rooms of `mask` lies at position `at` now."""

    @property
    def total(self) -> float:
        """The weight of everything."""
        return float(self.totals.sum())

    @property
    def by_set(self) -> Floats:
        """The weight of each set. A set left out has its part in the weight of the neighbour drawn."""
        return self.totals if self.spread is None else self.totals @ self.spread

    @property
    def cells(self) -> Floats:
        """The weight of each room at each position."""
        found: Floats = self.tallies.sum(axis=0)
        return found

    @property
    def error(self) -> float | None:
        """The largest standard error of a cell's chance (delta method for a ratio of means); None if exact."""
        if self.draws is None or self.total <= 0:
            return None
        number = int(self.draws.sum())
        means = self.cells / self.total
        apart = (self.tallies - means * self.totals[:, None, None]) / self.draws[:, None, None]
        spread = np.einsum("s,scr->cr", self.draws, apart**2) * number / max(1, number - 1)
        return float(np.sqrt(spread).max() / self.total)


@dataclass(frozen=True, eq=False)
class Matrices(Joint):
    """A mixture of matrices: `weights` (matrices,), `matrices` (matrices, positions, rooms), `group` their sets."""

    draws: Ints | None
    spread: Floats | None
    sets: int
    group: Ints
    weights: Floats
    matrices: Floats

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        each, tallies = [np.zeros(0)], np.zeros((self.sets, *self.matrices.shape[1:]))
        for begin in range(0, len(self.weights), BUNCH):
            part = slice(begin, begin + BUNCH)
            both = Passes(self.matrices[part])
            each.append(self.weights[part] * both.totals)
            np.add.at(tallies, self.group[part], self.weights[part, None, None] * both.marginals())
        return np.concatenate(each), tallies

    @property
    def totals(self) -> Floats:
        """See `Joint.totals`."""
        found: Floats = np.bincount(self.group, self._sums[0], self.sets).astype(np.float64)
        return found

    @property
    def tallies(self) -> Floats:
        """See `Joint.tallies`."""
        return self._sums[1]

    def given(self, at: int, mask: int) -> Joint:
        """See `Joint.given`."""
        keep = self._sums[0] > 0
        narrowed = self.matrices[keep]
        narrowed[:, at] *= _allowed(mask, narrowed.shape[2])
        return replace(self, group=self.group[keep], weights=self.weights[keep], matrices=narrowed)


@dataclass(frozen=True, eq=False)
class Vectors(Joint):
    """One vector of all layouts for each set, shape (sets, n!)."""

    draws: Ints | None
    spread: Floats | None
    positions: int
    vectors: Floats

    @cached_property
    def totals(self) -> Floats:
        """See `Joint.totals`."""
        found: Floats = self.vectors.sum(axis=1)
        return found

    @cached_property
    def tallies(self) -> Floats:
        """See `Joint.tallies`."""
        return np.array([tables.tally(vector, self.positions) for vector in self.vectors])

    def given(self, at: int, mask: int) -> Joint:
        """See `Joint.given`."""
        likelihood = tables.matching(self.positions, at, _allowed(mask, self.positions))
        return replace(self, vectors=self.vectors * likelihood)


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
    try:
        return matrices(cells, story, likely, prior, pairs=pairs)
    except TooLarge:
        if sets <= max(1, vectors):
            return dense(cells, story, likely, prior)
    try:
        # How many ways there are, for one set: so many sets can be had.
        number = pairs // len(_ways(cells, story, likely[:1], MAX_WAYS))
    except TooLarge:
        number = 0
    by_matrices = number >= 2 * vectors
    draws = max(2, number if by_matrices else 2 * vectors)
    chosen, often, spread = _drawn(prior, draws, np.random.default_rng(seed).random())
    build = matrices if by_matrices else dense
    made = build(cells, story, likely[chosen], often * (prior.sum() / draws))
    return replace(made, draws=often, spread=spread)


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


def matrices(
    cells: int, story: Sequence[Item], likely: Floats, prior: Floats, *, pairs: int | None = None
) -> Matrices:
    """The exact mixture of matrices. Raises `TooLarge` beyond `pairs` of them or `MAX_WAYS` ways."""
    sets = len(likely)
    limit = MAX_WAYS if pairs is None else min(MAX_WAYS, pairs // max(1, sets))
    ways = _ways(cells, story, likely, limit)
    weights, made = [np.zeros(0)], [np.zeros((0, cells, cells))]
    for rows, weight in ways.items():
        masks = np.array([_allowed(mask, cells) for mask, _ in rows])
        each = np.broadcast_to(masks, (sets, cells, cells)).copy()
        for at, (_, numbers) in enumerate(rows):
            for number in numbers:
                each[:, at] *= likely[:, number]
        made.append(each)
        weights.append(weight * prior)
    group = np.tile(np.arange(sets), len(ways))
    return Matrices(None, None, sets, group, np.concatenate(weights), np.concatenate(made))


def _ways(cells: int, story: Sequence[Item], likely: Floats, limit: int) -> dict[Rows, Floats]:
    every: Rows = (((1 << cells) - 1, ()),) * cells
    ways: dict[Rows, Floats] = {every: np.ones(len(likely))}
    for item in story:
        if isinstance(item, Step) and item.kind == "card":
            continue
        after: dict[Rows, Floats] = {}
        narrowed = isinstance(item, Step) and item.kind == "cell"
        for rows, weight in ways.items():
            for moved, share in _moved(rows, item):
                if narrowed and not possible(tuple(mask for mask, _ in moved)):
                    continue
                settled, more = _settled(moved, likely, weight * share)
                after[settled] = after[settled] + more if settled in after else more
        ways = after
        if len(ways) > limit:
            raise TooLarge(f"more than {limit} ways of shuffling")
    return ways


def _moved(rows: Rows, item: Item) -> Iterator[tuple[Rows, float]]:
    if isinstance(item, Marks):
        new = list(rows)
        for number, at in item.pairs:
            mask, said = new[at]
            new[at] = mask, (*said, number)
        yield tuple(new), 1.0
    elif item.kind == "cell":
        mask, said = rows[item.at]
        if mask & item.mask:
            yield (*rows[: item.at], (mask & item.mask, said), *rows[item.at + 1 :]), 1.0
    else:
        triple = bits(item.at)
        numbers = range(6) if item.kind == "shuffle" else (item.mask,)
        for number in numbers:
            new = list(rows)
            for place, source in zip(triple, PERMUTATIONS[number], strict=True):
                new[place] = rows[triple[source]]
            yield tuple(new), 1 / len(numbers)


def _settled(rows: Rows, likely: Floats, weight: Floats) -> tuple[Rows, Floats]:
    """The rows without marks on cards that are certain, and the weight with those marks in it."""
    found = None
    for at, (mask, said) in enumerate(rows):
        if said and mask & (mask - 1) == 0:
            for number in said:
                weight = weight * likely[:, number, mask.bit_length() - 1]
            found = list(rows) if found is None else found
            found[at] = (mask, ())
    return (rows if found is None else tuple(found)), weight


def dense(cells: int, story: Sequence[Item], likely: Floats, prior: Floats) -> Vectors:
    """The exact vectors of all layouts for every set: some ten milliseconds for each laying and set."""
    made = []
    for each, share in zip(likely, prior, strict=True):
        vector = np.full(tables.columns(cells).shape[1], float(share))
        # All that is known between two layings is one matrix: it is put in at once.
        matrix = np.ones((cells, cells))
        for item in story:
            if isinstance(item, Marks):
                for number, at in item.pairs:
                    matrix[at] *= each[number]
            elif item.kind == "cell":
                matrix[item.at] *= _allowed(item.mask, cells)
            elif item.kind in ("shuffle", "lay"):
                vector = _weighed(vector, matrix)
                matrix = np.ones((cells, cells))
                triple = bits(item.at)
                if item.kind == "shuffle":
                    vector = tables.shuffled(vector, cells, triple)
                else:
                    vector = tables.laid(vector, cells, triple, item.mask)
        made.append(_weighed(vector, matrix))
    return Vectors(None, None, cells, np.array(made))


def _weighed(vector: Floats, matrix: Floats) -> Floats:
    """The weights of all layouts times what a matrix says of each position."""
    for at, row in enumerate(matrix):
        if (row != 1.0).any():
            vector = vector * tables.matching(len(matrix), at, row)
    return vector


def _allowed(mask: int, n: int) -> Floats:
    return (mask >> np.arange(n) & 1).astype(np.float64)
