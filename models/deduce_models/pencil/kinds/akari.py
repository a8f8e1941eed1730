"""Akari: lights that reach every cell and not each other."""

from __future__ import annotations

from itertools import groupby

from deduce.language.constraints import AtMost
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import Solution, blacks
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Akari"
ABOUT = (
    "Place lights in white cells so that every white cell is lit and no light lights another; light "
    "shines along rows and "
    "columns up to a black cell; a number says how many lights stand beside it (x is a black cell without a number)."
)
EXAMPLE = """
4 4
- x - -
- 1 - -
- - 0 -
- - - -
"""
LIGHT = "light"

parse = layout(blacks("x"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lit cells, lights apart, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((CLEAR, LIGHT), [at for at in sheet.cells if at not in sheet.clues])
    runs: dict[Cell, set[Cell]] = {at: {at} for at in cell}
    for _, line in sheet.lines():
        for white, group in groupby(line, cell.__contains__):
            run = list(group)
            if white and len(run) > 1:
                board.rule("two lights do not see each other", AtMost(1, [cell[x] for x in run], LIGHT))
                for x in run:
                    runs[x].update(run)
    lit = board.where(LIGHT)
    for at in cell:
        board.rule("every white cell is lit", Or(*[lit[x] for x in sorted(runs[at])]))
    for at, number in sheet.numbers().items():
        beside = [cell[x] for x in sheet.near(at) if x in cell]
        board.counted(at, number, beside, "light", "beside this cell", LIGHT)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``o`` for lights."""
    cell = board.cell
    return board.sheet.write(lambda at: "o" if at in cell and solution[cell[at]] == LIGHT else "-")
