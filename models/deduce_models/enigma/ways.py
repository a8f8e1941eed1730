"""The ways of shuffling, each with its rows of rooms and claims.

A claim travels with the card it was made about. Once a card is certain on some way, the likelihood of the
claims about it is a number for each set of Characters, and joins that way's weight: ways that differ in
nothing else merge, and impossible ones vanish. Where all the same too many are left, `dense` goes through the
table of all layouts in their place: slower, as exact, and never larger than n! rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from deduce.errors import TooLarge
from deduce_models.enigma.evidence import Step
from deduce_models.enigma.layouts import possible
from deduce_models.enigma.permanents import Floats, Passes
from deduce_models.enigma.setup import PERMUTATIONS, bits

__all__ = ["MAX_WAYS", "Item", "dense", "mixture"]

MAX_WAYS = 512
BUNCH = 1024
TOGETHER = 4
"""So many sets of Characters share one pass through the table."""

Item = Step | tuple[int, int]
"""A step of hard evidence, or a claim (its number) made about the card at a position."""

Row = tuple[int, tuple[int, ...]]
"""The rooms that may lie at a position, as a mask, and the claims made about the card that lies there."""

Rows = tuple[Row, ...]
Table = NDArray[np.int8]


def mixture(cells: int, story: Sequence[Item], likely: Floats) -> tuple[Floats, Floats]:
    """For every set of Characters the weight of all layouts, and of those with each room at each position.

    `likely` has shape (sets, claims, rooms); the results (sets,) and (sets, cells, rooms). Raises `TooLarge` beyond
    `MAX_WAYS` ways.
    """
    sets = len(likely)
    ways = _ways(cells, story, likely)
    totals, marginals = np.zeros(sets), np.zeros((sets, cells, cells))
    for rows, weight in ways.items():
        masks = np.array([[mask >> k & 1 for k in range(cells)] for mask, _ in rows], dtype=float)
        matrices = np.broadcast_to(masks, (sets, cells, cells)).copy()
        for at, (_, numbers) in enumerate(rows):
            for number in numbers:
                matrices[:, at] *= likely[:, number]
        for begin in range(0, sets, BUNCH):
            part = slice(begin, begin + BUNCH)
            both = Passes(matrices[part])
            totals[part] += weight[part] * both.totals
            marginals[part] += weight[part, None, None] * both.marginals()
    return totals, marginals


def _ways(cells: int, story: Sequence[Item], likely: Floats) -> dict[Rows, Floats]:
    every: Rows = (((1 << cells) - 1, ()),) * cells
    ways: dict[Rows, Floats] = {every: np.ones(len(likely))}
    for item in story:
        after: dict[Rows, Floats] = {}
        for rows, weight in ways.items():
            for moved, share in _moved(rows, item):
                if not possible(tuple(mask for mask, _ in moved)):
                    continue
                settled, factor = _settled(moved, likely)
                more = weight * share * factor
                after[settled] = after[settled] + more if settled in after else more
        ways = after
        if len(ways) > MAX_WAYS:
            raise TooLarge(f"more than {MAX_WAYS} ways of shuffling")
    return ways


def _moved(rows: Rows, item: Item) -> Iterator[tuple[Rows, float]]:
    if not isinstance(item, Step):
        claim, at = item
        mask, said = rows[at]
        yield (*rows[:at], (mask, (*said, claim)), *rows[at + 1 :]), 1.0
    elif item.kind == "cell":
        mask, said = rows[item.at]
        if mask & item.mask:
            yield (*rows[: item.at], (mask & item.mask, said), *rows[item.at + 1 :]), 1.0
    elif item.kind == "card":
        yield rows, 1.0
    else:
        triple = bits(item.at)
        numbers = range(6) if item.kind == "shuffle" else (item.mask,)
        for number in numbers:
            new = list(rows)
            for place, source in zip(triple, PERMUTATIONS[number], strict=True):
                new[place] = rows[triple[source]]
            yield tuple(new), 1 / len(numbers)


def _settled(rows: Rows, likely: Floats) -> tuple[Rows, Floats]:
    """The rows without claims about cards that are certain, and what those claims weigh."""
    factor: Floats = np.ones(len(likely))
    found = list(rows)
    for at, (mask, said) in enumerate(rows):
        if said and mask & (mask - 1) == 0:
            for number in said:
                factor = factor * likely[:, number, mask.bit_length() - 1]
            found[at] = (mask, ())
    return tuple(found), factor


def dense(cells: int, story: Sequence[Item], likely: Floats) -> tuple[Floats, Floats]:
    """As `mixture`, from the table of all layouts, a few sets at a time. Seconds, not milliseconds."""
    totals: Floats = np.zeros(len(likely))
    marginals: Floats = np.zeros((len(likely), cells, cells))
    for begin in range(0, len(likely), TOGETHER):
        part = slice(begin, begin + TOGETHER)
        worlds, weights = _table(cells, story, likely[part])
        totals[part] = weights.sum(axis=1)
        for index, row in enumerate(weights):
            tally = [np.bincount(worlds[:, at], row, cells) for at in range(cells)]
            marginals[begin + index] = np.array(tally)
    return totals, marginals


def _table(cells: int, story: Sequence[Item], likely: Floats) -> tuple[Table, Floats]:
    """Layouts that are left, one row each, and their weights for each set of Characters."""
    worlds = np.array(list(permutations(range(cells))), dtype=np.int8)
    weights: Floats = np.ones((len(likely), len(worlds)))
    for item in story:
        if not isinstance(item, Step):
            claim, at = item
            weights = weights * likely[:, claim][:, worlds[:, at]]
        elif item.kind == "cell":
            keep = (item.mask >> worlds[:, item.at].astype(np.int64)) & 1 == 1
            worlds, weights = worlds[keep], weights[:, keep]
        elif item.kind != "card":
            numbers = list(range(6)) if item.kind == "shuffle" else [item.mask]
            worlds, weights = _laid(worlds, weights, bits(item.at), numbers)
    return worlds, weights


def _laid(
    worlds: Table,
    weights: Floats,
    triple: Sequence[int],
    numbers: Sequence[int],
) -> tuple[Table, Floats]:
    """The table after three cards were laid in one of some orders, equal layouts added up."""
    parts = []
    for number in numbers:
        moved = worlds.copy()
        for place, source in zip(triple, PERMUTATIONS[number], strict=True):
            moved[:, place] = worlds[:, triple[source]]
        parts.append(moved)
    rows = np.concatenate(parts)
    key = rows.astype(np.int64) @ (worlds.shape[1] ** np.arange(worlds.shape[1]))
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    count = len(numbers)
    added = [np.bincount(back.ravel(), np.tile(row / count, count), len(first)) for row in weights]
    return rows[first], np.array(added, dtype=np.float64)
