"""Numberlink: pairs of numbers joined by lines that fill the grid."""

from __future__ import annotations

from deduce.graphs import Loop
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.rules.stated import Same
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout, many

TITLE = "Numberlink"
ABOUT = "Join the two cells of each number by a line; lines do not meet, and together they pass through all cells."
EXAMPLE = """
3 3
1 - 1
2 - 2
3 - 3
"""

parse = layout(TextLayer("clues", r"\w+|-", "a number or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """A number for each cell; ends and lines; no loop beside the lines.

    The end of each line is joined to the beginning of the next by an edge outside the grid, so that all lines
    are one loop: what remains apart is no line.
    """
    ends: dict[str, list[Cell]] = {}
    for at, number in sheet.clues.items():
        ends.setdefault(number, []).append(at)
    for number, cells in ends.items():
        if len(cells) != 2:
            raise sheet.refuse(
                "clues", f"{number} occurs {many(len(cells), 'time')} instead of twice", *cells[-1]
            )
    if not ends:
        raise sheet.refuse("clues", "there are no numbers")
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    cell = board.grid(sorted(ends, key=lambda word: (len(str(word)), str(word))))
    home = {at: number for number, cells in ends.items() for at in cells}
    for at in sheet.cells:
        around = list(lines.around(at).values())
        board.rule("lines pass through all cells", Exactly(1 if at in home else 2, around, LINE))
    for (a, b), v in lines.edge.items():
        board.rule("a line has one number", Same(v, LINE, cell[a], cell[b]))
    links = list(ends.values())
    outside = dict(
        board.variables(
            "outside", [(a[1], b[0]) for a, b in zip(links, links[1:] + links[:1], strict=True)], (LINE,)
        )
    )
    edges = {(a, b): v for (a, b), v in lines.edge.items()}
    edges |= {(a, b, "outside"): v for (a, b), v in outside.items()}  # type: ignore[misc]
    board.rule("no line closes", Loop(edges, value=LINE))
    for at, number in sheet.clues.items():
        board.given(at, number)
    return board


show = shown
