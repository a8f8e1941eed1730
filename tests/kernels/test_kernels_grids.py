"""The compiled search for grids, against brute force and the other methods. Skipped where nothing is compiled."""

from contextlib import contextmanager
from itertools import product
from pathlib import Path
from unittest.mock import patch

import pytest
from amount import is_night, some
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import AllDifferent, Knowledge, Problem, Shuffle
from deduce.kernels import cover, library, using
from deduce.puzzles import grids, verify
from deduce.puzzles.grids import grid_solutions
from deduce_models.classics import sudoku

pytestmark = pytest.mark.skipif(library() is None, reason="no kernels were compiled")

DATA = Path(__file__).parents[1] / "data"


@st.composite
def drawn(draw):
    """A few cells with domains of their own, groups that cross, and conditions on single cells."""
    problem = Problem("grid")
    pool = [1, "b", None, 4, (5,)][: draw(st.integers(2, 5))]
    cells = []
    for i in range(draw(st.integers(3, 7))):
        domain = draw(st.one_of(st.just(pool), st.lists(st.sampled_from(pool), min_size=1, unique=True)))
        cells.append(problem.variable(f"c{i}", domain))
    groups = []
    for _ in range(draw(st.integers(2, 4))):
        group = draw(st.lists(st.sampled_from(range(len(cells))), min_size=2, max_size=5, unique=True))
        groups.append([cells[i] for i in group])
        problem.require(AllDifferent(groups[-1]))
    k = Knowledge(problem)
    for cell in draw(st.lists(st.sampled_from(cells), max_size=3)):
        value = draw(st.sampled_from(cell.domain))
        k = k.observe((cell == value) if draw(st.booleans()) else (cell != value))
    return k, cells, groups


def listed(worlds, cells):
    return sorted(tuple(cell.domain.index(world[cell]) for cell in cells) for world in worlds)


@settings(max_examples=max(120, settings.default.max_examples))
@given(drawn())
def test_all_solutions_are_found_and_no_others(case):
    k, cells, groups = case
    truth = []
    for row in product(*(cell.domain for cell in cells)):
        world = dict(zip(cells, row, strict=True))
        fits = all(len({world[v] for v in group}) == len(group) for group in groups)
        if fits and all(s.content.holds([world[v] for v in s.content.scope]) for s in k.log):
            truth.append(world)
    found = grid_solutions(k, 1000)
    crossing = sum(map(len, groups)) > len({v for group in groups for v in group})
    assert (found is not None) == crossing
    if found is not None and len(truth) < 1000:
        assert listed(found, cells) == listed(truth, cells)
    status = {0: "none", 1: "unique"}.get(len(truth), "several")
    verdict = verify(k)
    assert verdict.status == status
    with using(False):
        assert verify(k).status == status
    assert all(world in truth for world in verdict.solutions)


@contextmanager
def cell_by_cell():
    """Within the block grids are searched as large ones are."""
    grids._GRIDS.clear()
    with patch.object(cover, "_BOARD", (0, 0, 0)):
        yield
    grids._GRIDS.clear()


@settings(max_examples=100)
@given(drawn())
def test_both_searches_find_the_same(case):
    k, cells, _ = case
    one = grid_solutions(k, 1000)
    with cell_by_cell():
        other = grid_solutions(k, 1000)
    if one is None or other is None or max(len(one), len(other)) == 1000:
        assert (one is None) == (other is None)
    else:
        assert listed(one, cells) == listed(other, cells)


@pytest.mark.parametrize("name", ["sudoku_17_clues_100.txt", "sudoku_hard_100.txt"])
def test_both_searches_solve_sudokus_alike(name):
    for text in texts(name):
        one = grid_solutions(sudoku.puzzle(text), 2)
        short = sudoku.puzzle(text[:40] + "." * 41)
        few = grid_solutions(short, 20)
        assert len(one) == 1
        with cell_by_cell():
            assert grid_solutions(sudoku.puzzle(text), 2) == one
            assert len(grid_solutions(short, 20)) == len(few)


def texts(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("name", ["sudoku_17_clues_100.txt", "sudoku_hard_100.txt"])
def test_sudokus_have_the_solution_that_the_solver_finds(name):
    for text in some(texts(name)[:25], 3):
        verdict = verify(sudoku.puzzle(text))
        assert (verdict.status, verdict.method) == ("unique", "search")
        with using(False):
            other = verify(sudoku.puzzle(text))
        assert (other.status, other.method) == ("unique", "sat")
        assert verdict.solution == other.solution
    if "hard" in name or is_night():  # of seventeen clues the checker takes seconds
        assert verdict.check()
    empty = text.replace(next(mark for mark in text if mark in "123456789"), ".", 1)
    assert verify(sudoku.puzzle(empty)).status == "several"


def test_an_empty_grid_has_as_many_solutions_as_are_asked_for():
    assert len(verify(sudoku.puzzle("." * 81), limit=300).solutions) == 300
    assert len(verify(sudoku.puzzle("." * 16), limit=300).solutions) == 288


def test_what_it_cannot_end_soon_is_left_to_others():
    # Eleven pigeons, ten holes, and nothing that propagation would see; the groups cross, so it is a grid.
    problem = Problem("pigeons")
    seat = problem.variables("seat", range(12), domain=range(10))
    problem.require(AllDifferent([seat[i] for i in range(11)]), "apart")
    problem.require(AllDifferent([seat[10], seat[11]]), "the last two as well")
    assert grid_solutions(Knowledge(problem), 2) is None
    verdict = verify(problem)
    assert verdict.status == "none"
    assert [s.text for s in verdict.conflict.because] == ["apart"]


def test_rules_added_later_are_seen():
    problem = Problem("grows")
    x = problem.variables("x", range(3), domain=range(3))
    problem.require(AllDifferent(x[0], x[1]))
    problem.require(AllDifferent(x[1], x[2]))
    assert len(grid_solutions(Knowledge(problem), 100)) == 12
    problem.require(x[0] != x[2])
    assert grid_solutions(Knowledge(problem), 100) is None
    problem.require(x[0] == 1)
    assert len(verify(problem, limit=100).solutions) == 2


def test_a_clue_about_several_single_cells_is_read_as_well_and_one_about_cells_together_is_left_to_others():
    problem = Problem("grid")
    x = problem.variables("x", range(3), domain=["a", "b", "c"])
    problem.require(AllDifferent(x[0], x[1]))
    problem.require(AllDifferent(x[1], x[2]))
    blank = Knowledge(problem)
    several = blank.observe((x[0] == "a") & (x[2] != "a"))
    together = blank.observe((x[0] == "a") | (x[2] == "a"))
    assert sorted(tuple(world.values()) for world in grid_solutions(several, 100)) == [
        ("a", "b", "c"),
        ("a", "c", "b"),
    ]
    assert grid_solutions(together, 100) is None
    rows = [
        row
        for row in product("abc", repeat=3)
        if row[1] not in (row[0], row[2]) and "a" in (row[0], row[2])
    ]
    assert sorted(tuple(world.values()) for world in verify(together, limit=None).solutions) == rows
    changed = blank.change(Shuffle([x[0], x[2]]))
    assert grid_solutions(changed, 100) is None
