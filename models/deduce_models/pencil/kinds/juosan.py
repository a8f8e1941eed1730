"""Juosan: a stroke in every cell, down or across."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce.language.reified import holding
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Juosan"
ABOUT = (
    "Draw a stroke in every cell, down or across; in no column three in a row go across, in no row three "
    "in a row go down; a number says how many strokes of its area go down, or how many go across, or "
    "both."
)
EXAMPLE = """
4 4
1 - - 0
- - - -
1 - - -
- - 1 -
1 1 1 2
1 1 2 2
3 3 2 2
3 3 4 4
"""
ACROSS, DOWN = "ew", "ns"

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Rows of three, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((DOWN, ACROSS))
    for name, line in sheet.lines():
        kind = DOWN if name.startswith("row") else ACROSS
        for i in range(len(line) - 2) if board.stating else ():
            ways = Or(*(cell[at] != kind for at in line[i : i + 3]))
            board.rule("no three strokes side by side", ways)
    for at, number in sheet.numbers().items():
        own = [cell[x] for x in sheet.areas[sheet.area_of[at]]]
        if number > len(own):
            raise sheet.refuse("clues", f"the area has {many(len(own), 'cell')}, not {number}", *at)
        ways = Or(holding(Exactly(number, own, DOWN)), holding(Exactly(number, own, ACROSS)))
        board.clue(ways, say("{number:stroke} of one kind in the area", number=number), at)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The two sides that each stroke joins."""
    return board.sheet.write(lambda at: str(solution[board.cell[at]]))
