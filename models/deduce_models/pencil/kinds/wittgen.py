"""Wittgenstein: bars of three cells around numbers."""

from __future__ import annotations

from deduce.graphs import Connected, Grid
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Wittgenstein"
ABOUT = (
    "Place bars of three cells so that all other cells hang together; bars do not cover numbers; a number"
    " says how many of the cells beside it are covered."
)
EXAMPLE = """
5 5
- 1 - - -
- - - - -
- 0 - 2 -
- 0 - - -
- - - - -
"""
OUTSIDE = "-"

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Bars, the rest connected, numbers. A value says how a bar lies and which of its cells this is."""
    board = PuzzleBoard(sheet)

    def places(at: Cell) -> list[str]:
        found = [OUTSIDE]
        for way, (down, right) in (("h", (0, 1)), ("v", (1, 0))):
            for i in range(3):
                bar = [(at[0] + (k - i) * down, at[1] + (k - i) * right) for k in range(3)]
                if all(sheet.has(x) for x in bar):
                    found.append(f"{way}{i}")
        return found

    cell = board.grid(places)
    for at, own in cell.items():
        for value in own.domain[1:]:
            way, i = str(value)[0], int(str(value)[1])
            down, right = (0, 1) if way == "h" else (1, 0)
            for shift in (-1, 1):
                if 0 <= i + shift <= 2:
                    other = (at[0] + shift * down, at[1] + shift * right)
                    board.rule(
                        "a bar has three cells", Or(own != value, cell[other] == f"{way}{i + shift}")
                    )
    grid = Grid(sheet.rows, sheet.cols)
    board.rule("all other cells hang together", Connected(cell, grid, value=OUTSIDE))
    for at, number in sheet.numbers().items():
        near = [cell[x] != OUTSIDE for x in sheet.near(at)]
        board.clue(cell[at] == OUTSIDE, "a number is not covered", at)
        board.counted(at, number, near, "bar", "beside it")
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for the cells of bars."""
    return board.sheet.write(lambda at: "-" if solution[board.cell[at]] == OUTSIDE else "x")
