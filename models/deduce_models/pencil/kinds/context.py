"""Context: numbers that count beside them when white, across corners when shaded."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Fact
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.rules.stated import CountIf
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Context"
ABOUT = (
    "Shade cells that do not share a side so that all others hang together; a number in a white cell says"
    " how many cells that share a side with it are shaded, in a shaded cell how many of those that share "
    "a corner only."
)
EXAMPLE = """
4 4
- 1 - -
- - 2 -
2 - - -
- - - 1
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for at, number in sheet.numbers().items():
        beside = sheet.near(at)
        corners = [x for x in sheet.around(at) if x not in beside]
        if number > max(len(beside), len(corners)):
            raise sheet.refuse("clues", f"no room for {many(number, 'shaded cell')} around it", *at)
        for value, cells, where in ((CLEAR, beside, "beside it"), (SHADED, corners, "at its corners")):
            seen: list[Fact] = [cell[x] == SHADED for x in cells]
            text = say(f"{{number:shaded cell}} {where} if it is {value}", number=number)
            board.clue(CountIf(cell[at] == value, seen, number, number), text, at)
    return board


show = shading
