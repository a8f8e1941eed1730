"""Tateyoko: bars down or across, with their lengths."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Fact, Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.conditional import When
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.stated import CountFacts, RaySight
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout, many

TITLE = "Tateyoko"
ABOUT = (
    "Draw a stroke in every white cell, down or across; strokes in line are one bar; a number in a white "
    "cell is the length of its bar, of which a bar has at most one; a number in a black cell (with x) "
    "says how many bars end at it."
)
EXAMPLE = """
4 4
- 3 - x
- - - 2
- - 3 -
4 1 - -
"""
ACROSS, DOWN = "ew", "ns"

parse = layout(TextLayer("clues", r"\d+x?|x|-", "a number, with x in a black cell, x or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lengths of bars, at most one number a bar, black cells."""
    board = PuzzleBoard(sheet)
    free = [at for at in sheet.cells if not sheet.clues.get(at, "").endswith("x")]
    if not free:
        raise sheet.refuse("clues", "there is no white cell")
    cell = board.grid((DOWN, ACROSS), free)
    for at, word in sheet.clues.items():
        if word.endswith("x"):
            if word != "x":
                ends: list[Fact] = [
                    cell[x] == (DOWN if x[1] == at[1] else ACROSS) for x in sheet.near(at) if x in cell
                ]
                number = int(word[:-1])
                if number > len(ends):
                    raise sheet.refuse(
                        "clues", f"there are only {many(len(ends), 'white cell')} beside it", *at
                    )
                if ends:
                    board.clue(
                        CountFacts(ends, number, number), say("{number:bar} end at it", number=number), at
                    )
            continue
        number = int(word)
        if not 1 <= number <= max(sheet.rows, sheet.cols):
            raise sheet.refuse("clues", f"no bar is {number} long", *at)
        for kind, sides in ((DOWN, "ns"), (ACROSS, "we")):
            rays = []
            for side in sides:
                ray = []
                for x in sheet.ray(at, side):
                    if x not in cell:
                        break
                    ray.append(x)
                rays.append([cell[x] for x in ray])
                other = next((i for i, x in enumerate(ray) if x in sheet.clues), None)
                if other is not None and side in "se":
                    line = [at, *ray[: other + 1]]
                    board.rule("a bar has one number", Or(*(cell[x] != kind for x in line)))
            own = RaySight([ray for ray in rays if ray], kind, number - 1, number - 1)
            text = say("a bar of {number:cell}", number=number)
            if any(rays):
                board.clue(When(cell[at] == kind, own), text, at)
            elif number > 1:
                board.clue(cell[at] != kind, text, at)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The two sides that each stroke joins; ``-`` for black cells."""
    cell = board.cell
    return board.sheet.write(lambda at: str(solution[cell[at]]) if at in cell else "-")
