"""Cave: numbers count the cells of the cave they see."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.shades import connected, sees, with_border
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Cave"
ABOUT = (
    "Choose the cells of a cave (x), which hang together; all other cells hang together with the border "
    "of the grid; a number "
    "belongs to the cave and says how many of its cells are seen from it along row and column, itself "
    "included (? for any)."
)
EXAMPLE = """
4 4
- - - -
- - - -
- - 1 -
- - - -
"""
parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """The cave connected, the rest connected with the border, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the cells of the cave hang together")
    with_border(board, CLEAR, "cells outside the cave hang together with the border")
    for at, number in sheet.numbers().items():
        board.clue(cell[at] == SHADED, "a number belongs to the cave", at)
        sees(board, at, number - 1, SHADED, say("sees {number:cell} of the cave", number=number))
    for at, word in sheet.clues.items():
        if word == "?":
            board.clue(cell[at] == SHADED, "a number belongs to the cave", at)
    return board


show = shading
