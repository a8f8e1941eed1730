"""The chances of values as a picture: lines of text, and SVG."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import TypeVar

from deduce.ground.strange import escape
from deduce.ground.wording import in_percent
from deduce.language.variables import Variable
from deduce.show.svg import Print

T = TypeVar("T")
Shares = Mapping[Hashable, float]
Chances = Mapping[Variable, Shares]

_CELL, _GAP, _MARGIN = 60, 30, 12
"""The side of a cell, the space between grids, and the margin, in pixels."""

_BAR, _NAME = 420, 150
"""The length of a bar that stands for all solutions, and the room for names, in pixels."""

_VALUES = 9
"""At most so many values are drawn in one cell, the likeliest."""


def chances_text(chances: Chances) -> list[str]:
    """A picture of each grid: the value where it is certain, else the likeliest; then every open variable."""
    lines = grid_lines({variable: _short(shares) for variable, shares in chances.items()})
    wide = max((len(v.name) for v, shares in chances.items() if len(shares) > 1), default=0)
    for variable, shares in chances.items():
        if len(shares) > 1:
            said = ", ".join(f"{value} {in_percent(p)}" for value, p in _sorted(shares))
            lines.append(f"  {variable.name:<{wide}}  {said}")
    return lines


def grid_lines(words: Mapping[Variable, str]) -> list[str]:
    """A picture of each grid: the words of its variables in rows and columns; other variables are left out."""
    lines: list[str] = []
    for cells in _grids(words):
        rows, columns = _sides(cells)
        widths = [max(len(cells.get((r, c), "")) for r in rows) for c in columns]
        for r in rows:
            row = (cells.get((r, c), "").ljust(width) for c, width in zip(columns, widths, strict=True))
            lines.append(f"  {' '.join(row)}".rstrip())
    return lines


def in_grids(variables: Iterable[Variable]) -> set[Variable]:
    """Those that `grid_lines` shows."""
    return {v for cells in _grids({v: v for v in variables}) for v in cells.values()}


def chances_svg(chances: Chances, caption: str = "") -> str:
    """Grids cell by cell, a likelier value darker; other variables as bars, a stretch a value."""
    parts: list[str] = []
    top, width = float(_MARGIN), float(_NAME + _BAR)
    for cells in _grids(chances):
        rows, columns = _sides(cells)
        for (r, c), shares in cells.items():
            left, upper = _MARGIN + _CELL * columns.index(c), top + _CELL * rows.index(r)
            parts += _cell(f"{r},{c}", left, upper, shares)
        top += _CELL * len(rows) + _GAP
        width = max(width, _CELL * len(columns))
    gridded = {id(shares) for cells in _grids(chances) for shares in cells.values()}
    for variable, shares in chances.items():
        if id(shares) not in gridded:
            parts += _bar(variable.name, top, shares)
            top += 24
    if caption:
        parts.append(f'<text x="{_MARGIN}" y="{top + 10:g}" font-size="13">{escape(caption)}</text>')
        top += 24
    size = f"{width + 2 * _MARGIN:g} {top + _MARGIN:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{size.split()[0]}" '
        f'height="{size.split()[1]}" font-family="sans-serif" role="img">'
    )
    return "\n".join([head, f'<rect width="100%" height="100%" fill="{Print.PAPER}"/>', *parts, "</svg>"])


def _grids(given: Mapping[Variable, T]) -> Iterator[dict[tuple[Hashable, Hashable], T]]:
    """What is given for the variables of each family whose keys are pairs, by key."""
    families: dict[str, dict[tuple[Hashable, Hashable], T]] = {}
    for variable, item in given.items():
        if isinstance(variable.key, tuple) and len(variable.key) == 2:
            name = variable.name.partition("[")[0]
            families.setdefault(name, {})[variable.key] = item
    return (cells for cells in families.values() if all(map(_plain, cells)))


def _plain(key: tuple[Hashable, Hashable]) -> bool:
    return all(isinstance(part, (int, str)) for part in key)


def _sides(cells: Mapping[tuple[Hashable, Hashable], T]) -> tuple[list[Hashable], list[Hashable]]:
    return _ordered(r for r, _ in cells), _ordered(c for _, c in cells)


def _ordered(keys: Iterator[Hashable]) -> list[Hashable]:
    found = list(dict.fromkeys(keys))
    return sorted(found) if all(isinstance(key, int) for key in found) else found  # type: ignore[type-var]


def _sorted(shares: Shares) -> list[tuple[Hashable, float]]:
    return sorted(shares.items(), key=lambda item: -item[1])


def _short(shares: Shares) -> str:
    value, p = _sorted(shares)[0]
    return str(value) if len(shares) == 1 else f"{value}?{in_percent(p)}"


def _shade(p: float) -> str:
    """From light to dark, never so light that it cannot be read."""
    level = round(150 * (1 - p))
    return f"#{level:02x}{level:02x}{level:02x}"


def _title(name: str, shares: Shares) -> str:
    said = ", ".join(str(v) if len(shares) == 1 else f"{v} {in_percent(p)}" for v, p in _sorted(shares))
    return f"<title>{escape(f'{name}: {said}')}</title>"


def _cell(name: str, left: float, top: float, shares: Shares) -> list[str]:
    fill = Print.PAPER if len(shares) == 1 else Print.OPEN
    parts = [
        f"<g>{_title(name, shares)}"
        f'<rect x="{left:g}" y="{top:g}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="{Print.EDGE}"/>'
    ]
    if len(shares) == 1:
        parts.append(_text(left + _CELL / 2, top + _CELL / 2 + 9, 26, Print.BLACK, str(next(iter(shares)))))
    else:
        shown = _in_order(shares, _sorted(shares)[:_VALUES])
        side = ceil(sqrt(len(shown)))
        step = _CELL / side
        for i, (value, p) in enumerate(shown):
            x, y = left + step * (i % side + 0.5), top + step * (i // side + 0.5)
            parts.append(_text(x, y, step * 0.42, _shade(p), str(value)))
            parts.append(_text(x, y + step * 0.38, step * 0.3, _shade(p), in_percent(p)))
    return ["".join(parts) + "</g>"]


def _in_order(shares: Shares, chosen: Sequence[tuple[Hashable, float]]) -> list[tuple[Hashable, float]]:
    """The values chosen, in the order of the domain."""
    wanted = {value for value, _ in chosen}
    return [(value, p) for value, p in shares.items() if value in wanted]


def _text(x: float, y: float, size: float, fill: str, text: str) -> str:
    small = min(size, 1.6 * _CELL / max(1, len(text)))
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{small:.1f}" fill="{fill}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _bar(name: str, top: float, shares: Shares) -> list[str]:
    parts = [
        f'<g>{_title(name, shares)}<text x="{_MARGIN}" y="{top + 14:g}" font-size="13">{escape(name)}</text>'
    ]
    left = float(_NAME)
    for i, (value, p) in enumerate(shares.items()):
        wide = p * _BAR
        fill = Print.SHARE if i % 2 else Print.OPEN
        parts.append(
            f'<rect x="{left:.1f}" y="{top:g}" width="{wide:.1f}" height="20" fill="{fill}" stroke="{Print.EDGE}"/>'
        )
        said = str(value) if len(shares) == 1 else f"{value} {in_percent(p)}"
        if 7 * len(said) < wide:
            parts.append(_text(left + wide / 2, top + 14, 12, Print.BLACK, said))
        left += wide
    return ["".join(parts) + "</g>"]
