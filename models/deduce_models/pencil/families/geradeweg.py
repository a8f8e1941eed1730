"""Geradeweg: numbers are lengths of straight stretches."""

from __future__ import annotations

from deduce.constraints import Exactly
from deduce.facts import And, Or
from deduce_models.pencil.board import Board
from deduce_models.pencil.loops import LINE, Lines, shown
from deduce_models.pencil.parts import NUMBERS
from deduce_models.pencil.sheet import Sheet, layout

TITLE = "Geradeweg"
ABOUT = (
    "Draw one loop through all numbers but 0; every straight stretch that passes through a number, or ends there, is that long "
    "(0: the loop does not pass here)."
)
EXAMPLE = """
4 4
- - 2 -
- - - -
3 - - -
- - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> Board:
    """One loop, numbers: for each direction, an empty stretch or one of that length."""
    board = Board(sheet)
    lines = Lines(board)
    lines.one_loop()
    for at, number in sheet.numbers().items():
        around = list(lines.around(at).values())
        if not number:
            board.clue(Exactly(0, around, LINE), "the loop does not pass here", at)
            continue
        board.clue(Exactly(2, around, LINE), "the loop passes here", at)
        for one, two in (("n", "s"), ("w", "e")):
            first, second = lines.ray(at, one), lines.ray(at, two)
            ways = [And(*(v != LINE for v in (*first[:1], *second[:1])))]
            for length in range(number + 1):
                rest = number - length
                if length <= len(first) and rest <= len(second):
                    ends = [*first[length : length + 1], *second[rest : rest + 1]]
                    ways.append(
                        And(
                            *(v == LINE for v in (*first[:length], *second[:rest])),
                            *(v != LINE for v in ends),
                        )
                    )
            board.clue(Or(*ways), f"a stretch of {number}", at)
    return board


show = shown
