"""Dosun-Fuwari: balloons rise and iron balls fall."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.rules.sparse import NOTHING
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Dosun-Fuwari"
ABOUT = (
    "Put a balloon (w) and an iron ball (b) into each area, one each, into cells that are not black (x); "
    "above a balloon is the edge of the grid, a black cell or another balloon, below an iron ball the "
    "edge, a black cell or another iron ball."
)
EXAMPLE = """
4 4
- - - x
- - - -
- - - x
- - - -
2 2 2 2
2 1 2 2
3 1 3 2
3 3 3 3
"""

parse = layout(TextLayer("clues", "[x-]", "x or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One of each in every area, what holds them."""
    board = PuzzleBoard(sheet)
    free = [at for at in sheet.cells if at not in sheet.clues]
    cell = board.grid((NOTHING, "w", "b"), free)
    for name, cells in sheet.areas.items():
        own = [cell[at] for at in cells if at in cell]
        if not own:
            continue  # an area of black cells only
        if len(own) == 1:
            raise sheet.refuse("areas", f"area {name} has no room for two balls", *cells[0])
        for ball, what in (("w", "balloon"), ("b", "iron ball")):
            board.rule(f"one {what} in each area", Exactly(1, own, ball))
    for at, own_cell in cell.items():
        for ball, beside, text in (("w", -1, "a balloon rises"), ("b", 1, "an iron ball falls")):
            held = cell.get((at[0] + beside, at[1]))
            if held is not None:
                board.rule(text, Or(own_cell != ball, held == ball))
    return board


show = values
