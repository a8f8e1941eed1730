"""Simple Gako: numbers that count themselves along row and column."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Simple Gako"
ABOUT = (
    "Write a number into every cell; it says how often it stands in its row and column together, itself "
    "included."
)
EXAMPLE = """
3 3
2 - 1
- 4 -
- - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every number counts its like."""
    board = PuzzleBoard(sheet)
    most = sheet.rows + sheet.cols - 1
    cell = board.grid(range(1, most + 1))
    for at in sheet.cells:
        cross = dict.fromkeys([*sheet.row(at[0]), *sheet.col(at[1])])
        for number in range(1, most + 1):
            others = [cell[x] == number for x in cross if x != at]
            text = say("a {number} stands {number} times in its row and column", number=number)
            board.rule(text, CountIf(cell[at] == number, others, number - 1, number - 1))
    board.givens()
    return board


show = values
