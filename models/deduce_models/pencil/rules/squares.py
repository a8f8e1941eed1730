"""Cells that belong to squares: a value says how large the square is and where in it the cell lies."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from deduce.language.facts import Fact, Or
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Cell

OUTSIDE = "-"
"""The value of a cell in no square."""


def squares(board: PuzzleBoard, *, everywhere: bool) -> Mapping[Cell, Variable]:
    """A variable for each cell: its place in a square; with `everywhere`, every cell lies in one.

    Where squares share a side, `everywhere` parts them; else none do.
    """
    sheet = board.sheet
    most = min(sheet.rows, sheet.cols)

    def places(at: Cell) -> list[Hashable]:
        inside: list[Hashable] = [] if everywhere else [OUTSIDE]
        for side in range(1, most + 1):
            for i in range(side):
                for j in range(side):
                    top, left = at[0] - i, at[1] - j
                    if (
                        top >= 1
                        and left >= 1
                        and top + side - 1 <= sheet.rows
                        and left + side - 1 <= sheet.cols
                    ):
                        inside.append((side, i, j))
        return inside

    cell = board.grid(places)
    for a, b in sheet.pairs if board.stating else ():
        down, right = b[0] - a[0], b[1] - a[1]
        text = "a square is whole"
        for place in cell[a].domain:
            if isinstance(place, tuple):
                side, i, j = place
                if i + down < side and j + right < side:
                    board.rule(text, Or(cell[a] != place, cell[b] == (side, i + down, j + right)))
        for place in cell[b].domain:
            if isinstance(place, tuple):
                side, i, j = place
                if i - down >= 0 and j - right >= 0:
                    board.rule(text, Or(cell[b] != place, cell[a] == (side, i - down, j - right)))
        if not everywhere:
            ends = [p for p in cell[a].domain if isinstance(p, tuple) and p[1 if down else 2] == p[0] - 1]
            board.rule("squares do not share a side", Or(~cell[a].is_in(ends), cell[b] == OUTSIDE))
    return cell


def side_of(place: Hashable) -> int:
    """The side of the square at a place; 0 for none."""
    return place[0] if isinstance(place, tuple) else 0


def of_size(variable: Variable, side: int) -> Fact:
    """The cell lies in a square of that side."""
    return variable.is_in([place for place in variable.domain if side_of(place) == side])
