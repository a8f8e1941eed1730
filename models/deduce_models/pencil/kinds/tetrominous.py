"""Tetrominous: a grid of tetrominoes, like ones apart."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.polyominoes import forms_of, pieces, show_pieces
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Tetrominous"
ABOUT = (
    "Divide the grid into tetrominoes (I, L, O, S, T); those that share a side are not of one form, "
    "turned or mirrored; a letter says in which one its cell lies."
)
EXAMPLE = """
4 4
- - - -
S - - -
- - - -
- - - I
"""
FORMS = {"I": "xxxx", "L": "xxx/x..", "O": "xx/xx", "S": "xx./.xx", "T": "xxx/.x."}

parse = layout(TextLayer("clues", "[ILOST-]", "the letter of a tetromino or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Tetrominoes, like ones apart, letters."""
    if len(sheet.cells) % 4:
        raise sheet.refuse("", f"{len(sheet.cells)} cells are no number of tetrominoes")
    board = PuzzleBoard(sheet)
    pieces(board, forms_of(FORMS), "the grid is divided into tetrominoes")
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


show = show_pieces
