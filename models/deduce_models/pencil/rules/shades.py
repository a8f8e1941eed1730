"""What shading families share: connection, blocks of four, shaded cells apart, parts of given size."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

from deduce.graphs import Connected, Graph, Grid
from deduce.graphs.floods import Floods, bits_of, each_bit, list_of
from deduce.ground.compat import override
from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce.language.posting import Found, Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.stated import RaySight, Stated
from deduce_models.pencil.sheet.printed import SIDES, Cell, many

Near = Mapping[Cell, Sequence[Cell]]


def connected(board: PuzzleBoard, value: Hashable, text: str) -> None:
    """All cells of one value hang together."""
    sheet, cell = board.sheet, board.cell
    if board.stating:
        grid = _grid(sheet.rows, sheet.cols, tuple([at for at in sheet.cells if at not in cell]))
        board.rule(text, Connected(cell, grid, value=value))


@lru_cache(maxsize=16)
def _grid(rows: int, cols: int, holes: tuple[Cell, ...]) -> Grid:
    return Grid(rows, cols, holes=holes)


def with_border(board: PuzzleBoard, value: Hashable, text: str) -> None:
    """All cells of one value hang together with what lies around the grid."""
    sheet, outside = board.sheet, (0, 0)
    outer: dict[Cell, Variable] = {outside: board.variable("outside", (value,)), **board.cell}
    edges = [*sheet.pairs]
    edges += [(outside, at) for at in sheet.cells if at[0] in (1, sheet.rows) or at[1] in (1, sheet.cols)]
    board.rule(text, Connected(outer, Graph(edges), value=value))


def no_block(board: PuzzleBoard, value: Hashable, text: str) -> None:
    """No block of two by two cells of one value."""
    other = {at: v != value for at, v in board.cell.items()} if board.stating else {}
    for block in board.sheet.blocks() if other else ():
        board.rule(text, Or(*(other[at] for at in block)))


def apart(board: PuzzleBoard, text: str = "shaded cells do not share a side") -> None:
    """No two shaded cells share a side."""
    clear = board.where(CLEAR) if board.stating else {}
    for a, b in board.sheet.pairs:
        if a in clear and b in clear:
            board.rule(text, Or(clear[a], clear[b]))


def sees(board: PuzzleBoard, at: Cell, others: int, value: Hashable, text: str) -> None:
    """A clue: so many other cells that take `value` are seen, up to the first that does not. Raises `RecordError`."""
    sheet = board.sheet
    if not 0 <= others <= sheet.rows + sheet.cols - 2:
        raise sheet.refuse("clues", f"no {many(int(sheet.clues[at]), 'cell')} to be seen from here", *at)
    sight = [ray for side in SIDES if (ray := [board.cell[x] for x in sheet.ray(at, side)])]
    if sight:
        board.clue(RaySight(sight, value, others, others), text, at)


def area_counts(board: PuzzleBoard) -> None:
    """A number in an area says how many of its cells are shaded. Raises `RecordError`."""
    sheet, cell = board.sheet, board.cell
    for at, number in sheet.numbers().items():
        area = [cell[x] for x in sheet.areas[sheet.area_of[at]] if x in cell]
        if number > len(area):
            raise sheet.refuse(
                "clues", f"the area has {many(len(area), 'cell')}; {number} cannot be shaded", *at
            )
        board.clue(
            Exactly(number, area, SHADED), say("{number:shaded cell} in the area", number=number), at
        )


def rectangles_only(board: PuzzleBoard) -> None:
    """Every part of shaded cells is a rectangle: none has a corner that points inwards."""
    cell = board.cell
    for block in board.sheet.blocks() if board.stating else ():
        for at in block:
            others = [cell[x] != SHADED for x in block if x != at]
            board.rule("a shaded part is a rectangle", Or(cell[at] == SHADED, *others))


class Grown(Stated):
    """The cells with `value` that can be reached from `seeds` through such cells are exactly `size`.

    To a solver: only where an assignment breaks it. Too many: not all of one cell more, taken outwards
    from the seeds. Too few: one of the cells around them.
    """

    __slots__ = ("_given", "cell", "near", "seeds", "size", "value")

    def __init__(
        self, cell: Mapping[Cell, Variable], near: Near, seeds: Iterable[Cell], size: int, value: Hashable
    ) -> None:
        self.near, self.size, self.value, self._given = near, size, value, cell
        self.seeds = tuple(at for at in seeds if at in cell)
        # Cells further away cannot belong to it: on the way to them lie too many.
        self.cell = {at: cell[at] for at in sorted(_within(self.seeds, cell, near, size))}
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
        # Where all cells are in the model, their parts are looked for once for the rules of all numbers. Cells too far
        # away change nothing: those that are one too many, outwards, are near enough.
        whole = all(map(model.has_literals, self._given.values()))
        parts = CellParts.of(model, self._given if whole else self.cell, self.near, self.value)
        literals, floods = parts.literals, parts.floods
        seeds = parts.bits(self.seeds)
        homes = list_of(seeds)
        parts.homes |= seeds

        def cuts(found: Found) -> list[list[Literal]]:
            part_of, reached = parts.part_of(found), 0
            for home in homes:
                reached |= part_of.get(home, 0)
            n = reached.bit_count()
            if n > self.size:
                outwards: list[int] = []
                for front in floods.fronts(seeds & reached, reached):
                    outwards += list_of(front)
                    if len(outwards) > self.size:
                        break
                return [[-literals[i] for i in outwards[: self.size + 1]]]
            if n < self.size:
                around = (floods.around(reached) | seeds) & ~reached
                return [[literals[i] for i in list_of(around)]]
            return []

        model.later(cuts, when)

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """How far the part can grow, how large it is already, and what it cannot do without."""
        ons = [1 << v.position(self.value) for v in self.scope]
        number = {at: i for i, at in enumerate(self.cell)}
        may = {at for at, i in number.items() if masks[i] & ons[i]}
        sure = {at for at in may if not masks[number[at]] & ~ons[number[at]]}
        left = list(masks)
        grown = self._reach(may, len(may))
        held = self._reach(sure, len(sure))
        if len(grown) < self.size or len(held) > self.size:
            return [0] * len(left), True
        inside = set(held)
        for at in dict.fromkeys([*self.seeds, *(x for y in held for x in self.near[y])]):
            # With this cell the part would hold all that hangs together with it, too.
            if at in may and at not in inside and len(self._reach(sure | {at}, self.size)) > self.size:
                left[number[at]] &= ~ons[number[at]]
        # What it cannot do without is among any so many cells that it can grow to.
        for at in grown[: self.size]:
            may.discard(at)
            if len(self._reach(may, self.size - 1)) < self.size:
                left[number[at]] &= ons[number[at]]
            may.add(at)
        return left, False

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Grown:
        moved = {at: mapping.get(v, v) for at, v in self.cell.items()}
        return Grown(moved, self.near, self.seeds, self.size, self.value)

    @override
    def sentence(self) -> str:
        return f"{many(self.size, 'cell')} hang{'s' if self.size == 1 else ''} together here"


def _within(seeds: Iterable[Cell], cells: Collection[Cell], near: Near, most: int) -> dict[Cell, int]:
    """The cells within so many steps of the seeds, with their steps."""
    steps = dict.fromkeys(seeds, 0)
    waiting = list(steps)
    for at in waiting:
        for x in near[at] if steps[at] < most else ():
            if x in cells and x not in steps:
                steps[x] = steps[at] + 1
                waiting.append(x)
    return steps


class CellParts:
    """The cells of one value, and how they hang together in an assignment; one for all rules of a model that ask.

    Attributes:
        literals: For each cell that can take the value, in the order of the cells, that it does.
        floods: What can be reached from where; cells are numbers.
        homes: As bits, the cells whose parts rules ask for.
    """

    def __init__(self, model: Model, cell: Mapping[Cell, Variable], near: Near, value: Hashable) -> None:
        self.homes = 0
        able = [at for at, v in cell.items() if value in v.domain]
        self._number = number = {at: i for i, at in enumerate(able)}
        self.literals = tuple(model.literal(cell[at], cell[at].position(value)) for at in able)
        self.floods = Floods([[number[x] for x in near[at] if x in number] for at in able])

    @classmethod
    def of(cls, model: Model, cell: Mapping[Cell, Variable], near: Near, value: Hashable) -> CellParts:
        """The one for these cells, made when first asked for."""
        key = (cls, tuple(cell.values()), id(near), value)
        known: tuple[CellParts, Near] | None = model.shared.get(key)
        if known is None:
            # The mapping is kept, so that nothing else gets its identity.
            known = model.shared[key] = cls(model, cell, near, value), near
        return known[0]

    def bits(self, cells: Iterable[Cell]) -> int:
        """Cells as bits."""
        return bits_of([self._number[at] for at in cells])

    def found(self, found: Found) -> list[int]:
        """The parts, each as bits."""
        return found.once(self, lambda: self.floods.parts(found.mask(self.literals)))

    def part_of(self, found: Found) -> dict[int, int]:
        """The part of each home that has the value."""
        return found.once((self, "homes"), lambda: self._at_home(found))

    def _at_home(self, found: Found) -> dict[int, int]:
        return {home: part for part in self.found(found) for home in each_bit(part & self.homes)}
