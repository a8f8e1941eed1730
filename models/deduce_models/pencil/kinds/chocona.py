"""Chocona: shaded rectangles."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import area_counts, rectangles_only
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
    board.shading()
    rectangles_only(board)
    area_counts(board)
    return board


show = shading
