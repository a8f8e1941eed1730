"""Shimaguni: an island in every area."""

from __future__ import annotations

from deduce.graphs import Connected, Graph
from deduce.ground.phrases import say
from deduce.language.constraints import Sum
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, Solution
from deduce_models.pencil.sheet.printed import Sheet, layout, many

TITLE = "Shimaguni"
ABOUT = (
    "Shade in every area some cells that hang together; shaded cells of different areas do not share a "
    "side; areas that share "
    "a side have different numbers of shaded cells; a number says how many are shaded in its area."
)
EXAMPLE = """
4 4
- - - -
- - 4 -
- - - -
- 3 - -
1 1 2 2
1 2 2 2
1 2 3 4
3 3 3 3
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Islands, borders, sizes, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((0, 1))
    sizes = dict(board.variables("size", sheet.areas, lambda name: range(1, len(sheet.areas[name]) + 1)))
    for name, area in sheet.areas.items() if board.stating else ():
        own = {at: cell[at] for at in area}
        inside = set(area)
        edges = [(a, b) for a in area for b in sheet.near(a) if a < b and b in inside]
        board.rule(say("one island in area {area}", area=name), Connected(own, Graph(edges, area), value=1))
        weights = [1] * len(area) + [-1]
        board.rule(
            say("the size of the island in area {area}", area=name),
            Sum([*own.values(), sizes[name]], 0, 0, weights=weights),
        )
    differ = set()
    for a, b in sheet.pairs if board.stating else ():
        one, two = sheet.area_of[a], sheet.area_of[b]
        if one != two:
            board.rule("islands do not share a side", Or(cell[a] == 0, cell[b] == 0))
            differ.add((min(one, two), max(one, two)))
    for one, two in sorted(differ):
        board.rule("islands of neighbouring areas differ in size", sizes[one] != sizes[two])
    for at, number in sheet.numbers().items():
        size = sizes[sheet.area_of[at]]
        if number not in size.domain:
            raise sheet.refuse(
                "clues", f"an island of {many(number, 'cell')} does not fit into the area", *at
            )
        board.clue(size == number, say("{number:shaded cell} in the area", number=number), at)
    board.ask(list(cell.values()))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for shaded cells, ``-`` for the others."""
    cell = board.cell
    return board.sheet.write(lambda at: "x" if solution[cell[at]] else "-")
