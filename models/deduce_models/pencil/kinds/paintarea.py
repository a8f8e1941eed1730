"""Paintarea: areas painted whole."""

from __future__ import annotations

from itertools import pairwise

from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Paintarea"
ABOUT = (
    "Shade areas whole or not at all; the shaded cells hang together, no block of two by two is all "
    "shaded or all white; a number says how many of the cells beside it are shaded."
)
EXAMPLE = """
3 4
- - - -
2 - - -
- - - 2
1 1 2 2
1 3 3 2
4 4 5 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, shaded connected, no blocks, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for cells in sheet.areas.values():
        for a, b in pairwise(cells):
            board.rule("an area is shaded whole or not at all", cell[a] == cell[b])
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    no_block(board, CLEAR, "no block of two by two is white")
    for at, number in sheet.numbers().items():
        near = [cell[x] for x in sheet.near(at)]
        board.counted(at, number, near, "shaded cell", "beside it", SHADED)
    return board


show = shading
