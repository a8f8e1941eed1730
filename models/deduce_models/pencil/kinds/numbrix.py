"""Numbrix: a rook's walk through all cells."""

from __future__ import annotations

from deduce_models.pencil.kinds.hidoku import walk
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Numbrix"
ABOUT = "The numbers from 1 to the number of cells stand once each; consecutive ones share a side."
EXAMPLE = """
4 4
- - 2 -
- - 7 -
- - 8 -
- - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every number once, neighbours of each number."""
    return walk(sheet, sheet.near, lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]))


show = values
