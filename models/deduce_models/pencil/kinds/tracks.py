"""Tracks: a railway from one end to the other."""

from __future__ import annotations

from deduce.graphs import Path
from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, NONE, VISITED, Lines, shown, step
from deduce_models.pencil.rules.parts import LEFT, TOP
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Train Tracks"
ABOUT = (
    "Lay one track from one given end to the other, which meets no cell twice; a number beside the grid "
    "says how many cells of its line the track visits; sides are printed where it goes to exactly those, "
    "at its ends out of the grid."
)
EXAMPLE = """
4 4
- 4 4 3
- - - -
- - - -
- - - -
- - - -
ew - ns -
"""
_TWO = r"ns|ne|nw|se|sw|ew|-"

parse = layout(TOP, LEFT, TextLayer("clues", _TWO, "two sides, such as ne, or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One track, its ends, pieces given, numbers."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    out = {at: [side for side in word if not sheet.has(step(at, side))] for at, word in sheet.clues.items()}
    ends = [at for at, sides in out.items() if sides]
    if len(ends) != 2 or any(len(sides) > 1 for sides in out.values()):
        raise sheet.refuse("clues", "the track leaves the grid in exactly two cells, once each")
    board.rule("one track from end to end", Path(lines.edge, value=LINE, ends=(ends[0], ends[1])))
    cell = lines.visited()
    for at, word in sheet.clues.items():
        for side, v in lines.around(at).items():
            text = say("the track goes to {word} here", word=word)
            if at in ends:
                board.rule(text, v == (LINE if side in word else NONE))
            else:
                board.clue(v == (LINE if side in word else NONE), text, at)
    board.line_counts(cell, VISITED, "track cell")
    board.ask(list(lines.edge.values()))
    return board


show = shown
