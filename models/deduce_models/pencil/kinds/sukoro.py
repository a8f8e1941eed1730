"""Sukoro: numbers that count the numbers beside them."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.rules.sparse import NOTHING, filled, filled_apart, filled_connected
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Sukoro"
ABOUT = (
    "Write numbers from 1 to 4 into some cells; each says how many of the cells beside it have a number; "
    "equal numbers do not share a side; all numbers hang together."
)
EXAMPLE = """
3 3
- - -
- 4 -
- - 2
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Numbers count neighbours, differ from them, and hang together."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, 1, 2, 3, 4))
    for at in sheet.cells:
        near = filled(board, sheet.near(at))
        for number in range(1, 5):
            board.rule(
                say("a {number} has so many numbers beside it", number=number),
                CountIf(cell[at] == number, near, number, number),
            )
    for number in range(1, 5):
        filled_apart(board, number, sheet.pairs, "equal numbers do not share a side")
    filled_connected(board)
    board.givens()
    return board


show = values
