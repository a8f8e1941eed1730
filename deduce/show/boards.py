"""Puzzles as grids: variables laid out by the names and keys of their families, with values, marks and notes."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.show import svg

if TYPE_CHECKING:
    from deduce.language.variables import Variable

_KEYED = re.compile(r"(.*?)\[(.*)\]", re.DOTALL)
LARGEST = 34.0
"""The side of a cell, where there is room."""


@dataclass(frozen=True)
class Layout:
    """Where each variable stands: rows and columns by name, and whether the names need not be shown."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    places: Mapping[Variable, tuple[int, int]]
    plain: bool


def layout(variables: Sequence[Variable]) -> Layout:
    """Lay variables out.

    One family with two-part keys (``cell[2, 3]``) is a grid; families that share their keys (``pet[Ann]``,
    ``drink[Ann]``) are a table with a row a key and a column a family; anything else is a list.
    """
    parsed = [(_KEYED.fullmatch(variable.name), variable) for variable in variables]
    keyed = [(found[1], found[2], variable) for found, variable in parsed if found]
    if len(keyed) < len(variables) or not keyed:
        names = tuple(variable.name for variable in variables)
        return Layout(names, ("",), {v: (row, 0) for row, v in enumerate(variables)}, plain=False)
    families = tuple(dict.fromkeys(name for name, _, _ in keyed))
    pairs = [[part.strip() for part in key.split(",")] for _, key, _ in keyed]
    square = len(families) == 1 and all(len(pair) == 2 for pair in pairs)
    spots = [(pair[0], pair[1]) for pair in pairs] if square else [(key, name) for name, key, _ in keyed]
    rows = tuple(dict.fromkeys(row for row, _ in spots))
    columns = tuple(dict.fromkeys(column for _, column in spots))
    if square and all(part.isdecimal() for part in (*rows, *columns)):
        rows, columns = tuple(sorted(rows, key=int)), tuple(sorted(columns, key=int))
    places = {
        variable: (rows.index(row), columns.index(column))
        for (row, column), (_, _, variable) in zip(spots, keyed, strict=True)
    }
    return Layout(rows, columns, places, plain=square)


def grid(
    where: Layout,
    values: Mapping[Variable, Hashable],
    *,
    marked: Collection[Variable] = (),
    second: Mapping[Variable, Hashable] | None = None,
    room: float = svg.INNER,
) -> svg.Block:
    """The values in their places.

    Args:
        where: The layout.
        values: What stands there; variables without a value are empty.
        marked: Cells with an accent.
        second: Another value for some cells, shown beside the first: where two solutions differ.
        room: The whole width.
    """
    other = second or {}
    if where.columns == ("",) or (not where.plain and len(where.columns) == 1):
        return _chips(where, values, marked, other, room)
    left = 0.0 if where.plain else min(120.0, 10 + max(svg.text_width(name, 11) for name in where.rows))
    top = 0.0 if where.plain else 16.0
    wide = min(LARGEST if where.plain else 110.0, (room - left) / max(1, len(where.columns)))
    high = wide if where.plain else 20.0
    shapes, said, accented = _margins(where, left, top, wide, high), [], set(marked)
    for variable, (row, column) in where.places.items():
        x, y = left + wide * column, top + high * row
        word = str(values[variable]) if variable in values else ""
        if word and variable in other:
            word = f"{word} / {other[variable]}"
        size = min(15.0, high * 0.55) if where.plain else 11.5
        shapes += _cell(x, y, wide, high, word, size, marked=variable in accented)
        if word:
            said.append(f"{variable.name} {word}")
    return svg.Block(top + high * len(where.rows) + 8, tuple(shapes), "; ".join(said))


def _margins(where: Layout, left: float, top: float, wide: float, high: float) -> list[str]:
    """The names of columns and rows, where they are written."""
    shapes = []
    for place, name in enumerate(where.columns if top else ()):
        middle = left + wide * (place + 0.5)
        shapes.append(svg.text(middle, 11, name, size=11, bold=True, anchor="middle", fit=wide - 3))
    for row, name in enumerate(where.rows if left else ()):
        shapes.append(svg.text(0, top + high * row + 14, name, size=11, fit=left - 4))
    return shapes


def _cell(
    x: float, y: float, wide: float, high: float, word: str, size: float, *, marked: bool
) -> list[str]:
    """A cell and what stands in it."""
    shapes = [svg.box(x, y, wide, high, "card", "edge", radius=0)]
    if marked:
        shapes.append(svg.box(x + 1, y + 1, wide - 2, high - 2, "accent", "accent", opacity=0.16, radius=0))
    if word:
        ink, base = "accent" if marked else "ink", y + high / 2 + 4.2
        shapes.append(
            svg.text(
                x + wide / 2, base, word, size=size, ink=ink, anchor="middle", bold=marked, fit=wide - 3
            )
        )
    return shapes


def _chips(
    where: Layout,
    values: Mapping[Variable, Hashable],
    marked: Collection[Variable],
    other: Mapping[Variable, Hashable],
    room: float,
) -> svg.Block:
    """A list of names with their values, down three columns where there are many."""
    across = 3 if len(where.rows) > 9 else 2 if len(where.rows) > 4 else 1
    down, wide, high = -(-len(where.rows) // across), room / across, 20.0
    accented, shapes, said = set(marked), [], []
    for variable, (row, _) in where.places.items():
        x, y = wide * (row // down), high * (row % down)
        new = variable in accented
        shapes.append(
            svg.box(x, y, wide - 5, high - 3, "card", "accent" if new else "rule", line=2 if new else 1)
        )
        word = str(values[variable]) if variable in values else ""
        if variable in other:
            word = f"{word} / {other[variable]}"
        shown, size = svg.fitted(word, wide * 0.45, 11)
        shapes.append(svg.text(x + 5, y + 12.5, where.rows[row], size=10.5, ink="dim", fit=wide * 0.5 - 6))
        if word:
            ink = "accent" if new else "ink"
            shapes.append(
                svg.text(x + wide - 9, y + 12.5, shown, size=size, ink=ink, anchor="end", bold=True)
            )
            said.append(f"{variable.name} {word}")
    return svg.Block(high * down + 6, tuple(shapes), "; ".join(said))
