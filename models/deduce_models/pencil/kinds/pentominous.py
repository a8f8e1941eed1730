"""Pentominous: a grid of pentominoes, like ones apart."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.polyominoes import forms_of, pieces, show_pieces
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Pentominous"
ABOUT = (
    "Divide the grid into pentominoes (F, I, L, N, P, T, U, V, W, X, Y, Z); those that share a side are "
    "not of one form, turned or mirrored; a letter says in which one its cell lies."
)
EXAMPLE = """
5 5
- - - - -
- - - V -
- - - - -
- - - N -
I - - - -
"""
FORMS = {
    "F": ".xx/xx./.x.", "I": "xxxxx", "L": "xxxx/x...", "N": "xxx./..xx", "P": "xx/xx/x.", "T": "xxx/.x./.x.",
    "U": "x.x/xxx", "V": "x../x../xxx", "W": "x../xx./.xx", "X": ".x./xxx/.x.", "Y": "xxxx/.x..", "Z": "xx./.x./.xx",
}  # fmt: skip

parse = layout(TextLayer("clues", "[FILNPTUVWXYZ-]", "the letter of a pentomino or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Pentominoes, like ones apart, letters."""
    if len(sheet.cells) % 5:
        raise sheet.refuse("", f"{len(sheet.cells)} cells are no number of pentominoes")
    board = PuzzleBoard(sheet)
    pieces(board, forms_of(FORMS), "the grid is divided into pentominoes")
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


show = show_pieces
