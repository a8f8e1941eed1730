"""Layouts that follow from a solution, layouts drawn around one, and words that follow from the numbers of an area."""

from itertools import product
from math import prod
from random import Random

import pytest

from deduce.ground.deadline import Deadline
from deduce.language.constraints import Constraint
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making.around import AROUND
from deduce_models.pencil.making.from_solutions import DRAWN
from deduce_models.pencil.making.full_grids import _CORNERS, _near
from deduce_models.pencil.making.layouts import _areas, _beside, blank
from deduce_models.pencil.making.open_layouts import OPEN
from deduce_models.pencil.making.places import clues, with_word
from deduce_models.pencil.making.true_clues import ClueReader, with_words


@pytest.mark.parametrize("name", sorted(OPEN))
def test_a_layout_that_follows_from_a_solution_has_that_one_alone(name):
    text = pencil.generate(name, 5, 5, rng=2)
    assert verify(pencil.read(name, text)).unique
    assert pencil.generate(name, 5, 5, rng=2) == text
    assert 0 < len(list(clues(pencil.parse(name, text)))) < 25


@pytest.mark.parametrize("name", sorted(OPEN))
def test_what_a_solution_says_of_a_layout_is_true_and_makes_a_puzzle_with_that_solution(name):
    """Whatever words of each cell are taken, the family's own rules allow the solution."""
    left_open, rules, rng = OPEN[name], pencil.family(name).rules, Random(4)
    sheet = blank(name, 5, 5, rng)
    bare = with_words(sheet, {at: "-" for at, _ in clues(sheet)}) if left_open.bare else sheet
    board = left_open.rules(bare)
    for world in verify(board.knowledge(), limit=3).solutions:
        solution = {v.name: value for v, value in world.items()}
        words = {}
        for r, c in sheet.cells:
            told = left_open.words(board, (r, c), solution)
            assert all(
                said.holds([solution[v.name] for v in said.scope]) for _, some in told for said in some
            )
            words |= {("clues", r - 1, c - 1): rng.choice(told)[0]} if told else {}
        words |= left_open.rest(board, solution, words) if left_open.rest else {}
        puzzle = rules(with_words(bare, words)).knowledge()
        for v in puzzle.scope:
            if solution.get(v.name) in v.domain:
                puzzle = puzzle.observe(v == solution[v.name])
        assert verify(puzzle).solutions, words


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
            sizes = [len(cells) for cells in sheet.areas.values()]
            assert max(sizes) * len(sizes) <= 2.5 * sum(sizes), "the smallest grow first"
    assert drawn


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


@pytest.mark.parametrize("name", ["heyawake", "ayeheya"])
def test_rectangles_by_chance_are_rectangles_of_three_by_three_at_most(name):
    sizes = set()
    for cells in (cells for seed in range(9) for cells in blank(name, 7, 6, Random(seed)).areas.values()):
        rows, cols = ({at[i] for at in cells} for i in (0, 1))
        assert {*cells} == {*product(range(min(rows), max(rows) + 1), range(min(cols), max(cols) + 1))}
        sizes |= {(len(rows), len(cols))} if min(cols) > 1 else set()
    assert {high for high, _ in sizes} == {wide for _, wide in sizes} == {1, 2, 3}


@pytest.mark.parametrize("diagonal", [False, True])
def test_numbers_walk_from_neighbour_to_neighbour(diagonal):
    way = DRAWN["hidoku" if diagonal else "numbrix"].told
    cornered = 0
    for seed in range(10):
        rows, cols = 1 + seed % 5, 1 + seed % 4
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


FOUND = (
    "abcendview", "aqre", "aquapelago", "balanceloop", "battleship", "cbanana", "creek", "doppelblock", "eulero",
    "factors", "foseruzu", "futoshiki", "geradeweg", "hakoiri", "jigsawsudoku", "kakurasu", "killersudoku",
    "magnetic", "midloop", "minarism", "mosaic", "nanro", "nothree", "pipelink", "renban", "shingoki", "sudoku",
    "tapa", "vslither", "yajikazu", "yinyang",
)  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_clues_are_found_that_are_true_of_a_solution_those_of_the_example_among_them(name):
    """Found so: every circle of a Geradeweg was made without its number, which is true of any solution."""
    sheet = pencil.parse(name, pencil.family(name).example)
    rules, own = pencil.family(name).rules, dict(clues(sheet))
    bare = with_words(sheet, dict.fromkeys(own, "-"))
    solution = {v.name: value for v, value in verify(rules(sheet).knowledge()).solution.items()}
    found = ClueReader(bare, rules(bare)).true_of(solution, own)
    for at, word in own.items():
        assert sorted(word) in [sorted(clue.word) for clue in found[at]], (at, word)  # 3w is w3
        for clue in found[at]:
            assert clue.true_of(solution)
            for said in rules(with_word(bare, at, clue.word)).knowledge().statements:  # read as a whole
                if isinstance(said.content, Constraint):
                    assert said.content.holds([solution[v.name] for v in said.content.scope]), clue.word
