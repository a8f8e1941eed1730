"""Str8ts: white runs hold consecutive numbers."""

from __future__ import annotations

from itertools import groupby

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import Straight, square
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Str8ts"
ABOUT = (
    "No number stands twice in a row or column; the numbers of a run of white cells are consecutive, in any order; "
    "black cells (x) are empty or hold a number that is given."
)
EXAMPLE = """
4 4
- - 1 -
- 1 - -
- 2 - -
- - x -
"""

parse = layout(TextLayer("clues", r"-|\d*x|\d+", "a number, x, a number followed by x, or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, white runs and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    words = sheet.clues
    cell = board.grid(range(1, n + 1), [at for at in sheet.cells if words.get(at) != "x"])
    for name, line in sheet.lines():
        inside = [cell[at] for at in line if at in cell]
        if len(inside) > 1:
            board.rule(say("no number twice in {line}", line=name), AllDifferent(inside))
        for black, group in groupby(line, lambda at: words.get(at, "").endswith("x")):
            run = [cell[at] for at in group if not black]
            if len(run) > 1:
                board.rule(say("a run of white cells in {line} is consecutive", line=name), Straight(run))
    for at, word in words.items():
        if word != "x":
            board.given(at, int(word.rstrip("x")))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The number of each cell; ``-`` in black cells, unless one is given there."""
    cell = board.cell
    return board.sheet.write(lambda at: str(solution[cell[at]]) if at in cell else "-")
