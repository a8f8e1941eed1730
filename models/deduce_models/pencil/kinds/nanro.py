"""Nanro: numbers that count the numbers of their area."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.rules.sparse import NOTHING, filled, filled_apart, filled_connected
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Nanro"
ABOUT = (
    "Write numbers into some cells; every area has some, and each says how many there are in its area; "
    "equal numbers in different areas do not share a side; numbers hang together and nowhere fill a block"
    " of two by two."
)
EXAMPLE = """
4 4
- - - -
- - - -
2 - - 4
- - 3 -
1 2 2 3
1 4 2 3
1 4 4 3
5 5 4 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Numbers count their areas; areas, neighbours, blocks, one piece."""
    board = PuzzleBoard(sheet)
    cell = board.grid(lambda at: (NOTHING, *range(1, len(sheet.areas[sheet.area_of[at]]) + 1)))
    for cells in sheet.areas.values():
        every = filled(board, cells)
        board.rule("every area has a number", Or(*every))
        for number in range(1, len(cells) + 1):
            for at in cells:
                board.rule(
                    "a number counts the numbers of its area",
                    CountIf(cell[at] == number, every, number, number),
                )
    across = [(a, b) for a, b in sheet.pairs if sheet.area_of[a] != sheet.area_of[b]]
    for number in range(1, max(map(len, sheet.areas.values())) + 1):
        filled_apart(board, number, across, "equal numbers of different areas do not share a side")
    for block in sheet.blocks():
        board.rule("no block of two by two is full of numbers", Or(*(cell[at] == NOTHING for at in block)))
    filled_connected(board)
    board.givens()
    return board


show = values
