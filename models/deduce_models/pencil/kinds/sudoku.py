"""Sudoku: every number once in each row, column and box."""

from __future__ import annotations

from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, true_boxes
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Sudoku"
ABOUT = "Every number stands once in each row, each column and each box."
EXAMPLE = """
4 4
- 4 - -
- 3 - -
- - 1 -
- - 3 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, boxes and the numbers given."""
    board = PuzzleBoard(sheet)
    found = true_boxes(sheet)
    cell = board.grid(range(1, sheet.rows + 1))
    different_lines(board)
    for box in found:
        board.rule("no number twice in a box", AllDifferent([cell[at] for at in box]))
    board.givens()
    return board


show = values
