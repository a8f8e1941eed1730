"""Geradeweg: numbers are lengths of straight stretches."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import And, Fact, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Geradeweg"
ABOUT = (
    "Draw one loop through all numbers; every straight stretch that passes through a number, or ends there, is that long "
    "(0 or ?: of any length, the same for two that end there)."
)
EXAMPLE = """
4 4
- 1 - -
- - - -
- - 1 -
- - 3 -
"""

WAYS = ("ns", "we")

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, numbers: for each direction, an empty stretch or one of that length."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    for at, word in sheet.clues.items():
        number = int(word) if word.isdecimal() else 0
        around = list(lines.around(at).values())
        board.clue(Exactly(2, around, LINE), "the loop passes here", at)
        if not number:
            most = max(sheet.rows, sheet.cols)
            alike = [And(*(_stretch(lines, at, way, length) for way in WAYS)) for length in range(1, most)]
            board.clue(Or(lines.straight(at), *alike), "two stretches that end here are equally long", at)
            continue
        for way in WAYS:
            empty = And(*(~lines.on(at, side) for side in way))
            board.clue(
                Or(empty, _stretch(lines, at, way, number)), say("a stretch of {number}", number=number), at
            )
    return board


def _stretch(lines: Lines, at: Cell, way: str, size: int) -> Fact:
    """The stretch through the cell in one direction has `size` edges."""
    first, second = (lines.ray(at, side) for side in way)
    ways = []
    for length in range(size + 1):
        rest = size - length
        if length <= len(first) and rest <= len(second):
            on = [*first[:length], *second[:rest]]
            ends = [*first[length : length + 1], *second[rest : rest + 1]]
            ways.append(And(*(v == LINE for v in on), *(v != LINE for v in ends)))
    return Or(*ways)


show = shown
