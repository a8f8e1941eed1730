"""Aquarium: water in tanks, counted line by line."""

from __future__ import annotations

from itertools import pairwise

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Aquarium"
ABOUT = (
    "Water fills each area from below to one level over its whole width; a number beside the grid says how many cells of "
    "its line hold water."
)
EXAMPLE = """
4 4
- - 1 1
- 3 - 0
1 1 2 3
1 2 2 2
4 4 5 5
4 6 5 5
"""

parse = layout(TOP, LEFT, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Levels and the numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for name, area in sheet.areas.items():
        levels = [[at for at in area if at[0] == r] for r in sorted({r for r, _ in area})]
        for level in levels:
            for a, b in pairwise(level):
                board.rule(say("water stands at one level in area {area}", area=name), cell[a] == cell[b])
        for upper, lower in pairwise(levels):
            board.rule(
                say("water stands at one level in area {area}", area=name),
                Or(cell[upper[0]] == CLEAR, cell[lower[0]] == SHADED),
            )
    board.line_counts(cell, SHADED, "water cell")
    return board


show = shading
