"""Sheep and Wolves: a Slitherlink with sheep inside and wolves outside."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import And, Or
from deduce_models.pencil.kinds.slitherlink import LINE, show, sides, sides_board
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks
from deduce_models.pencil.rules.within import INSIDE, OUTSIDE
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Sheep and Wolves"
ABOUT = (
    "Draw one loop along the sides of cells; sheep (s) are inside, wolves (w) outside; a number says how "
    "many sides of its cell belong to the loop."
)
EXAMPLE = """
3 3
s - 2
- w -
- 3 -
"""

parse = layout(blacks("s", "w"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, inside and outside, numbers."""
    board = sides_board(sheet)
    cell = board.grid((OUTSIDE, INSIDE))
    text = "the loop parts inside from outside"
    for r, c in sheet.cells:
        top, _, left, _ = sides((r, c))
        for side, other in ((top, (r - 1, c)), (left, (r, c - 1))):
            on, here = board.sides[side] == LINE, cell[r, c] == INSIDE
            if other in cell:
                there = cell[other] == INSIDE
                board.rule(
                    text,
                    Or(~on, here, there),
                    Or(~on, ~here, ~there),
                    Or(on, ~here, there),
                    Or(on, here, ~there),
                )
            else:
                board.rule(text, Or(~on, here), Or(on, ~here))
        for side, last in ((sides((r, c))[1], r == sheet.rows), (sides((r, c))[3], c == sheet.cols)):
            if last:
                on, here = board.sides[side] == LINE, cell[r, c] == INSIDE
                board.rule(text, And(Or(~on, here), Or(on, ~here)))
    for at, word in sheet.clues.items():
        if word in ("s", "w"):
            board.clue(
                cell[at] == (INSIDE if word == "s" else OUTSIDE),
                "a sheep" if word == "s" else "a wolf",
                at,
            )
            continue
        if int(word) > 4:
            raise sheet.refuse("clues", f"a cell has four sides, not {word}", *at)
        own = [board.sides[side] for side in sides(at)]
        board.clue(Exactly(int(word), own, LINE), say("{number:side} of this cell", number=int(word)), at)
    return board


__all__ = ["ABOUT", "EXAMPLE", "TITLE", "parse", "rules", "show"]
