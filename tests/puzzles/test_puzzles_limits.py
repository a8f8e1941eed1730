"""Time limits hold for every question that may take long, and what was found by then is said to be less than all."""

from __future__ import annotations

import time

import pytest

from deduce import AllDifferent, GaveUp, Problem
from deduce.graphs import Grid
from deduce.puzzles import generate, redundant, repair, verify
from deduce_models.classics import einstein, sudoku

LIMIT = 0.4


def _empty():
    """A sudoku with seven clues: nothing about it is quick to tell."""
    return sudoku.puzzle("1......7..2......6..3......5" + "." * 53)


def _open_ended():
    """Latin squares of side nine: their number has 28 digits."""
    problem, grid = Problem("latin"), Grid(9)
    cell = problem.variables("cell", grid.cells, range(9))
    for line in grid.lines:
        problem.require(AllDifferent([cell[x] for x in line]))
    return problem


def _told(asked):
    """Whether the answer says that it is not all, or the question was given up."""
    try:
        found = asked()
    except GaveUp:
        return True
    return bool(getattr(found, "limit", "")) or not getattr(found, "proved", True)


ASKED = {
    "repair": lambda: repair(_empty(), time_limit=LIMIT),
    "verify": lambda: verify(_open_ended(), limit=None, time_limit=LIMIT),
    "redundant": lambda: redundant(sudoku.puzzle(FULL), fewest=True, time_limit=LIMIT),
    "generate": lambda: generate(einstein.family(5, groups=4), rng=1, n=500, time_limit=LIMIT),
}
FULL = "".join(str((3 * r + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9))


@pytest.mark.parametrize("name", ASKED)
def test_a_time_limit_is_kept(name):
    # Imports and the rules' common form are no part of the question.
    assert verify(sudoku.puzzle(FULL)).unique
    began = time.monotonic()
    told = _told(ASKED[name])
    took = time.monotonic() - began
    assert told
    # Ten times the limit and more: other work may run beside; without a limit each takes minutes at least.
    assert took < 12 * LIMIT


def test_what_is_superfluous_is_told_when_the_limit_comes_during_the_search_for_the_fewest():
    found = redundant(sudoku.puzzle(FULL), fewest=True, time_limit=1.5)
    assert not found.proved
    assert len(found.implied) == 81
    (enough,) = found.smallest
    puzzle = sudoku.puzzle(FULL)
    left = puzzle.without(*(clue for clue in puzzle.log if clue not in enough))
    assert verify(left).unique
    for clue in enough[:3]:
        assert not verify(left.without(clue)).unique
