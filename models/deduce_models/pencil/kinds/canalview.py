"""Canal View: numbers count the shaded cells they see."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import connected, no_block, sees
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Canal View"
ABOUT = (
    "Shade cells without numbers that hang together, nowhere two by two; a number says how many shaded cells follow it "
    "without a gap in the four directions together."
)
EXAMPLE = """
4 4
- - - -
- 2 - -
- - 1 -
- - 3 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, no blocks, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    for at, number in sheet.numbers().items():
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        sees(board, at, number, SHADED, say("sees {number:shaded cell}", number=number))
    return board


show = shading
