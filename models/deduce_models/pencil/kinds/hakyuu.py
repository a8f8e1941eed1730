"""Hakyuu (Ripple Effect): areas filled with 1 to their size; equal numbers keep their distance."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AtMost
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import filled_areas
from deduce_models.pencil.rules.parts import AREAS, PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, layout

TITLE = "Hakyuu"
ABOUT = (
    "Each area holds the numbers 1 to its size once; between two equal numbers N in a row or column there are at least "
    "N cells."
)
EXAMPLE = """
4 4
- - - -
- 1 - 1
- - - -
- - - -
1 1 2 2
1 3 2 2
3 3 3 4
5 5 4 4
"""

parse = layout(PERHAPS, AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Areas, distances and the numbers given."""
    board = filled_areas(sheet)
    cell = board.cell
    sizes = {at: len(v.domain) for at, v in cell.items()}
    for name, line in sheet.lines() if board.stating else ():
        for value in range(1, max(sizes[at] for at in line) + 1):
            last: list[int] = []
            for start in range(len(line)):
                near = [
                    i for i in range(start, min(start + value + 1, len(line))) if sizes[line[i]] >= value
                ]
                if len(near) > 1 and not set(near) <= set(last):
                    board.rule(
                        say(
                            "two {value}s in {line} have {number:cell} between them",
                            value=value,
                            line=name,
                            number=value,
                        ),
                        AtMost(1, [cell[line[i]] for i in near], value),
                    )
                    last = near
    board.givens()
    return board


show = values
