"""Grids cut into rectangles, one for each clue."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from deduce.compat import override
from deduce.posting import Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.parts import Solution
from deduce_models.pencil.sheet import Cell, Sheet
from deduce_models.pencil.stated import Stated

__all__ = ["Box", "Cover", "numbered", "owners", "rectangles", "tile"]

Box = tuple[int, int, int, int]
"""Top, left, bottom, right; all inside."""


def rectangles(sheet: Sheet, clue: Cell, clues: Iterable[Cell]) -> Iterator[Box]:
    """All rectangles that hold `clue` and no other of `clues`."""
    others = set(clues) - {clue}
    r, c = clue
    for top in range(r, 0, -1):
        left_end, right_end = 1, sheet.cols
        if any((top, c) == x for x in others):
            break
        for bottom in range(r, sheet.rows + 1):
            rows = range(top, bottom + 1)
            if (bottom, c) in others:
                break
            left_end = next(
                (j + 1 for j in range(c, left_end - 1, -1) if any((i, j) in others for i in rows)), left_end
            )
            right_end = next(
                (j - 1 for j in range(c, right_end + 1) if any((i, j) in others for i in rows)), right_end
            )
            for left in range(left_end, c + 1):
                for right in range(c, right_end + 1):
                    yield (top, left, bottom, right)


class Cover(Stated):
    """Each cell belongs to the clue whose rectangle covers it.

    Args:
        box: For each clue the variable of its rectangle (a `Box`).
        owner: For each cell the variable of its clue.
    """

    __slots__ = ("box", "owner")

    def __init__(self, box: Mapping[Cell, Variable], owner: Mapping[Cell, Variable]) -> None:
        self.box, self.owner = dict(box), dict(owner)
        self.scope = (*self.box.values(), *self.owner.values())

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        for (r, c), v in self.owner.items():
            over = [
                clue for clue, b in self.box.items()
                if world[b][0] <= r <= world[b][2] and world[b][1] <= c <= world[b][3]  # type: ignore[index]
            ]  # fmt: skip
            if over != [world[v]]:
                return False
        return True

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        owned = {at: dict(zip(v.domain, model.literals(v), strict=True)) for at, v in self.owner.items()}
        for clue, v in self.box.items():
            covering: dict[Cell, list[Literal]] = {}
            for box, literal in zip(v.domain, model.literals(v), strict=True):
                low, first, high, last = cast("Box", box)
                for r in range(low, high + 1):
                    for c in range(first, last + 1):
                        own = owned[r, c].get(clue)
                        covering.setdefault((r, c), []).append(literal)
                        model.clause([-literal] if own is None else [-literal, own], when)
            for at, found in owned.items():
                if clue in found:
                    model.clause([-found[clue], *covering.get(at, ())], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Cover:
        return Cover(
            {k: mapping.get(v, v) for k, v in self.box.items()},
            {k: mapping.get(v, v) for k, v in self.owner.items()},
        )

    @override
    def sentence(self) -> str:
        return "every cell belongs to the one rectangle that covers it"


def tile(board: PuzzleBoard, fits: Callable[[Cell, Box], bool] | None = None) -> Mapping[Cell, Variable]:
    """The variables of the rectangles of all clues, those that `fits` allows (None: all), and every cell's owner."""
    sheet = board.sheet
    boxes: dict[Cell, list[Box]] = {}
    owners: dict[Cell, list[Cell]] = {at: [] for at in sheet.cells}
    for clue in sheet.clues:
        boxes[clue] = [
            box for box in rectangles(sheet, clue, sheet.clues) if fits is None or fits(clue, box)
        ]
        if not boxes[clue]:
            raise sheet.refuse("clues", *clue, f"no rectangle fits the clue {sheet.clues[clue]}")
        for at in {
            (r, c)
            for top, left, low, right in boxes[clue]
            for r in range(top, low + 1)
            for c in range(left, right + 1)
        }:
            owners[at].append(clue)
    for at, near in owners.items():
        if not near:
            raise sheet.refuse("clues", *at, "no rectangle reaches this cell")
    owner = board.grid(lambda at: owners[at])
    box = board.grid(lambda clue: boxes[clue], boxes, name="box")
    board.rule("every cell belongs to one rectangle with one clue", Cover(box, owner))
    board.ask(list(owner.values()))
    return box


def numbered(board: PuzzleBoard, region: Callable[[Cell], Hashable]) -> str:
    """Regions as numbers from 1 on, column by column from the left."""
    sheet = board.sheet
    number: dict[Hashable, int] = {}
    for c in range(1, sheet.cols + 1):
        for at in sheet.col(c):
            number.setdefault(region(at), len(number) + 1)
    return sheet.write(lambda at: str(number[region(at)]))


def owners(board: PuzzleBoard, solution: Solution) -> str:
    """The regions of cells with the same value."""
    return numbered(board, lambda at: solution[board.cell[at]])
