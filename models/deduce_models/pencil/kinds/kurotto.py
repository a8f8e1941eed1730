"""Kurotto: circles count the shaded cells that hang together with them."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.shades import Grown
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Kurotto"
ABOUT = (
    "Shade cells without circles; a number in a circle is the number of cells of all shaded parts that "
    "share a side with it "
    "(o is a circle without a number)."
)
EXAMPLE = """
4 4
- - - -
- 7 - -
- 7 1 -
- - 7 -
"""

parse = layout(blacks("o"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """The numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading([at for at in sheet.cells if at not in sheet.clues])
    near = {at: [x for x in sheet.near(at) if x in cell] for at in sheet.cells}
    for at, number in sheet.numbers().items():
        if (number and not near[at]) or number > len(cell):
            raise sheet.refuse("clues", f"no room for {many(number, 'shaded cell')} here", *at)
        if near[at]:
            board.clue(
                Grown(cell, near, near[at], number, SHADED),
                say("a part of {number:shaded cell} here", number=number),
                at,
            )
    return board


show = shading
