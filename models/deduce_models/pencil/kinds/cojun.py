"""Cojun: areas filled with 1 to their size; in an area the greater number stands above the lesser."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import filled_areas, near_differ
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Cojun"
ABOUT = (
    "Each area holds the numbers 1 to its size once; neighbours differ; of two cells of one area, one above the other, "
    "the upper has the greater number."
)
EXAMPLE = """
4 4
- - 3 -
- - - -
- - - 3
- - - -
1 2 3 3
1 2 3 3
1 4 4 5
6 6 5 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, neighbours, order from top to bottom, and the numbers given."""
    board = filled_areas(sheet)
    near_differ(board, sheet.pairs, "neighbours differ")
    for a, b in sheet.pairs:
        if a[1] == b[1] and sheet.area_of[a] == sheet.area_of[b]:
            board.rule("in an area the upper number is the greater", board.cell[b] < board.cell[a])
    board.givens()
    return board


show = values
