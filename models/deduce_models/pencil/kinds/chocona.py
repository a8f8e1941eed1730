"""Chocona: shaded rectangles."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import area_counts
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Chocona"
ABOUT = "Shade cells so that every shaded part is a rectangle; a number says how many cells of its area are shaded."
EXAMPLE = """
3 4
3 - 2 1
- - - -
- 1 - -
1 1 2 3
1 2 2 2
1 4 4 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """No corner that points inwards (then every part is a rectangle), numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for block in sheet.blocks():
        for at in block:
            others = [cell[x] == CLEAR for x in block if x != at]
            board.rule("a shaded part is a rectangle", Or(cell[at] == SHADED, *others))
    area_counts(board)
    return board


show = shading
