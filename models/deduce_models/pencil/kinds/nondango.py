"""Nondango: one black circle an area, no three alike in a row."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Nondango"
ABOUT = (
    "Make some circles (o) black; each area has exactly one black circle; no three circles next to each "
    "other along a row, a column or a diagonal have one colour."
)
EXAMPLE = """
4 4
o o - o
- o o o
o o o o
o - o o
1 1 2 2
1 3 2 2
1 3 3 4
5 3 4 4
"""
BLACK, WHITE = "b", "w"
_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))

parse = layout(TextLayer("clues", "[o-]", "o or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One black circle an area, rows of three."""
    if not sheet.clues:
        raise sheet.refuse("clues", "there are no circles")
    board = PuzzleBoard(sheet)
    cell = board.grid((BLACK, WHITE), sheet.clues)
    for name, cells in sheet.areas.items():
        own = [cell[at] for at in cells if at in cell]
        if not own:
            raise sheet.refuse("areas", f"area {name} has no circle", *cells[0])
        board.rule("one black circle in each area", Exactly(1, own, BLACK))
    for r, c in cell:
        for down, right in _WAYS:
            three = [(r + i * down, c + i * right) for i in range(3)]
            if all(at in cell for at in three):
                for colour in (BLACK, WHITE):
                    alike = Or(*(cell[at] != colour for at in three))
                    board.rule("no three circles of one colour in a row", alike)
    return board


show = values
