"""Norinuri: islands among shaded dominoes."""

from __future__ import annotations

from deduce_models.pencil.kinds.nurikabe import islands
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Norinuri"
ABOUT = (
    "Shade cells so that each has exactly one shaded neighbour; every white part holds exactly one "
    "number, which is the number of its cells (? is not told)."
)
EXAMPLE = """
4 4
- - - 6
- - - -
? - - -
- - - ?
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Dominoes, one number a white part, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for at in sheet.cells:
        near = [cell[x] == SHADED for x in sheet.near(at)]
        board.rule("a shaded cell has one shaded neighbour", CountIf(cell[at] == SHADED, near, 1, 1))
    islands(board)
    return board


show = shading
