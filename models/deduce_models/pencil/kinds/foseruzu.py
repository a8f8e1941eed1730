"""Foseruzu (Four Cells, Five Cells): regions of four or of five cells."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from deduce.ground.compat import override
from deduce.ground.phrases import listing, say
from deduce.language.automata import Bools
from deduce.language.constraints import Count
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.rules.polyominoes import JOINED, PARTED, regions, shapes_of
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.rules.tiles import numbered
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

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
        raise sheet.refuse("", f"{cells} cells make no regions of {wanted}")
    return allowed


def rules(sheet: Sheet) -> PuzzleBoard:
    """Regions of one size, numbers. Between two neighbours a variable says whether a border parts them."""
    sizes = sizes_of(sheet)
    board = PuzzleBoard(sheet)
    border = dict(board.variables("border", sheet.pairs, (JOINED, PARTED)))
    board.borders = border
    text = listing([say("{number} cells", number=size) for size in sizes], "or all have")
    pieces = Pieces(sheet.cells, border, sizes)
    board.rule(say("all regions have {sizes}", sizes=text), pieces)
    for at, number in sheet.numbers().items():
        near = sheet.near(at)
        edge = 4 - len(near)
        if not edge <= number <= 3:
            raise sheet.refuse("clues", f"a cell here has {edge} to 3 sides on a border, not {number}", *at)
        text = say("{number:side} of this cell on a border", number=number)
        board.clue(Sides(pieces, at, number - edge), text, at)
    return board


class Pieces(Stated):
    """Borders part the cells into connected regions that all have one of the sizes."""

    __slots__ = ("_tables", "border", "cells", "sizes")

    def __init__(
        self, cells: Sequence[Cell], border: Mapping[tuple[Cell, Cell], Variable], sizes: Sequence[int]
    ) -> None:
        self.cells, self.border, self.sizes = tuple(cells), dict(border), tuple(sizes)
        self.scope = tuple(self.border.values())
        self._tables: list[_Table] | None = None

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
        chosen = {size: model.fresh() for size in self.sizes}
        model.cardinality(list(chosen.values()), 1, 1, when)
        covering: dict[Cell, list[tuple[Literal, Placing]]] = {at: [] for at in self.cells}
        for placing in _placings(self.cells, self.sizes):
            size, piece, sides = placing
            literal = model.fresh()
            said = [[-literal, parted[pair] if cut else -parted[pair]] for pair, cut in sides.items()]
            model.clauses([[-literal, chosen[size]], *said])
            for at in piece:
                covering[at].append((literal, placing))
        # Two pieces that share a cell without being the same disagree about a border, so "one" is enough.
        for ways in covering.values():
            model.clause([literal for literal, _ in ways], when)
        model.shared[self._key] = covering

    @property
    def _key(self) -> Hashable:
        return Pieces, self.scope, self.sizes

    def against(self, model: Model, at: Cell, number: int) -> list[Literal]:
        """Ways to place a region at a cell that give it another number of borders; none where they were not said."""
        own = [pair for _, pair in _pairs(at) if pair in self.border]
        ways: list[tuple[Literal, Placing]] = model.shared.get(self._key, {}).get(at, [])
        return [literal for literal, (_, _, sides) in ways if sum([sides[pair] for pair in own]) != number]

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """What some way to place a region at either cell of a pair leaves of the border between them."""
        if self._tables is None:
            found = _placings(self.cells, self.sizes)
            self._tables = [
                _Table(self.cells, tuple(self.border), [placing for placing in found if placing[0] == size])
                for size in self.sizes
            ]
        bits = [1 << v.position(PARTED) for v in self.scope]
        may = np.array([[bool(m & b), bool(m & ~b)] for m, b in zip(masks, bits, strict=True)])
        left = np.zeros_like(may)
        for table in self._tables:
            left |= table.left(may)
        return [
            (mask & bit if cut else 0) | (mask & ~bit if joined else 0)
            for mask, bit, (cut, joined) in zip(masks, bits, left.tolist(), strict=True)
        ], False

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Pieces:
        return Pieces(self.cells, {k: mapping.get(v, v) for k, v in self.border.items()}, self.sizes)

    @override
    def sentence(self) -> str:
        return f"all regions have {' cells, or all have '.join(map(str, self.sizes))} cells"


class Sides(Count):
    """So many borders are around a cell.

    A solver is told which ways to place a region that rules out: it would have to try each to see that.
    """

    __slots__ = ("at", "pieces")

    def __init__(self, pieces: Pieces, at: Cell, number: int) -> None:
        own = [pieces.border[pair] for _, pair in _pairs(at) if pair in pieces.border]
        super().__init__(own, PARTED, number, number)
        self.pieces, self.at = pieces, at

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        super().post(model, when)
        model.clauses([[-literal] for literal in self.pieces.against(model, self.at, self.low)], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Sides:
        return Sides(self.pieces.over(mapping), self.at, self.low)


Placing = tuple[int, frozenset[Cell], Mapping[tuple[Cell, Cell], bool]]
"""A way to place a region: its size, its cells, and for each pair at or in it whether it is parted."""


def _pairs(at: Cell) -> list[tuple[Cell, tuple[Cell, Cell]]]:
    """The neighbours of a cell, with the pair that each is with it."""
    r, c = at
    return [(x, (min(at, x), max(at, x))) for x in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))]


@lru_cache(maxsize=4)
def _placings(cells: tuple[Cell, ...], sizes: tuple[int, ...]) -> list[Placing]:
    """Every way to place a region."""
    inside = set(cells)
    pairs_at = {at: [(x, pair) for x, pair in _pairs(at) if x in inside] for at in cells}
    found: list[Placing] = []
    for size in sizes:
        for r, c in cells:
            for shape in shapes_of(size):
                piece = frozenset([(r + i, c + j) for i, j in shape])
                if piece <= inside:
                    sides = {pair: x not in piece for at in piece for x, pair in pairs_at[at]}
                    found.append((size, piece, sides))
    return found


class _Table:
    """All placings of regions of one size as numbers: which borders they set, and which cells they cover."""

    def __init__(
        self, cells: Sequence[Cell], pairs: Sequence[tuple[Cell, Cell]], placings: Sequence[Placing]
    ) -> None:
        number, place = {at: i for i, at in enumerate(cells)}, {pair: i for i, pair in enumerate(pairs)}
        # Number 2 * pair: parted; 2 * pair + 1: joined. The last says nothing, for placings with few sides.
        width = max((len(sides) for _, _, sides in placings), default=0)
        self._sides = np.full((width, len(placings)), 2 * len(pairs), dtype=np.int16)
        self._covered = np.zeros((len(placings), len(cells)), dtype=np.bool_)
        set_at: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for n, (_, piece, sides) in enumerate(placings):
            self._covered[n, [number[at] for at in piece]] = True
            said = [2 * place[pair] + (not cut) for pair, cut in sides.items()]
            self._sides[: len(said), n] = said
            for pair, side in zip(sides, said, strict=True):
                for end in (0, 1):
                    if pair[end] in piece:
                        set_at[end].append((n, side))
        self._set_at = [np.array(entries, dtype=np.int32).reshape(-1, 2).T.copy() for entries in set_at]

    def left(self, may: Bools) -> Bools:
        """For each pair whether it can be parted and joined, as far as what each cell can lie in tells."""
        open_ = np.append(may.ravel(), True)
        rows: Bools = np.logical_and.reduce(open_[self._sides], axis=0)
        if not self._covered[rows].any(axis=0).all():
            return np.zeros_like(may)
        # A pair is set by every placing at either of its cells, so both cells must allow a state.
        left: Bools = may.ravel().copy()
        for placing, side in self._set_at:
            seen = np.zeros(may.size, dtype=np.bool_)
            seen[side[rows[placing]]] = True
            left &= seen
        return left.reshape(-1, 2)


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
