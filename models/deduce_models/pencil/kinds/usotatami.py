"""Uso-tatami: mats whose numbers are wrong."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.rules.tiles import owners, tile
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Uso-tatami"
ABOUT = (
    "Divide the grid into mats one cell wide, each with one number, which is not the number of its cells,"
    " and of which no four meet in a point (? may be any number)."
)
EXAMPLE = """
4 4
- 1 - -
1 - - -
- 1 - -
2 1 - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one mat, wrong numbers, points."""
    board = PuzzleBoard(sheet)
    mats = tile(board, lambda _, box: box[0] == box[2] or box[1] == box[3])
    for at, number in sheet.numbers().items():
        if number < 1:
            raise sheet.refuse("clues", "numbers are at least 1", *at)
        wrong = [x for x in mats[at].domain if isinstance(x, tuple) and _length(x) != number]
        board.clue(mats[at].is_in(wrong), say("not {number} cells", number=number), at)
    cell = board.cell
    for a, b, c, d in sheet.blocks() if board.stating else ():
        ways = [
            cell[x] == cell[y]
            for x, y in ((a, b), (a, c), (b, d), (c, d))
            if set(cell[x].domain) & set(cell[y].domain)
        ]
        board.rule("no four mats meet in a point", Or(*ways))
    return board


def _length(box: tuple[int, ...]) -> int:
    return max(box[2] - box[0], box[3] - box[1]) + 1


show = owners
