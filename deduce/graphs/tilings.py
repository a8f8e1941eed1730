"""Cells of any shape side by side: rectangles, hexagons, triangles, drawn as text; sides, corners and lines of sight.

A text has a sign a cell. Rows of hexagons are shifted by half a cell, as they are drawn; triangles of a row point up and
down by turns, and the first of the first row points up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, pi

from deduce.graphs.graph import Graph
from deduce.ground.errors import ProblemError

Cell = tuple[int, int]
Point = tuple[int, int]
Link = tuple[Cell, Cell]
_COMPASS = ("e", "ne", "n", "nw", "w", "sw", "s", "se")


class Tiling:
    """Cells with their corners; who shares a side with whom follows.

    Attributes:
        corners: The corners of each cell, one after the other round it; keys are rows and places in them, from 1.
        signs: What the text has in each cell.
        cells: The graph of cells that share a side.
        sides: The two corners of each side by its name, which is the first cell's with a direction: ``1.2 ne``.
        sides_of: The names of the sides of each cell.
        scale: How wide and high a unit of the corners is drawn.
    """

    def __init__(
        self,
        corners: Mapping[Cell, Sequence[Point]],
        signs: Mapping[Cell, str],
        scale: tuple[float, float],
    ) -> None:
        self.corners, self.signs, self.scale = dict(corners), dict(signs), scale
        self.sides: dict[str, tuple[Point, Point]] = {}
        self.sides_of: dict[Cell, tuple[str, ...]] = {}
        named: dict[tuple[Point, Point], tuple[str, Cell]] = {}
        links: list[Link] = []
        for cell, points in self.corners.items():
            own = []
            for a, b in zip(points, [*points[1:], points[0]], strict=True):
                side = (a, b) if a < b else (b, a)
                if side in named:
                    links.append((named[side][1], cell))
                else:
                    named[side] = (f"{cell[0]}.{cell[1]} {self._way(cell, side)}", cell)
                    self.sides[named[side][0]] = side
                own.append(named[side][0])
            self.sides_of[cell] = tuple(own)
        self.cells = Graph(links, self.corners)

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell as it is drawn."""
        points = self.corners[cell]
        x, y = (sum(point[i] for point in points) / len(points) * self.scale[i] for i in (0, 1))
        return x, y

    def _way(self, cell: Cell, side: tuple[Point, Point]) -> str:
        (x, y), (a, b) = self.middle(cell), side
        right = (a[0] + b[0]) / 2 * self.scale[0] - x
        up = y - (a[1] + b[1]) / 2 * self.scale[1]
        return _COMPASS[round(atan2(up, right) / (pi / 4)) % 8]

    def rays(self, cell: Cell) -> list[tuple[Cell, ...]]:
        """The cells seen from one, in a straight line across sides, nearest first; a list for each direction.

        Raises `ProblemError` where cells of different directions lie side by side (triangles).
        """
        if any(len(points) == 3 for points in self.corners.values()):
            raise ProblemError("triangles do not lie in straight lines")
        at = {self._place(x): x for x in self.corners}
        found = []
        for first in self.cells.neighbours(cell):
            (x, y), (a, b) = self._place(cell), self._place(first)  # type: ignore[arg-type]
            ray = []
            while (a, b) in at:
                ray.append(at[a, b])
                x, y, a, b = a, b, 2 * a - x, 2 * b - y
            found.append(tuple(ray))
        return found

    def _place(self, cell: Cell) -> Point:
        points = self.corners[cell]
        return sum(x for x, _ in points), sum(y for _, y in points)

    @classmethod
    def drawn(cls, shape: str, picture: str) -> Tiling:
        """The cells of a text, ``#`` for a gap. Raises `ProblemError` for an unknown shape or a faulty text."""
        if shape not in SHAPES:
            raise ProblemError(f"there are no cells of the shape {shape!r}; allowed: {', '.join(SHAPES)}")
        rows = [line.expandtabs() for line in picture.splitlines() if line.strip()]
        if not rows:
            raise ProblemError("the picture is empty; write a sign for each cell")
        placed = [_signs(line) for line in rows]
        starts = [at for line in placed for at, _ in line]
        gaps = [b - a for line in placed for (a, _), (b, _) in pairwise(line)]
        step, first = min(gaps, default=2), min(starts)
        corners: dict[Cell, Sequence[Point]] = {}
        signs: dict[Cell, str] = {}
        outline, per_step = SHAPES[shape][:2]
        up = (placed[0][0][0] - first) // step % 2
        for r, line in enumerate(placed, 1):
            number = 0
            for at, sign in line:
                place, rest = divmod((at - first) * per_step, step)
                if rest or (
                    shape == "hexagons" and (place + r - (placed[0][0][0] - first) * 2 // step) % 2 != 1
                ):
                    raise ProblemError(
                        f"line {r} of the picture: the sign at column {at + 1} stands between cells"
                    )
                if sign == "#":
                    continue
                number += 1
                corners[r, number] = outline(place, r, (place + r - 1) % 2 == up)
                signs[r, number] = sign
        if not corners:
            raise ProblemError("the picture has no cells")
        return cls(corners, signs, SHAPES[shape][2])


def _signs(line: str) -> list[tuple[int, str]]:
    """The signs of a line with their columns: words between blanks, or single letters where there are none."""
    found: list[tuple[int, str]] = []
    spaced = " " in line.strip()
    for at, letter in enumerate(line):
        if letter == " ":
            continue
        if spaced and found and found[-1][0] + len(found[-1][1]) == at:
            found[-1] = (found[-1][0], found[-1][1] + letter)
        else:
            found.append((at, letter))
    return found


def _rectangle(x: int, y: int, _: bool) -> list[Point]:
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def _hexagon(x: int, y: int, _: bool) -> list[Point]:
    y *= 3
    return [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]


def _triangle(x: int, y: int, up: bool) -> list[Point]:
    return [(x, y), (x + 1, y + 1), (x - 1, y + 1)] if up else [(x - 1, y), (x + 1, y), (x, y + 1)]


SHAPES: Mapping[str, tuple[Callable[[int, int, bool], list[Point]], int, tuple[float, float]]] = {
    "rectangles": (_rectangle, 1, (40.0, 40.0)),
    "hexagons": (_hexagon, 2, (22.5, 13.0)),
    "triangles": (_triangle, 1, (28.0, 48.5)),
}
"""For each shape: the corners of a cell at a place of a row, places to a sign, and how a unit is drawn."""
