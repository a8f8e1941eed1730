"""Layouts that follow from a solution, layouts drawn around one, and words that follow from the numbers of an area."""

from itertools import product
from math import prod
from random import Random

import pytest

from deduce.ground.deadline import Deadline
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making.around import AROUND
from deduce_models.pencil.making.full_grids import _CORNERS, _near, graeco_latin, numbered_walk
from deduce_models.pencil.making.layouts import _areas, _beside
from deduce_models.pencil.making.open_layouts import OPEN
from deduce_models.pencil.making.places import clues


@pytest.mark.parametrize("name", sorted(OPEN))
def test_a_layout_that_follows_from_a_solution_has_that_one_alone(name):
    text = pencil.generate(name, 5, 5, rng=2)
    assert verify(pencil.read(name, text)).unique
    assert pencil.generate(name, 5, 5, rng=2) == text
    assert 0 < len(list(clues(pencil.parse(name, text)))) < 25


def test_a_theme_still_says_where_the_circles_are():
    at = {
        place[1:]
        for place, _ in clues(pencil.parse("nurimisaki", pencil.generate("nurimisaki", 5, 5, rng=2)))
    }
    theme = "\n".join("".join("o" if (r, c) in at else "." for c in range(5)) for r in range(5))
    text = pencil.generate("nurimisaki", 5, 5, rng=1, theme=theme)
    assert {place[1:] for place, _ in clues(pencil.parse("nurimisaki", text))} == at


@pytest.mark.parametrize("name", sorted(AROUND))
def test_areas_drawn_around_a_solution_have_one(name):
    drawn = 0
    for seed in range(4):
        layers = AROUND[name](6, 6, Random(seed))
        if layers is not None:
            sheet = pencil.family(name).parse.blank(name, 6, 6, layers)
            assert verify(pencil.family(name).rules(sheet).knowledge(), limit=2).solutions
            drawn += 1
    assert drawn


@pytest.mark.parametrize("size", [3, 4, 5, 10, 16])
def test_two_squares_hold_every_pair_once(size):
    square = graeco_latin(size, size, Random(size))
    numbers = set(range(1, size + 1))
    assert len(square) == len(set(square.values())) == size * size
    for part in (0, 1):
        for i in numbers:
            assert {square[i, j][part] for j in numbers} == numbers == {square[j, i][part] for j in numbers}


@pytest.mark.parametrize("size", [(6, 6), (8, 8), (3, 5)])
def test_where_no_construction_is_known_the_solver_looks(size):
    assert graeco_latin(*size, Random(1)) is None


def test_cells_beside_one_another_share_a_side():
    for rows, cols in product(range(1, 4), repeat=2):
        cells = set(product(range(rows), range(cols)))
        for r, c in cells:
            near = {(a, b) for a, b in cells if abs(a - r) + abs(b - c) == 1}
            found = _beside((r, c), rows, cols)
            assert set(found) == near
            assert len(found) == len(near)


@pytest.mark.parametrize("seed", range(20))
def test_areas_made_by_chance_hang_together_and_none_is_too_small(seed):
    rows, cols, size, least = 5, 6, 4, 2 + seed % 3
    drawn = _areas(rows, cols, size, Random(seed), least, exact=False)
    parts = {}
    for r, c in product(range(rows), range(cols)):
        parts.setdefault(drawn[r][c], []).append((r, c))
    for part in parts.values():
        assert len(part) >= least
        reached = part[:1]
        for r, c in reached:
            reached += [x for x in part if abs(x[0] - r) + abs(x[1] - c) == 1 and x not in reached]
        assert len(reached) == len(part)


@pytest.mark.parametrize("diagonal", [False, True])
def test_numbers_walk_from_neighbour_to_neighbour(diagonal):
    way = numbered_walk(diagonal=diagonal)
    cornered = 0
    for seed in range(10):
        rows, cols = 3 + seed % 3, 4
        grid = way(rows, cols, Random(seed), Deadline(None))["clues"]
        at = {int(grid[r][c]): (r, c) for r, c in product(range(rows), range(cols))}
        assert sorted(at) == list(range(1, rows * cols + 1))
        for number in range(1, rows * cols):
            down, right = (abs(a - b) for a, b in zip(at[number], at[number + 1], strict=True))
            assert max(down, right) == 1
            cornered += down + right == 2
    assert (cornered > 0) == diagonal
    cells = set(product(range(3), range(4)))
    near = _near(3, 4, _CORNERS)
    for r, c in cells:
        assert set(near[r, c]) == {(a, b) for a, b in cells if abs(a - r) == abs(b - c) == 1}


def test_clues_of_areas_are_what_their_numbers_make():
    # Products are greater than any number that would be tried one by one.
    text = pencil.generate("factors", 7, 7, rng=1)
    verdict = verify(pencil.read("factors", text))
    assert verdict.unique
    sheet = pencil.parse("factors", text)
    value = {v.key: x for v, x in verdict.solution.items()}
    told = {at: int(word) for at, word in sheet.clues.items()}
    assert max(told.values()) > 3 * 7
    for at, number in told.items():
        assert number == prod(value[x] for x in sheet.areas[sheet.area_of[at]])


def test_cages_are_told_with_their_signs():
    text = pencil.generate("kenken", 5, 5, rng=2)
    sheet = pencil.parse("kenken", text)
    assert verify(pencil.read("kenken", text)).unique
    assert {word[-1] for word in sheet.clues.values()} & set("+-*/")
