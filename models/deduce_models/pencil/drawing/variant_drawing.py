"""The further rules of a variant sudoku as a picture: lines, cages, dots and numbers beside the grid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from deduce.show.svg import Print
from deduce_models.pencil.drawing.shapes import SIZE, middle, pearl, rect, text
from deduce_models.pencil.kinds.variantsudoku import regions, rule_lines
from deduce_models.pencil.rules.variant_lines import RuleLine
from deduce_models.pencil.rules.variant_rules import FORM_OF
from deduce_models.pencil.sheet.printed import Cell, Sheet

_LINES: Mapping[str, tuple[str, int]] = {
    "thermometer": (Print.MERCURY, 10), "slow-thermometer": (Print.SAND, 10), "whispers": (Print.LEAF, 5),
    "parity-line": (Print.AMBER, 5), "palindrome": (Print.PALE, 5), "renban": (Print.ORCHID, 5),
    "between": (Print.PALE, 3),
    "lockout": (Print.SKY, 3), "entropic": (Print.ENTROPY, 5), "modular": (Print.TEAL, 5), "zipper": (Print.LILAC, 5),
    "region-sum": (Print.AQUA, 5), "double-arrow": (Print.SHADED, 2),
}  # fmt: skip
"""Colour and width of lines."""
_FILLS: Mapping[str, str] = {
    "extra-region": Print.EXTRA, "clone": Print.CLONE, "minimum": Print.LOWEST, "maximum": Print.HIGHEST,
}  # fmt: skip
_MARKS: Mapping[str, str] = {"x": "X", "v": "V", "less": "<"}


def boxes_of(sheet: Sheet) -> list[list[Cell]]:
    """The boxes of a sheet. Raises `RecordError`."""
    return regions(sheet, rule_lines(sheet))


def under(sheet: Sheet) -> Iterator[str]:
    """What lies under the numbers."""
    for line in rule_lines(sheet):
        if line.name in _FILLS:
            for at in (*line.cells, *line.second):
                yield rect(at, _FILLS[line.name])
        elif line.name in ("odd", "even", "circles"):
            for x, y in map(middle, line.cells):
                if line.name == "even":
                    yield f'<rect x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" fill="{Print.PARITY}"/>'
                else:
                    fill = Print.PARITY if line.name == "odd" else "none"
                    yield f'<circle cx="{x:g}" cy="{y:g}" r="10.5" fill="{fill}" stroke="{Print.PARITY}"/>'
        elif line.name in _LINES:
            yield from _drawn(line, *_LINES[line.name])
        elif line.name == "arrow":
            yield _path((line.cells[-1], *line.second), Print.TUBE, 2)
            yield from _head(line)
            yield _path(line.cells, Print.TUBE, 23)
            yield _path(line.cells, Print.PLAIN, 20)


def over(sheet: Sheet) -> Iterator[str]:
    """What lies over the grid and beside it."""
    named = []
    for line in rule_lines(sheet):
        form = FORM_OF[line.name]
        if line.name in ("cage", "sum"):
            yield from _cage(line)
        elif form in ("pair", "number pair"):
            yield from _between(line)
        elif line.name == "quadruple":
            x, y = (float(SIZE * (place - 1)) for place in reversed(line.cells[3]))
            yield f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="{Print.PLAIN}" stroke="{Print.DOT}"/>'
            yield _text(x, y, " ".join(map(str, line.numbers)), 7)
        elif form in ("outside", "diagonal"):
            first, second = (*line.cells, line.cells[0])[:2]
            (x, y), (x2, y2) = middle(first), middle(second)
            if len(line.cells) == 1:
                x2, y2 = (
                    x + SIZE * (1 if line.words[-1][1] == "e" else -1),
                    y + SIZE * (1 if line.words[-1][0] == "s" else -1),
                )
            step = 0.9 if form == "diagonal" else 0.86
            yield _text(x - step * (x2 - x), y - step * (y2 - y), str(line.numbers[0]), 11)
        elif form == "global" and line.name != "note":
            named.append(line.name)
    if named:
        yield _text(0, sheet.rows * SIZE + 19, ", ".join(named), 9, "start")


def _text(x: float, y: float, word: str, size: int, anchor: str = "middle") -> str:
    return text(x, y, word, Print.FRAME, size, anchor)


def _path(cells: Sequence[Cell], colour: str, width: int) -> str:
    points = [middle(at) for at in cells]
    moves = "L".join(f"{x:g} {y:g}" for x, y in [*points, points[-1]])
    return (
        f'<path d="M{moves}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )


def _drawn(line: RuleLine, colour: str, width: int) -> Iterator[str]:
    yield _path(line.cells, colour, width)
    ends: Sequence[Cell] = ()
    if line.name.endswith("thermometer"):
        ends = line.cells[:1]
    elif line.name in ("between", "lockout", "double-arrow"):
        ends = (line.cells[0], line.cells[-1])
    for x, y in map(middle, ends):
        fill = colour if line.name.endswith("thermometer") else Print.PLAIN
        yield f'<circle cx="{x:g}" cy="{y:g}" r="10.5" fill="{fill}" stroke="{colour}"/>'


def _head(line: RuleLine) -> Iterator[str]:
    """The head of an arrow."""
    (x, y), (x2, y2) = (middle(at) for at in (*line.cells, *line.second)[-2:])
    long = max(abs(x2 - x), abs(y2 - y)) or 1
    dx, dy = (x2 - x) / long * 6, (y2 - y) / long * 6
    yield (
        f'<path d="M{x2 - dx - dy:g} {y2 - dy + dx:g}L{x2:g} {y2:g}L{x2 - dx + dy:g} {y2 - dy - dx:g}" '
        f'fill="none" stroke="{Print.TUBE}" stroke-width="2"/>'
    )


def _cage(line: RuleLine) -> Iterator[str]:
    inside, parts, gap = set(line.cells), [], 2.5
    for r, c in line.cells:
        left, top = (c - 1) * SIZE, (r - 1) * SIZE
        for beside, path in (
            ((r - 1, c), f"M{left + gap} {top + gap}h{SIZE - 2 * gap}"),
            ((r + 1, c), f"M{left + gap} {top + SIZE - gap}h{SIZE - 2 * gap}"),
            ((r, c - 1), f"M{left + gap} {top + gap}v{SIZE - 2 * gap}"),
            ((r, c + 1), f"M{left + SIZE - gap} {top + gap}v{SIZE - 2 * gap}"),
        ):
            if beside not in inside:
                parts.append(path)
    yield f'<path d="{"".join(parts)}" fill="none" stroke="{Print.EDGE}" stroke-dasharray="3 2"/>'
    if line.numbers:
        r, c = min(inside)
        yield _text((c - 1) * SIZE + 3, (r - 1) * SIZE + 6, str(line.numbers[0]), 8, "start")


def _between(line: RuleLine) -> Iterator[str]:
    (x, y), (x2, y2) = map(middle, line.cells)
    x, y = (x + x2) / 2, (y + y2) / 2
    if line.name in _MARKS:
        sign = _MARKS[line.name]
        if line.name == "less":
            sign = {(0, 1): "<", (0, -1): ">", (1, 0): "^", (-1, 0): "v"}.get(
                (line.cells[1][0] - line.cells[0][0], line.cells[1][1] - line.cells[0][1]), "<"
            )
        yield f'<rect x="{x - 5:g}" y="{y - 6:g}" width="10" height="12" fill="{Print.PLAIN}"/>'
        yield _text(x, y, sign, 10)
        return
    fill = Print.INK if line.name in ("black", "ratio") else Print.PLAIN
    yield pearl(x, y, fill, 5)
    if line.numbers:
        yield text(x, y, str(line.numbers[0]), Print.PLAIN if fill == Print.INK else Print.INK, 7)
