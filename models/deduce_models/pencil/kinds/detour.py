"""Detour: a loop through all cells that turns so often in each area."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import And, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import Lines, shown
from deduce_models.pencil.rules.parts import AREAS, PERHAPS
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Detour"
ABOUT = "Draw one loop through all cells; a number says how often the loop turns in its area."
EXAMPLE = """
4 4
1 - - -
- - - -
- - - 1
- - - -
1 1 2 2
1 3 2 2
1 3 2 4
5 3 3 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, all cells, turns."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    lines.visit(sheet.cells)
    for at, number in sheet.numbers().items():
        area = sheet.areas[sheet.area_of[at]]
        if number > len(area):
            raise sheet.refuse("clues", f"the area has only {many(len(area), 'cell')}", *at)
        turns = []
        for x in area:
            # All cells are visited: the line turns where it leaves to one of two opposite sides.
            a, b = lines.on(x, "n"), lines.on(x, "s")
            turns.append(Or(And(a, ~b), And(~a, b)))
        board.clue(CountFacts(turns, number, number), say("{number:turn} in the area", number=number), at)
    return board


show = shown
