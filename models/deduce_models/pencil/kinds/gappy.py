"""Gappy: two shaded cells a line, apart."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import And, Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Sheet, layout, line_name, many

TITLE = "Gappy"
ABOUT = (
    "Shade two cells of each row and column, none of which touch, not even at a corner; a number beside "
    "the grid says how many cells lie between the two of its line."
)
EXAMPLE = """
9 9
5 - - - - - - - 2
- - - - - 6 - - -
"""

parse = layout(TOP, LEFT)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Two a line, apart, gaps."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for name, line in sheet.lines():
        board.rule(
            say("two shaded cells in {line}", line=name), Exactly(2, [cell[at] for at in line], SHADED)
        )
    for at in sheet.cells:
        for x in sheet.around(at):
            if at < x:
                board.rule("shaded cells do not touch", Or(cell[at] == CLEAR, cell[x] == CLEAR))
    for layer, name, take in (("top", "column", sheet.col), ("left", "row", sheet.row)):
        for i, gap in enumerate(sheet.side(layer), 1):
            if gap is None:
                continue
            own = [cell[at] for at in take(i)]
            ways = [And(a == SHADED, b == SHADED) for a, b in zip(own, own[gap + 1 :], strict=False)]
            if not ways:
                raise sheet.refuse(layer, f"{name} {i} has no room for {many(gap, 'cell')} between")
            board.clue(
                Or(*ways),
                say("{number:cell} between the two of {line}", number=gap, line=line_name(name, i)),
            )
    return board


show = shading
