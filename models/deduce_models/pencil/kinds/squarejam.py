"""Square Jam: a grid of squares."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.rules.squares import of_size, squares
from deduce_models.pencil.rules.tiles import numbered
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Square Jam"
ABOUT = (
    "Divide the grid into squares, of which no four meet in a point; a number is the side of the square "
    "in which it lies."
)
EXAMPLE = """
5 5
2 - - 1 -
- - - - -
- - - - -
- - - - -
- - - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Squares, points, numbers."""
    board = PuzzleBoard(sheet)
    cell = squares(board, everywhere=True)
    for block in sheet.blocks():
        ends = []
        for n, at in enumerate(block):
            down, right = n < 2, n % 2 == 0
            corner = [
                p
                for p in cell[at].domain
                if isinstance(p, tuple)
                and p[1] == (p[0] - 1 if down else 0)
                and p[2] == (p[0] - 1 if right else 0)
            ]
            ends.append(~cell[at].is_in(corner))
        board.rule("no four squares meet in a point", Or(*ends))
    for at, number in sheet.numbers().items():
        if not 1 <= number <= min(sheet.rows, sheet.cols):
            raise sheet.refuse("clues", f"no square here has a side of {number}", *at)
        board.clue(of_size(cell[at], number), say("a square with a side of {number}", number=number), at)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The squares by number."""

    def corner(at: Cell) -> object:
        place = solution[board.cell[at]]
        return (at[0] - place[1], at[1] - place[2]) if isinstance(place, tuple) else at

    return numbered(board, corner)
