"""Kakuro: crosswords of sums."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import DifferentSum
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Kakuro"
ABOUT = "The numbers 1 to 9 of each run are different and add up to the number written before it."
EXAMPLE = """
3 3
- 4, 6,
,3 0 0
,7 0 0
"""

parse = layout(
    TextLayer("clues", r"-|0|\d*,\d*", "- (black), 0 (open) or down,across with either number left out")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every run, with its sum where one is written."""
    board = PuzzleBoard(sheet)
    words = sheet.clues
    cell = board.grid(range(1, 10), [at for at, word in words.items() if word == "0"])
    for at, word in words.items():
        if word == "0":
            continue
        down, _, across = word.partition(",")
        for total, side, name in ((down, "s", "down"), (across, "e", "across")):
            run = list(_run(sheet, at, side))
            if total and not run:
                raise sheet.refuse(
                    "clues", f"there is no open cell {name} from here for the sum {total}", *at
                )
            if total and not DifferentSum([cell[x] for x in run], int(total)).sets():
                raise sheet.refuse(
                    "clues", f"{len(run)} different numbers {name} cannot add up to {total}", *at
                )
            if total:
                board.clue(
                    DifferentSum([cell[x] for x in run], int(total)),
                    say(
                        f"the {{number}} different numbers {name} add up to {{total}}",
                        number=len(run),
                        total=total,
                    ),
                    at,
                )
    for at in cell:
        for side, before in (("s", (at[0] - 1, at[1])), ("e", (at[0], at[1] - 1))):
            word = words.get(before, "-")
            number = word.partition(",")[0 if side == "s" else 2] if re.search(",", word) else ""
            run = [at, *_run(sheet, at, side)]
            if word != "0" and not number and len(run) > 1:
                board.rule("no number twice in a run", AllDifferent([cell[x] for x in run]))
    return board


def _run(sheet: Sheet, at: Cell, side: str) -> Iterator[Cell]:
    for x in sheet.ray(at, side):
        if sheet.clues.get(x) != "0":
            return
        yield x


show = values
