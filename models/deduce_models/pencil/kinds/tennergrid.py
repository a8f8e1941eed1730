"""Tenner Grid: rows of ten digits with given column sums."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent, Sum
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout, line_name

TITLE = "Tenner Grid"
ABOUT = (
    "Every row holds the digits 0 to 9 once; cells that share a side or a corner differ; each column adds up to the "
    "number in the last line."
)
EXAMPLE = """
3 10
0 - 2 - 4 - 6 - 8 -
- 4 - 6 - 8 - 0 - 2
3 5 7 9 11 13 15 7 9 11
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Rows, neighbours in other rows, and sums."""
    if sheet.rows < 2:
        raise sheet.refuse("", "there must be a row of digits and a row of sums")
    board = PuzzleBoard(sheet)
    inner = [at for at in sheet.cells if at[0] < sheet.rows]
    cell = board.grid(range(sheet.cols), inner)
    for r in range(1, sheet.rows):
        board.rule(
            say("no digit twice in {line}", line=line_name("row", r)),
            AllDifferent([cell[at] for at in sheet.row(r)]),
        )
    for r, c in inner:
        for other in ((r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other in cell:
                board.rule("neighbours differ", cell[r, c] != cell[other])
    for at, number in sheet.numbers().items():
        if at[0] < sheet.rows:
            board.given(at, number)
        else:
            line = [cell[r, at[1]] for r in range(1, sheet.rows)]
            board.clue(
                Sum(line, number, number),
                say("{line} adds up to {number}", line=line_name("column", at[1]), number=number),
                at,
            )
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The digits, and the sums below them."""
    cell, clues = board.cell, board.sheet.clues
    return board.sheet.write(lambda at: str(solution[cell[at]]) if at in cell else clues.get(at, "-"))
