"""Clouds: shaded rectangles that do not touch."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, shading
from deduce_models.pencil.rules.shades import rectangles_only
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Clouds"
ABOUT = (
    "Shade rectangles at least two cells high and two wide, which do not touch, not even at a corner; a "
    "number beside the grid says how many cells of its line are shaded."
)
EXAMPLE = """
5 5
- - - 3 -
5 - - - -
"""

parse = layout(TOP, LEFT)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Rectangles, apart, nowhere one cell wide, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    rectangles_only(board)
    for a, b, c, d in sheet.blocks():
        for one, two, x, y in ((a, d, b, c), (b, c, a, d)):
            ways = [cell[one] == CLEAR, cell[two] == CLEAR, cell[x] == SHADED, cell[y] == SHADED]
            board.rule("rectangles do not touch at a corner", Or(*ways))
    for at in sheet.cells:
        for near in (
            [x for x in sheet.near(at) if x[0] == at[0]],
            [x for x in sheet.near(at) if x[1] == at[1]],
        ):
            text = "a rectangle is two cells high and wide at least"
            board.rule(text, Or(cell[at] == CLEAR, *(cell[x] == SHADED for x in near)))
    board.line_counts(cell, SHADED, "shaded cell")
    return board


show = shading
