"""Snail: numbers in turn along a spiral."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import square
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.rules.sparse import NOTHING
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Snail"
ABOUT = (
    "Each row and column holds every number up to the one given once; along the spiral from the upper "
    "left corner to the middle they come in turn: 1, 2, ..., the last, and 1 again."
)
EXAMPLE = """
5 5 3
- - - - -
- - - - -
- - 3 - -
- - - - -
- - - 3 -
"""

parse = layout(NUMBERS, extra="the greatest number")


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, the spiral, and the numbers given."""
    side = square(sheet)
    most = sheet.number_after("the greatest number", side)
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, *range(1, most + 1)))
    for name, line in sheet.lines():
        for number in range(1, most + 1):
            board.rule(
                say("one {number} in {line}", number=number, line=name),
                Exactly(1, [cell[at] for at in line], number),
            )
    path = [cell[at] for at in spiral(side)]
    board.rule("the numbers come in turn along the spiral", Regular(path, _turn(most), 0, range(most + 1)))
    board.givens()
    return board


def _turn(most: int) -> Callable[[Hashable, Hashable], Hashable | None]:
    def after(last: Hashable, value: Hashable) -> Hashable | None:
        """The number seen last."""
        if value == NOTHING:
            return last
        wanted = last % most + 1 if isinstance(last, int) else 1
        return value if value == wanted else None

    return after


def spiral(side: int) -> list[Cell]:
    """The cells of a square from the upper left corner to the middle, to the right first."""
    left = {(r, c) for r in range(1, side + 1) for c in range(1, side + 1)}
    (r, c), (down, right) = (1, 1), (0, 1)
    found: list[Cell] = []
    while left:
        found.append((r, c))
        left.discard((r, c))
        if (r + down, c + right) not in left:
            down, right = right, -down
        r, c = r + down, c + right
    return found


show = values
