"""Kuroshuto: a number says how far from it the one shaded cell is."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.sheet.printed import SIDES, Sheet, layout

TITLE = "Kuroshuto"
ABOUT = (
    "Shade cells without numbers that do not share a side so that all others hang together; of the cells as far from a "
    "number as it says, straight up, down, left and right, exactly one is shaded."
)
EXAMPLE = """
4 4
- - - -
- 1 - -
- 1 1 -
- - 3 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for at, number in sheet.numbers().items():
        there = [(at[0] + number * r, at[1] + number * c) for r, c in SIDES.values()]
        inside = [cell[x] for x in there if sheet.has(x)]
        if not number or not inside:
            raise sheet.refuse("clues", f"no cell is {number} away from here", *at)
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        board.clue(
            Exactly(1, inside, SHADED), say("one shaded cell at a distance of {number}", number=number), at
        )
    return board


show = shading
