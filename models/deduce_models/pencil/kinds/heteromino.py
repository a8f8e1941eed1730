"""Heteromino: triominoes, those that lie alike apart."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.polyominoes import pieces, shapes_of, show_pieces
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Heteromino"
ABOUT = (
    "Divide the white cells into pieces of three cells; two that share a side differ in form or in how "
    "they lie (x is a black cell)."
)
EXAMPLE = """
3 4
- - - x
- - - -
x - - x
"""

parse = layout(TextLayer("clues", "[x-]", "x or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Pieces of three, those that lie alike apart."""
    free = [at for at in sheet.cells if at not in sheet.clues]
    if len(free) % 3 or not free:
        raise sheet.refuse("clues", f"{len(free)} white cells are no number of pieces of three")
    board = PuzzleBoard(sheet)
    forms = {form: f"form {number}" for number, form in enumerate(shapes_of(3), 1)}
    pieces(board, forms, "white cells are divided into pieces of three", free)
    return board


show = show_pieces
