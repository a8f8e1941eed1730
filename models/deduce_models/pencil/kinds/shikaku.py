"""Shikaku: rectangles of given size."""

from __future__ import annotations

from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.parts import NUMBERS
from deduce_models.pencil.sheet import Sheet, layout
from deduce_models.pencil.tiles import owners, tile

TITLE = "Shikaku"
ABOUT = "Divide the grid into rectangles, each with one number, which is the number of its cells."
EXAMPLE = """
3 3
3 - -
- 4 -
2 - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one rectangle of the right size."""
    board = PuzzleBoard(sheet)
    numbers = sheet.numbers()
    if sum(numbers.values()) != len(sheet.cells):
        raise sheet.refuse(
            "clues",
            0,
            0,
            f"the numbers add up to {sum(numbers.values())}, but there are {len(sheet.cells)} cells",
        )
    tile(board, lambda clue, b: (b[2] - b[0] + 1) * (b[3] - b[1] + 1) == numbers[clue])
    return board


show = owners
