"""Shakashaka: triangles that leave white rectangles."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product

from deduce.ground.compat import override
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, values
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Shakashaka"
ABOUT = (
    "Put black right-angled triangles into white cells (named by the corner of the right angle) so that "
    "all white parts are "
    "rectangles, upright or slanted; a number says how many triangles touch a black cell (x is one without a number)."
)
EXAMPLE = """
4 4
- 5 - 0
- - - -
- - - -
- - x -
"""
WHITE = "-"
NO_NUMBER = 5
"""Some writers put it for a black cell without a number."""

parse = layout(blacks("x"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """White angles at every point, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((WHITE, "nw", "ne", "sw", "se"), [at for at in sheet.cells if at not in sheet.clues])
    for r, c in product(range(sheet.rows + 1), range(sheet.cols + 1)):
        around = (cell.get((r, c + 1)), cell.get((r + 1, c + 1)), cell.get((r + 1, c)), cell.get((r, c)))
        if any(v is not None for v in around):
            board.rule("white parts are rectangles: angles of 90 or 180 degrees", Angles(around))
    for at, number in sheet.numbers().items():
        if number == NO_NUMBER:
            continue
        near = [cell[x] != WHITE for x in sheet.near(at) if x in cell]
        board.counted(at, number, near, "triangle", "beside this cell")
    return board


class Angles(Stated):
    """Around a point, white has angles of 90, 180 or 360 degrees only.

    Args:
        around: The cells north-east, south-east, south-west and north-west of the point; None for black.
    """

    __slots__ = ("around",)
    _DARK = (("nw", "sw"), ("sw", "se"), ("nw", "ne"), ("nw", "sw"),
             ("ne", "se"), ("nw", "ne"), ("sw", "se"), ("ne", "se"))  # fmt: skip
    """Clockwise from north, eight sectors of 45 degrees, two a cell: the triangles that darken each."""

    def __init__(self, around: Sequence[Variable | None]) -> None:
        self.around = tuple(around)
        self.scope = tuple(v for v in self.around if v is not None)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        white = [
            v is not None and world[v] not in dark
            for v, dark in zip((x for x in self.around for _ in "ab"), self._DARK, strict=True)
        ]
        return not any(
            not white[start - 1] and _run(white, start) in (1, 3, 5, 6, 7)
            for start in range(8)
            if white[start]
        )

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        white: list[Literal | None] = []
        for i, dark in enumerate(self._DARK):
            v = self.around[i // 2]
            white.append(None if v is None else -model.membership(v, v.mask(dark)))
        for start, length in product(range(8), (1, 3, 5, 6, 7)):
            clause: list[Literal] = []
            for step in range(-1, length + 1):
                literal = white[(start + step) % 8]
                inside = 0 <= step < length
                if literal is None:
                    if inside:
                        break
                else:
                    clause.append(-literal if inside else literal)
            else:
                model.clause(dict.fromkeys(clause), when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Angles:
        return Angles([None if v is None else mapping.get(v, v) for v in self.around])

    @override
    def sentence(self) -> str:
        return "white angles around a point are of 90, 180 or 360 degrees"


def _run(white: Sequence[bool], start: int) -> int:
    length = 0
    while length < 8 and white[(start + length) % 8]:
        length += 1
    return length


show = values
