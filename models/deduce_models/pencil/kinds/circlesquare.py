"""Circles and Squares: white squares in one shaded piece."""

from __future__ import annotations

from deduce.graphs import Connected, Grid
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.squares import OUTSIDE, squares
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Circles and Squares"
ABOUT = (
    "Shade cells that hang together, nowhere two by two, so that every white part is a square; black "
    "circles (b) are shaded, white ones (w) are not."
)
EXAMPLE = """
4 4
- - b -
- - b -
b - - w
w - b -
"""

parse = layout(TextLayer("clues", "[bw-]", "b, w or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """White squares apart, shaded connected and nowhere two by two, circles."""
    board = PuzzleBoard(sheet)
    cell = squares(board, everywhere=False)
    board.rule(
        "the shaded cells hang together", Connected(cell, Grid(sheet.rows, sheet.cols), value=OUTSIDE)
    )
    for block in sheet.blocks():
        board.rule("no block of two by two is shaded", Or(*(cell[at] != OUTSIDE for at in block)))
    for at, word in sheet.clues.items():
        if word == "b":
            board.clue(cell[at] == OUTSIDE, "a black circle is shaded", at)
        else:
            board.clue(cell[at] != OUTSIDE, "a white circle is not shaded", at)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for shaded cells."""
    return board.sheet.write(lambda at: "x" if solution[board.cell[at]] == OUTSIDE else "-")
