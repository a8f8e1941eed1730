"""Linesweeper: numbers count the cells around them that a loop visits."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import VISITED, Lines, shown
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Linesweeper"
ABOUT = (
    "Draw one loop that leaves cells with numbers out; a number says how many of the eight cells around "
    "it the loop visits (? is a number not told)."
)
EXAMPLE = """
3 3
- - -
- 8 -
- - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, numbers."""
    board = PuzzleBoard(sheet)
    lines = Lines(board, [at for at in sheet.cells if at not in sheet.clues])
    lines.one_loop()
    cell = lines.visited()
    for at, number in sheet.numbers().items():
        around = [cell[x] for x in sheet.around(at) if x in cell]
        if number > len(around):
            raise sheet.refuse("clues", f"no room for {many(number, 'visited cell')} around this cell", *at)
        if around:
            board.clue(
                Exactly(number, around, VISITED),
                say("the loop visits {number:cell} around", number=number),
                at,
            )
    return board


show = shown
