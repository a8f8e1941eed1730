"""Stitches: every two neighbouring areas are sewn together once."""

from __future__ import annotations

from deduce.ground.phrases import listing, say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, LEFT, TOP, Solution
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import SIDES, Cell, Sheet, layout, line_name, many

TITLE = "Stitches"
ABOUT = (
    "Every two areas that share a border are joined by exactly one stitch, which covers two cells on both sides of it; a "
    "cell has one stitch end at most; the numbers count the ends in each line."
)
EXAMPLE = """
4 4
0 - 3 -
- 2 - -
1 1 2 2
1 1 1 2
3 3 3 4
3 3 4 4
"""
NONE = "-"

parse = layout(TOP, LEFT, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Borders, ends that meet, numbers. A cell's variable says towards which side its stitch goes."""
    board = PuzzleBoard(sheet)
    across: dict[Cell, dict[str, Cell]] = {at: {} for at in sheet.cells}
    for at in sheet.cells:
        for side, (dr, dc) in SIDES.items():
            other = (at[0] + dr, at[1] + dc)
            if sheet.has(other) and sheet.area_of[other] != sheet.area_of[at]:
                across[at][side] = other
    cell = board.grid(lambda at: (NONE, *across[at]))
    borders: dict[frozenset[str], list[tuple[Variable, str]]] = {}
    for at, sides in across.items():
        for side, other in sides.items():
            back = {"n": "s", "s": "n", "w": "e", "e": "w"}[side]
            board.rule("a stitch has two ends", Or(cell[at] != side, cell[other] == back))
            if side in "se":
                pair = frozenset((sheet.area_of[at], sheet.area_of[other]))
                borders.setdefault(pair, []).append((cell[at], side))
    for pair, places in borders.items():
        names = listing(sorted(pair))
        board.rule(
            say("one stitch between areas {areas}", areas=names),
            CountFacts([v == side for v, side in places], 1, 1),
        )
    for layer, line_of in (("top", sheet.col), ("left", sheet.row)):
        for i, number in enumerate(sheet.side(layer), 1):
            if number is None:
                continue
            line = [cell[at] for at in line_of(i)]
            if number > len(line):
                raise sheet.refuse(layer, f"no room for {many(number, 'end')} in {many(len(line), 'cell')}")
            board.clue(
                Exactly(len(line) - number, line, NONE),
                say(
                    "{number:end} in {line}",
                    number=number,
                    line=line_name("column" if layer == "top" else "row", i),
                ),
            )
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """For each end the side its stitch goes to."""
    cell = board.cell
    return board.sheet.write(lambda at: str(solution[cell[at]]))
