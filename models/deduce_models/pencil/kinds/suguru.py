"""Suguru: areas filled with 1 to their size; equal numbers do not touch, not even at a corner."""

from __future__ import annotations

from deduce.constraints import AllDifferent
from deduce_models.pencil.board import Board
from deduce_models.pencil.parts import AREAS, NUMBERS, values
from deduce_models.pencil.sheet import Sheet, layout

TITLE = "Suguru"
ABOUT = "Each area holds the numbers 1 to its size once; cells that share a side or a corner differ."
EXAMPLE = """
4 4
- - - -
4 - - 2
- - - -
- 1 3 -
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4
"""

parse = layout(NUMBERS, AREAS)


def rules(sheet: Sheet) -> Board:
    """Areas, neighbours and the numbers given."""
    board = Board(sheet)
    sizes = {at: len(area) for area in sheet.areas.values() for at in area}
    cell = board.grid(lambda at: range(1, sizes[at] + 1))
    for name, area in sheet.areas.items():
        if len(area) > 1:
            board.rule(f"no number twice in area {name}", AllDifferent([cell[at] for at in area]))
    for at in sheet.cells:
        for other in sheet.around(at):
            if at < other and sheet.area_of[at] != sheet.area_of[other]:
                board.rule("cells that touch differ", cell[at] != cell[other])
    board.givens()
    return board


show = values
