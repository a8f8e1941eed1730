"""Araf: regions between two numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from deduce.facts import And, Or
from deduce_models.pencil.board import Board
from deduce_models.pencil.owned import hang_together
from deduce_models.pencil.parts import NUMBERS
from deduce_models.pencil.sheet import Cell, Sheet, layout
from deduce_models.pencil.stated import CountIf
from deduce_models.pencil.tiles import owners

TITLE = "Araf"
ABOUT = (
    "Divide the grid into regions with two numbers each; a region has more cells than the one and fewer "
    "than the other."
)
EXAMPLE = """
3 3
1 - 4
- - -
2 - 7
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> Board:
    """Every region belongs to the smaller of its numbers; the other decides how large it may grow."""
    numbers = sheet.numbers()
    homes: dict[Cell, list[Cell]] = {}
    away: dict[Cell, dict[Cell, int]] = {}
    owners_of: dict[Cell, list[Cell]] = {at: [] for at in sheet.cells}
    for home, low in numbers.items():
        most = max(numbers.values())
        larger = {at for at, high in numbers.items() if high > low + 1}
        steps = _steps(sheet, home, most - 2, numbers.keys() - larger)
        partners = [
            at
            for at, high in numbers.items()
            if high > low + 1 and at in steps and steps[at] <= high - 2 and at != home
        ]
        if not partners:
            continue
        homes[home] = partners
        away[home] = steps
        reach = max(numbers[at] for at in partners) - 2
        for at, far in steps.items():
            if far <= reach and (at == home or at not in numbers or at in partners):
                owners_of[at].append(home)
    for at, near in owners_of.items():
        if not near:
            raise sheet.refuse("clues", *at, "no region with two fitting numbers reaches this cell")
    board = Board(sheet)
    cell = board.grid(lambda at: owners_of[at])
    if len(numbers) % 2:
        raise sheet.refuse("clues", 0, 0, f"{len(numbers)} numbers cannot be parted into twos")
    # Said although it follows: the search would find it out again and again.
    leading = [cell[home] == home for home in homes]
    board.rule(
        "half of the numbers lead a region", CountIf(And(), leading, len(numbers) // 2, len(numbers) // 2)
    )
    for home, partners in homes.items():
        own = [v for v in cell.values() if home in v.domain]
        leads = cell[home] == home
        for v in own:
            board.rule("a region holds the number it belongs to", Or(v != home, leads))
        for at, v in cell.items():
            if home in v.domain and at != home:
                # A region as large as the way to this cell has a partner that allows it.
                able = [x for x in partners if numbers[x] >= away[home][at] + 2]
                if len(able) < len(partners):
                    board.rule("a region reaches as far as its numbers allow",
                               Or(v != home, *(cell[x] == home for x in able)))  # fmt: skip
        others = [cell[at] for at in partners]
        board.rule("a region holds one more number", CountIf(leads, [v == home for v in others], 1, 1))
        low = numbers[home] + 1
        board.clue(
            CountIf(leads, [v == home for v in own], low, len(own)), f"more than {low - 1} cells", home
        )
        for at in partners:
            high = numbers[at] - 1
            board.clue(
                CountIf(cell[at] == home, [v == home for v in own], 0, high),
                f"fewer than {high + 1} cells",
                at,
            )
        hang_together(board, home, [home], "a region hangs together")
    return board


def _steps(sheet: Sheet, start: Cell, most: int, barred: Collection[Cell]) -> dict[Cell, int]:
    """How many steps away the cells up to `most` steps are, not through `barred` ones."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if steps[at] < most:
            for x in sheet.near(at):
                if x not in steps and x not in barred:
                    steps[x] = steps[at] + 1
                    waiting.append(x)
    return steps


show = owners
