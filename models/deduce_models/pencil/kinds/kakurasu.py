"""Kakurasu: shaded cells add up to the numbers beside the grid by their place in the line."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Sum
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout, line_name

TITLE = "Kakurasu"
ABOUT = (
    "Shade cells; in each row the column numbers of the shaded cells add up to the number beside it, in each column "
    "their row numbers."
)
EXAMPLE = """
4 4
6 5 8 7
8 - - -
"""

parse = layout(TOP, LEFT)


def rules(sheet: Sheet) -> PuzzleBoard:
    """The sums."""
    board = PuzzleBoard(sheet)
    cell = board.grid((0, 1))
    lines = [
        *(("top", c, sheet.col(c), number) for c, number in enumerate(sheet.side("top"), 1)),
        *(("left", r, sheet.row(r), number) for r, number in enumerate(sheet.side("left"), 1)),
    ]
    for layer, i, line, number in lines:
        if number is None:
            continue
        name = line_name("column" if layer == "top" else "row", i)
        most = len(line) * (len(line) + 1) // 2
        if number > most:
            raise sheet.refuse(layer, f"{name} adds up to {most} at most, not {number}")
        weights = range(1, len(line) + 1)
        board.clue(
            Sum([cell[at] for at in line], number, number, weights=weights),
            say("the places shaded in {line} add up to {number}", line=name, number=number),
        )
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for shaded cells, ``-`` for the others."""
    cell = board.cell
    return board.sheet.write(lambda at: "x" if solution[cell[at]] else "-")
