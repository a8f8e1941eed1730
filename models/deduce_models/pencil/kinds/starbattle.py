"""Star Battle: stars in every row, column and area that do not touch."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AtMost, Exactly
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, HOLES, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Star Battle"
ABOUT = (
    "Every row, column and area holds the given number of stars; stars do not touch, not even at a corner "
    "(@ and # are holes)."
)
EXAMPLE = """
5 5 1
1 1 2 2 2
1 2 2 3 3
1 4 4 3 5
1 4 3 3 5
4 4 5 5 5
"""
STAR = "star"

parse = layout(AREAS, extra="the number of stars")


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, areas, stars apart."""
    number = sheet.number_after("the number of stars")
    board = PuzzleBoard(sheet)
    cell = board.grid((CLEAR, STAR), [at for at in sheet.cells if sheet.area_of[at] not in HOLES])
    if not cell:
        raise sheet.refuse("areas", "there is no cell but holes")
    groups = [(name, line) for name, line in sheet.lines()]
    groups += [
        (say("area {area}", area=name), area) for name, area in sheet.areas.items() if name not in HOLES
    ]
    for name, group in groups:
        inside = [cell[at] for at in group if at in cell]
        if number > len(inside):
            raise sheet.refuse("areas", f"{name} has no room for {many(number, 'star')}", *group[0])
        board.rule(say("{number:star} in {line}", number=number, line=name), Exactly(number, inside, STAR))
    for block in sheet.blocks():
        four = [cell[at] for at in block if at in cell]
        if len(four) > 1:
            board.rule("stars do not touch", AtMost(1, four, STAR))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for stars."""
    cell = board.cell
    return board.sheet.write(lambda at: "x" if at in cell and solution[cell[at]] == STAR else "-")
