"""Fuzuli: a few numbers a line, and an empty cell in every block of four."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import square
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Fuzuli"
ABOUT = (
    "Each row and column holds every number up to the one given once, and empty cells (x) in all others; no block of two "
    "by two is without an empty cell."
)
EXAMPLE = """
4 4 2
- - - 2
- 1 - -
- 2 - -
- - x -
"""
EMPTY_CELL = "x"

parse = layout(TextLayer("clues", r"\d+|x|-", "a number, x or -"), extra="the largest number")


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, blocks and what is given."""
    n = square(sheet)
    top = sheet.number_after("the largest number", n)
    board = PuzzleBoard(sheet)
    cell = board.grid((EMPTY_CELL, *range(1, top + 1)))
    for name, line in sheet.lines():
        for number in range(1, top + 1):
            board.rule(
                say("one {number} in {line}", number=number, line=name),
                Exactly(1, [cell[at] for at in line], number),
            )
    for block in sheet.blocks():
        board.rule("an empty cell in each block of four", Or(*(cell[at] == EMPTY_CELL for at in block)))
    for at, word in sheet.clues.items():
        board.given(at, EMPTY_CELL if word == EMPTY_CELL else int(word))
    return board


show = values
