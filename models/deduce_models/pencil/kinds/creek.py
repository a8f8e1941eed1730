"""Creek: numbers at points count shaded cells around."""

from __future__ import annotations

from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import connected
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Creek"
ABOUT = (
    "Shade cells so that all others hang together; a number at a point says how many of the cells around "
    "it are shaded."
)
EXAMPLE = """
4 4
- - - - 0
- 1 0 - -
2 - - - 1
- - - 2 -
1 - - 0 -
"""
POINTS = TextLayer("points", "[0-4-]", "a number from 0 to 4 or -", more=1)

parse = layout(POINTS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """White connected, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, CLEAR, "the white cells hang together")
    for (r, c), word in sheet.layer("points").items():
        around = [cell[x] for x in ((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)) if x in cell]
        board.counted((r, c), int(word), around, "shaded cell", "around this point", SHADED, layer="points")
    return board


show = shading
