"""Double Back: a loop through all cells that visits every area twice."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import Lines, shown
from deduce_models.pencil.rules.parts import AREAS, HOLES
from deduce_models.pencil.rules.visits import once_each_area
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Double Back"
ABOUT = "Draw one loop through all cells that visits each area exactly twice (@ and # are holes)."
EXAMPLE = """
4 4
1 2 2 2
1 1 3 2
1 1 3 3
1 3 3 3
"""

parse = layout(AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, all cells, areas."""
    board = PuzzleBoard(sheet)
    inside = [at for at in sheet.cells if sheet.area_of[at] not in HOLES]
    lines = Lines(board, inside)
    lines.one_loop()
    lines.visit(inside)
    once_each_area(lines, visits=2)
    return board


show = shown
