"""Shirokuro-link: black and white circles joined in pairs."""

from __future__ import annotations

from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.kinds.hashi import crossing, show, spans_of
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Shirokuro-link"
ABOUT = (
    "Join every white circle (w) with a black one (b) by a straight line along a row or column; lines do "
    "not cross."
)
EXAMPLE = """
4 4
w b - -
w w - w
- b - b
b - w b
"""

parse = layout(TextLayer("clues", "[bw-]", "b, w or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """One line a circle, crossings."""
    board = PuzzleBoard(sheet)
    spans = {
        pair: cells
        for pair, cells in spans_of(sheet).items()
        if sheet.clues[pair[0]] != sheet.clues[pair[1]]
    }
    if not spans:
        raise sheet.refuse("clues", "no two circles can be joined")
    line = dict(board.variables("bridge", spans, (0, 1)))
    board.bridges = {pair: (line[pair], cells) for pair, cells in spans.items()}
    for one, other in crossing(spans):
        board.rule("lines do not cross", Or(line[one] == 0, line[other] == 0))
    for at in sheet.clues:
        own = [v for pair, v in line.items() if at in pair]
        if not own:
            raise sheet.refuse("clues", "this circle cannot be joined to any", *at)
        board.rule("every circle is joined to one", Exactly(1, own, 1))
    return board


__all__ = ["ABOUT", "EXAMPLE", "TITLE", "parse", "rules", "show"]
