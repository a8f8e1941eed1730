"""Country Road: a loop that visits every area once."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import VISITED, Lines, shown
from deduce_models.pencil.rules.parts import AREAS, HOLES, PERHAPS
from deduce_models.pencil.rules.visits import once_each_area
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Country Road"
ABOUT = (
    "Draw one loop that visits every area exactly once; a number says how many cells of its area the loop visits; of two "
    "neighbours in different areas the loop visits at least one (@ and # are holes)."
)
EXAMPLE = """
4 4
- - - -
- - - -
- - - -
- - - -
1 1 2 2
1 3 3 2
1 3 2 2
4 3 5 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, areas, cells not visited, numbers."""
    board = PuzzleBoard(sheet)
    inside = [at for at in sheet.cells if sheet.area_of[at] not in HOLES]
    lines = Lines(board, inside)
    lines.one_loop()
    cell = lines.visited()
    once_each_area(lines)
    for a, b in lines.edge:
        if sheet.area_of[a] != sheet.area_of[b]:
            board.rule(
                "of neighbours in different areas one is visited",
                Or(cell[a] == VISITED, cell[b] == VISITED),
            )
    for at, number in sheet.numbers().items():
        area = sheet.areas[sheet.area_of[at]]
        if number > len(area) or at not in cell:
            raise sheet.refuse("clues", f"the area has {many(len(area), 'cell')}, not {number}", *at)
        board.clue(
            Exactly(number, [cell[x] for x in area], VISITED),
            say("the loop visits {number:cell} of the area", number=number),
            at,
        )
    return board


show = shown
