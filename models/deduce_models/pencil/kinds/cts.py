"""Cross the Streams: a nonogram of one piece, with runs not told."""

from __future__ import annotations

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.runs import in_order, lines_told, run_layers
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Cross the Streams"
ABOUT = (
    "Shade cells that hang together, nowhere two by two; the numbers beside a line are the lengths of its"
    " shaded runs, in order (? for one run of any length, * for any runs or none, - for a line about "
    "which nothing is said)."
)
EXAMPLE = """
4 4
?
4
-
-
?
4
? 1
3
"""

parse = layout(*run_layers(r"\d+|\?|\*|-", "lengths of runs, ? or *; or - for a line without"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, no blocks, runs."""
    board = PuzzleBoard(sheet)
    board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    for line, runs, name in lines_told(board):
        text = say("runs of {what} in {line}", what=" ".join(runs), line=name)
        none = say("nothing is shaded in {line}", line=name)
        board.clue(Regular(line, *in_order(runs)), text if runs else none)
    return board


show = shading
