"""Ayeheya: a Heyawake whose rooms look the same after half a turn."""

from __future__ import annotations

from deduce_models.pencil.kinds import heyawake
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Sheet

TITLE = "Ayeheya"
ABOUT = (
    "A Heyawake: what is shaded in each room also looks the same when the room is turned by half a turn."
)
EXAMPLE = """
4 4
- - - -
- - - -
0 - - 0
2 - - -
1 1 2 2
1 1 2 2
3 3 3 4
5 5 5 4
"""

parse = heyawake.parse


def rules(sheet: Sheet) -> PuzzleBoard:
    """A Heyawake's rules, and each room in half a turn."""
    board = heyawake.rules(sheet)
    cell = board.cell
    for name, area in sheet.areas.items():
        r = min(at[0] for at in area) + max(at[0] for at in area)
        c = min(at[1] for at in area) + max(at[1] for at in area)
        for at in area:
            other = (r - at[0], c - at[1])
            if sheet.area_of.get(other) != name:
                raise sheet.refuse("areas", f"area {name} does not look the same after half a turn", *at)
            if at < other:
                board.rule("a room looks the same after half a turn", cell[at] == cell[other])
    return board


show = heyawake.show
