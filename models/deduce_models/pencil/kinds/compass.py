"""Compass: regions that reach so far in each direction."""

from __future__ import annotations

import re

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.owned import hang_together
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.rules.tiles import owners
from deduce_models.pencil.sheet.printed import SIDES, Sheet, TextLayer, layout, many

TITLE = "Compass"
ABOUT = (
    "Divide the grid into regions, each with one compass (o); the numbers at n, e, s and w say how many "
    "cells of the region lie further in that direction than the compass."
)
EXAMPLE = """
4 4
- - o -
- - e1 -
- n1e1 - -
- - - -
"""

parse = layout(
    TextLayer(
        "clues",
        r"o|-|(?=[nesw])(n\d+)?(e\d+)?(s\d+)?(w\d+)?",
        "o, or numbers after n, e, s, w in this order; or -",
    )
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Regions hang together, numbers."""
    if not sheet.clues:
        raise sheet.refuse("clues", "there is no compass")
    board = PuzzleBoard(sheet)
    homes = list(sheet.clues)
    cell = board.grid(lambda at: [at] if at in sheet.clues else homes)
    for home in homes:
        hang_together(board, home, [home], "a region hangs together")
    for at, word in sheet.clues.items():
        for side, digits in re.findall(r"([nesw])(\d+)", word):
            down, right = SIDES[side]
            beyond = [
                cell[x] == at
                for x in sheet.cells
                if (x[0] - at[0]) * down + (x[1] - at[1]) * right > 0 and at in cell[x].domain
            ]
            number = int(digits)
            if number > len(beyond):
                raise sheet.refuse("clues", f"no room for {many(number, 'cell')} further {side}", *at)
            if beyond:
                text = say(f"{{number:cell}} further {side} than the compass", number=number)
                board.clue(CountFacts(beyond, number, number), text, at)
    return board


show = owners
