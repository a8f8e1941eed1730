"""Hanare-gumi: one number an area, as far apart as they differ."""

from __future__ import annotations

from itertools import combinations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.rules.sparse import NOTHING, filled_per_area
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Hanare-gumi"
ABOUT = (
    "Write into one cell of each area the number of its cells; between two numbers that see each other "
    "along a row or column lie as many cells as they differ by."
)
EXAMPLE = """
4 4
- 3 - -
- - - -
- 4 - -
- - - 4
1 2 2 3
1 4 2 3
1 4 4 3
5 5 4 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One number an area, distances."""
    board = PuzzleBoard(sheet)
    size = {at: len(sheet.areas[sheet.area_of[at]]) for at in sheet.cells}
    cell = board.grid(lambda at: (NOTHING, size[at]))
    filled_per_area(board, 1, "one number stands in each area")
    for _, line in sheet.lines():
        for i, j in combinations(range(len(line)), 2):
            a, b = line[i], line[j]
            if j - i - 1 != abs(size[a] - size[b]) and sheet.area_of[a] != sheet.area_of[b]:
                between = [cell[x] != NOTHING for x in line[i + 1 : j]]
                away = Or(cell[a] == NOTHING, cell[b] == NOTHING, *between)
                board.rule("numbers in sight are as far apart as they differ", away)
    board.givens()
    return board


show = values
