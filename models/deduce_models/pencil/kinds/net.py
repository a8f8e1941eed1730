"""Net: turn the tiles until all are joined, without a loop."""

from __future__ import annotations

from itertools import product

from deduce.graphs import Connected
from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, NONE, Lines, shown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Net"
ABOUT = (
    "Turn the tiles, given by the sides their lines go to, so that all lines meet and join all tiles "
    "without a loop."
)
EXAMPLE = """
4 4
nw nse ns w
ns sw s n
ns s se ne
se nse nsw e
"""

parse = layout(
    TextLayer("clues", "(?=[nsew])n?s?e?w?", "the sides of the tile's lines, in the order n, s, e, w")
)
_ROUND = "nesw"


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every tile turned somehow, all joined. As many lines as a tree has."""
    ends = sum(map(len, sheet.clues.values()))
    if ends != 2 * (len(sheet.cells) - 1) or len(sheet.cells) < 2:
        raise sheet.refuse(
            "clues", f"{ends} ends of lines cannot join {len(sheet.cells)} tiles without a loop"
        )
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    board.rule("all tiles are joined", Connected(lines.edge, value=LINE, through=list(sheet.cells)))
    for at, word in sheet.clues.items():
        around = lines.around(at)
        turns = {frozenset(_ROUND[(_ROUND.index(side) + k) % 4] for side in word) for k in range(4)}
        rows = [
            row
            for row in product((NONE, LINE), repeat=len(around))
            if frozenset(side for side, v in zip(around, row, strict=True) if v == LINE) in turns
        ]
        if not rows:
            raise sheet.refuse("clues", "the tile does not fit here, however it is turned", *at)
        text = say("a tile {word}, turned somehow", word=word)
        board.clue(Relation(list(around.values()), rows, text=text), text, at)
    return board


show = shown
