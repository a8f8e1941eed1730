"""Coral: one shaded piece, runs in any order."""

from __future__ import annotations

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.runs import any_order, lines_told, run_layers
from deduce_models.pencil.rules.shades import connected, no_block, with_border
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Coral"
ABOUT = (
    "Shade cells that hang together, nowhere two by two; all others hang together with the edge of the "
    "grid; the numbers beside a line are the lengths of its shaded runs, in any order (- for a line about"
    " which nothing is said)."
)
EXAMPLE = """
4 4
4
1
-
-
3
1
-
-
"""

parse = layout(*run_layers(r"\d+|-", "lengths of runs, or - for a line without"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, no blocks, the rest open to the edge, runs."""
    board = PuzzleBoard(sheet)
    board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    with_border(board, CLEAR, "white cells hang together with the edge")
    for line, runs, name in lines_told(board):
        text = say("runs of {what} in any order in {line}", what=" ".join(runs), line=name)
        none = say("nothing is shaded in {line}", line=name)
        board.clue(Regular(line, *any_order([*map(int, runs)])), text if runs else none)
    return board


show = shading
