"""Suguru: areas filled with 1 to their size; equal numbers do not touch, not even at a corner."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import filled_areas, near_differ
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Suguru"
ABOUT = "Each area holds the numbers 1 to its size once; cells that share a side or a corner differ."
EXAMPLE = """
4 4
- - - -
4 - - 2
- - - -
- 1 3 -
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, neighbours and the numbers given."""
    board = filled_areas(sheet)
    pairs = [(at, x) for at in sheet.cells for x in sheet.around(at) if at < x]
    apart = [(a, b) for a, b in pairs if sheet.area_of[a] != sheet.area_of[b]]
    near_differ(board, apart, "cells that touch differ")
    board.givens()
    return board


show = values
