"""Choco Banana: shaded rectangles, white parts that are none."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.conditional import When
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import Grown, rectangles_only
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Choco Banana"
ABOUT = (
    "Shade cells so that every shaded part is a rectangle and no white part is one; a number says how "
    "many cells the part has in which it lies."
)
EXAMPLE = """
3 4
- 3 - -
- - - -
1 - - 6
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded rectangles, no white ones, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    rectangles_only(board)
    for height in range(1, sheet.rows + 1) if board.stating else ():
        for width in range(1, sheet.cols + 1):
            for box in sheet.blocks(height, width):
                inside = set(box)
                rim = {x for at in box for x in sheet.near(at)} - inside
                ways = [cell[at] == SHADED for at in box] + [cell[at] == CLEAR for at in sorted(rim)]
                board.rule("a white part is no rectangle", Or(*ways))
    near = {at: sheet.near(at) for at in sheet.cells}
    for at, number in sheet.numbers().items():
        if not 1 <= number <= len(sheet.cells):
            raise sheet.refuse("clues", f"no part has {many(number, 'cell')}", *at)
        for value in (SHADED, CLEAR):
            own = When(cell[at] == value, Grown(cell, near, [at], number, value))
            board.clue(own, say(f"a {value} part of {{number:cell}}", number=number), at)
    return board


show = shading
