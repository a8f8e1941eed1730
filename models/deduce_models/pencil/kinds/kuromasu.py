"""Kuromasu: numbers count the white cells they see."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import apart, connected, sees
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Kuromasu"
ABOUT = (
    "Shade cells without numbers that do not share a side so that all others hang together; a number says how many white "
    "cells are seen from it along row and column, itself included."
)
EXAMPLE = """
4 4
- - 6 4
- - - -
- 5 - -
- - 7 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for at, number in sheet.numbers().items():
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        sees(board, at, number - 1, CLEAR, say("sees {number:white cell}", number=number))
    return board


show = shading
