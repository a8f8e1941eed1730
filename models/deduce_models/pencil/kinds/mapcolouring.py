"""Map: four colours."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Map"
ABOUT = (
    "Give each area one of four colours (1 to 4); areas that share a side have different ones; a number "
    "is the colour of its area."
)
EXAMPLE = """
3 4
1 - - 2
- - - -
- 3 - -
1 1 2 2
1 3 3 2
4 4 5 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Neighbours differ. A variable stands in the first cell of each area."""
    board = PuzzleBoard(sheet)
    head = {name: cells[0] for name, cells in sheet.areas.items()}
    cell = board.grid((1, 2, 3, 4), head.values())
    area = sheet.area_of
    for a, b in dict.fromkeys(tuple(sorted((head[area[a]], head[area[b]]))) for a, b in sheet.pairs):
        if a != b:
            board.rule("areas that share a side have different colours", cell[a] != cell[b])
    for at, number in sheet.numbers().items():
        if not 1 <= number <= 4:
            raise sheet.refuse("clues", f"colours are 1 to 4, not {number}", *at)
        board.clue(
            Or(cell[head[area[at]]] == number), say("the area has colour {number}", number=number), at
        )
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The colour of each cell's area."""
    sheet = board.sheet
    return sheet.write(lambda at: str(solution[board.cell[sheet.areas[sheet.area_of[at]][0]]]))
