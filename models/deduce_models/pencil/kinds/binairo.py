"""Binairo: two numbers, as often each in every line, never three in a row."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Binairo"
ABOUT = "Every row and column holds as many 1s as 2s, never three equal ones next to each other."
EXAMPLE = """
4 4
- 1 1 -
- 1 - -
- - - 2
- - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, threes and the numbers given."""
    for name, size in (("rows", sheet.rows), ("columns", sheet.cols)):
        if size % 2:
            raise sheet.refuse("", f"the number of {name} is {size}; it must be even")
    board = PuzzleBoard(sheet)
    cell = board.grid((1, 2))
    lines = [(name, [cell[at] for at in line]) for name, line in sheet.lines()]
    for name, line in lines:
        board.rule(say("as many 1s as 2s in {line}", line=name), Exactly(len(line) // 2, line, 1))
        for i in range(len(line) - 2):
            for value in (1, 2):
                board.rule(
                    say("no three {value}s next to each other in {line}", value=value, line=name),
                    Or(*(v != value for v in line[i : i + 3])),
                )
    board.givens()
    return board


show = values
