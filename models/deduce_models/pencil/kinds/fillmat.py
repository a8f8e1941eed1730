"""Fillmat: mats of one to four cells."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS
from deduce_models.pencil.rules.polyominoes import PARTED, forms_of, no_crossings, pieces, show_pieces
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Fillmat"
ABOUT = (
    "Divide the grid into mats one cell wide and one to four long, of which no four meet in a point; mats"
    " of one length do not share a side; a number is the length of its mat, of which a mat has at most "
    "one."
)
EXAMPLE = """
4 4
3 - 2 -
- - - -
- - 2 -
- - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Mats, lengths apart, points, numbers."""
    board = PuzzleBoard(sheet)
    pieces(board, forms_of({str(n): "x" * n for n in range(1, 5)}), "the grid is divided into mats")
    no_crossings(board)
    for at, word in sheet.clues.items():
        board.given(at, word)
        for side in "se":
            line = [at, *sheet.ray(at, side)[:3]]
            other = next((i for i, x in enumerate(line) if i and x in sheet.clues), None)
            if other is not None:
                cuts = [board.borders[line[i], line[i + 1]] == PARTED for i in range(other)]
                board.rule("a mat has at most one number", Or(*cuts))
    return board


show = show_pieces
