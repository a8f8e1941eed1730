"""Layouts drawn around a solution: what stands in the cells first, then areas that suit it.

Where every area holds so many of a thing (two shaded cells, an arrow), areas by chance seldom
have a solution on a large grid. So the things are put first, each becomes the seed of an area, and areas that shall hold
two of them are joined in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from deduce.ground.deadline import tick

Grid = list[list[str]]
Cell = tuple[int, int]
Layers = Mapping[str, Grid]
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_TRIES = 60
"""So many draws of one layout; after them areas by chance are taken."""


def _near(rows: int, cols: int) -> dict[Cell, list[Cell]]:
    """The neighbours of each cell, from 0."""
    return {
        (r, c): [(r + a, c + b) for a, b in _SIDES if 0 <= r + a < rows and 0 <= c + b < cols]
        for r in range(rows)
        for c in range(cols)
    }


def _grown(
    seeds: Sequence[Cell], near: Mapping[Cell, Sequence[Cell]], rng: Random, apart: Mapping[Cell, Cell]
) -> dict[Cell, Cell] | None:
    """For each cell the seed of its area, areas of seeds that are `apart` sharing no side; None where one is left."""
    area = {at: at for at in seeds}

    def open_(at: Cell, seed: Cell) -> bool:
        far = apart.get(seed)
        return far is None or all(area.get(x) != far for x in near[at])

    while len(area) < len(near):
        # The smallest areas grow first, by chance where they are equal.
        size: dict[Cell, int] = dict.fromkeys(seeds, 0)
        for seed in area.values():
            size[seed] += 1
        ways = [
            (size[area[x]] + rng.random() * 3, at, area[x])
            for at, beside in near.items()
            if at not in area
            for x in beside
            if x in area and open_(at, area[x])
        ]
        if not ways:
            return None
        _, at, seed = min(ways)
        area[at] = seed
    return area


def _in_pairs(
    area: Mapping[Cell, Cell], near: Mapping[Cell, Sequence[Cell]], rng: Random
) -> dict[Cell, Cell] | None:
    """Areas joined two and two; None where some area is left alone."""
    beside: dict[Cell, set[Cell]] = {seed: set() for seed in area.values()}
    for at, own in area.items():
        beside[own] |= {area[x] for x in near[at] if area[x] != own}
    partner: dict[Cell, Cell] = {}

    def found(one: Cell, asked: set[Cell]) -> bool:
        """A partner for one, others changing theirs for it where they can."""
        for other in rng.sample(sorted(beside[one]), len(beside[one])):
            if other not in asked:
                asked |= {one, other}
                if other not in partner or found(partner[other], asked):
                    partner.update({one: other, other: one})
                    return True
        return False

    # Who has the fewest to choose from chooses first.
    for one in sorted(beside, key=lambda seed: (len(beside[seed]), rng.random())):
        if one not in partner and not found(one, {one}):
            return None
    first = {one: min(one, other) for one, other in partner.items()}
    return {at: first[seed] for at, seed in area.items()}


def _named(area: Mapping[Cell, Cell], rows: int, cols: int) -> Grid:
    """Areas as numbers, in the order of their first cells."""
    number: dict[Cell, str] = {}
    return [[number.setdefault(area[r, c], str(len(number) + 1)) for c in range(cols)] for r in range(rows)]


def _norinori(rows: int, cols: int, rng: Random) -> Layers | None:
    """Dominoes that do not touch, as many as there is room for; then areas with two of their cells."""
    near = _near(rows, cols)
    shaded: list[Cell] = []
    free = set(near)
    pairs = {frozenset((at, x)) for at, beside in near.items() for x in beside}
    while pairs:
        # Close together: the fewer ways there are to lie, the fewer solutions there will be.
        cost = {
            pair: len(free.intersection(x for at in pair for x in near[at])) + 1.5 * rng.random()
            for pair in sorted(pairs, key=sorted)
        }
        pair = min(cost, key=cost.__getitem__)
        shaded += sorted(pair)
        free -= {*pair, *(x for at in pair for x in near[at])}
        pairs = {pair for pair in pairs if pair <= free}
    area = _grown(shaded, near, rng, {})
    joined = area and _in_pairs(area, near, rng)
    return {"areas": _named(joined, rows, cols)} if joined else None


def _toichika(rows: int, cols: int, rng: Random) -> Layers | None:
    """Arrows that look at each other, then an area about each."""
    near = _near(rows, cols)
    cells = sorted(near)
    across: set[Cell] = set()
    partner: dict[Cell, Cell] = {}
    wanted = max(2, round(0.2 * len(cells)))
    for _ in range(20 * wanted):
        if len(partner) >= wanted:
            break
        (r, c), (s, d) = sorted(rng.sample(cells, 2))
        if rng.random() < 0.5:
            s = r
        else:
            d = c
        if (r, c) > (s, d):
            (r, c), (s, d) = (s, d), (r, c)
        between = {(i, j) for i in range(r, s + 1) for j in range(c, d + 1)} - {(r, c), (s, d)}
        ends = {(r, c), (s, d)}
        if between and not (ends & across) and not (ends | between) & partner.keys():
            partner |= {(r, c): (s, d), (s, d): (r, c)}
            across |= between
    area = _grown(list(partner), near, rng, partner) if partner else None
    return {"areas": _named(area, rows, cols)} if area else None


def _tried(
    draw: Callable[[int, int, Random], Layers | None], rows: int, cols: int, rng: Random
) -> Layers | None:
    for _ in range(_TRIES):
        tick()
        found = draw(rows, cols, rng)
        if found is not None:
            return found
    return None


AROUND: Mapping[str, Callable[[int, int, Random], Layers | None]] = {
    "norinori": partial(_tried, _norinori),
    "toichika": partial(_tried, _toichika),
}
"""For families, the layers of a layout with a solution by chance, for rows and columns; None where none was found."""
