"""Foseruzu (Four Cells, Five Cells): regions of four or of five cells."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache

from deduce.compat import override
from deduce.constraints import Exactly
from deduce.posting import Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.parts import NUMBERS, Solution
from deduce_models.pencil.sheet import Cell, Sheet, layout, many
from deduce_models.pencil.stated import Stated
from deduce_models.pencil.tiles import numbered

TITLE = "Foseruzu"
ABOUT = (
    "Divide the grid into regions that all have four cells, or all five (which, the first line may say); a number says "
    "how many sides of its cell belong to the border of a region or of the grid."
)
EXAMPLE = """
2 4
3 - - -
- - 2 -
"""
JOINED, PARTED = "joined", "parted"
SIZES = (5, 4)

parse = layout(NUMBERS, extra="4 or 5, the cells of a region", shown=2, optional=True)


def sizes_of(sheet: Sheet) -> list[int]:
    """How many cells regions may have: what the first line says, or what divides the grid. Raises `RecordError`."""
    cells = len(sheet.cells)
    allowed = [size for size in SIZES if cells % size == 0]
    if sheet.extra:
        allowed = [size for size in allowed if sheet.extra == (str(size),)]
    if not allowed:
        wanted = " ".join(sheet.extra) or "four nor of five"
        raise sheet.refuse("clues", 0, 0, f"{cells} cells make no regions of {wanted}")
    return allowed


def rules(sheet: Sheet) -> PuzzleBoard:
    """Regions of one size, numbers. Between two neighbours a variable says whether a border parts them."""
    sizes = sizes_of(sheet)
    board = PuzzleBoard(sheet)
    border = dict(board.variables("border", sheet.pairs, (JOINED, PARTED)))
    board.borders = border
    text = " or all have ".join(f"{size} cells" for size in sizes)
    board.rule(f"all regions have {text}", Pieces(sheet.cells, border, sizes))
    for at, number in sheet.numbers().items():
        near = sheet.near(at)
        edge = 4 - len(near)
        if not edge <= number <= 3:
            raise sheet.refuse("clues", *at, f"a cell here has {edge} to 3 sides on a border, not {number}")
        own = [border[min(at, x), max(at, x)] for x in near]
        board.clue(
            Exactly(number - edge, own, PARTED), f"{many(number, 'side')} of this cell on a border", at
        )
    return board


class Pieces(Stated):
    """Borders part the cells into connected regions that all have one of the sizes."""

    __slots__ = ("border", "cells", "sizes")

    def __init__(
        self, cells: Sequence[Cell], border: Mapping[tuple[Cell, Cell], Variable], sizes: Sequence[int]
    ) -> None:
        self.cells, self.border, self.sizes = tuple(cells), dict(border), tuple(sizes)
        self.scope = tuple(self.border.values())

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        state = dict(zip(self.border, values, strict=True))
        region = regions(self.cells, [pair for pair, value in state.items() if value == JOINED])
        sizes = {len(cells) for cells in _grouped(region).values()}
        whole = all(region[a] != region[b] for (a, b), value in state.items() if value == PARTED)
        return whole and len(sizes) == 1 and sizes <= set(self.sizes)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """A literal for each way to place a region: every cell has one, and it sets the borders."""
        parted = {pair: model.literal(v, v.position(PARTED)) for pair, v in self.border.items()}
        inside = set(self.cells)
        chosen = {size: model.fresh() for size in self.sizes}
        model.cardinality(list(chosen.values()), 1, 1, when)
        covering: dict[Cell, list[Literal]] = {at: [] for at in self.cells}
        for size in self.sizes:
            for r, c in self.cells:
                for shape in _shapes(size):
                    piece = {(r + i, c + j) for i, j in shape}
                    if not piece <= inside:
                        continue
                    literal = model.fresh()
                    model.clause([-literal, chosen[size]])
                    for at in piece:
                        covering[at].append(literal)
                        for other in ((at[0], at[1] + 1), (at[0] + 1, at[1])):
                            if other in piece:
                                model.clause([-literal, -parted[at, other]])
                            elif other in inside:
                                model.clause([-literal, parted[at, other]])
                        for other in ((at[0], at[1] - 1), (at[0] - 1, at[1])):
                            if other in inside and other not in piece:
                                model.clause([-literal, parted[other, at]])
        # Two pieces that share a cell without being the same disagree about a border, so "one" is enough.
        for literals in covering.values():
            model.clause(literals, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Pieces:
        return Pieces(self.cells, {k: mapping.get(v, v) for k, v in self.border.items()}, self.sizes)

    @override
    def sentence(self) -> str:
        return f"all regions have {' cells, or all have '.join(map(str, self.sizes))} cells"


@cache
def _shapes(size: int) -> tuple[tuple[Cell, ...], ...]:
    """All forms of `size` cells that hang together, their first cell in reading order at (0, 0)."""
    level = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        level = {
            cells | {x}
            for cells in level
            for r, c in cells
            for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if x not in cells
        }
    found = set()
    for cells in level:
        r, c = min(cells)
        found.add(tuple(sorted((i - r, j - c) for i, j in cells)))
    return tuple(sorted(found))


def regions(cells: Sequence[Cell], joined: Sequence[tuple[Cell, Cell]]) -> dict[Cell, Cell]:
    """For each cell the first cell, in the order given, of its region."""
    beside: dict[Cell, list[Cell]] = {at: [] for at in cells}
    for a, b in joined:
        beside[a].append(b)
        beside[b].append(a)
    region: dict[Cell, Cell] = {}
    for start in cells:
        if start in region:
            continue
        region[start] = start
        part = [start]
        for at in part:
            for other in beside[at]:
                if other not in region:
                    region[other] = start
                    part.append(other)
    return region


def _grouped(region: Mapping[Cell, Cell]) -> dict[Cell, list[Cell]]:
    found: dict[Cell, list[Cell]] = {}
    for at, first in region.items():
        found.setdefault(first, []).append(at)
    return found


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The regions by number."""
    joined = [pair for pair, v in board.borders.items() if solution[v] == JOINED]
    region = regions(board.sheet.cells, joined)
    return numbered(board, region.__getitem__)
