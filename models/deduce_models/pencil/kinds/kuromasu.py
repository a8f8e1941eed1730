"""Kuromasu: numbers count the white cells they see."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.rules.stated import RaySight
from deduce_models.pencil.sheet.printed import SIDES, Sheet, layout, many

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
        if not 1 <= number <= sheet.rows + sheet.cols - 1:
            raise sheet.refuse("clues", f"no {many(number, 'cell')} to be seen from here", *at)
        rays = [[cell[x] for x in sheet.ray(at, side)] for side in SIDES]
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        sight = [ray for ray in rays if ray]
        if sight:
            board.clue(
                RaySight(sight, CLEAR, number - 1, number - 1),
                say("sees {number:white cell}", number=number),
                at,
            )
    return board


show = shading
