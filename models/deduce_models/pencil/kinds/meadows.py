"""Meadows: a grid of squares, one clue each."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.tiles import owners, tile
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Meadows"
ABOUT = "Divide the grid into squares, each with one circle (o)."
EXAMPLE = """
5 5
- - - - -
o - - - -
o o - o -
o - o - -
o - - o -
"""

parse = layout(TextLayer("clues", "[o-]", "o or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one square with one circle."""
    board = PuzzleBoard(sheet)
    tile(board, lambda _, b: b[2] - b[0] == b[3] - b[1])
    return board


show = owners
