"""Hitori: shade repeated numbers."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AtMost
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Hitori"
ABOUT = (
    "Shade cells so that no number is left twice in a row or column; shaded cells do not share a side, "
    "and all others hang "
    "together."
)
EXAMPLE = """
3 3
1 1 2
2 3 3
1 2 1
"""

parse = layout(TextLayer("clues", r"\S+", "a number or a letter"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Repeats, shaded apart, white connected."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for name, line in sheet.lines():
        same: dict[str, list[Cell]] = {}
        for at in line:
            if at in sheet.clues:
                same.setdefault(sheet.clues[at], []).append(at)
        for word, found in same.items():
            if len(found) > 1:
                board.clue(
                    AtMost(1, [cell[at] for at in found], CLEAR),
                    say("one {word} is left in {line}", word=word, line=name),
                )
    return board


show = shading
