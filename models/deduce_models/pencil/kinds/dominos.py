"""Dominoes: find the set in the numbers."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import SIDES, Cell, Sheet, TextLayer, layout

TITLE = "Dominoes"
ABOUT = "Divide the grid into dominoes so that each pair of numbers occurs exactly once."
EXAMPLE = """
3 4
1 0 0 1
0 1 1 2
2 0 2 2
"""
BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}

parse = layout(TextLayer("clues", r"\d+", "a number"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Halves that meet, each pair once. A cell's variable says on which side its other half lies."""
    numbers = sheet.numbers()
    most = max(numbers.values())
    pairs = (most + 1) * (most + 2) // 2
    if 2 * pairs != len(sheet.cells):
        raise sheet.refuse(
            "clues", f"a set of dominoes up to {most} covers {2 * pairs} cells, not {len(sheet.cells)}"
        )
    board = PuzzleBoard(sheet)
    beside = {
        at: {
            s: (at[0] + dr, at[1] + dc)
            for s, (dr, dc) in SIDES.items()
            if sheet.has((at[0] + dr, at[1] + dc))
        }
        for at in sheet.cells
    }
    cell = board.grid(lambda at: tuple(beside[at]))
    places: dict[tuple[int, int], list[tuple[Variable, str]]] = {
        (a, b): [] for a in range(most + 1) for b in range(a, most + 1)
    }
    for at, sides in beside.items():
        for side, other in sides.items():
            board.rule("two halves make a domino", Or(cell[at] != side, cell[other] == BACK[side]))
            if side in "se":
                a, b = sorted((numbers[at], numbers[other]))
                places[a, b].append((cell[at], side))
    for (a, b), found in places.items():
        if not found:
            raise sheet.refuse("clues", f"{a} and {b} are nowhere neighbours")
        board.clue(CountFacts([v == side for v, side in found], 1, 1), say("one domino {a}-{b}", a=a, b=b))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """A number for each domino, from 0 on in reading order."""
    number: dict[Cell, int] = {}
    for at in board.sheet.cells:
        if at not in number:
            dr, dc = SIDES[str(solution[board.cell[at]])]
            number[at] = number[at[0] + dr, at[1] + dc] = len(number) // 2
    return board.sheet.write(lambda at: str(number[at]))
