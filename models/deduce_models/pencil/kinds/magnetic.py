"""Magnets: dominoes that are magnets or plain."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout, many

TITLE = "Magnets"
ABOUT = (
    "Each domino is a magnet with a plus and a minus half, or plain (x); equal poles do not share a "
    "side; the lines above "
    "give the number of pluses and of minuses in each column, then of each row."
)
EXAMPLE = """
3 4
- - - -
1 1 0 2
2 - -
- - -
1 1 2 2
3 3 4 4
5 5 6 6
"""
PLUS, MINUS, PLAIN = "+", "-", "x"

parse = layout(
    TextLayer("column pluses", r"\d+|-", "a number or -", side="cols"),
    TextLayer("column minuses", r"\d+|-", "a number or -", side="cols"),
    TextLayer("row pluses", r"\d+|-", "a number or -", side="rows"),
    TextLayer("row minuses", r"\d+|-", "a number or -", side="rows"),
    AREAS,
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Dominoes, poles apart, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((PLAIN, PLUS, MINUS))
    for name, area in sheet.areas.items():
        if len(area) == 1:
            board.rule("a single cell is plain", cell[area[0]] == PLAIN)
            continue
        if len(area) != 2:
            raise sheet.refuse(
                "areas", f"domino {name} has {many(len(area), 'cell')} instead of 2", *area[0]
            )
        a, b = cell[area[0]], cell[area[1]]
        for pole, other in ((PLUS, MINUS), (MINUS, PLUS)):
            board.rule(
                "the halves of a magnet are a plus and a minus",
                Or(a != pole, b == other),
                Or(b != pole, a == other),
            )
    for one, two in sheet.pairs:
        if sheet.area_of[one] != sheet.area_of[two]:
            for pole in (PLUS, MINUS):
                board.rule("equal poles do not share a side", Or(cell[one] != pole, cell[two] != pole))
    board.line_counts(cell, PLUS, "plus", top="column pluses", left="row pluses")
    board.line_counts(cell, MINUS, "minus", top="column minuses", left="row minuses")
    return board


show = values
