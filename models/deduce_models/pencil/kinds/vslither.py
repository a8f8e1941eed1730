"""Vertex Slitherlink: numbers count the corners that the loop visits."""

from __future__ import annotations

from collections.abc import Mapping

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce.language.variables import Variable
from deduce_models.pencil.kinds.slitherlink import LINE, show, sides_board
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS
from deduce_models.pencil.rules.sides import Corner
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Vertex Slitherlink"
ABOUT = (
    "Draw one loop along the sides of cells; a number says how many corners of its cell the loop visits."
)
EXAMPLE = """
3 3
- 2 -
1 - -
- - 4
"""
LEFT_OUT, VISITED = "left out", "visited"

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, numbers."""
    board = sides_board(sheet)
    point = points(board)
    for at, number in sheet.numbers().items():
        if number > 4:
            raise sheet.refuse("clues", f"a cell has four corners, not {number}", *at)
        own = [point[x] for x in corners(at)]
        board.clue(Exactly(number, own, VISITED), say("{number:corner} of this cell", number=number), at)
    return board


def corners(at: Cell) -> list[Cell]:
    """The points at the corners of a cell, (1, 1) at the top left of the grid."""
    r, c = at
    return [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]


def points(board: PuzzleBoard) -> Mapping[Cell, Variable]:
    """For each point whether the loop visits it."""
    sheet = board.sheet
    cells = set(sheet.cells)
    every = [Corner((r, c), cells) for r in range(1, sheet.rows + 2) for c in range(1, sheet.cols + 2)]
    point = board.grid((LEFT_OUT, VISITED), every, name="point")
    at_point: dict[Cell, list[Variable]] = {x: [] for x in every}
    for (a, b), side in board.sides.items():
        at_point[a].append(side)
        at_point[b].append(side)
    for x, near in at_point.items():
        board.rule("a point with a line is visited", Or(point[x] == LEFT_OUT, *(v == LINE for v in near)))
        for v in near:
            board.rule("a point with a line is visited", Or(point[x] == VISITED, v != LINE))
    return point


__all__ = ["ABOUT", "EXAMPLE", "TITLE", "corners", "parse", "points", "rules", "show"]
