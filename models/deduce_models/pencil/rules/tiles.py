"""Grids cut into rectangles, one for each clue."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.stated import Both
from deduce_models.pencil.sheet.printed import Cell, Sheet

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


def _covers(box: Box, at: Cell) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


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
            raise sheet.refuse("clues", f"no rectangle fits the clue {sheet.clues[clue]}", *clue)
        for at in {
            (r, c)
            for top, left, low, right in boxes[clue]
            for r in range(top, low + 1)
            for c in range(left, right + 1)
        }:
            owners[at].append(clue)
    for at, near in owners.items():
        if not near:
            raise sheet.refuse("clues", "no rectangle reaches this cell", *at)
    owner = board.grid(lambda at: owners[at])
    box = board.grid(lambda clue: boxes[clue], boxes, name="box")
    for at, v in owner.items() if board.stating else ():
        for clue in owners[at]:
            board.rule(
                "a cell belongs to the clue whose rectangle covers it",
                Both(v == clue, box[clue].is_in([x for x in boxes[clue] if _covers(x, at)])),
            )
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
