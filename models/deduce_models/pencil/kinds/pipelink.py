"""Pipelink: one loop through all cells that may cross itself."""

from __future__ import annotations

from deduce.graphs import Loop
from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, NONE, ORDER, Lines, shown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Pipelink"
ABOUT = "Draw one loop through all cells; it may cross itself; where sides are printed, the line goes to exactly those."
EXAMPLE = """
4 4
- - - -
ns - nsew -
- - - -
- - - -
"""

parse = layout(TextLayer("clues", r"[nsew]{2}|[nsew]{4}|-", "two or four of n, s, w, e; or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop of stretches across and down, joined where the line turns; cells given.

    Each cell has a node for the stretch across and one for the stretch down, so that a crossing is no meeting.
    """
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    turn = board.grid((NONE, LINE), name="turn")
    edges = {((*at, "across"), (*at, "down")): v for at, v in turn.items()}
    for (a, b), v in lines.edge.items():
        way = "across" if a[0] == b[0] else "down"
        edges[(*a, way), (*b, way)] = v
    board.rule("the lines form one loop", Loop(edges, value=LINE))
    for at in sheet.cells:
        around = lines.around(at)
        board.rule("the line passes through every cell", Or(*(v == LINE for v in around.values())))
        if len(around) == 2 and {"ns", "ew"}.isdisjoint(("".join(around),)):
            board.rule("the line turns in a corner", turn[at] == LINE)
    for at, word in sheet.clues.items():
        for side in ORDER:
            there = lines.at(at, side)
            if side in word and there is None:
                raise sheet.refuse("clues", f"the line would leave the grid towards {side}", *at)
            if there is not None:
                board.clue(
                    (there == LINE) if side in word else (there != LINE),
                    say("the line goes to {word}", word=word),
                    at,
                )
    board.ask(list(lines.edge.values()))
    return board


show = shown
