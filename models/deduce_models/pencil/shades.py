"""What shading families share: connection, blocks of four, shaded cells apart, parts of given size."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from deduce.compat import override
from deduce.constraints import Exactly
from deduce.facts import Or
from deduce.graphs import Connected, Grid
from deduce.posting import Found, Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.sheet import Cell, many
from deduce_models.pencil.stated import Stated

__all__ = ["Grown", "apart", "area_counts", "connected", "no_block"]

Near = Mapping[Cell, Sequence[Cell]]


def connected(board: PuzzleBoard, value: Hashable, text: str) -> None:
    """All cells of one value hang together."""
    sheet, cell = board.sheet, board.cell
    grid = Grid(sheet.rows, sheet.cols, holes=[at for at in sheet.cells if at not in cell])
    board.rule(text, Connected(cell, grid, value=value))


def no_block(board: PuzzleBoard, value: Hashable, text: str) -> None:
    """No block of two by two cells of one value."""
    cell = board.cell
    for block in board.sheet.blocks():
        if all(at in cell for at in block):
            board.rule(text, Or(*(cell[at] != value for at in block)))


def apart(board: PuzzleBoard, text: str = "shaded cells do not share a side") -> None:
    """No two shaded cells share a side."""
    cell = board.cell
    for a, b in board.sheet.pairs:
        if a in cell and b in cell:
            board.rule(text, Or(cell[a] == CLEAR, cell[b] == CLEAR))


def area_counts(board: PuzzleBoard, value: Hashable = SHADED) -> None:
    """A number in an area says how many of its cells are shaded. Raises `RecordError`."""
    sheet, cell = board.sheet, board.cell
    for at, number in sheet.numbers().items():
        area = [cell[x] for x in sheet.areas[sheet.area_of[at]] if x in cell]
        if number > len(area):
            raise sheet.refuse("clues", *at, f"the area has {len(area)} cells; {number} cannot be shaded")
        board.clue(Exactly(number, area, value), f"{many(number, 'shaded cell')} in the area", at)


class Grown(Stated):
    """The cells with `value` that can be reached from `seeds` through such cells are exactly `size`.

    To a solver: only where an assignment breaks it. Too many: not all of one cell more, taken outwards
    from the seeds. Too few: one of the cells around them.
    """

    __slots__ = ("cell", "near", "seeds", "size", "value")

    def __init__(
        self, cell: Mapping[Cell, Variable], near: Near, seeds: Iterable[Cell], size: int, value: Hashable
    ) -> None:
        self.cell, self.near, self.size, self.value = dict(cell), near, size, value
        self.seeds = tuple(at for at in seeds if at in self.cell)
        self.scope = tuple(self.cell.values())

    def _reach(self, on: set[Cell], most: int) -> list[Cell]:
        """Cells reached from the seeds, nearest first, at most `most`."""
        found = [at for at in self.seeds if at in on]
        seen = set(found)
        for at in found:
            if len(found) > most:
                break
            for other in self.near[at]:
                if other in on and other not in seen:
                    seen.add(other)
                    found.append(other)
        return found

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        on = {at for at, value in zip(self.cell, values, strict=True) if value == self.value}
        return len(self._reach(on, len(on))) == self.size

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = {at: model.literal(v, v.position(self.value)) for at, v in self.cell.items()}

        def cuts(found: Found) -> list[list[Literal]]:
            on = _Lazy(found, literals)
            reached = self._reach(on, self.size)  # type: ignore[arg-type]
            if len(reached) > self.size:
                return [[-literals[at] for at in reached[: self.size + 1]]]
            if len(reached) < self.size:
                inside = set(reached)
                around = dict.fromkeys(self.seeds)
                for at in reached:
                    around.update(dict.fromkeys(self.near[at]))
                return [[literals[at] for at in around if at in literals and at not in inside]]
            return []

        model.later(cuts, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Grown:
        moved = {at: mapping.get(v, v) for at, v in self.cell.items()}
        return Grown(moved, self.near, self.seeds, self.size, self.value)

    @override
    def sentence(self) -> str:
        return f"{self.size} cells hang together here"


class _Lazy:
    """The cells whose literal is true in an assignment, looked up when asked."""

    __slots__ = ("_found", "_literals")

    def __init__(self, found: Found, literals: Mapping[Cell, Literal]) -> None:
        self._found, self._literals = found, literals

    def __contains__(self, at: Cell) -> bool:
        literal = self._literals.get(at)
        return literal is not None and self._found.true(literal)
