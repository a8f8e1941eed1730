"""Uso-one: shaded cells counted by numbers, one of which lies in each area."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.reified import holding
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, NUMBERS, shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Uso-one"
ABOUT = (
    "Shade cells without numbers that do not share a side so that all others hang together; a number says"
    " how many of the cells beside it are shaded, but in each area exactly one number is wrong."
)
EXAMPLE = """
4 4
0 - 3 -
1 2 - -
- 1 2 -
- - 2 -
1 1 2 2
1 1 2 2
1 3 3 2
3 3 3 2
"""

parse = layout(NUMBERS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, one wrong number an area."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    numbers = sheet.numbers()
    for at in numbers:
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
    for name, cells in sheet.areas.items():
        own = [at for at in cells if at in numbers]
        if not own:
            raise sheet.refuse("clues", f"area {name} has no number that could be wrong", *cells[0])
        wrong = [
            ~holding(Exactly(min(numbers[at], len(near) + 1), near, SHADED))
            for at in own
            if (near := [cell[x] for x in sheet.near(at)])
        ]
        board.clue(CountFacts(wrong, 1, 1), say("one number of area {area} is wrong", area=name), cells[0])
    return board


show = shading
