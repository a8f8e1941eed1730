"""Doppelblock: sums between the two black cells of each line."""

from __future__ import annotations

from itertools import combinations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import And, Fact, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import square
from deduce_models.pencil.rules.parts import LEFT, TOP, values
from deduce_models.pencil.sheet.printed import Sheet, layout, line_name

TITLE = "Doppelblock"
ABOUT = (
    "Each row and column has two black cells and the numbers from 1 on once; a number beside the grid is the sum of the "
    "numbers between the two black cells."
)
EXAMPLE = """
4 4 2
- 1 0 -
0 3 - -
"""
BLACK = "x"

parse = layout(TOP, LEFT, extra="the largest number")


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines and sums."""
    n = square(sheet)
    if n < 3:
        raise sheet.refuse("", "a line needs two black cells and a number")
    if sheet.extra and sheet.extra != (str(n - 2),):
        raise sheet.refuse("", f"beside two black cells a line of {n} has the numbers 1 to {n - 2}")
    board = PuzzleBoard(sheet)
    numbers = range(1, n - 1)
    cell = board.grid((BLACK, *numbers))
    for name, line in sheet.lines():
        inside = [cell[at] for at in line]
        board.rule(say("two black cells in {line}", line=name), Exactly(2, inside, BLACK))
        for number in numbers:
            board.rule(say("one {number} in {line}", number=number, line=name), Exactly(1, inside, number))
    for layer, line_of in (("top", sheet.col), ("left", sheet.row)):
        for i, total in enumerate(sheet.side(layer), 1):
            if total is None:
                continue
            own = [cell[at] for at in line_of(i)]
            ways: list[Fact] = []
            for a, b in combinations(range(n), 2):
                for chosen in combinations(numbers, b - a - 1):
                    if sum(chosen) == total:
                        between = [v.is_in(chosen) for v in own[a + 1 : b]]
                        ways.append(And(own[a] == BLACK, own[b] == BLACK, *between))
            name = line_name("column" if layer == "top" else "row", i)
            if not ways:
                raise sheet.refuse(layer, f"no numbers of {name} add up to {total}")
            board.clue(Or(*ways), say("{total} between the black cells of {line}", total=total, line=name))
    return board


show = values
