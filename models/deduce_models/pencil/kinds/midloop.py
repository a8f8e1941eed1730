"""Mid-loop: a loop with dots in the middle of its straight pieces."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown, step
from deduce_models.pencil.rules.stated import RaySight
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Mid-loop"
ABOUT = (
    "Draw one loop through all dots; each dot is the middle of the straight piece of the line on which it"
    " lies (it lies in the cell: 0, on its right side: 1, on its lower side: 2)."
)
EXAMPLE = """
4 4
- 1 - -
0 - - 2
- 0 - -
- - - -
"""

parse = layout(TextLayer("clues", "[0-2-]", "0, 1, 2 or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, dots."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    long = sheet.rows + sheet.cols
    for at, word in sheet.clues.items():
        if word == "0":
            board.clue(Exactly(2, list(lines.around(at).values()), LINE), "the loop passes here", at)
            lines.go_straight(at)
            lines.arms(at, 2, long, "both arms are equally long", True)
            continue
        side, back = ("e", "w") if word == "1" else ("s", "n")
        edge, other = lines.at(at, side), step(at, side)
        if edge is None:
            raise sheet.refuse("clues", "the dot lies at the edge of the grid", *at)
        board.clue(edge == LINE, "the loop passes the dot", at)
        here, there = lines.ray(at, back), lines.ray(other, side)
        # With the step from cell to cell, neither arm is ever empty.
        both = [[edge, *here], [edge, *there]]
        board.clue(RaySight(both, LINE, 2, long, True), "both arms are equally long", at)
    return board


show = shown
