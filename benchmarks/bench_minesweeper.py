"""Expert Minesweeper (30x16, 99 mines), all chances from the plain model, beside sweeps by hand.

The plain model has a variable a square and every rule as it is said; its time runs from there to all chances, the
search for an order included. "Sweep by hand" is a program for Minesweeper alone: squares with the same open neighbours
are one, columns from left to right, a dictionary of what the numbers still lack. "Order by hand" is our diagram in the
order of the columns. Boards with squares opened at random are harder than those of play, where open squares lie together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row, timed
from deduce import Constraint, Exactly, Problem, Variable
from deduce.worlds.compile import compile_constraints

__all__ = ["rows"]

ROWS, COLUMNS, MINES = 16, 30, 99
SQUARES = list(product(range(ROWS), range(COLUMNS)))
Square = tuple[int, int]
State = tuple[tuple[tuple[Square, int], ...], int]


def around(square: Square) -> list[Square]:
    """The squares beside one."""
    r, c = square
    near = product((r - 1, r, r + 1), (c - 1, c, c + 1))
    return [(a, b) for a, b in near if (a, b) != square and 0 <= a < ROWS and 0 <= b < COLUMNS]


def board(opened: int, seed: int, *, scattered: bool) -> dict[Square, int]:
    """Open squares and their numbers."""
    luck = Random(seed)
    start = luck.choice(SQUARES)
    mined = set(luck.sample([s for s in SQUARES if s != start and s not in around(start)], MINES))
    if scattered:
        found = luck.sample([s for s in SQUARES if s not in mined], opened)
    else:
        found, edge = [], [start]
        while len(found) < opened and edge:
            found.append(edge.pop(luck.randrange(len(edge))))
            fresh = [s for s in around(found[-1]) if s not in mined and s not in found and s not in edge]
            edge += fresh
    return {square: sum(s in mined for s in around(square)) for square in found}


def plain(told: dict[Square, int]) -> tuple[list[Variable], list[Constraint]]:
    """A variable a square, the number of all mines, and what each open square says."""
    problem = Problem("board")
    mine = problem.variables("mine", SQUARES, [0, 1])
    stated: list[Constraint] = [Exactly(MINES, mine, 1)]
    for square, number in told.items():
        stated += [mine[square] == 0, Exactly(number, [mine[s] for s in around(square)], 1)]
    return list(problem.scope), stated


def swept(told: dict[Square, int]) -> NDArray[np.float64]:
    """The chances of a mine, square by square: the sweep by hand."""
    beside: dict[tuple[Square, ...], list[Square]] = defaultdict(list)
    for square in SQUARES:
        if square not in told:
            beside[tuple(s for s in around(square) if s in told)].append(square)
    sea = beside.pop((), [])
    groups = sorted(beside.items(), key=lambda item: sum(c * 100 + r for r, c in item[1]) / len(item[1]))
    last = {witness: i for i, (witnesses, _) in enumerate(groups) for witness in witnesses}
    # What the open numbers still lack, by number, and the mines laid so far: how many ways.
    layers: list[dict[State, float]] = [{((), 0): 1.0}]
    steps: list[list[tuple[State, int, State, float]]] = []
    for i, (witnesses, members) in enumerate(groups):
        following: dict[State, float] = defaultdict(float)
        arcs: list[tuple[State, int, State, float]] = []
        for key, ways in layers[-1].items():
            lacks: dict[Square, int] = dict(key[0])
            for laid in range(len(members) + 1):
                left = {w: lacks.get(w, told[w]) - laid for w in witnesses}
                if any(n < 0 or (n and last[w] == i) for w, n in left.items()):
                    continue
                after = {w: n for w, n in {**lacks, **left}.items() if last[w] > i}
                below = (tuple(sorted(after.items())), key[1] + laid)
                weight = float(comb(len(members), laid))
                following[below] += ways * weight
                arcs.append((key, laid, below, weight))
        layers.append(following)
        steps.append(arcs)
    above: dict[State, float] = {
        key: float(comb(len(sea), MINES - key[1])) if key[1] <= MINES else 0.0 for key in layers[-1]
    }
    total = sum(ways * above[key] for key, ways in layers[-1].items())
    chances = dict.fromkeys(SQUARES, 0.0)
    mean = sum(ways * above[key] * (MINES - key[1]) for key, ways in layers[-1].items()) / total
    chances.update(dict.fromkeys(sea, mean / len(sea) if sea else 0.0))
    for (_, members), arcs, before in zip(groups[::-1], steps[::-1], layers[-2::-1], strict=True):
        mass = 0.0
        anew: dict[State, float] = defaultdict(float)
        for key, laid, below, weight in arcs:
            through = weight * above.get(below, 0.0)
            anew[key] += through
            mass += before[key] * through * laid
        chances.update(dict.fromkeys(members, mass / total / len(members)))
        above = anew
    return np.array([chances[square] for square in SQUARES])


def rows() -> Iterator[Row]:
    """Three lines a kind of board, each the sum over ten boards."""
    for opened, scattered in product((80, 120, 150), (True, False)):
        boards = [board(opened, seed, scattered=scattered) for seed in range(10)]
        models = [plain(told) for told in boards]
        kind = f"{opened} squares open, {'scattered' if scattered else 'played'}"
        alone = [timed(lambda m=m: compile_constraints(*m).table(m[0]), repeat=1) for m in models]  # type: ignore[misc]
        seconds = sum(took for took, _ in alone)
        note = f"ten boards; the slowest {1000 * max(took for took, _ in alone):.0f} ms"
        yield Row(kind, "deduce, the plain model", seconds, note=note)
        theirs, found = timed(lambda some=boards: [swept(told) for told in some], repeat=1)  # type: ignore[misc]
        for (_, ours), other in zip(alone, found, strict=True):
            assert np.allclose(ours[:, 1], other, atol=1e-9), kind
        yield Row(kind, "a sweep by hand, Python", theirs, theirs / seconds)
        by_hand, _ = timed(
            lambda some=models: [  # type: ignore[misc]
                compile_constraints(v, c, order=sorted(v, key=lambda x: x.key[::-1])).arrays()
                for v, c in some
            ],
            repeat=1,
        )
        yield Row(kind, "deduce, order by hand", by_hand, by_hand / seconds)
