"""Futoshiki: a Latin square with signs between neighbours."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Futoshiki"
ABOUT = (
    "Every number stands once in each row and column; a sign between two cells opens towards the greater number "
    "(< and > to the cell on the right, ^ and v to the cell below)."
)
EXAMPLE = """
4 4
- - - -
- - - -
- - - -
- - - -
- - < -
>v - - -
- >^ - -
- < - -
"""

parse = layout(
    NUMBERS, TextLayer("signs", r"[<>][v^]?|[v^]|-", "< or > (to the right), v or ^ (to below), both, or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, signs and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    board.apart = True
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    for (r, c), word in sheet.layer("signs").items():
        for sign in word:
            other = (r, c + 1) if sign in "<>" else (r + 1, c)
            if other not in cell:
                raise sheet.refuse("signs", f"there is no cell beyond the sign {sign}", r, c)
            less, more = ((r, c), other) if sign in "<^" else (other, (r, c))
            board.clue(cell[less] < cell[more], say("the sign {sign}", sign=sign), (r, c))
    board.givens()
    return board


show = values
