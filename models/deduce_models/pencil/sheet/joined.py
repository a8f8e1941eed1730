"""Areas that hang together: a name that stands in two places is a slip, or was used twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce_models.pencil.sheet.printed import Cell, Sheet

HOLES = ("@", "#")
"""Names of areas that stand for holes in the grid, which may lie anywhere."""


def hang_together(sheet: Sheet) -> None:
    """Refuse a name that stands in two places that do not touch: a slip, or a name used twice. Raises `RecordError`."""
    areas = sheet.area_of
    first: dict[str, Cell] = {}
    seen: set[Cell] = set()
    for at, word in areas.items():
        if at in seen or word in HOLES:
            continue
        if word in first:
            r, c = first[word]
            raise sheet.refuse(
                "areas",
                f"area {word} is in two pieces, the first at row {r}, column {c}; each area has a name of its own",
                *at,
            )
        first[word] = at
        edge = [at]
        seen.add(at)
        while edge:
            beside = [x for x in sheet.near(edge.pop()) if areas.get(x) == word and x not in seen]
            seen.update(beside)
            edge += beside
