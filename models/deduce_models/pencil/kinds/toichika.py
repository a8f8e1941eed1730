"""Toichika: arrows in pairs that look at each other."""

from __future__ import annotations

from deduce.language.facts import And, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import BACK
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.rules.sparse import NOTHING, filled_per_area
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Toichika"
ABOUT = (
    "Put one arrow (n, e, s or w) into each area; every arrow points at another that points back, with "
    "empty cells only between the two, and their areas do not share a side."
)
EXAMPLE = """
4 4
- - - -
- - - -
- e - -
- - - -
1 1 1 2
1 1 2 2
3 3 4 2
3 4 4 4
"""

parse = layout(TextLayer("clues", "[nesw-]", "n, e, s, w or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One arrow an area, every arrow looked back at."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, *"nsew"))
    filled_per_area(board, 1, "one arrow stands in each area")
    area = sheet.area_of
    touching = {(area[a], area[b]) for a, b in sheet.pairs} | {(area[b], area[a]) for a, b in sheet.pairs}
    touching |= {(name, name) for name in sheet.areas}
    for at in sheet.cells:
        for side, back in BACK.items():
            ray = sheet.ray(at, side)
            ways = [
                And(cell[x] == back, *(cell[y] == NOTHING for y in ray[:i]))
                for i, x in enumerate(ray)
                if (area[at], area[x]) not in touching
            ]
            board.rule("an arrow points at one that points back", Or(cell[at] != side, *ways))
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


show = values
