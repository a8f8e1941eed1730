"""Moon or Sun: a loop that takes all moons or all suns of each area in turn."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, VISITED, Lines, shown
from deduce_models.pencil.rules.parts import AREAS, HOLES
from deduce_models.pencil.rules.visits import once_each_area
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Moon or Sun"
ABOUT = (
    "Draw one loop that visits every area exactly once and in it either all moons (x) and no sun or all suns (o) and no "
    "moon, moons and suns in turn from area to area (@ and # are holes)."
)
EXAMPLE = """
4 4
o o x x
o - - x
x x x o
x x o o
1 1 2 2
1 1 2 2
3 3 4 4
3 3 4 4
"""
MOON, SUN = "moons", "suns"

parse = layout(TextLayer("clues", "[xo-]", "x (a moon), o (a sun) or -", optional=True), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, areas, what is taken in each, in turn."""
    board = PuzzleBoard(sheet)
    lines = Lines(board, [at for at in sheet.cells if sheet.area_of[at] not in HOLES])
    lines.one_loop()
    once_each_area(lines)
    inside = set(lines.cells)
    clues = {at: word for at, word in sheet.clues.items() if at in inside}
    cell = lines.visited(clues)
    areas = {name: cells for name, cells in sheet.areas.items() if name not in HOLES}
    area = dict(board.variables("area", areas, (MOON, SUN)))
    for at, word in clues.items():
        own, other = (MOON, SUN) if word == "x" else (SUN, MOON)
        taken = area[sheet.area_of[at]]
        board.clue(Or(taken == other, cell[at] == VISITED), f"taken with the other {own} of the area", at)
        board.clue(Or(taken == own, cell[at] != VISITED), f"taken with the other {own} of the area", at)
    for name, cells in areas.items():
        words = {sheet.clues.get(at) for at in cells}
        for word, kind in (("x", MOON), ("o", SUN)):
            if word not in words:
                board.rule("an area without moons or suns is taken for the other", area[name] != kind)
    for (a, b), v in lines.edge.items():
        one, two = area[sheet.area_of[a]], area[sheet.area_of[b]]
        if one is not two:
            for kind in (MOON, SUN):
                board.rule("moons and suns in turn", Or(v != LINE, one != kind, two != kind))
    return board


show = shown
