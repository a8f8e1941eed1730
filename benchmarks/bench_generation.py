"""Making puzzles: sudokus in which no clue is superfluous, and zebra puzzles, each verified, and graded by its steps.

The peer for sudokus is a loop over one live PySAT solver that takes givens away in random order for as long as the
puzzle stays unique: the same puzzles, neither graded nor worded. Both are counted a puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from benchmarks import bench_sudoku as sudokus
from benchmarks.harness import Row, timed
from benchmarks.peers import LiveSat
from deduce import Statement
from deduce.puzzles import PuzzleFamily, generate
from deduce_models.classics import einstein, sudoku

__all__ = ["rows"]

MADE = 4


def givens(solution: Mapping[Any, Any]) -> list[Statement]:
    """Every cell of a solution as a clue."""
    return [
        Statement(cell == digit, f"{cell} is {digit}", "observation") for cell, digit in solution.items()
    ]


def ours(seed: int) -> list[int]:
    """Sudokus made, as their numbers of givens."""
    return [len(each.clues) for each in generate(PuzzleFamily(sudoku.rules(), givens), rng=seed, n=MADE)]


def zebras(seed: int) -> list[int]:
    """Zebra puzzles of four houses."""
    return [len(each.clues) for each in generate(einstein.family(4), rng=seed, n=MADE)]


def live(seed: int) -> list[int]:
    """The peer: solutions are a pattern with digits, rows and columns exchanged."""
    rng, solver, made = random.Random(seed), LiveSat(sudokus.RULES, 729), []
    for _ in range(MADE):
        rows = [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
        columns = [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
        digits = rng.sample(range(1, 10), 9)
        kept = [
            sudokus.literal(i, j, digits[(3 * (r % 3) + r // 3 + c) % 9])
            for i, r in enumerate(rows)
            for j, c in enumerate(columns)
        ]
        for given in rng.sample(kept, 81):
            fewer = [x for x in kept if x != given]
            if solver.unique(fewer):
                kept = fewer
        made.append(len(kept))
    return made


def rows() -> Iterator[Row]:
    """Seconds a puzzle."""
    seconds, found = timed(partial(ours, 3), repeat=1)
    mine = seconds / MADE
    yield Row("a sudoku without superfluous givens", "deduce", mine, None, None, f"graded; givens {found}")
    theirs, found = timed(partial(live, 3), repeat=1)
    note = f"not graded; givens {found}"
    yield Row(
        "a sudoku without superfluous givens",
        "one live PySAT solver",
        theirs / MADE,
        theirs / seconds,
        None,
        note,
    )
    seconds, found = timed(partial(zebras, 3), repeat=1)
    yield Row(
        "a zebra puzzle of four houses", "deduce", seconds / MADE, None, None, f"graded; clues {found}"
    )
