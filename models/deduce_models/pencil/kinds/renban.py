"""Renban-Madoguchi: consecutive numbers in areas, differences across their borders."""

from __future__ import annotations

from heapq import heappop, heappush

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import Straight
from deduce_models.pencil.rules.parts import AREAS, NUMBERS, values
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Renban-Madoguchi"
ABOUT = (
    "The numbers of each area are consecutive, in any order, none twice; two neighbours in different "
    "areas differ by the length of the straight piece of border that runs between them."
)
EXAMPLE = """
3 3
- - -
2 - -
- - -
1 1 2
1 3 2
3 3 2
"""

parse = layout(NUMBERS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, borders, and the numbers given."""
    numbers = sheet.numbers()
    for at, number in numbers.items():
        if number < 1:
            raise sheet.refuse("clues", "numbers are at least 1", *at)
    board = PuzzleBoard(sheet)
    lengths = _lengths(sheet)
    cell = board.grid(_reach(sheet, lengths, numbers).__getitem__)
    for cells in sheet.areas.values():
        if len(cells) > 1:
            board.rule("the numbers of an area are consecutive", Straight([cell[at] for at in cells]))
    for (a, b), length in lengths.items():
        board.rule("numbers differ by the length of the border", abs(cell[a] - cell[b]) == length)
    board.givens()
    return board


def _lengths(sheet: Sheet) -> dict[tuple[Cell, Cell], int]:
    """For each two neighbours in different areas, how long the straight border between them is, followed both ways."""
    apart = {(a, b) for a, b in sheet.pairs if sheet.area_of[a] != sheet.area_of[b]}

    def run(pair: tuple[Cell, Cell], way: int) -> int:
        (r, c), (s, d) = pair
        down, right = (way, 0) if r == s else (0, way)
        number = 0
        while True:
            r, c, s, d = r + down, c + right, s + down, d + right
            if ((r, c), (s, d)) not in apart:
                return number
            number += 1

    return {pair: 1 + run(pair, 1) + run(pair, -1) for pair in apart}


def _reach(
    sheet: Sheet, lengths: dict[tuple[Cell, Cell], int], numbers: dict[Cell, int]
) -> dict[Cell, range]:
    """The numbers each cell can hold, from how much numbers on the way from those given can differ at most.

    Without a given number all could be one greater, so that some more are allowed than the least puzzle needs.
    """
    beside: dict[Cell, list[tuple[Cell, int]]] = {at: [] for at in sheet.cells}
    for a, b in sheet.pairs:
        length = lengths.get((a, b), len(sheet.areas[sheet.area_of[a]]) - 1)
        beside[a].append((b, length))
        beside[b].append((a, length))
    total = sum(lengths.values()) + len(sheet.cells) + max(numbers.values(), default=0)
    low, high = dict.fromkeys(sheet.cells, 1), dict.fromkeys(sheet.cells, total)
    for start, number in numbers.items():
        far, waiting = {start: 0}, [(0, start)]
        while waiting:
            so_far, at = heappop(waiting)
            if so_far > far[at]:
                continue
            for x, length in beside[at]:
                if so_far + length < far.get(x, total + 1):
                    far[x] = so_far + length
                    heappush(waiting, (far[x], x))
        for at, most in far.items():
            low[at], high[at] = max(low[at], number - most), min(high[at], number + most)
    for at in sheet.cells:
        if low[at] > high[at]:
            raise sheet.refuse("clues", "no number fits here: those given are too different", *at)
    return {at: range(low[at], high[at] + 1) for at in sheet.cells}


show = values
