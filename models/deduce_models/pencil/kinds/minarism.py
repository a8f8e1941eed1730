"""Minarism: a Latin square with signs and differences between neighbours."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Minarism"
ABOUT = (
    "Every number stands once in each row and column; a sign between two cells opens towards the greater "
    "number, a number between two cells is their difference (first what stands to the right of each cell,"
    " then what stands below it)."
)
EXAMPLE = """
4 4
- - - -
- - - -
- 1 - -
- - - 2
- - - -
2 - - -
- - - -
- - - -
- - - -
- 3 - -
^ - - -
- - - -
"""

parse = layout(
    NUMBERS,
    TextLayer("across", r"[<>]|\d+|-", "<, > or a difference to the right of the cell, or -"),
    TextLayer("down", r"[v^]|\d+|-", "v, ^ or a difference below the cell, or -"),
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, signs, differences and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    board.apart = True
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    for layer, way in (("across", (0, 1)), ("down", (1, 0))):
        for (r, c), word in sheet.layer(layer).items():
            here, other = (r, c), (r + way[0], c + way[1])
            if other not in cell:
                raise sheet.refuse(layer, f"there is no cell beyond {word}", r, c)
            if word.isdecimal():
                if not 1 <= int(word) < n:
                    raise sheet.refuse(layer, f"a difference is 1 to {n - 1}, not {word}", r, c)
                board.clue(
                    abs(cell[here] - cell[other]) == int(word),
                    say("a difference of {word}", word=word),
                    here,
                )
                continue
            less, more = (here, other) if word in "<^" else (other, here)
            board.clue(cell[less] < cell[more], say("the sign {sign}", sign=word), here)
    board.givens()
    return board


show = values
