"""Light and Shadow: black and white parts, each with one number."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.kinds.nurikabe import Islands
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import Grown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout, many

TITLE = "Light and Shadow"
ABOUT = (
    "Shade cells so that every part, shaded or white, holds exactly one number, which is the number of "
    "its cells; a number with x lies in a shaded part, one without in a white part (? is not told)."
)
EXAMPLE = """
3 3
3 - -
- - 4x
- - 2
"""

parse = layout(TextLayer("clues", r"(\d+|\?)x?|-", "a number or ?, with x in a shaded part, or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One number a part, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    near = {at: sheet.near(at) for at in sheet.cells}
    for value in (CLEAR, SHADED):
        homes = {at: word for at, word in sheet.clues.items() if word.endswith("x") == (value == SHADED)}
        board.rule("a part holds one number", Islands(cell, near, homes, value))
    for at, word in sheet.clues.items():
        value = SHADED if word.endswith("x") else CLEAR
        board.clue(cell[at] == value, f"a number in a {value} part", at)
        number = word.strip("x")
        if number != "?":
            if not 1 <= int(number) <= len(sheet.cells):
                raise sheet.refuse("clues", f"a part cannot have {many(int(number), 'cell')}", *at)
            board.clue(
                Grown(cell, near, [at], int(number), value),
                say("a part of {number:cell}", number=int(number)),
                at,
            )
    return board


show = shading
