"""Heyawake: shaded cells in rooms."""

from __future__ import annotations

from itertools import pairwise

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import apart, area_counts, connected
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Heyawake"
ABOUT = (
    "Shade cells that do not share a side so that all others hang together; no straight line of white "
    "cells passes through "
    "more than two rooms; a number says how many cells of its room are shaded."
)
EXAMPLE = """
4 4
- - - 0
- - - -
- - - -
- - 1 -
1 1 2 3
1 2 2 3
4 2 2 3
4 4 5 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, lines through rooms, numbers."""
    board = PuzzleBoard(sheet)
    board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    shaded = board.where(SHADED)
    for _, line in sheet.lines() if board.stating else ():
        starts = [i for i in range(1, len(line)) if sheet.area_of[line[i]] != sheet.area_of[line[i - 1]]]
        for first, second in pairwise(starts):
            board.rule(
                "no white line through three rooms",
                Or(*[shaded[x] for x in line[first - 1 : second + 1]]),
            )
    area_counts(board)
    return board


show = shading
