"""Makaro: arrows point at the greatest number around them."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import near_differ
from deduce_models.pencil.rules.loops import step
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Makaro"
ABOUT = (
    "The white cells of each area hold the numbers 1 to their number once; neighbours differ; a black "
    "cell with an arrow (n, e, s, w) points at the greatest of the numbers beside it (x is a black cell "
    "without)."
)
EXAMPLE = """
4 4
- - 1 -
x - - -
- - 3 1
- - e -
1 2 2 3
1 4 2 3
1 4 4 3
5 5 4 3
"""

parse = layout(TextLayer("clues", r"\d+|[neswx-]", "a number, n, e, s, w, x or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, neighbours, arrows, and the numbers given."""
    board = PuzzleBoard(sheet)
    black = {at for at, word in sheet.clues.items() if not word.isdecimal()}
    white = {name: [at for at in cells if at not in black] for name, cells in sheet.areas.items()}
    free = [at for at in sheet.cells if at not in black]
    cell = board.grid(lambda at: range(1, len(white[sheet.area_of[at]]) + 1), free)
    for name, cells in white.items():
        if len(cells) > 1:
            board.rule(
                say("the numbers of area {area} are different", area=name),
                AllDifferent([cell[at] for at in cells]),
            )
    near_differ(board, sheet.pairs, "neighbours differ")
    for at in black:
        word = sheet.clues[at]
        target = step(at, word) if word != "x" else at
        if word != "x" and target not in cell:
            raise sheet.refuse("clues", "the arrow points at no number", *at)
        for x in sheet.near(at) if word != "x" else ():
            if x in cell and x != target:
                board.clue(cell[x] < cell[target], "the arrow points at the greatest number", at)
    board.givens()
    return board


show = values
