"""Castle Wall: a loop with cells inside and outside."""

from __future__ import annotations

import re

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.rules.within import inside_or_out
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Castle Wall"
ABOUT = (
    "Draw one loop; cells with o lie inside it, cells with x outside; a number with a direction says how "
    "many steps of the "
    "loop go along that direction in the cells seen from here (a dot says neither)."
)
EXAMPLE = """
5 5
1s - - - -
0n - 1e - -
- - - - 2w
- - - - -
- - 0w - -
"""

parse = layout(
    TextLayer(
        "clues",
        r"-|(\d+[nswe])?[xo.]|\d+[nswe]",
        "a number and n, s, w or e, or nothing, and then x or o; or -",
    )
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, sides, steps."""
    board = PuzzleBoard(sheet)
    lines = Lines(board, [at for at in sheet.cells if at not in sheet.clues])
    lines.one_loop()
    wanted: dict[tuple[int, int], bool] = {}
    for at, word in sheet.clues.items():
        found = re.fullmatch(r"(?:(\d+)([nswe]))?([xo.]?)", word)
        number, side, kind = found.groups("") if found else ("", "", "")
        if kind in ("x", "o"):
            wanted[at] = kind == "o"
        if not number:
            continue
        seen = [v for x in sheet.ray(at, side) if (v := lines.at(x, side)) is not None]
        board.counted(at, int(number), seen, "step", f"{side} of here", LINE)
    inside_or_out(lines, wanted)
    return board


show = shown
