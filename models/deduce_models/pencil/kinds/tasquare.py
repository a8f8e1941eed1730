"""Tasquare: shaded squares beside numbers."""

from __future__ import annotations

from deduce.graphs import Connected, Grid
from deduce.ground.phrases import say
from deduce.language.constraints import Sum
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution, blacks
from deduce_models.pencil.rules.squares import OUTSIDE, of_size, side_of, squares
from deduce_models.pencil.rules.stated import Both
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Tasquare"
ABOUT = (
    "Shade cells without numbers so that every shaded part is a square and all others hang together; a "
    "number says how many cells the squares that share a side with it have together, o that there is one."
)
EXAMPLE = """
4 4
- - - -
1 - - 2
- - 3 -
- - - -
"""

parse = layout(blacks("o"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Squares apart, white connected, numbers. Each cell also says how many cells its square has."""
    board = PuzzleBoard(sheet)
    cell = squares(board, everywhere=False)
    grid = Grid(sheet.rows, sheet.cols)
    board.rule("the white cells hang together", Connected(cell, grid, value=OUTSIDE))
    sizes = {at: sorted({side_of(place) for place in v.domain}) for at, v in cell.items()}
    area = board.grid(lambda at: [side * side for side in sizes[at]], name="area")
    for at, sides in sizes.items() if board.stating else ():
        for side in sides:
            board.rule("the cells of a square", Both(of_size(cell[at], side), area[at] == side * side))
    for at, word in sheet.clues.items():
        board.clue(cell[at] == OUTSIDE, "a clue is not shaded", at)
        near = sheet.near(at)
        if word == "o":
            board.clue(Or(*(cell[x] != OUTSIDE for x in near)), "a square beside it", at)
        else:
            text = say("squares of {word} cells beside it", word=word)
            if not near or not int(word):
                raise sheet.refuse("clues", "there is a square beside it, so the number is at least 1", *at)
            board.clue(Sum([area[x] for x in near], int(word), int(word)), text, at)
    board.ask(list(cell.values()))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for the cells of squares."""
    return board.sheet.write(lambda at: "-" if solution[board.cell[at]] == OUTSIDE else "x")
