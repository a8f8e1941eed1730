"""Alternation: two kinds of signs a line, in turn."""

from __future__ import annotations

from collections.abc import Hashable

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, values
from deduce_models.pencil.rules.sparse import NOTHING
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Alternation"
ABOUT = (
    "Put a circle, a triangle and a square (o, t, s) into each area, one each; every row and column has "
    "exactly two kinds of signs, in turn."
)
EXAMPLE = """
3 4
s - - -
- - t -
- - - -
1 2 2 2
1 1 2 3
1 3 3 3
"""
SIGNS = "ots"

parse = layout(TextLayer("clues", "[ots-]", "o, t, s or -"), AREAS)

State = tuple[str, str]


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, lines, and the signs given."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, *SIGNS))
    for name, cells in sheet.areas.items():
        if len(cells) < len(SIGNS):
            raise sheet.refuse("areas", f"area {name} has no room for three signs", *cells[0])
        for sign in SIGNS:
            board.rule(
                say("one {sign} stands in each area", sign=sign),
                Exactly(1, [cell[at] for at in cells], sign),
            )
    both = [(a, b) for a in SIGNS for b in SIGNS if a != b]
    for name, line in sheet.lines():
        own = [cell[at] for at in line]
        board.rule(
            say("two kinds of signs in turn in {line}", line=name), Regular(own, _after, ("", ""), both)
        )
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


def _after(state: Hashable, sign: Hashable) -> Hashable | None:
    """The last two signs seen; None where they do not take turns."""
    before, last = state if isinstance(state, tuple) else ("", "")
    if sign == NOTHING:
        return state
    return (last, sign) if sign != last and (not before or sign == before) else None


show = values
