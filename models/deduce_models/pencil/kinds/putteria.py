"""Putteria: one number an area, not beside another, no number twice in a line."""

from __future__ import annotations

from collections.abc import Hashable

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, blacks, values
from deduce_models.pencil.rules.sparse import NOTHING, filled_per_area
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Putteria"
ABOUT = (
    "Write into one cell of each area the number of its cells; numbers do not share a side, equal ones do"
    " not stand in one row or column; a cell marked x stays empty."
)
EXAMPLE = """
4 4
- - x x
3 - - x
- - x -
- - x -
1 2 2 3
1 4 2 3
1 4 4 3
5 5 4 3
"""

parse = layout(blacks("x"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One number an area, numbers apart, lines."""
    board = PuzzleBoard(sheet)
    size = {at: len(sheet.areas[sheet.area_of[at]]) for at in sheet.cells}
    cell = board.grid(lambda at: (NOTHING, size[at]))
    filled_per_area(board, 1, "one number stands in each area")
    for a, b in sheet.pairs:
        board.rule("numbers do not share a side", Or(cell[a] == NOTHING, cell[b] == NOTHING))
    for name, line in sheet.lines():
        for number in sorted({size[at] for at in line}):
            same = [cell[at] == number for at in line if size[at] == number]
            if len(same) > 1:
                board.rule(
                    say("{number} stands at most once in {line}", number=number, line=name),
                    CountFacts(same, 0, 1),
                )
    for at, word in sheet.clues.items():
        value: Hashable = NOTHING if word == "x" else int(word)
        board.given(at, value)
    return board


show = values
