"""No Three: shaded cells at uneven distances, one under each circle."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import apart, connected
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "No Three"
ABOUT = (
    "Shade cells that do not share a side so that all others hang together; of three shaded cells one "
    "after the other in a line the middle one is not in the middle; a circle touches exactly one shaded "
    "cell (it lies in the cell: 0, on its right side: 1, on its lower side: 2, at its lower right corner:"
    " 3)."
)
EXAMPLE = """
4 4
3 - - -
- 0 1 -
- - - -
- 0 - 0
"""

parse = layout(TextLayer("clues", "[0-3-]", "0, 1, 2, 3 or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded apart, white connected, distances, circles."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    apart(board)
    connected(board, CLEAR, "the white cells hang together")
    for _, line in sheet.lines():
        for first in range(len(line)):
            for far in range(2, (len(line) - first - 1) // 2 + 1):
                three = {first, first + far, first + 2 * far}
                ways = [
                    cell[line[i]] == (CLEAR if i in three else SHADED)
                    for i in range(first, first + 2 * far + 1)
                ]
                board.rule("no three shaded cells at equal distances", Or(*ways))
    for (r, c), word in sheet.clues.items():
        touched = [(r + i, c + j) for i in range((int(word) >> 1) + 1) for j in range((int(word) & 1) + 1)]
        if not all(x in cell for x in touched):
            raise sheet.refuse("clues", "the circle lies outside of the grid", r, c)
        board.clue(Exactly(1, [cell[x] for x in touched], SHADED), "one shaded cell at the circle", (r, c))
    return board


show = shading
