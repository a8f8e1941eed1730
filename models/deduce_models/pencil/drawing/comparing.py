"""Two solutions of one puzzle beside each other, with the cells in which they differ."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from deduce.show.svg import Print
from deduce_models.pencil.drawing.manners import NAMED_REGIONS
from deduce_models.pencil.drawing.pictures import draw, frame
from deduce_models.pencil.drawing.shapes import SIZE
from deduce_models.pencil.sheet.printed import Cell, Sheet

_MARK = Print.MARK
_GAP = 16


def differing(sheet: Sheet, first: str, second: str) -> list[Cell]:
    """The cells that two solutions (in the family's notation) fill differently, or put in different regions."""
    a, b = (_filled(sheet, solution) for solution in (first, second))
    return [at for at in sheet.cells if a[at] != b[at]]


def _filled(sheet: Sheet, solution: str) -> Mapping[Cell, Hashable]:
    lines = [line.split() for line in solution.splitlines()[1:]]
    words = {(r, c): lines[r - 1][c - 1] for r, c in sheet.cells}
    if sheet.family not in NAMED_REGIONS:
        return words
    regions: dict[str, frozenset[Cell]] = {}
    for word in set(words.values()):
        regions[word] = frozenset(at for at, own in words.items() if own == word)
    return {at: regions[word] for at, word in words.items()}


def draw_both(sheet: Sheet, first: str, second: str) -> str:
    """A picture of two solutions side by side as SVG; cells in which they differ have a frame."""
    frames = [
        f'<rect x="{(c - 1) * SIZE + 2}" y="{(r - 1) * SIZE + 2}" width="{SIZE - 4}" height="{SIZE - 4}" '
        f'fill="none" stroke="{_MARK}" stroke-width="2"/>'
        for r, c in differing(sheet, first, second)
    ]
    pictures = [draw(sheet, solution, above=frames) for solution in (first, second)]
    _, width, height = frame(sheet)
    inner = [
        picture.replace("<svg ", f'<svg x="{x}" ', 1)
        for picture, x in zip(pictures, (0, width + _GAP), strict=True)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width + _GAP}" height="{height}" '
            f'viewBox="0 0 {2 * width + _GAP} {height}">',
            *inner,
            "</svg>",
        ]
    )
