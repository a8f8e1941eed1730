"""Battenberg: checkerboards are marked, all of them."""

from __future__ import annotations

from deduce.language.facts import And
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Battenberg"
ABOUT = (
    "Shade cells; the four cells around a marked point (o) form a checkerboard, and all such points are "
    "marked; a number beside the grid says how many cells of its line are shaded."
)
EXAMPLE = """
3 3
- 2 -
2 - -
- - - -
- o - -
- - o -
- - - -
"""

parse = layout(TOP, LEFT, TextLayer("points", "[o-]", "o or -", more=1))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Points and numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    marked = sheet.layer("points")
    for at in marked:
        if at[0] in (1, sheet.rows + 1) or at[1] in (1, sheet.cols + 1):
            raise sheet.refuse("points", "a point at the edge has no four cells around it", *at)
    for a, b, c, d in sheet.blocks():
        first = And(
            *(cell[at] == value for at, value in ((a, SHADED), (b, CLEAR), (c, CLEAR), (d, SHADED)))
        )
        other = And(
            *(cell[at] == value for at, value in ((a, CLEAR), (b, SHADED), (c, SHADED), (d, CLEAR)))
        )
        if d in marked:
            for x, y in ((a, b), (b, d), (c, d)):
                board.clue(cell[x] != cell[y], "a checkerboard around the point", d)
        else:
            board.rule("a checkerboard is marked", ~first, ~other)
    board.line_counts(cell, SHADED, "shaded cell")
    return board


show = shading
