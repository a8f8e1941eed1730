"""Maxi Loop: how long the longest visit to an area is."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from deduce.ground.phrases import say
from deduce.language.facts import And, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, NONE, Lines, shown
from deduce_models.pencil.rules.parts import AREAS, PERHAPS
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Maxi Loop"
ABOUT = "Draw one loop through all cells; a number says how many cells the longest visit to its area has."
EXAMPLE = """
4 4
- - - -
- 3 - -
- - - -
- - - -
1 1 2 2
1 3 2 2
1 3 2 4
5 3 3 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, all cells, no longer way in an area and one so long."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    lines.visit(sheet.cells)
    for at, number in sheet.numbers().items():
        area = sheet.areas[sheet.area_of[at]]
        if not 1 <= number <= len(area):
            raise sheet.refuse("clues", f"the area has {many(len(area), 'cell')}, not {number}", *at)
        text = say("the longest visit has {number:cell}", number=number)
        if number == 1:
            inside = set(area)
            for (a, b), v in lines.edge.items():
                if a in inside and b in inside:
                    board.clue(v == NONE, text, at)
            continue
        for way in _ways(sheet, area, number + 1):
            board.clue(Or(*(lines.edge[pair] == NONE for pair in way)), text, at)
        ways = [And(*(lines.edge[pair] == LINE for pair in way)) for way in _ways(sheet, area, number)]
        if not ways:
            raise sheet.refuse("clues", f"no way of {many(number, 'cell')} lies in the area", *at)
        board.clue(Or(*ways), text, at)
    return board


def _ways(sheet: Sheet, area: list[Cell], cells: int) -> Iterator[list[tuple[Cell, Cell]]]:
    """Every way through so many cells of an area, as pairs of cells; each in one direction only."""
    inside = set(area)

    def on(way: list[Cell]) -> Iterator[list[Cell]]:
        if len(way) == cells:
            if way[0] < way[-1]:
                yield way
            return
        for x in sheet.near(way[-1]):
            if x in inside and x not in way:
                yield from on([*way, x])

    for start in area:
        for way in on([start]):
            yield [(min(pair), max(pair)) for pair in itertools.pairwise(way)]


show = shown
