"""Regional Yajilin: a loop around shaded cells counted by areas."""

from __future__ import annotations

from deduce_models.pencil.kinds.yajilin import around_shaded, show
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import Lines
from deduce_models.pencil.rules.parts import AREAS, PERHAPS
from deduce_models.pencil.rules.shades import area_counts
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Regional Yajilin"
ABOUT = (
    "Shade cells that do not share a side and draw one loop through all others; a number says how many "
    "cells of its area are shaded."
)
EXAMPLE = """
4 4
1 - 2 -
- - - -
- - - -
- - - -
1 1 2 2
1 3 2 2
1 3 2 4
5 3 3 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop around shaded cells; areas."""
    board = PuzzleBoard(sheet)
    around_shaded(Lines(board))
    area_counts(board)
    return board


__all__ = ["ABOUT", "EXAMPLE", "TITLE", "parse", "rules", "show"]
