"""Shingoki: traffic lights on a loop."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Shingoki"
ABOUT = (
    "Draw one loop through all circles; it goes straight at a white one (w) and turns at a black one "
    "(b), at a grey one (g) it may do either; the number is the "
    "length of both arms together up to their next turn."
)
EXAMPLE = """
4 4
- - - -
- 3w - -
- - b2 -
- - 2w -
"""

parse = layout(
    TextLayer("clues", r"[bwg]\d*|\d+[bwg]?|-", "b, w or g, with a number before or after it or not; or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, circles."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    for at, word in sheet.clues.items():
        if "w" in word:
            lines.go_straight(at)
        elif "b" in word:
            lines.turn(at)
        digits = word.strip("bwg")
        if word == "g":
            board.clue(Exactly(2, list(lines.around(at).values()), LINE), "the loop passes here", at)
        if not digits:
            continue
        if not 2 <= int(digits) <= sheet.rows + sheet.cols:
            raise sheet.refuse("clues", f"the arms cannot be {digits} long together", *at)
        lines.arms(at, int(digits), int(digits), say("the arms are {digits} long together", digits=digits))
    return board


show = shown
