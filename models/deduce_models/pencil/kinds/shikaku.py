"""Shikaku: rectangles of given size."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.rules.tiles import Box, owners, tile
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Shikaku"
ABOUT = "Divide the grid into rectangles, each with one number, which is the number of its cells (? is not told)."
EXAMPLE = """
3 3
3 - -
- 4 -
2 - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one rectangle of the right size."""
    board = PuzzleBoard(sheet)
    numbers = sheet.numbers()
    if len(numbers) < len(sheet.clues):
        boxes = tile(board)
        for at, number in numbers.items():
            fitting = [box for box in boxes[at].domain if _size(box) == number]  # type: ignore[arg-type]
            if not fitting:
                raise sheet.refuse("clues", f"no rectangle fits the clue {number}", *at)
            board.clue(boxes[at].is_in(fitting), say("a rectangle of {number:cell}", number=number), at)
        return board
    if sum(numbers.values()) != len(sheet.cells):
        raise sheet.refuse(
            "clues",
            f"the numbers add up to {sum(numbers.values())}, but there are {len(sheet.cells)} cells",
        )
    tile(board, lambda clue, box: _size(box) == numbers[clue])
    return board


def _size(box: Box) -> int:
    return (box[2] - box[0] + 1) * (box[3] - box[1] + 1)


show = owners
