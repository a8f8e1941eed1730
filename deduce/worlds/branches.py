"""One matrix of a mixture: what each place may hold, and which places lie there in every order alike.

A *row* says of a place which values it may have and which likelihoods weigh them; a *pool* is a set of places whose rows
were shuffled evenly and are not taken apart yet. Pure functions on tuples: `deduce.worlds.mixture` weighs and adds them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from operator import gt

Row = tuple[int, tuple[int, ...]]
"""The values a place may have, as a mask, and the numbers of the likelihoods that weigh them."""

Branch = tuple[tuple[Row, ...], tuple[int, ...]]
"""One matrix by its rows, and its pools: masks of places whose rows lie there in every order alike, sorted."""


def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, ascending."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def feasible(masks: Sequence[int]) -> bool:
    """Whether places with these masks of values can all have different ones."""
    # Filled from the most restricted place on, every one still finds a value.
    if all(map(gt, sorted(map(int.bit_count, masks)), range(len(masks)))):
        return True
    used, several = 0, []
    for mask in masks:
        if mask & (mask - 1):
            several.append(mask)
        elif not mask or mask & used:
            return False
        else:
            used |= mask
    left = sorted((mask & ~used for mask in several), key=int.bit_count)
    if all(mask.bit_count() > number for number, mask in enumerate(left)):
        return True
    return _matched(left)


def _matched(masks: Sequence[int]) -> bool:
    """Whether places can be matched to values one by one, by augmenting paths."""
    holder: dict[int, int] = {}

    def put(place: int, tried: set[int]) -> bool:
        for value in bits(masks[place]):
            if value not in tried:
                tried.add(value)
                if value not in holder or put(holder[value], tried):
                    holder[value] = place
                    return True
        return False

    return all(put(place, set()) for place in range(len(masks)))


def opened(branch: Branch, at: int, mask: int) -> Iterator[tuple[Branch, float]]:
    """The matrix with the row at `at` known, by which of its pool's rows is there; `mask` says what may be."""
    rows, pools = branch
    pool = next((pool for pool in pools if pool >> at & 1), 0)
    if not pool:
        yield branch, 1.0
        return
    places = bits(pool)
    own = [rows[place] for place in places]
    if all(row[0] & ~mask == 0 for row in own) and mask != -1:
        yield branch, 1.0
        return
    others = [place for place in places if place != at]
    rest = tuple(each for each in pools if each != pool)
    left = (*rest, pool & ~(1 << at)) if len(others) > 1 else rest
    for row, times in Counter(own).items():
        if row[0] & mask:
            staying = list(own)
            staying.remove(row)
            new = list(rows)
            new[at] = row
            for place, each in zip(others, staying, strict=True):
                new[place] = each
            yield (tuple(new), left), times / len(own)


def arrangements(rows: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    """The different orders of some rows; in a random order of all of them each is as likely as any other."""
    left = Counter(rows)

    def extend(order: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
        if len(order) == len(rows):
            yield order
            return
        for row in left:
            if left[row]:
                left[row] -= 1
                yield from extend((*order, row))
                left[row] += 1

    return extend(())


@lru_cache(maxsize=4096)
def _splits(rows: tuple[Row, ...], size: int) -> list[tuple[tuple[Row, ...], tuple[Row, ...], int]]:
    """The different ways to take `size` of some rows: what is taken, what stays, and how many ways come to it.

    Remembered: a chain of shuffles asks the same of many matrices.
    """
    found: list[tuple[tuple[Row, ...], tuple[Row, ...], int]] = [((), (), 1)]
    left = len(rows)
    for row, number in sorted(Counter(rows).items()):
        left -= number
        found = [
            (taken + (row,) * mine, stays + (row,) * (number - mine), times * comb(number, mine))
            for taken, stays, times in found
            for mine in range(max(0, size - len(taken) - left), min(number, size - len(taken)) + 1)
        ]
    return found


def by_pools(branches: Sequence[Branch]) -> dict[tuple[int, ...], list[int]]:
    """The numbers of the branches with each set of pools."""
    found: dict[tuple[int, ...], list[int]] = {}
    for number, (_, pools) in enumerate(branches):
        found.setdefault(pools, []).append(number)
    return found


def in_order(rows: tuple[Row, ...], pools: tuple[int, ...]) -> Branch:
    """The same with the rows of each pool in order; a pool of equal rows is none."""
    new, kept = list(rows), []
    for pool in pools:
        places = bits(pool)
        own = sorted(rows[place] for place in places)
        if own[0] != own[-1]:
            kept.append(pool)
            for place, row in zip(places, own, strict=True):
                new[place] = row
    return tuple(new), tuple(sorted(kept))


def moved(
    rows: tuple[Row, ...], pools: tuple[int, ...], places: Sequence[int], order: Sequence[int]
) -> Branch:
    """Rows and pools after ``new[i] = old[order[i]]`` at `places`."""
    source = list(range(len(rows)))
    for i, place in enumerate(places):
        source[place] = places[order[i]]
    new = tuple(rows[each] for each in source)
    if not pools:
        return new, ()
    sets = [sum(1 << at for at, each in enumerate(source) if pool >> each & 1) for pool in pools]
    return new, tuple(sets)


def pooled(
    rows: tuple[Row, ...], pools: tuple[int, ...], places: Sequence[int]
) -> Iterator[tuple[tuple[Row, ...], tuple[int, ...], float]]:
    """The matrices after an even shuffle of `places`, each with its chance: pools that it cuts are taken apart."""
    inside = sum(1 << place for place in places)
    every: list[tuple[list[Row], float]] = [(list(rows), 1.0)]
    left = [inside]
    for pool in pools:
        both, rest = pool & inside, pool & ~inside
        if not both:
            left.append(pool)
        if not both or not rest:
            continue
        if rest & (rest - 1):
            left.append(rest)
        own = tuple(rows[place] for place in bits(pool))
        ways = _splits(own, both.bit_count())
        grown = []
        for new, share in every:
            for here, there, times in ways:
                laid = list(new)
                for place, row in zip((*bits(both), *bits(rest)), (*here, *there), strict=True):
                    laid[place] = row
                grown.append((laid, share * times / comb(len(own), len(here))))
        every = grown
    for new, share in every:
        yield tuple(new), tuple(left), share
