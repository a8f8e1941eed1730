"""NEWS: letters that stand in their direction."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.rules.sparse import NOTHING, filled_per_area
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import SIDES, Sheet, TextLayer, layout

TITLE = "NEWS"
ABOUT = (
    "Put two of the letters n, e, w and s into each area, each further in its direction than the other; "
    "no letter stands twice in a row or column; a cell marked x stays empty."
)
EXAMPLE = """
4 4
- n - -
- - - -
s e - n
- - - -
1 1 2 2
1 1 2 2
1 3 3 2
3 3 3 2
"""

parse = layout(TextLayer("clues", "[newsx-]", "n, e, w, s, x or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Two letters an area, where they stand, lines."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, *"news"))
    filled_per_area(board, 2, "two letters stand in each area")
    for cells in sheet.areas.values():
        for a in cells:
            for b in cells:
                for side, (down, right) in SIDES.items():
                    further = (a[0] - b[0]) * down + (a[1] - b[1]) * right
                    if a != b and further <= 0:
                        text = "a letter stands further in its direction than the other"
                        board.rule(text, Or(cell[a] != side, cell[b] == NOTHING))
    for name, line in sheet.lines():
        for side in SIDES:
            board.rule(
                say("{side} stands at most once in {line}", side=side, line=name),
                CountFacts([cell[at] == side for at in line], 0, 1),
            )
    for at, word in sheet.clues.items():
        board.given(at, NOTHING if word == "x" else word)
    return board


show = values
