"""Consecutive Sudoku: marks stand between all neighbours whose numbers differ by one."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Consecutive Sudoku"
ABOUT = (
    "Every number stands once in each row and column; "
    "a mark stands between two neighbours exactly when their numbers differ by one."
)
EXAMPLE = """
4 4
1 - - -
- - - -
- - - -
- - - -
1 6 1 6
2 9 6 8
8 3 12 2
1 12 1 12
"""
EAST, SOUTH, WEST, NORTH = 1, 2, 4, 8

parse = layout(NUMBERS, TextLayer("marks", r"\d+", "the sum of 1 east, 2 south, 4 west, 8 north"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, and one relation for each two neighbours: a mark is a clue, and so is its absence."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    board.givens()
    near = [(a, b) for a in range(1, n + 1) for b in (a - 1, a + 1) if 1 <= b <= n]
    far = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1) if abs(a - b) > 1]
    marks = {at: int(word) for at, word in sheet.layer("marks").items()}
    for a, b in sheet.pairs:
        across = a[0] == b[0]
        first = bool(marks[a] & (EAST if across else SOUTH))
        second = bool(marks[b] & (WEST if across else NORTH))
        if first != second:
            raise sheet.refuse("marks", "the mark differs from that of the cell before it", *b)
        text = "differ by one" if first else "do not differ by one"
        board.clue(
            Relation([cell[a], cell[b]], near if first else far, text=text),
            say(f"{{first}} and {{second}} {text}", first=cell[a].name, second=cell[b].name),
        )
    return board


show = values
