"""Slitherlink: a loop along the sides of cells."""

from __future__ import annotations

from deduce.graphs import Loop
from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.rules.sides import Side
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Slitherlink"
ABOUT = (
    "Draw one loop along the sides of cells; a number says how many sides of its cell belong to the loop."
)
EXAMPLE = """
4 4
- 1 - 3
- 0 - -
- 1 - 2
- 3 3 -
"""
NONE, LINE = "none", "line"
Ends = tuple[Cell, Cell]

parse = layout(NUMBERS)


def sides(at: Cell) -> tuple[Ends, Ends, Ends, Ends]:
    """The sides of a cell, top, bottom, left, right: pairs of the points at their ends, (1, 1) at the top left."""
    r, c = at
    a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
    return (a, b), (d, e), (a, d), (b, e)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, numbers."""
    board = sides_board(sheet)
    line = board.sides
    for at, number in sheet.numbers().items():
        if number > 4:
            raise sheet.refuse("clues", f"a cell has four sides, not {number}", *at)
        board.clue(
            Exactly(number, [line[side] for side in sides(at)], LINE),
            say("{number:side} of this cell", number=number),
            at,
        )
    return board


def sides_board(sheet: Sheet) -> PuzzleBoard:
    """A board whose sides of cells form one loop."""
    board = PuzzleBoard(sheet)
    cells = set(sheet.cells)
    every = dict.fromkeys(side for at in sheet.cells for side in sides(at))
    line: dict[Ends, Variable] = dict(
        board.variables("side", [Side(ends, cells) for ends in every], (NONE, LINE))
    )
    board.sides = line
    board.rule("the lines form one loop", Loop(line, value=LINE))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for the cells inside the loop."""
    inside: set[Cell] = set()
    for r in range(1, board.sheet.rows + 1):
        within = False
        for at in board.sheet.row(r):
            within ^= solution[board.sides[sides(at)[2]]] == LINE
            if within:
                inside.add(at)
    return board.sheet.write(lambda at: "x" if at in inside else "-")
