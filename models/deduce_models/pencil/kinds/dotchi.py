"""Dotchi-Loop: circles of an area are all passed straight, or all in a turn."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, NONE, Lines, shown
from deduce_models.pencil.rules.parts import AREAS
from deduce_models.pencil.rules.stated import Both
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Dotchi-Loop"
ABOUT = (
    "Draw one loop through all white circles (w) and no black one (b); the white circles of an area are "
    "either all passed straight, or the loop turns at all of them."
)
EXAMPLE = """
4 4
w - w -
- - - b
w - w -
- - - b
1 1 2 2
1 3 2 2
1 3 2 4
5 3 3 4
"""
STRAIGHT, TURNING = "straight", "turning"

parse = layout(TextLayer("clues", "[wb-]", "w, b or -"), AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, circles. A variable for each area says how its circles are passed."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    heads = {name: cells[0] for name, cells in sheet.areas.items()}
    way = board.grid((STRAIGHT, TURNING), heads.values(), name="way")
    white = set()
    for at, word in sheet.clues.items():
        around = list(lines.around(at).values())
        if word == "b":
            for v in around:
                board.clue(v == NONE, "the loop leaves a black circle out", at)
            continue
        board.clue(Exactly(2, around, LINE), "the loop passes a white circle", at)
        name = sheet.area_of[at]
        white.add(name)
        alike = Both(lines.straight(at), way[heads[name]] == STRAIGHT)
        board.clue(alike, "white circles of an area are passed alike", at)
    board.ask(list(lines.edge.values()))
    return board


show = shown
