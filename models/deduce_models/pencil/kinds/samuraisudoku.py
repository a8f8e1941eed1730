"""Samurai Sudoku: five sudokus that overlap in their corner boxes."""

from __future__ import annotations

from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Samurai Sudoku"
ABOUT = "Five sudokus, the middle one sharing a box with each of the other four."
EXAMPLE = """
21 21
3 - - - 2 - 1 - - - - - 6 2 - - 1 - - 5 9
4 7 5 - - 9 3 2 8 - - - - 3 9 5 - - - 7 -
2 - - - 8 - 5 - 7 - - - 8 4 - 2 7 - 1 3 -
1 - - 2 - 8 9 7 - - - - - 5 4 - 6 - 8 - -
- - 4 1 - 7 8 3 - - - - - 7 1 - 9 3 - 6 4
- 9 7 5 6 - 2 - 4 - - - - - 6 7 5 - 3 1 2
- - 2 8 7 - - - 1 8 - - - 6 - 4 - 1 - - -
- 4 - - 5 - - 8 - 4 7 9 5 - 2 9 - 7 - 4 3
- 8 - 4 3 1 - 5 - 3 1 6 - - 8 - - 5 - - 1
- - - - - - 5 1 4 2 6 3 - - 7 - - - - - -
- - - - - - 3 - - - - 8 6 5 - - - - - - -
- - - - - - - 6 - - - 4 3 - - - - - - - -
2 4 - 7 8 - 1 3 5 9 - 7 - 4 6 - - - 8 - 9
- - 5 2 - - - - 9 6 - 2 - 3 5 7 - 9 2 4 6
8 7 - - - 5 2 4 - - 3 1 - - 9 2 - 6 - - 5
5 6 3 4 1 2 7 9 8 - - - 5 6 3 - - 2 7 9 8
- - 2 9 7 8 - 6 - - - - 4 1 - - 7 - - - -
7 - - 5 6 - 4 1 2 - - - - - - 5 - - 4 1 2
- 5 - - 2 - - 8 7 - - - - 5 4 - - 1 9 - 7
3 - - - 9 - 6 5 4 - - - 3 - - - - 7 - 5 4
9 - 7 6 - 4 3 - 1 - - - 9 - 7 6 - 4 3 - 1
"""
CORNERS = ((1, 1), (1, 13), (7, 7), (13, 1), (13, 13))

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines and boxes of each of the five grids."""
    if (sheet.rows, sheet.cols) != (21, 21):
        raise sheet.refuse("", f"the grid is {sheet.rows} by {sheet.cols}; it must be 21 by 21")
    board = PuzzleBoard(sheet)
    used = {(r + i, c + j) for r, c in CORNERS for i in range(9) for j in range(9)}
    cell = board.grid(range(1, 10), [at for at in sheet.cells if at in used])
    groups: dict[frozenset[Cell], str] = {}
    for r, c in CORNERS:
        for i in range(9):
            groups[frozenset((r + i, c + j) for j in range(9))] = "no number twice in a row"
            groups[frozenset((r + j, c + i) for j in range(9))] = "no number twice in a column"
            top, left = r + i // 3 * 3, c + i % 3 * 3
            groups[frozenset((top + j // 3, left + j % 3) for j in range(9))] = "no number twice in a box"
    for group, text in groups.items():
        board.rule(text, AllDifferent([cell[at] for at in sorted(group)]))
    board.givens()
    return board


show = values
