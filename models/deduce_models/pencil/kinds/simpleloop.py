"""Simple Loop: one loop through all white cells."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import Lines, shown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Simple Loop"
ABOUT = "Draw one loop that passes through every cell without an x."
EXAMPLE = """
3 3
- - -
- x -
- - -
"""

parse = layout(TextLayer("clues", "[x-]", "x or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop through the white cells."""
    board = PuzzleBoard(sheet)
    lines = Lines(board, [at for at in sheet.cells if at not in sheet.clues])
    lines.one_loop()
    lines.visit(lines.cells)
    return board


show = shown
