"""Koburin: a loop around shaded cells counted by their neighbours."""

from __future__ import annotations

from deduce_models.pencil.kinds import yajilin
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.loops import Lines
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Koburin"
ABOUT = (
    "Shade cells that do not share a side and draw one loop through all other cells without a number; a number says how "
    "many of the cells beside it are shaded (? is a number not told)."
)
EXAMPLE = """
4 4
- - - -
- 1 - -
- 0 - -
- - - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop around shaded cells; numbers."""
    board = PuzzleBoard(sheet)
    lines = Lines(board, [at for at in sheet.cells if at not in sheet.clues])
    yajilin.around_shaded(lines)
    cell = board.cell
    for at, number in sheet.numbers().items():
        near = [cell[x] for x in sheet.near(at) if x in cell]
        board.counted(at, number, near, "shaded cell", "beside this cell", SHADED)
    return board


show = yajilin.show
