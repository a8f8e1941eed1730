"""Mosaic: numbers count the shaded cells among nine."""

from __future__ import annotations

from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Mosaic"
ABOUT = "A number says how many cells are shaded among its own and those around it."
EXAMPLE = """
4 4
- - 1 -
- 0 - -
- 1 1 -
- - 0 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """The numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for at, number in sheet.numbers().items():
        around = [cell[x] for x in (at, *sheet.around(at))]
        board.counted(at, number, around, "shaded cell", "here and around", SHADED)
    return board


show = shading
