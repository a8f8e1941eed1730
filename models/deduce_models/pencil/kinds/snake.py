"""Snake: a body that touches itself nowhere."""

from __future__ import annotations

from deduce.graphs import Grid, Path
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Snake"
ABOUT = (
    "Shade a snake from one given end (x) to the other; it touches itself nowhere, not even at a corner; "
    "numbers count its "
    "cells in a line."
)
EXAMPLE = """
4 4
3 1 3 -
- - - -
x - x -
- - - -
- - - -
- - - -
"""

parse = layout(TOP, LEFT, TextLayer("clues", "[x-]", "x (an end) or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One path, no corners that touch, numbers."""
    ends = tuple(sheet.clues)
    if len(ends) != 2:
        raise sheet.refuse(
            "clues", f"a snake has two ends, not {len(ends)}", *(ends[-1] if ends else (1, 1))
        )
    board = PuzzleBoard(sheet)
    cell = board.shading()
    board.rule(
        "the snake is one body",
        Path(cell, Grid(sheet.rows, sheet.cols), ends=(ends[0], ends[1]), value=SHADED),
    )
    for a, b, c, d in sheet.blocks():
        for x, y, p, q in ((a, d, b, c), (b, c, a, d)):
            board.rule(
                "the snake does not touch itself at corners",
                Or(cell[x] == CLEAR, cell[y] == CLEAR, cell[p] == SHADED, cell[q] == SHADED),
            )
    board.line_counts(cell, SHADED, "snake cell")
    return board


show = shading
