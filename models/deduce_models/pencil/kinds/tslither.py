"""Touch Slitherlink: numbers count how often the loop comes to a cell."""

from __future__ import annotations

from itertools import product

from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.kinds.slitherlink import LINE, NONE, show, sides, sides_board
from deduce_models.pencil.kinds.vslither import LEFT_OUT, VISITED, corners, points
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Touch Slitherlink"
ABOUT = (
    "Draw one loop along the sides of cells; a number says how often the loop comes to its cell, running "
    "along its sides or touching it at a corner."
)
EXAMPLE = """
3 3
0 - -
- - 2
- 2 -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, numbers. A visit has one corner more than it has sides, but for a loop around the cell alone."""
    board = sides_board(sheet)
    point = points(board)
    for at, number in sheet.numbers().items():
        if number > 4:
            raise sheet.refuse("clues", f"the loop cannot come to a cell {many(number, 'time')}", *at)
        rows = [
            (*ends, *lines)
            for ends in product((LEFT_OUT, VISITED), repeat=4)
            for lines in product((NONE, LINE), repeat=4)
            if max(ends.count(VISITED) - lines.count(LINE), int(lines.count(LINE) == 4)) == number
        ]
        scope = [*(point[x] for x in corners(at)), *(board.sides[side] for side in sides(at))]
        text = say("the loop comes here {number:time}", number=number)
        board.clue(Relation(scope, rows, text=text), text, at)
    return board


__all__ = ["ABOUT", "EXAMPLE", "TITLE", "parse", "rules", "show"]
