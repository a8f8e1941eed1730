"""Yajisan-Kazusan: arrows tell the truth where they are not shaded."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Yajisan-Kazusan"
ABOUT = (
    "Shade cells that do not share a side so that all others hang together; a number with a direction that is not shaded "
    "says how many cells are shaded there; a shaded one says nothing."
)
EXAMPLE = """
4 4
- - 3s -
- 3n - -
- 0s - 3n
- 1w - -
"""

parse = layout(TextLayer("clues", r"\d+[nswe]|-", "a number followed by n, s, w or e; or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, arrows."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for at, word in sheet.clues.items():
        number = int(word[:-1])
        seen = [cell[x] == SHADED for x in sheet.ray(at, word[-1])]
        text = say(f"{{number:shaded cell}} {word[-1]} of here, unless this is shaded", number=number)
        if number > len(seen):
            board.clue(cell[at] == SHADED, text, at)
        elif seen:
            board.clue(CountIf(cell[at] == CLEAR, seen, number, number), text, at)
    return board


show = shading
