"""Killer Sudoku: a sudoku with cages whose numbers differ and add up."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import DifferentSum, different_lines, true_boxes
from deduce_models.pencil.rules.parts import AREAS, NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Killer Sudoku"
ABOUT = "A sudoku; the numbers of each cage are different and add up to the number written in it."
EXAMPLE = """
4 4
6 - - -
- - - -
- - - -
- 8 - 3
1 1 2 2
1 3 3 2
4 5 3 6
4 5 5 6
"""

parse = layout(NUMBERS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, boxes and cages."""
    board = PuzzleBoard(sheet)
    found = true_boxes(sheet)
    cell = board.grid(range(1, sheet.rows + 1))
    different_lines(board)
    for box in found:
        board.rule("no number twice in a box", AllDifferent([cell[at] for at in box]))
    sums = sheet.numbers()
    for name, cage in sheet.areas.items():
        written = [at for at in cage if at in sums]
        variables = [cell[at] for at in cage]
        if len(written) > 1:
            raise sheet.refuse("clues", f"cage {name} has a second sum", *written[1])
        if written:
            total = sums[written[0]]
            board.clue(
                DifferentSum(variables, total),
                say(
                    "the {count} cells of the cage add up to {total}",
                    one="the cell of the cage is {total}",
                    count=len(cage),
                    total=total,
                ),
                written[0],
            )
        elif len(variables) > 1:
            board.clue(AllDifferent(variables), "no number twice in the cage", cage[0])
    return board


show = values
