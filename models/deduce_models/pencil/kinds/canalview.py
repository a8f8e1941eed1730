"""Canal View: numbers count the shaded cells they see."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.rules.stated import RaySight
from deduce_models.pencil.sheet.printed import SIDES, Sheet, layout, many

TITLE = "Canal View"
ABOUT = (
    "Shade cells without numbers that hang together, nowhere two by two; a number says how many shaded cells follow it "
    "without a gap in the four directions together."
)
EXAMPLE = """
4 4
- - - -
- 2 - -
- - 1 -
- - 3 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, no blocks, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    for at, number in sheet.numbers().items():
        if number > sheet.rows + sheet.cols - 2:
            raise sheet.refuse("clues", f"no {many(number, 'cell')} to be seen from here", *at)
        rays = [[cell[x] for x in sheet.ray(at, side)] for side in SIDES]
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        sight = [ray for ray in rays if ray]
        if sight:
            board.clue(
                RaySight(sight, SHADED, number, number), say("sees {number:shaded cell}", number=number), at
            )
    return board


show = shading
