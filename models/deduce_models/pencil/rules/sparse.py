"""Numbers, letters and arrows that stand in some of the cells only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from deduce.language.constraints import Exactly
from deduce.language.facts import Fact, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.shades import connected
from deduce_models.pencil.sheet.printed import Cell

NOTHING = "-"
"""The value of a cell in which nothing stands."""


def filled(board: PuzzleBoard, cells: Iterable[Cell]) -> list[Fact]:
    """That something stands in each of the cells."""
    return [board.cell[at] != NOTHING for at in cells if at in board.cell]


def filled_connected(board: PuzzleBoard) -> None:
    """All cells in which something stands hang together."""
    values: list[Hashable] = sorted(
        {value for v in board.cell.values() for value in v.domain if value != NOTHING}, key=str
    )
    connected(board, frozenset(values), "all that is filled in hangs together")


def filled_per_area(board: PuzzleBoard, number: int, what: str) -> None:
    """So many cells of each area have something in them. Raises `RecordError`."""
    for name, cells in board.sheet.areas.items():
        own = [board.cell[at] for at in cells if at in board.cell]
        if len(own) < number:
            raise board.sheet.refuse("areas", f"area {name} has no room for {number} of these", *cells[0])
        board.rule(what, Exactly(len(own) - number, own, NOTHING))


def filled_apart(
    board: PuzzleBoard, value: Hashable, pairs: Iterable[tuple[Cell, Cell]], text: str
) -> None:
    """`value` does not stand in both cells of any pair."""
    cell = board.cell
    for a, b in pairs:
        if a in cell and b in cell and value in cell[a].domain and value in cell[b].domain:
            board.rule(text, Or(cell[a] != value, cell[b] != value))
