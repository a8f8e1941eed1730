"""Hidoku (Hidato): a king's walk through all cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import NUMBERS, values
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Hidoku"
ABOUT = (
    "The numbers from 1 to the number of cells stand once each; consecutive ones share a side or a corner."
)
EXAMPLE = """
4 4
- 7 - -
- 10 - -
- 9 - 2
- - - -
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """A king's walk."""
    return walk(sheet, sheet.around, lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])))


def walk(
    sheet: Sheet, beside: Callable[[Cell], Sequence[Cell]], steps: Callable[[Cell, Cell], int]
) -> PuzzleBoard:
    """Every number once, each number `beside` the next; `steps` is the least number of steps between two cells.

    The candidates of a cell are those within reach of the numbers given before and after: without that a
    20 by 20 grid would have 160,000 of them.
    """
    size = len(sheet.cells)
    given: dict[int, Cell] = {}
    for at, number in sheet.numbers().items():
        if not 1 <= number <= size or number in given:
            why = "is given twice" if number in given else f"is not among 1 to {size}"
            raise sheet.refuse("clues", f"{number} {why}", *at)
        given[number] = at
    board = PuzzleBoard(sheet)
    candidates = _candidates(sheet, given, steps)
    for at in sheet.cells:
        if not candidates(at):
            raise sheet.refuse("clues", "no number in reach of the given ones fits here", *at)
    cell = board.grid(candidates)
    board.rule("every number once", AllDifferent(list(cell.values())))
    for at, variable in cell.items() if board.stating else ():
        near = [cell[x] for x in beside(at)]
        for value in variable.domain:
            number = int(str(value))
            for other in (number - 1, number + 1):
                if not 1 <= other <= size:
                    continue
                ways = [v == other for v in near if other in v.domain]
                board.rule(
                    say("{number} and {other} are neighbours", number=number, other=other),
                    Or(variable != number, *ways),
                )
    board.givens()
    return board


def _candidates(
    sheet: Sheet, given: dict[int, Cell], steps: Callable[[Cell, Cell], int]
) -> Callable[[Cell], list[int]]:
    size = len(sheet.cells)
    home = {at: number for number, at in given.items()}
    order = sorted(given)
    bounds: dict[int, list[tuple[int, Cell]]] = {}
    for number in range(1, size + 1):
        before = [n for n in order if n < number][-1:]
        after = [n for n in order if n > number][:1]
        bounds[number] = [(abs(n - number), given[n]) for n in before + after]

    def candidates(at: Cell) -> list[int]:
        if at in home:
            return [home[at]]
        return [
            number
            for number, near in bounds.items()
            if number not in given and all(steps(at, known) <= most for most, known in near)
        ]

    return candidates


show = values
