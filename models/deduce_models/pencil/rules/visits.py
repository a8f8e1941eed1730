"""Loops that visit every area exactly once."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.loops import LINE, Lines


def once_each_area(lines: Lines, visits: int = 1) -> None:
    """The loop visits each area exactly so often: it crosses its border twice as often."""
    sheet = lines.board.sheet
    borders: dict[str, list[object]] = {}
    for (a, b), v in lines.edge.items():
        if sheet.area_of[a] != sheet.area_of[b]:
            for at in (a, b):
                borders.setdefault(sheet.area_of[at], []).append(v)
    inside = dict.fromkeys(sheet.area_of[at] for at in lines.cells)
    if len(inside) < 2:
        return
    for name in inside:
        border = borders.get(name, [])
        if len(border) < 2 * visits:
            raise sheet.refuse("areas", f"area {name} cannot be entered and left", *sheet.areas[name][0])
        lines.board.rule(
            say(f"the loop visits area {{area}} {'once' if visits == 1 else 'twice'}", area=name),
            Exactly(2 * visits, border, LINE),
        )
