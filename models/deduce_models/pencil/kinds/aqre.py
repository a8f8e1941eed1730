"""Aqre: never four in a row."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import area_counts, connected
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Aqre"
ABOUT = (
    "Shade cells that hang together; never four cells in a row are all shaded or all white; a number "
    "says how many cells of "
    "its area are shaded."
)
EXAMPLE = """
4 4
- - - -
- 5 - -
- - - -
- 1 - -
1 1 1 2
1 2 2 2
1 3 4 2
3 3 3 5
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, fours, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    for _, line in sheet.lines():
        for i in range(len(line) - 3):
            for value in (CLEAR, SHADED):
                board.rule(
                    f"never four {value} cells in a row", Or(*(cell[at] != value for at in line[i : i + 4]))
                )
    area_counts(board)
    return board


show = shading
