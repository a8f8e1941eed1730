"""Rectangular grids: cells, the lines between their corners, rows, columns, blocks, neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deduce.graphs.graph import Graph
from deduce.ground.errors import ProblemError
from deduce.language.variables import is_whole

Cell = tuple[int, int]
"""Row and column, both from 1."""
Side = tuple[Cell, Cell]


class Grid(Graph):
    """Cells in rows and columns, joined to those beside, above and below them; a graph whose nodes are cells.

    Cells are ``(row, column)`` from ``(1, 1)`` at the top left. `edges` join neighbouring cells, in the
    order of a sweep along the shorter side, which decision diagrams like; `corners` is the graph of the
    lattice points with the lines that are drawn around cells (as in Slitherlink).

    Args:
        rows: How many rows, at least 1.
        columns: How many columns; as many as rows when None.
        holes: Cells that are not there.

    Raises:
        ProblemError: Sizes below 1, or holes outside the grid.
    """

    __slots__ = ("_there", "columns", "rows")

    def __init__(self, rows: int, columns: int | None = None, *, holes: Iterable[Cell] = ()) -> None:
        columns = rows if columns is None else columns
        for name, size in (("rows", rows), ("columns", columns)):
            if not is_whole(size) or size < 1:
                raise ProblemError(f"a grid needs at least one of its {name}, not {size!r}")
        self.rows, self.columns = int(rows), int(columns)
        gone = set(holes)
        for cell in gone:
            if not (
                isinstance(cell, tuple)
                and len(cell) == 2
                and 1 <= cell[0] <= rows
                and 1 <= cell[1] <= columns
            ):
                raise ProblemError(
                    f"the hole {cell!r} is outside the grid of {rows} rows and {columns} columns"
                )
        cells = [cell for cell in _sweep(rows, columns) if cell not in gone]
        self._there = frozenset(cells)
        edges: list[Side] = []
        for row, column in cells:
            edges += [
                ((r, c), (row, column))
                for r, c in ((row - 1, column), (row, column - 1))
                if (r, c) in self._there
            ]
        super().__init__(edges, cells)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple(sorted(self._there))

    def __contains__(self, cell: object) -> bool:
        return cell in self._there

    def row(self, number: int) -> tuple[Cell, ...]:
        """The cells of a row, from left to right."""
        return tuple((number, c) for c in range(1, self.columns + 1) if (number, c) in self._there)

    def column(self, number: int) -> tuple[Cell, ...]:
        """The cells of a column, from top to bottom."""
        return tuple((r, number) for r in range(1, self.rows + 1) if (r, number) in self._there)

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """All rows, then all columns."""
        rows = [self.row(r) for r in range(1, self.rows + 1)]
        return (*rows, *(self.column(c) for c in range(1, self.columns + 1)))

    def blocks(self, height: int, width: int | None = None) -> Iterator[tuple[Cell, ...]]:
        """Blocks side by side that cover the grid, as in a sudoku; smaller at the edges if they do not fit."""
        width = height if width is None else width
        yield from self._windows(height, width, height, width)

    def windows(self, height: int, width: int | None = None) -> Iterator[tuple[Cell, ...]]:
        """Every rectangle of that size without a hole, wherever it lies (each 2x2 square, say)."""
        width = height if width is None else width
        for found in self._windows(height, width, 1, 1):
            if len(found) == height * width:
                yield found

    def _windows(self, height: int, width: int, down: int, right: int) -> Iterator[tuple[Cell, ...]]:
        for top in range(1, self.rows + 1, down):
            for left in range(1, self.columns + 1, right):
                yield tuple(
                    (r, c)
                    for r in range(top, top + height)
                    for c in range(left, left + width)
                    if (r, c) in self._there
                )

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that touch `cell`, corners included."""
        row, column = cell
        return tuple(
            (r, c)
            for r in range(row - 1, row + 2)
            for c in range(column - 1, column + 2)
            if (r, c) in self._there and (r, c) != cell
        )

    def ray(self, cell: Cell, down: int, right: int) -> tuple[Cell, ...]:
        """The cells met from `cell` (not included) in a direction, up to the border or the first hole."""
        if not down and not right:
            raise ProblemError("a ray needs a direction: down and right cannot both be 0")
        row, column = cell[0] + down, cell[1] + right
        found = []
        while (row, column) in self._there:
            found.append((row, column))
            row, column = row + down, column + right
        return tuple(found)

    @property
    def corners(self) -> Grid:
        """The lattice points as a grid of their own; its edges are the sides of the cells.

        The corner ``(r, c)`` is the top left one of the cell ``(r, c)``.
        """
        return Grid(self.rows + 1, self.columns + 1)

    def sides(self, cell: Cell) -> tuple[Side, Side, Side, Side]:
        """The four sides of a cell (top, left, bottom, right) as edges of `corners`."""
        r, c = cell
        return (
            ((r, c), (r, c + 1)),
            ((r, c), (r + 1, c)),
            ((r + 1, c), (r + 1, c + 1)),
            ((r, c + 1), (r + 1, c + 1)),
        )

    def beside(self, side: Side) -> tuple[Cell, ...]:
        """The one or two cells on the two sides of an edge of `corners` (its edge in the dual graph)."""
        (r, c), (_, other) = side
        pair = ((r - 1, c), (r, c)) if other > c else ((r, c - 1), (r, c))
        return tuple(cell for cell in pair if cell in self._there)

    def border(self, side: Side) -> Side:
        """The side of `corners` that separates two neighbouring cells."""
        (r, _), (below, right) = sorted(side)
        return ((below, right), (below, right + 1)) if below > r else ((r, right), (r + 1, right))


def _sweep(rows: int, columns: int) -> Iterator[Cell]:
    """All cells, along the shorter side first: few cells then lie between what is read and what is not."""
    if columns <= rows:
        yield from ((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
    else:
        yield from ((r, c) for c in range(1, columns + 1) for r in range(1, rows + 1))
