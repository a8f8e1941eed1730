"""Minesweeper on paper: numbers count the mines around them."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Minesweeper"
ABOUT = (
    "A number says how many of the eight cells around it hold a mine; the number of all mines is given; "
    "# is a cell without one."
)
EXAMPLE = """
4 4 3
- - - -
- 0 - -
- - - -
- - 0 -
"""

parse = layout(blacks("#"), extra="the number of mines", shown=2)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Numbers, and all mines."""
    mines = sheet.number_after("the number of mines")
    board = PuzzleBoard(sheet)
    cell = board.shading([at for at in sheet.cells if at not in sheet.clues])
    for at, number in sheet.numbers().items():
        around = [cell[x] for x in sheet.around(at) if x in cell]
        board.counted(at, number, around, "mine", "around this cell", SHADED)
    if mines > len(cell):
        raise sheet.refuse("", f"no room for {many(mines, 'mine')} in {many(len(cell), 'cell')}")
    if cell:
        board.clue(Exactly(mines, list(cell.values()), SHADED), say("{number:mine} in all", number=mines))
    return board


show = shading
