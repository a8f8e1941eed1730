"""Tatamibari: rectangles by their shape."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.compat import override
from deduce.posting import Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.sheet import Sheet, TextLayer, layout
from deduce_models.pencil.stated import Stated
from deduce_models.pencil.tiles import Box, owners, tile

TITLE = "Tatamibari"
ABOUT = (
    "Divide the grid into rectangles, each with one sign: s in a square, v in a rectangle higher than "
    "wide, h in one wider "
    "than high; four rectangles never meet at a point."
)
EXAMPLE = """
3 3
h - -
- h -
- - h
"""

parse = layout(TextLayer("clues", "[shv+-]", "s, h, v or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every cell in one rectangle with one sign; corners; what each sign says of its shape."""
    board = PuzzleBoard(sheet)
    boxes = tile(board)
    board.rule("four rectangles never meet at a point", Corners(list(boxes.values())))
    for at, v in boxes.items():
        shape, text = _SHAPES.get(sheet.clues[at], _SQUARE)
        fitting = [box for box in v.domain if _shape(box) == shape]  # type: ignore[arg-type]
        if not fitting:
            raise sheet.refuse("clues", *at, f"no rectangle fits the clue {sheet.clues[at]}")
        board.clue(v.is_in(fitting), text, at)
    return board


_SQUARE = 0, "as wide as high"
_SHAPES = {"h": (1, "wider than high"), "v": (-1, "higher than wide")}


def _shape(box: Box) -> int:
    """1 for wider than high, -1 for higher than wide, 0 for a square."""
    height, width = box[2] - box[0], box[3] - box[1]
    return (width > height) - (width < height)


class Corners(Stated):
    """No four of the rectangles have a corner at the same inner point."""

    __slots__ = ()

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.scope = tuple(variables)

    @staticmethod
    def _points(box: Box) -> list[tuple[int, int, int]]:
        """The four corner points, each with its kind."""
        top, left, bottom, right = box
        return [(top - 1, left - 1, 0), (top - 1, right, 1), (bottom, left - 1, 2), (bottom, right, 3)]

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        found = [point for box in values for point in self._points(box)]  # type: ignore[arg-type]
        return not any(all((r, c, kind) in found for kind in range(4)) for r, c, _ in found)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        ends: dict[tuple[int, int, int], Literal] = {}
        for v in self.scope:
            for box, literal in zip(v.domain, model.literals(v), strict=True):
                for point in self._points(box):  # type: ignore[arg-type]
                    if point not in ends:
                        ends[point] = model.fresh()
                    model.clause([-literal, ends[point]])
        for r, c, kind in list(ends):
            if kind == 0 and all((r, c, k) in ends for k in range(4)):
                model.clause([-ends[r, c, k] for k in range(4)], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Corners:
        return Corners([mapping.get(v, v) for v in self.scope])

    @override
    def sentence(self) -> str:
        return "no four rectangles meet at a point"


show = owners
