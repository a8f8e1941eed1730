"""Jigsaw Sudoku: a sudoku whose boxes have any shape."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_areas, different_lines, square
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Jigsaw Sudoku"
ABOUT = "Every number stands once in each row, each column and each area."
EXAMPLE = """
4 4
3 - 1 -
- - - -
- - - -
- 4 - -
1 2 2 2
1 1 2 3
1 4 3 3
4 4 4 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, areas and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    board.grid(range(1, n + 1))
    different_lines(board)
    different_areas(board, n)
    board.givens()
    return board


show = values
