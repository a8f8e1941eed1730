"""Nawabari: rectangles whose numbers count their own borders."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.rules.tiles import owners, tile
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Nawabari"
ABOUT = (
    "Divide the grid into rectangles, each with one number, which says how many sides of its cell belong "
    "to the border of the rectangle (? is not told)."
)
EXAMPLE = """
4 4
- - 3 -
2 - - -
- - - 2
- 1 - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one rectangle, numbers."""
    board = PuzzleBoard(sheet)
    boxes = tile(board)
    for at, number in sheet.numbers().items():
        fitting = [box for box in boxes[at].domain if isinstance(box, tuple) and _sides(at, box) == number]
        if not fitting:
            raise sheet.refuse(
                "clues", f"no rectangle has {many(number, 'side')} of this cell on its border", *at
            )
        board.clue(boxes[at].is_in(fitting), say("{number:side} on the border", number=number), at)
    return board


def _sides(at: Cell, box: tuple[int, ...]) -> int:
    top, left, low, right = box
    return (at[0] == top) + (at[0] == low) + (at[1] == left) + (at[1] == right)


show = owners
