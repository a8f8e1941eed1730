"""Tile Paint: whole areas are shaded, counted line by line."""

from __future__ import annotations

from itertools import pairwise

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Tile Paint"
ABOUT = "Each area is shaded wholly or not at all; a number beside the grid says how many cells of its line are shaded."
EXAMPLE = """
4 4
- - - -
3 - 4 -
1 2 2 2
1 3 3 4
5 3 3 4
5 5 5 4
"""

parse = layout(TOP, LEFT, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas of one shade, and the numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for name, area in sheet.areas.items():
        for a, b in pairwise(area):
            board.rule(say("area {area} is shaded wholly or not at all", area=name), cell[a] == cell[b])
    board.line_counts(cell, SHADED, "shaded cell")
    return board


show = shading
