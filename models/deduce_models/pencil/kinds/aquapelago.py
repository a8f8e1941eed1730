"""Aquapelago: islands that hang together at their corners."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.shades import Grown, apart, connected, no_block
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Aquapelago"
ABOUT = (
    "Shade cells that do not share a side so that all others hang together, nowhere two by two; a number "
    "is shaded and says how many shaded cells hang together with it at corners (x is a shaded cell "
    "without a number)."
)
EXAMPLE = """
4 4
- - - -
- 1 - -
- - - -
- - - x
"""

parse = layout(blacks("x"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected and nowhere two by two, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    no_block(board, CLEAR, "no block of two by two is white")
    corners = {at: [x for x in sheet.around(at) if x[0] != at[0] and x[1] != at[1]] for at in sheet.cells}
    for at, word in sheet.clues.items():
        board.clue(cell[at] == SHADED, "a given cell is shaded", at)
        if word != "x":
            number = int(word)
            if not 1 <= number <= len(sheet.cells):
                raise sheet.refuse("clues", f"no group has {many(number, 'cell')}", *at)
            text = say("{number:shaded cell} hanging together at corners", number=number)
            board.clue(Grown(cell, corners, [at], number, SHADED), text, at)
    return board


show = shading
