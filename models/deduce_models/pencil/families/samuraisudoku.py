"""Samurai Sudoku: five sudokus that overlap in their corner boxes."""

from __future__ import annotations

from deduce.constraints import AllDifferent
from deduce_models.pencil.board import Board
from deduce_models.pencil.parts import NUMBERS, values
from deduce_models.pencil.sheet import Cell, Sheet, layout

TITLE = "Samurai Sudoku"
ABOUT = "Five sudokus, the middle one sharing a box with each of the other four."
EXAMPLE = "\n".join(
    [
        "21 21",
        *("- - - - - - - - - - - - - - - - - - - - -" for _ in range(21)),
    ]
)
CORNERS = ((1, 1), (1, 13), (7, 7), (13, 1), (13, 13))

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> Board:
    """Lines and boxes of each of the five grids."""
    if (sheet.rows, sheet.cols) != (21, 21):
        raise sheet.refuse("clues", 0, 0, f"the grid is {sheet.rows} by {sheet.cols}; it must be 21 by 21")
    board = Board(sheet)
    used = {(r + i, c + j) for r, c in CORNERS for i in range(9) for j in range(9)}
    cell = board.grid(range(1, 10), [at for at in sheet.cells if at in used])
    groups: dict[frozenset[Cell], str] = {}
    for r, c in CORNERS:
        for i in range(9):
            groups[frozenset((r + i, c + j) for j in range(9))] = "no number twice in a row"
            groups[frozenset((r + j, c + i) for j in range(9))] = "no number twice in a column"
            top, left = r + i // 3 * 3, c + i % 3 * 3
            groups[frozenset((top + j // 3, left + j % 3) for j in range(9))] = "no number twice in a box"
    for group, text in groups.items():
        board.rule(text, AllDifferent([cell[at] for at in sorted(group)]))
    board.givens()
    return board


show = values
