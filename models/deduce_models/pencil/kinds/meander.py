"""Meandering Numbers: each area is a path of numbers."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import filled_areas, near_differ
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Meandering Numbers"
ABOUT = (
    "Each area holds the numbers 1 to its size once, each next to the one that follows; cells that share "
    "a side or a corner differ."
)
EXAMPLE = """
4 4
- - 1 -
- - - -
- - - -
- - - -
1 1 2 2
1 1 2 2
3 3 2 4
3 3 4 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, cells around, the next number, and the numbers given."""
    board = filled_areas(sheet)
    cell = board.cell
    around = [(a, b) for a in sheet.cells for b in sheet.around(a) if a < b]
    near_differ(board, around, "cells that touch differ")
    for at in sheet.cells:
        own = [x for x in sheet.near(at) if sheet.area_of[x] == sheet.area_of[at]]
        for number in range(1, len(sheet.areas[sheet.area_of[at]])):
            ways = [cell[x] == number + 1 for x in own]
            board.rule(
                say("{next} stands next to the {number} of its area", next=number + 1, number=number),
                Or(cell[at] != number, *ways),
            )
    board.givens()
    return board


show = values
