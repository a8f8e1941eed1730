"""Full grids of numbers by chance, for families whose solutions a solver finds slowly where nothing is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from random import Random

from deduce.ground.deadline import Deadline, tick

Grid = list[list[str]]
Cell = tuple[int, int]

_LONGEST = 12
"""The most cells of an area, where the grid has as many."""
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_CORNERS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _near(rows: int, cols: int, steps: tuple[Cell, ...]) -> dict[Cell, list[Cell]]:
    """The neighbours of each cell, from 0."""
    return {
        (r, c): [(r + a, c + b) for a, b in steps if 0 <= r + a < rows and 0 <= c + b < cols]
        for r, c in product(range(rows), range(cols))
    }


def numbered_areas(rows: int, cols: int, rng: Random, _: Deadline) -> Mapping[str, Grid]:
    """A grid in which areas of as many cells as their number says touch none of their size."""
    near = _near(rows, cols, _SIDES)
    while True:
        tick()
        area: dict[Cell, set[Cell]] = {}
        for start in rng.sample(sorted(near), len(near)):
            part = {start} if start not in area else set()
            wanted = rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, 7))
            while part and len(part) < wanted:
                edge = sorted({x for at in part for x in near[at] if x not in area and x not in part})
                if not edge:
                    break
                part.add(rng.choice(edge))
            area |= dict.fromkeys(part, part)
        while touching := _equal(area, near):
            one, other = touching
            one |= other
            area |= dict.fromkeys(one, one)
        if max(map(len, area.values())) <= max(_LONGEST, 3):
            return {"clues": [[str(len(area[r, c])) for c in range(cols)] for r in range(rows)]}


def _equal(
    area: Mapping[Cell, set[Cell]], near: Mapping[Cell, list[Cell]]
) -> tuple[set[Cell], set[Cell]] | None:
    """Two areas of one size that touch; None where there are none."""
    for at, own in area.items():
        for x in near[at]:
            if area[x] is not own and len(area[x]) == len(own):
                return own, area[x]
    return None


def numbered_walk(*, diagonal: bool) -> Callable[[int, int, Random, Deadline], Mapping[str, Grid]]:
    """A maker of grids through which the numbers walk from neighbour to neighbour, all cells once.

    A walk row by row is changed by tying its end to a neighbour and cutting the circle that makes (Oberdorf and others,
    "Secondary structures in long compact polymers", 2006).
    """

    def walk(rows: int, cols: int, rng: Random, __: Deadline) -> Mapping[str, Grid]:
        near = _near(rows, cols, (*_SIDES, *_CORNERS) if diagonal else _SIDES)
        path = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
        for _ in range(3 * len(path)):
            tick()
            if rng.random() < 0.5:
                path.reverse()
            tied = [x for x in near[path[-1]] if x not in path[-2:]]
            if tied:
                cut = path.index(rng.choice(tied)) + 1
                path[cut:] = path[cut:][::-1]
        number = {at: str(i) for i, at in enumerate(path, start=1)}
        return {"clues": [[number[r, c] for c in range(cols)] for r in range(rows)]}

    return walk


def graeco_latin(rows: int, cols: int, rng: Random) -> dict[Cell, tuple[int, int]] | None:
    """Two Latin squares in which each pair of numbers comes once, by chance; None for sizes without a construction.

    For odd sizes sums and differences; for 10 (and others of the form 3m + 1) the one that refuted Euler (Bose,
    Shrikhande and Parker, "Further results on the construction of sets of mutually orthogonal Latin squares and the
    falsity of Euler's conjecture", 1960). Rows, columns and numbers are exchanged by chance.
    """
    lines = _orthogonal(rows) if rows == cols else None
    if lines is None:
        return None
    names = [rng.sample(range(rows), rows) for _ in range(4)]
    return {(names[0][a] + 1, names[1][b] + 1): (names[2][c] + 1, names[3][d] + 1) for a, b, c, d in lines}


def _orthogonal(n: int) -> list[tuple[int, ...]] | None:
    """Fours of row, column and two numbers, of which any two parts together take all values; None if not known here."""
    if n % 2:
        return [(i, j, (i + j) % n, (i - j) % n) for i in range(n) for j in range(n)]
    third, rest = divmod(n - 1, 3)
    inner = _orthogonal(third) if not rest else None
    if inner is None:
        return None
    k = 2 * third + 1  # residues, and as many numbers besides as the inner square has
    found = [(i, i, i, i) for i in range(k)]
    for i in range(k):
        for j in range(third):
            a, b, c, x = i, (i + j + 1) % k, (i - j - 1) % k, k + j
            found += [(a, b, c, x), (b, a, x, c), (c, x, a, b), (x, c, b, a)]
    return [*found, *(tuple(k + part for part in line) for line in inner)]
