"""Small parts of the shelf beside plain counting: what hangs together, what is refused, what is told, what is made."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random

import pytest

from deduce import Problem
from deduce.graphs import Connected, Grid
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.addresses import penpa_page
from deduce_models.pencil.addresses.penpa_page import CELL, CORNER, LOWER, RIGHT, PenpaPage
from deduce_models.pencil.kinds import balanceloop
from deduce_models.pencil.making import mending
from deduce_models.pencil.making.variant_making import _Maker
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.polyominoes import shapes_of
from deduce_models.pencil.rules.shades import with_border
from deduce_models.pencil.rules.variant_lines import cell_name
from deduce_models.pencil.words.breaking import broken
from deduce_models.pencil.words.naming import place_of


def pieces(cells, near):
    """The parts of some cells that hang together."""
    left, found = set(cells), []
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            at = waiting.pop()
            part.add(at)
            beside = [x for x in near(at) if x in left]
            left.difference_update(beside)
            waiting += beside
        found.append(part)
    return found


def sides(at):
    r, c = at
    return [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4), (4, 3), (4, 4)])
def test_every_part_must_reach_one_of_the_four_borders(rows, cols):
    sheet = pencil.parse(
        "creek", f"{rows} {cols}\n" + "\n".join([" ".join(["-"] * (cols + 1))] * (rows + 1))
    )
    board = PuzzleBoard(sheet)
    board.grid(("clear", "shaded"))
    with_border(board, "clear", "reaches the border")
    (rule,) = [s.content for s in board.knowledge().statements]
    rng, reached = Random(1), set()
    for _ in range(120):
        world = {at: rng.choice(("clear", "shaded", "clear")) for at in board.cell}
        parts = pieces([at for at in world if world[at] == "clear"], sides)
        true = all(any(r in (1, rows) or c in (1, cols) for r, c in part) for part in parts)
        named = {board.cell[at]: value for at, value in world.items()}
        assert rule.holds([named.get(v, "clear") for v in rule.scope]) == true
        reached.add(true)
    assert reached == {True, False}


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 2), (3, 6), (4, 19), (5, 63), (6, 216)])
def test_there_are_as_many_forms_as_fixed_polyominoes(size, number):
    """A001168 of the OEIS."""
    found = shapes_of(size)
    assert len(found) == len(set(found)) == number
    assert all(min(shape) == (0, 0) and len(pieces(shape, sides)) == 1 for shape in found)


def test_an_area_of_three_cells_holds_one_sign_each():
    found = verify(pencil.read("hakoiri", "1 3\n- - -\n1 1 1"), limit=None)
    rows = {tuple(world[v] for v in found.key) for world in found.solutions}
    assert rows == set(permutations(("o", "t", "s")))
    with pytest.raises(RecordError, match="area 2 has no room for three signs"):
        pencil.read("hakoiri", "1 5\n- - - - -\n1 1 1 2 2")


@pytest.mark.parametrize("sign", "bw")
def test_arms_are_two_long_together_at_least_and_as_long_as_the_grid_allows_at_most(sign):
    rows, cols = 3, 4
    for number in range(12):
        sheet = pencil.parse("balanceloop", f"{rows} {cols}\n- - - -\n- {sign}{number} - -\n- - - -")
        if 2 <= number <= rows + cols:
            assert balanceloop.rules(sheet).knowledge().log
        else:
            with pytest.raises(RecordError, match=f"the arms cannot be {number} long together"):
                balanceloop.rules(sheet)


@pytest.mark.parametrize(("head", "first"), [("3 2", 2), ("2 3", 3)])
def test_a_text_that_fits_no_size_is_measured_by_its_first_line(head, first):
    """Both rows of four, or one of the two faulty: the other order of rows and columns does not fit either."""
    rows, cols = map(int, head.split())
    lines = [" ".join("-" * rows)] * (cols - 1) + [" ".join("-" * (rows + 2))]
    with pytest.raises(RecordError, match=f"row 1 of the clues has {rows} columns instead of {first}"):
        pencil.parse("akari", "\n".join([head, *lines]))


@pytest.mark.parametrize("through", [(), ((2, 2),)])
def test_cells_are_cut_off_where_no_way_is_left_between_them_and_the_fewer_are_named(through):
    problem = Problem("parts")
    grid = Grid(3, 3)
    cell = problem.variables("cell", grid.cells, ("no", "yes"))
    content = Connected(cell, grid, value="yes", through=through)
    rng, told = Random(7), set()
    for _ in range(150):
        state = {at: rng.choice(("on", "off", "off", "")) for at in grid.cells}
        state |= dict.fromkeys(through, "on")
        wanted = {at for at in state if state[at] == "on"}
        parts = [part & wanted for part in pieces([at for at in state if state[at] != "off"], sides)]
        parts = [part for part in parts if part]
        said = broken(
            content,
            {v for at, v in cell.items() if state[at] == "on"},
            {v for at, v in cell.items() if state[at] == "off"},
        )
        assert bool(said) == (len(parts) > 1), said
        if not said:
            continue
        named = set(re.findall(r"r\dc\d", str(said)))
        if "each other" in said:
            one, other = sorted(named)
            assert not any({one, other} <= {place_of(at) for at in part} for part in parts)
            told.add("two")
        else:
            # What is named, or all the others, is a part by itself; and there are no fewer of the others.
            sets = [{place_of(at) for at in part} for part in parts]
            others = {place_of(at) for at in wanted} - named
            assert named in sets or others in sets
            assert len(named) <= len(others)
            told.add("some")
    assert told == {"two", "some"}


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (4, 4), (3, 4), (4, 3), (1, 6)])
def test_the_middle_of_a_drawing_is_the_middle_of_its_grid(rows, cols):
    page = PenpaPage(rows, cols, (0, 0, 0, 0))
    head = penpa_page._inflated(page.packed()).split("\n")[0].split(",")
    kind, r, c = page.place(head[9])
    down, across = {CELL: (0.5, 0.5), CORNER: (0, 0), LOWER: (0, 0.5), RIGHT: (0.5, 0)}[kind]
    assert (r - down, c - across) == (rows / 2, cols / 2)
    assert head[9] == head[10]


def test_a_number_is_given_in_every_cell_that_may_have_one_and_is_that_of_the_solution():
    empty = frozenset({(1, 1), (2, 3)})
    maker = _Maker(["given", "cage"], 4, "", empty, Random(5), Deadline(60))
    made = {maker._random_line("given") for _ in range(300)}
    assert made == {f"given {n} {cell_name(at)}" for at, n in maker.solution.items() if at not in empty}


def test_what_is_not_seen_to_have_a_solution_is_not_taken_for_one_that_has(monkeypatch):
    sheet = pencil.parse("simpleloop", "3 3\n- - -\n- x -\n- - -")
    assert mending._solvable(sheet, Deadline(60))
    assert not mending._solvable(pencil.parse("simpleloop", "3 3\n- x -\n- - -\n- - -"), Deadline(60))

    def late(*_):
        raise GaveUp("conflicts")

    monkeypatch.setattr("deduce_models.pencil.making.mending.Live.satisfiable", late)
    assert not mending._solvable(sheet, Deadline(60))


@pytest.mark.parametrize(
    "name", ["koburin", "linesweeper", "hashi", "shikaku", "tatamibari", "nawabari", "usotatami"]
)
def test_where_all_places_have_their_clue_in_the_end_none_is_left_open(name):
    text = pencil.generate(name, 4, 4, rng=1)
    assert "?" not in text
    assert len(re.findall(r"[0-9hsv+]", text.partition("\n")[2])) >= 2
