"""Norinori: two shaded cells an area, all in dominoes."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, shading
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Norinori"
ABOUT = (
    "Two cells of each area are shaded; every shaded cell has exactly one shaded neighbour, in its area "
    "or in another."
)
EXAMPLE = """
2 5
1 1 2 2 3
1 2 2 2 3
"""

parse = layout(AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas and dominoes."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for name, area in sheet.areas.items():
        if len(area) < 2:
            raise sheet.refuse("areas", f"area {name} has no room for two shaded cells", *area[0])
        board.rule(
            say("two shaded cells in area {area}", area=name), Exactly(2, [cell[at] for at in area], SHADED)
        )
    shaded, clear = board.where(SHADED), board.where(CLEAR)
    for at in sheet.cells:
        near = sheet.near(at)
        board.rule("a shaded cell has a shaded neighbour", Or(clear[at], *[shaded[x] for x in near]))
        for i, a in enumerate(near):
            for b in near[:i]:
                board.rule("a shaded cell has one shaded neighbour only", Or(clear[at], clear[a], clear[b]))
    return board


show = shading
