"""Which cells beside a loop lie inside it, and which outside."""

from __future__ import annotations

from collections.abc import Mapping

from deduce.language.facts import Or
from deduce_models.pencil.rules.loops import LINE, Lines
from deduce_models.pencil.sheet.printed import Cell

INSIDE, OUTSIDE = "inside", "outside"


def inside_or_out(lines: Lines, wanted: Mapping[Cell, bool]) -> None:
    """Cells without a line lie inside the loop (True) or outside (False), as clues.

    Points stand between the cells: the point ``(r, c)`` is the lower right corner of cell ``(r, c)``. Two
    points beside each other lie on different sides exactly when the line passes between them, and points on the
    border of the grid lie outside. A cell without a line lies where any of its corners does.
    """
    board, sheet = lines.board, lines.board.sheet
    points = [(r, c) for r in range(sheet.rows + 1) for c in range(sheet.cols + 1)]
    border = {(r, c) for r, c in points if r in (0, sheet.rows) or c in (0, sheet.cols)}
    inner = [point for point in points if point not in border]
    point = board.grid((OUTSIDE, INSIDE), inner, name="point") if inner else {}
    out = board.where(OUTSIDE, "point") if inner else {}
    within = board.where(INSIDE, "point") if inner else {}
    text = "the line passes between inside and outside"
    for r, c in inner:
        for other, pair in (
            ((r, c - 1), ((r, c), (r + 1, c))),
            ((r - 1, c), ((r, c), (r, c + 1))),
            ((r, c + 1), ((r, c + 1), (r + 1, c + 1))),
            ((r + 1, c), ((r + 1, c), (r + 1, c + 1))),
        ):
            if other in point and other > (r, c):
                continue
            edge = lines.edge.get(pair)
            here = (out[r, c], within[r, c])
            if other in border:
                if edge is None:
                    board.rule(text, here[0])
                else:
                    board.rule(text, Or(here[0], edge == LINE), Or(here[1], edge != LINE))
                continue
            if edge is None:
                board.rule(text, point[r, c] == point[other])
                continue
            beside = (out[other], within[other])
            drawn, bare = edge == LINE, edge != LINE
            for a, b in ((0, 1), (1, 0)):
                board.rule(text, Or(here[b], beside[b], bare), Or(here[b], beside[a], drawn))
    for (r, c), inside in wanted.items():
        corners = [(r + i, c + j) for i in (-1, 0) for j in (-1, 0)]
        side = INSIDE if inside else OUTSIDE
        if any(x in border for x in corners):
            if inside:
                raise sheet.refuse("clues", "a cell at the edge without a line lies outside the loop", r, c)
            continue
        for x in corners:
            board.clue(point[x] == side, f"{side} the loop", (r, c))
