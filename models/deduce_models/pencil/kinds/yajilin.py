"""Yajilin: a loop around shaded cells counted by arrows."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Yajilin"
ABOUT = (
    "Shade cells that do not share a side and draw one loop through all other white cells; a number with "
    "a direction says "
    "how many cells are shaded there (x is a grey cell without a number)."
)
EXAMPLE = """
4 4
- - - 0w
- 0s - -
- - 0e -
- - - -
"""

parse = layout(TextLayer("clues", r"\d+[nswe]|x|-", "a number followed by n, s, w or e; x or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop around shaded cells; arrows."""
    board = PuzzleBoard(sheet)
    cells = [at for at in sheet.cells if at not in sheet.clues]
    lines = Lines(board, cells)
    around_shaded(lines)
    cell = board.cell
    for at, word in sheet.clues.items():
        if word == "x":
            continue
        number, side = int(word[:-1]), word[-1]
        seen = [cell[x] for x in sheet.ray(at, side) if x in cell]
        board.counted(at, number, seen, "shaded cell", f"{side} of here", SHADED)
    return board


def around_shaded(lines: Lines) -> None:
    """Every cell of the lines is shaded or on the loop; shaded cells do not share a side."""
    board = lines.board
    lines.one_loop()
    cell = board.shading(lines.cells)
    if not board.stating:
        return
    clear, drawn = board.where(CLEAR), lines.drawn()
    for at, own in cell.items():
        around = list(lines.around(at).values())
        for v in around:
            board.rule("the loop leaves shaded cells out", Or(v != LINE, clear[at]))
        board.rule(
            "the loop passes through every cell not shaded", Or(own == SHADED, *[drawn[v] for v in around])
        )
    for a, b in lines.edge:
        board.rule("shaded cells do not share a side", Or(clear[a], clear[b]))


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The loop, and ``x`` for shaded cells."""
    return shown(board, solution, {at: "x" for at, v in board.cell.items() if solution[v] == SHADED})
