"""Patchwork: areas filled with 1 to their size, evenly over rows and columns, equal numbers apart."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_areas, near_differ, square
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Patchwork"
ABOUT = (
    "Each area holds the numbers 1 to its size once; in each row and column all numbers occur equally often; "
    "neighbours differ."
)
EXAMPLE = """
4 4
3 - 1 -
- - - -
- - - -
- 4 - -
1 2 2 2
1 1 2 3
1 4 3 3
4 4 4 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, lines, neighbours and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    size = len(next(iter(sheet.areas.values())))
    if n % size:
        raise sheet.refuse("areas", f"an area of {size} cells does not go evenly into lines of {n}", 1, 1)
    cell = board.grid(range(1, size + 1))
    different_areas(board, size)
    for name, line in sheet.lines():
        for value in range(1, size + 1):
            board.rule(
                say("{value} occurs {number:time} in {line}", value=value, number=n // size, line=name),
                Exactly(n // size, [cell[at] for at in line], value),
            )
    near_differ(board, sheet.pairs, "neighbours differ")
    board.givens()
    return board


show = values
