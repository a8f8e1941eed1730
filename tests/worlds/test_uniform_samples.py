"""Drawn solutions are uniform: chi-square against every solution, for problems of several kinds and forms of worlds."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from deduce import AllDifferent, Exactly, Knowledge, Problem, Sum
from deduce.graphs import Connected, Grid, Loop, Path, Regions, Runs
from deduce.puzzles import verify


def _loops():
    """An ambiguous Slitherlink."""
    grid, problem = Grid(3, 4), Problem("loops")
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line))
    for cell, n in {(1, 1): 3, (2, 3): 2}.items():
        problem.require(Exactly(n, [line[side] for side in grid.sides(cell)], 1))
    return problem


def _paths():
    problem = Problem("paths")
    edge = problem.variables("edge", Grid(4).edges, [0, 1])
    problem.require(Path(edge, ends=((1, 1), (4, 4))))
    return problem


def _pieces():
    """Six cells of a grid in one piece."""
    grid, problem = Grid(3, 4), Problem("pieces")
    cell = problem.variables("cell", grid.cells, [0, 1])
    problem.require(Connected(cell, grid))
    problem.require(Exactly(6, cell, 1))
    return problem


def _dominoes():
    problem = Problem("dominoes")
    wall = problem.variables("wall", Grid(4).edges, [0, 1])
    problem.require(Regions(wall, sizes=[2]))
    return problem


def _latin():
    grid, problem = Grid(4), Problem("latin")
    cell = problem.variables("cell", grid.cells, range(4))
    for line in grid.lines:
        problem.require(AllDifferent([cell[x] for x in line]))
    problem.require(cell[1, 1] == 0)
    return problem


def _picture():
    """A nonogram that is not unique."""
    grid, problem = Grid(5), Problem("picture")
    cell = problem.variables("cell", grid.cells, [0, 1])
    for r in range(1, 6):
        problem.require(Runs([cell[x] for x in grid.row(r)], [2, 1] if r % 2 else [1]))
        problem.require(Sum([cell[x] for x in grid.column(r)], 1, 3))
    return problem


def _deal():
    """Cards to seats, with a hint about one of them."""
    problem = Problem("deal")
    card = problem.variables("card", range(6), range(6))
    problem.require(AllDifferent(card))
    problem.require((card[0] != 2) | (card[1] == 3))
    return problem


KINDS = {
    "loops": _loops, "paths": _paths, "pieces": _pieces, "dominoes": _dominoes, "latin": _latin,
    "picture": _picture, "deal": _deal,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_solution_is_drawn_equally_often(kind):
    knowledge = Knowledge(KINDS[kind]())
    scope = knowledge.scope
    # Listed by the SAT solver wherever they would not fit in a small table.
    solutions = {tuple(w[v] for v in scope) for w in verify(knowledge, limit=None).solutions}
    assert len(solutions) == knowledge.count() > 30
    drawn = Counter(tuple(w[v] for v in scope) for w in knowledge.sample(20 * len(solutions), rng=2026))
    assert drawn.keys() <= solutions
    chi = sum((drawn[s] - 20) ** 2 / 20 for s in solutions)
    free = len(solutions) - 1
    # Normal approximation; at four standard deviations one run in thirty thousand would fail, and the seed is fixed.
    assert abs(chi - free) < 4 * np.sqrt(2 * free)
