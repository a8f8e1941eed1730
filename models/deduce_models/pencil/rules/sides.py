"""The sides and corners of cells, for lines that run along them."""

from __future__ import annotations

from collections.abc import Collection

from deduce_models.pencil.sheet.printed import Cell


class Side(tuple[Cell, Cell]):
    """A side as the points at its ends, ``(1, 1)`` the one at the top left of the grid, named after a cell it belongs to.

    It is equal to the plain pair of points.

    Args:
        ends: The points, the one above or to the left first.
        cells: The cells of the grid.

    Attributes:
        cell: The cell below or to the right of it; outside of the grid the one above or to the left.
        where: Where it is, seen from there: "above", "left of", "below" or "right of".
    """

    cell: Cell
    where: str

    def __new__(cls, ends: tuple[Cell, Cell], cells: Collection[Cell]) -> Side:
        """See above."""
        made = super().__new__(cls, ends)
        (r, c), (other, _) = ends
        across = r == other
        if (r, c) in cells:
            made.cell, made.where = (r, c), "above" if across else "left of"
        else:
            made.cell, made.where = (r - across, c - (not across)), "below" if across else "right of"
        return made

    def __getnewargs__(self) -> tuple[tuple[Cell, Cell], Collection[Cell]]:
        """What copies are made of."""
        return (self[0], self[1]), {self.cell}


_AROUND = (
    (0, 0, "above and left of"),
    (0, 1, "above and right of"),
    (1, 0, "below and left of"),
    (1, 1, "below and right of"),
)


def corner(point: Cell, cells: Collection[Cell]) -> tuple[str, Cell] | None:
    """Where a point is, seen from a cell around it that is in the grid; None where none is."""
    r, c = point
    for up, left, where in _AROUND:
        if (r - up, c - left) in cells:
            return where, (r - up, c - left)
    return None


class Corner(tuple[int, int]):
    """A point at the corners of cells, ``(1, 1)`` the one at the top left of the grid, named after one of them.

    It is equal to the plain pair of numbers.

    Attributes:
        cell: The cell it is named after; None where it touches none.
        where: Where it is, seen from there, such as "above and left of".
    """

    cell: Cell | None
    where: str

    def __new__(cls, point: Cell, cells: Collection[Cell]) -> Corner:
        """See above."""
        made = super().__new__(cls, point)
        made.where, made.cell = corner(point, cells) or ("", None)
        return made

    def __getnewargs__(self) -> tuple[Cell, Collection[Cell]]:
        """What copies are made of."""
        return (self[0], self[1]), {self.cell} if self.cell else set()
