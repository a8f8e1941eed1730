"""Even-Odd Sudoku: a sudoku whose open cells say whether their number is even or odd."""

from __future__ import annotations

from deduce_models.pencil.kinds import sudoku
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Even-Odd Sudoku"
ABOUT = "A sudoku; a cell marked E holds an even number, a cell marked O an odd one."
EXAMPLE = """
4 4
O E O E
E O E O
O - - -
2 - 1 -
"""

parse = layout(blacks("E", "O"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Those of a sudoku, and the parities."""
    board = sudoku.rules(sheet)
    for at, word in sheet.clues.items():
        if word in "EO":
            variable = board.cell[at]
            rest = 0 if word == "E" else 1
            fits = [v for v in range(1, sheet.rows + 1) if v % 2 == rest]
            board.clue(variable.is_in(fits), "even number" if rest == 0 else "odd number", at)
    return board


show = values
