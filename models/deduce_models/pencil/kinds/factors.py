"""Factor Rooms: a Latin square with the product of each area."""

from __future__ import annotations

from collections.abc import Hashable

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import AREAS, NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Factor Rooms"
ABOUT = (
    "Every number stands once in each row and column; a number in an area is the product of the numbers "
    "of its cells, some of which may be equal."
)
EXAMPLE = """
4 4
8 6 - -
- - 3 -
- - - 8
- - - -
1 2 3 3
1 2 4 3
5 2 4 6
5 5 6 6
"""

parse = layout(NUMBERS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines and products."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    for at, number in sheet.numbers().items():
        if number < 1:
            raise sheet.refuse("clues", "a product is at least 1", *at)
        own = [cell[x] for x in sheet.areas[sheet.area_of[at]]]
        board.clue(
            Regular(own, _divided, number, [1]),
            say("the product of the area is {number}", number=number),
            at,
        )
    return board


def _divided(left: Hashable, value: Hashable) -> Hashable | None:
    """What is left of the product to be made."""
    if not isinstance(left, int) or not isinstance(value, int) or left % value:
        return None
    return left // value


show = values
