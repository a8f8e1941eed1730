"""KenKen: a Latin square with cages of arithmetic."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import numpy as np

from deduce.ground.phrases import say
from deduce.language.automata import Ints
from deduce.language.constraints import Constraint, Sum
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "KenKen"
ABOUT = (
    "Every number stands once in each row and column; the numbers of each cage give the number written in it by the "
    "operation written beside it (by any one of the four, if none is)."
)
EXAMPLE = """
4 4
3 - - -
- - - -
- - - -
- 8 - 1
1 1 2 2
1 3 3 2
4 5 3 6
4 5 5 6
"""
_ALL = "+-*/"

parse = layout(
    TextLayer("clues", r"\d+[-+*/x:]?|\.|-", "a number with + - * / after it or not, or ."), AREAS
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines and cages."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    written = {at: word for at, word in sheet.clues.items() if word != "."}
    for name, cage in sheet.areas.items():
        here = [at for at in cage if at in written]
        if not here:
            continue
        # The number of the cage has the operation, or is its first; a bare number besides stands in its cell.
        signed = [at for at in here if not written[at].isdecimal()]
        if len(signed) > 1:
            raise sheet.refuse("clues", f"cage {name} has a second number", *signed[1])
        head = (signed or here)[0]
        for at in here:
            if at != head:
                board.given(at, int(written[at]))
        found = re.fullmatch(r"(\d+)(\D?)", written[head])
        total = int(found[1]) if found else 0
        sign = {"x": "*", ":": "/", "": _ALL}.get(found[2], found[2]) if found else _ALL
        text = say("the cage gives {what}", what=written[head])
        if len(cage) == 1:
            board.given(cage[0], total)
            continue
        board.clue(_cage([cell[at] for at in cage], n, cage, sign, total, text), text, head)
    return board


def _cage(
    scope: Sequence[object], n: int, cage: Sequence[Cell], sign: str, total: int, text: str
) -> Constraint:
    if sign == "+" and len(cage) > 4:
        return Sum(scope, total, total)
    shared = tuple(
        (i, j)
        for i in range(len(cage))
        for j in range(i)
        if cage[i][0] == cage[j][0] or cage[i][1] == cage[j][1]
    )
    rows = _rows(n, len(cage), shared)
    keep = np.zeros(len(rows), dtype=bool)
    top = rows.max(axis=1)
    if "+" in sign:
        keep |= rows.sum(axis=1) == total
    if "-" in sign:
        keep |= 2 * top - rows.sum(axis=1) == total
    product = rows.prod(axis=1)
    if "*" in sign:
        keep |= product == total
    if "/" in sign:
        keep |= top * top == total * product
    return Relation._of_rows(tuple(scope), rows[keep] - 1, text)  # type: ignore[arg-type]


@cache
def _rows(n: int, size: int, shared: tuple[tuple[int, int], ...]) -> Ints:
    """All ways to fill a cage with 1 to n so that the places of each pair in `shared` differ."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for i in range(size):
        rows = np.hstack([np.repeat(rows, n, axis=0), np.tile(np.arange(1, n + 1), len(rows))[:, None]])
        for a, b in shared:
            if a == i:
                rows = rows[rows[:, a] != rows[:, b]]
    return rows


show = values
