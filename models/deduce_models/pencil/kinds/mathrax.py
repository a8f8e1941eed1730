"""Mathrax: a Latin square with small sums at the corners."""

from __future__ import annotations

import operator
from collections.abc import Callable

from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Mathrax"
ABOUT = (
    "Every number stands once in each row and column; at a circle both diagonal pairs of the four cells around it "
    "give the number by the operation, or all four numbers are even (e) or odd (o)."
)
EXAMPLE = """
4 4
1 - - -
- 2 4 -
- - - -
- - 2 -
- - -
- - -
- - -
"""

parse = layout(
    PERHAPS,
    TextLayer(
        "corners",
        r"-|[eoEO]|\d+[-+*/x:÷]",
        "e, o, a number with + - * or /, or -",
        more=-1,
    ),
)


def _divided(a: int, b: int) -> float:
    return max(a, b) / min(a, b)


def _apart(a: int, b: int) -> int:
    return abs(a - b)


_SPELT = str.maketrans("x:÷", "*//")
_SIGNS: dict[str, Callable[[int, int], float]] = {
    "+": operator.add, "-": _apart, "*": operator.mul, "/": _divided,
}  # fmt: skip


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, corners and the numbers given."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    board.apart = True
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    for (r, c), written in sheet.layer("corners").items():
        at, word = (r, c), written.lower().translate(_SPELT)
        four = [cell[r, c], cell[r + 1, c + 1], cell[r, c + 1], cell[r + 1, c]]
        if word in "eo":
            fits = range(2, n + 1, 2) if word == "e" else range(1, n + 1, 2)
            for variable in four:
                board.clue(
                    variable.is_in(fits),
                    "even around the corner" if word == "e" else "odd around the corner",
                    at,
                )
            continue
        number, sign = int(word[:-1]), _SIGNS[word[-1]]
        pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if sign(a, b) == number]
        for pair in (four[:2], four[2:]):
            board.clue(
                Relation(pair, pairs, text=f"a diagonal gives {word}"),
                say("a diagonal gives {word}", word=word),
                at,
            )
    board.givens()
    return board


show = values
