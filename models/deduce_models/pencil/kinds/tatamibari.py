"""Tatamibari: rectangles by their shape."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard, any_of
from deduce_models.pencil.rules.tiles import Box, owners, tile
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Tatamibari"
ABOUT = (
    "Divide the grid into rectangles, each with one sign: s in a square, v in a rectangle higher than "
    "wide, h in one wider "
    "than high; four rectangles never meet at a point (? is a sign not told)."
)
EXAMPLE = """
3 3
h - -
- h -
- - h
"""

parse = layout(TextLayer("clues", "[shv+?-]", "s, h, v, ? or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one rectangle with one sign; corners; what each sign says of its shape."""
    board = PuzzleBoard(sheet)
    boxes = tile(board)
    cell = board.cell
    for a, b, c, d in sheet.blocks():
        around = ((a, b), (b, d), (d, c), (c, a))
        board.rule("four rectangles never meet at a point", any_of(cell[x] == cell[y] for x, y in around))
    for at, v in boxes.items():
        if sheet.clues[at] == "?":
            continue
        shape, text = _SHAPES.get(sheet.clues[at], _SQUARE)
        fitting = [box for box in v.domain if _shape(box) == shape]  # type: ignore[arg-type]
        if not fitting:
            raise sheet.refuse("clues", f"no rectangle fits the clue {sheet.clues[at]}", *at)
        # A condition, not a value that is given, even where one rectangle fits.
        board.clue(any_of([v.is_in(fitting)]), text, at)
    return board


_SQUARE = 0, "as wide as high"
_SHAPES = {"h": (1, "wider than high"), "v": (-1, "higher than wide")}


def _shape(box: Box) -> int:
    """1 for wider than high, -1 for higher than wide, 0 for a square."""
    height, width = box[2] - box[0], box[3] - box[1]
    return (width > height) - (width < height)


show = owners
