"""Masyu: pearls on a loop."""

from __future__ import annotations

from deduce.language.facts import And, Fact, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import BACK, Lines, shown, step
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Masyu"
ABOUT = (
    "Draw one loop through all pearls; at a black pearl (b or 2) it turns and goes straight in both "
    "cells beside it, at a "
    "white one (w or 1) it goes straight and turns in at least one of the two."
)
EXAMPLE = """
4 4
- - - -
- - - -
- - 2 -
- - 1 -
"""

parse = layout(TextLayer("clues", "[bw12-]", "b, w or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, pearls."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    for at, word in sheet.clues.items():
        if word in "b2":
            lines.turn(at)
            for side in BACK:
                goes, on = lines.on(at, side), lines.on(step(at, side), side)
                board.clue(Or(~goes, on), "straight on after a black pearl", at)
            continue
        lines.go_straight(at)
        for one, two in (("n", "s"), ("w", "e")):
            beyond: list[Fact] = [lines.on(step(at, side), side) for side in (one, two)]
            board.clue(Or(~lines.on(at, one), ~And(*beyond)), "a turn beside a white pearl", at)
    return board


show = shown
