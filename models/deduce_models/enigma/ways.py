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
from deduce_models.enigma import tables
from deduce_models.enigma.evidence import Step
from deduce_models.enigma.layouts import possible
from deduce_models.enigma.permanents import Floats, Passes
from deduce_models.enigma.setup import PERMUTATIONS, bits

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

    `chosen` says which sets these are, of `sets` in all; `draws` how often each was drawn where others were left
    out, else None. `by_set` (sets,) are the weights of all layouts, `cells` (positions, rooms) those of the layouts
    with each room at each position, all sets together.
    """

    sets: int
    chosen: Ints
    draws: Ints | None

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
        """The weight of each set."""
        found: Floats = np.bincount(self.chosen, self.totals, self.sets).astype(np.float64)
        return found

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

    sets: int
    chosen: Ints
    draws: Ints | None
    group: Ints
    weights: Floats
    matrices: Floats

    @cached_property
    def _sums(self) -> tuple[Floats, Floats]:
        each, tallies = [np.zeros(0)], np.zeros((len(self.chosen), *self.matrices.shape[1:]))
        for begin in range(0, len(self.weights), BUNCH):
            part = slice(begin, begin + BUNCH)
            both = Passes(self.matrices[part])
            each.append(self.weights[part] * both.totals)
            np.add.at(tallies, self.group[part], self.weights[part, None, None] * both.marginals())
        return np.concatenate(each), tallies

    @property
    def totals(self) -> Floats:
        """See `Joint.totals`."""
        found: Floats = np.bincount(self.group, self._sums[0], len(self.chosen)).astype(np.float64)
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
        return Matrices(
            self.sets, self.chosen, self.draws, self.group[keep], self.weights[keep], narrowed
        )


@dataclass(frozen=True, eq=False)
class Vectors(Joint):
    """One vector of all layouts for each set, shape (sets, n!)."""

    sets: int
    chosen: Ints
    draws: Ints | None
    positions: int
    vectors: Floats

    @cached_property
    def totals(self) -> Floats:  # type: ignore[override]
        """See `Joint.totals`."""
        found: Floats = self.vectors.sum(axis=1)
        return found

    @cached_property
    def tallies(self) -> Floats:  # type: ignore[override]
        """See `Joint.tallies`."""
        return np.array([tables.tally(vector, self.positions) for vector in self.vectors])

    def given(self, at: int, mask: int) -> Joint:
        """See `Joint.given`."""
        likelihood = tables.matching(self.positions, at, _allowed(mask, self.positions))
        return Vectors(self.sets, self.chosen, self.draws, self.positions, self.vectors * likelihood)


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

    `likely` has shape (sets, marks, rooms), `prior` (sets,) and sums to anything. At most `MAX_WAYS` ways of shuffling are
    followed as matrices.
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
    # Systematic draws by the prior chances: no set is drawn more than once too often.
    draws = max(2, number if by_matrices else 2 * vectors)
    marks = (np.random.default_rng(seed).random() + np.arange(draws)) / draws * prior.sum()
    drawn = np.minimum(np.searchsorted(np.cumsum(prior), marks), sets - 1)
    chosen, often = np.unique(drawn, return_counts=True)
    build = matrices if by_matrices else dense
    made = build(cells, story, likely[chosen], often * (prior.sum() / draws))
    return replace(made, sets=sets, chosen=chosen, draws=often)


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
    return Matrices(sets, np.arange(sets), None, group, np.concatenate(weights), np.concatenate(made))


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
    """The exact vectors of all layouts for every set: about a millisecond a step and set."""
    made = []
    for each, share in zip(likely, prior, strict=True):
        vector = np.full(tables.columns(cells).shape[1], float(share))
        for item in story:
            if isinstance(item, Marks):
                for number, at in item.pairs:
                    vector = vector * tables.matching(cells, at, each[number])
            elif item.kind == "cell":
                vector = vector * tables.matching(cells, item.at, _allowed(item.mask, cells))
            elif item.kind == "shuffle":
                vector = tables.shuffled(vector, cells, bits(item.at))
            elif item.kind == "lay":
                vector = tables.laid(vector, cells, bits(item.at), item.mask)
        made.append(vector)
    return Vectors(len(likely), np.arange(len(likely)), None, cells, np.array(made))


def _allowed(mask: int, n: int) -> Floats:
    return (mask >> np.arange(n) & 1).astype(np.float64)
