"""Hakoiri-masashi: three signs in each area."""

from __future__ import annotations

from deduce.graphs import Connected, Grid
from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Hakoiri-masashi"
ABOUT = (
    "Each area holds a circle, a triangle and a square (o, t, s), one each; equal signs do not touch, not even at a "
    "corner, and all signs hang together (a cell with . has none)."
)
EXAMPLE = """
4 4
- - - -
t - - -
- - - t
- s - -
1 1 2 2
1 3 3 2
1 1 3 2
3 3 3 2
"""
NONE, SIGNS = ".", ("o", "t", "s")

parse = layout(TextLayer("clues", "[ots.-]", "o, t, s, . for no sign, or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, equal signs apart, one piece; signs given."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NONE, *SIGNS))
    for name, area in sheet.areas.items():
        if len(area) < len(SIGNS):
            raise sheet.refuse("areas", f"area {name} has no room for three signs", *area[0])
        for sign in SIGNS:
            board.rule(
                say("one {sign} in area {area}", sign=sign, area=name),
                Exactly(1, [cell[at] for at in area], sign),
            )
    for at in sheet.cells:
        for other in sheet.around(at):
            for sign in SIGNS if at < other else ():
                board.rule("equal signs do not touch", Or(cell[at] != sign, cell[other] != sign))
    grid = Grid(sheet.rows, sheet.cols)
    board.rule("all signs hang together", Connected(cell, grid, value=set(SIGNS)))
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


show = values
