"""Mannequin Gate: two shaded cells an area, and how far apart they are."""

from __future__ import annotations

from itertools import combinations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, shading
from deduce_models.pencil.rules.shades import connected
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "Mannequin Gate"
ABOUT = (
    "Shade two cells of each area so that all others hang together; a number says how many cells lie "
    "between the two of its area on the shortest way inside the area; that number is different in areas "
    "that share a side."
)
EXAMPLE = """
4 4
- - - 1
2 - - -
- - - -
- - - -
1 1 1 2
3 3 1 2
3 4 2 2
3 4 4 2
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Two an area, white connected, distances."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, CLEAR, "the white cells hang together")
    heads = {name: cells[0] for name, cells in sheet.areas.items()}
    ways = {name: _between(sheet, cells) for name, cells in sheet.areas.items()}
    for name, cells in sheet.areas.items():
        if not ways[name]:
            raise sheet.refuse("areas", f"area {name} has no two cells that hang together", *cells[0])
    gap = board.grid(
        lambda at: sorted(set(ways[sheet.area_of[at]].values())), heads.values(), name="between"
    )
    for name, cells in sheet.areas.items():
        board.rule("two cells of each area are shaded", Exactly(2, [cell[at] for at in cells], SHADED))
        for (a, b), number in ways[name].items():
            known = gap[heads[name]] == number
            board.rule(
                "how far the two of an area are apart", Or(cell[a] == CLEAR, cell[b] == CLEAR, known)
            )
        for a, b in combinations(cells, 2):
            if (a, b) not in ways[name]:
                board.rule("the two of an area hang together in it", Or(cell[a] == CLEAR, cell[b] == CLEAR))
    area = sheet.area_of
    for a, b in dict.fromkeys(tuple(sorted((heads[area[a]], heads[area[b]]))) for a, b in sheet.pairs):
        if a != b:
            board.rule("the numbers of areas that share a side differ", gap[a] != gap[b])
    for at, number in sheet.numbers().items():
        own = gap[heads[area[at]]]
        if number not in own.domain:
            raise sheet.refuse("clues", f"no two cells of the area have {number} between them", *at)
        board.clue(Or(own == number), say("{number} between the two of the area", number=number), at)
    board.ask(list(cell.values()))
    return board


def _between(sheet: Sheet, cells: list[Cell]) -> dict[tuple[Cell, Cell], int]:
    """How many cells lie between each two of an area, on the shortest way in it."""
    inside = set(cells)
    found: dict[tuple[Cell, Cell], int] = {}
    for start in cells:
        steps, waiting = {start: 0}, [start]
        for at in waiting:
            for x in sheet.near(at):
                if x in inside and x not in steps:
                    steps[x] = steps[at] + 1
                    waiting.append(x)
        found |= {(start, at): number - 1 for at, number in steps.items() if start < at}
    return found


show = shading
