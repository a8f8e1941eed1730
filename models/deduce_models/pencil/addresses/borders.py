"""Areas and the borders between them: each tells the other."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.sheet.joined import HOLES
from deduce_models.pencil.sheet.printed import Cell, Sheet


def areas_by_borders(rows: int, cols: int, upright: Sequence[str], level: Sequence[str]) -> list[list[str]]:
    """The names of areas, from whether (1) there is a border right of each cell but the last, then below each."""
    name: dict[Cell, int] = {}
    count = 0
    for start in ((r, c) for r in range(rows) for c in range(cols)):
        if start in name:
            continue
        count += 1
        name[start] = count
        todo = [start]
        while todo:
            r, c = todo.pop()
            for other, edge in (
                ((r, c + 1), c + 1 < cols and upright[r * (cols - 1) + c] == "0"),
                ((r, c - 1), c > 0 and upright[r * (cols - 1) + c - 1] == "0"),
                ((r + 1, c), r + 1 < rows and level[r * cols + c] == "0"),
                ((r - 1, c), r > 0 and level[(r - 1) * cols + c] == "0"),
            ):
                if edge and other not in name:
                    name[other] = count
                    todo.append(other)
    return [[str(name[r, c]) for c in range(cols)] for r in range(rows)]


def borders_of(sheet: Sheet) -> tuple[list[list[bool]], list[list[bool]]]:
    """Whether there is a border right of each cell but the last of its row, and below each.

    Raises `TokenFault` for areas that borders cannot say.
    """
    own = sheet.area_of
    if {*HOLES} & {*own.values()}:
        raise TokenFault("holes have no place there")
    rows, cols = range(1, sheet.rows + 1), range(1, sheet.cols + 1)
    upright = [[own[r, c] != own[r, c + 1] for c in cols[:-1]] for r in rows]
    level = [[own[r, c] != own[r + 1, c] for c in cols] for r in rows[:-1]]
    return upright, level
