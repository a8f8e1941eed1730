"""A drawing of Penpa+ on a square grid, as a link holds it: numbers, symbols, shades, edges, each at its place.

A link holds lines of JSON, with short names, packed (raw deflate) and in base64. Places are numbers there: all cells row
by row, a margin of two and whatever space there is for what stands outside included; then as many corners, lower sides
and right sides of cells; then four spots in each cell. Here a place is ``(kind, row, column)``, rows and columns counted
from 1 within the grid, so that what stands outside has others.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.sheet.printed import Cell, many

CELL, CORNER, LOWER, RIGHT = range(4)
"""Kinds of places: the middle of a cell, its lower right corner, the middle of its lower and of its right side."""
_QUARTERS = 4
PenpaSpot = tuple[int, int, int]
Edge = tuple[Cell, Cell]
"""Two corners, each named as the cell whose lower right one it is; the upper or left one first."""

_LARGEST_TEXT = 4_000_000
_LARGEST_GRID = 200
_SHORT = (
    ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"), ('"surface"', "zS"),
    ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"),
    ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"),
    ('"command_replay"', "z8"), ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"),
    ('"arrows"', "z3"), ('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"),
    ('"killercages"', "z6"), ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO"),
)  # fmt: skip
"""Short names; a z of the text itself is written zZ."""
_KEPT = ("number", "numberS", "symbol", "surface", "lineE", "killercages", "thermo", "arrows")
_ONLY_LOOKS = ("deletelineE", "command_redo", "command_undo", "command_replay")
_OTHERS = (
    "freeline", "freelineE", "direction", "squareframe", "polygon", "line", "wall", "cage", "deletelineE", "nobulbthermo",
)  # fmt: skip
_LISTS = frozenset(
    {"killercages", "thermo", "arrows", "direction", "squareframe", "polygon", "nobulbthermo"}
)


@dataclass
class PenpaPage:
    """What is drawn, and where.

    Attributes:
        rows, cols: The grid without what stands outside.
        space: Rows above and below it, columns left and right of it.
        tags: The families that the drawing says it is of.
        numbers: A text with its colour and style.
        spots: A small text in a quarter of a cell: upper left 0, upper right 1, lower left 2, lower right 3.
        surfaces: The colour of a cell.
        symbols: A symbol's number, name and layer.
        edges: Thick sides of cells.
        groups: Cells of cages, thermometers and arrows, by those names.
    """

    rows: int
    cols: int
    space: tuple[int, int, int, int] = (0, 0, 0, 0)
    tags: tuple[str, ...] = ()
    numbers: dict[PenpaSpot, tuple[str, int, str]] = field(default_factory=dict)
    spots: dict[tuple[Cell, int], str] = field(default_factory=dict)
    surfaces: dict[Cell, int] = field(default_factory=dict)
    symbols: dict[PenpaSpot, tuple[int, str, int]] = field(default_factory=dict)
    edges: set[Edge] = field(default_factory=set)
    groups: dict[str, list[list[Cell]]] = field(default_factory=dict)

    def inside(self, cell: Cell) -> bool:
        """Whether a cell is within the grid."""
        return 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.cols

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells of the grid, row by row."""
        return ((r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1))

    @property
    def _size(self) -> tuple[int, int]:
        """All columns and rows, margins included."""
        return (
            self.cols + self.space[2] + self.space[3] + 4,
            self.rows + self.space[0] + self.space[1] + 4,
        )

    def index(self, spot: PenpaSpot) -> int:
        """The number of a place."""
        kind, r, c = spot
        wide, high = self._size
        return kind * wide * high + (r + 1 + self.space[0]) * wide + c + 1 + self.space[2]

    def place(self, index: object) -> PenpaSpot:
        """The place of a number. Raises `TokenFault`."""
        wide, high = self._size
        if isinstance(index, str) and index.isascii() and index.isdecimal() and len(index) < 9:
            index = int(index)
        if not isinstance(index, int) or not 0 <= index < 8 * wide * high:
            raise TokenFault(f"{str(index)[:20]!r} is no place of the drawing")
        kind, rest = divmod(index, wide * high)
        r, c = divmod(rest, wide)
        return kind, r - 1 - self.space[0], c - 1 - self.space[2]

    # Reading.

    @classmethod
    def unpacked(cls, packed: str) -> PenpaPage:
        """The drawing in what follows ``p=`` in a link. Raises `TokenFault`."""
        try:
            text = _inflated(packed)
            lines = text.split("\n")
            page = cls._empty(lines)
            drawn = json.loads(lines[3])
            centres = json.loads(lines[5])
            tags = json.loads(lines[17]) if len(lines) > 17 and lines[17].strip() else []
        except (ValueError, RecursionError, binascii.Error, zlib.error):
            raise TokenFault("what it holds is no drawing of Penpa+") from None
        if not isinstance(drawn, dict):
            raise TokenFault("what it holds is no drawing of Penpa+")
        page.tags = tuple(x for x in tags if isinstance(x, str)) if isinstance(tags, list) else ()
        page._whole(centres)
        page._drawn(drawn)
        return page

    @classmethod
    def _empty(cls, lines: list[str]) -> PenpaPage:
        head = lines[0].split(",")
        if len(lines) < 6 or len(head) < 11:
            raise TokenFault("what it holds is no drawing of Penpa+")
        if head[0] not in ("square", "sudoku", "kakuro"):
            raise TokenFault(f"its grid is of the kind {head[0][:20]!r}; only square ones are read")
        if head[4:7] != ["0", "1", "1"]:
            raise TokenFault("it is turned or mirrored; turn it back there first")
        space = json.loads(lines[1])
        if not isinstance(space, list) or len(space) != 4 or not all(type(x) is int for x in space):
            raise TokenFault("what it holds is no drawing of Penpa+")
        sides = [int(word) for word in head[1:3] if word.isdecimal() and len(word) < 9]
        if len(sides) != 2 or min(space) < 0 or max(*sides, *space) > _LARGEST_GRID:
            raise TokenFault(f"its grid has at most {_LARGEST_GRID} rows and columns")
        cols, rows = sides[0] - space[2] - space[3], sides[1] - space[0] - space[1]
        if rows < 1 or cols < 1:
            raise TokenFault("its grid has no cells")
        return cls(rows, cols, (space[0], space[1], space[2], space[3]))

    def _whole(self, centres: object) -> None:
        """Refuse a grid some cells of which were taken away: their numbers come as steps."""
        if not isinstance(centres, list) or not all(type(x) is int for x in centres):
            raise TokenFault("what it holds is no drawing of Penpa+")
        numbers, total = set(), 0
        for step in centres:
            total += step
            numbers.add(total)
        missing = sum(self.index((CELL, *at)) not in numbers for at in self.cells)
        if numbers and missing:
            raise TokenFault(
                f"{many(missing, 'cell')} of its grid were taken away, which is not known here"
            )

    def _drawn(self, drawn: dict[str, Any]) -> None:
        for name, found in drawn.items():
            if name not in _KEPT and name not in _ONLY_LOOKS and found:
                raise TokenFault(f"its {name} stand for rules that are not known here")
            if name in _KEPT and found and not isinstance(found, list if name in _LISTS else dict):
                raise TokenFault("what it holds is no drawing of Penpa+")
        for index, value in (drawn.get("number") or {}).items():
            if not isinstance(value, list) or len(value) < 3:
                raise TokenFault("a number without its style")
            self.numbers[self.place(index)] = (str(value[0]).strip()[:100], 1, str(value[2])[:5])
        for index, value in (drawn.get("numberS") or {}).items():
            self._small(index, value)
        for index, value in (drawn.get("surface") or {}).items():
            _, *cell = self.place(index)
            self.surfaces[cell[0], cell[1]] = value if type(value) is int else 0
        for index, value in (drawn.get("symbol") or {}).items():
            if not isinstance(value, list) or len(value) < 2 or not isinstance(value[1], str):
                raise TokenFault("a symbol without its name")
            self.symbols[self.place(index)] = (value[0] if type(value[0]) is int else 0, value[1][:50], 1)
        for name in drawn.get("lineE") or {}:
            self.edges.add(self._edge(name))
        for name in ("killercages", "thermo", "arrows"):
            self.groups[name] = [self._group(cells) for cells in drawn.get(name) or [] if cells]

    def _small(self, index: str, value: object) -> None:
        number = int(index) if index.isascii() and index.isdecimal() and len(index) < 9 else -1
        kind, r, c = self.place(number // _QUARTERS if number >= 0 else index)
        if not isinstance(value, list) or not value or kind not in (1, 2):
            raise TokenFault("a small number without its place")
        self.spots[(r, c), number % _QUARTERS] = str(value[0]).strip()[:100]

    def _edge(self, name: str) -> Edge:
        ends = [self.place(word) for word in name.split(",")[:3]]
        if len(ends) != 2 or any(kind != CORNER for kind, _, _ in ends):
            raise TokenFault(f"{name[:20]!r} is no side of a cell")
        a, b = sorted((r, c) for _, r, c in ends)
        if (b[0] - a[0], b[1] - a[1]) not in ((0, 1), (1, 0)):
            raise TokenFault(f"{name[:20]!r} is no side of a cell")
        return a, b

    def _group(self, cells: object) -> list[Cell]:
        found = []
        for index in cells if isinstance(cells, list) else [None]:
            kind, r, c = self.place(index)
            if kind != CELL or not self.inside((r, c)):
                raise TokenFault("a line or cage beyond the grid")
            found.append((r, c))
        return found

    # Writing.

    def packed(self) -> str:
        """What follows ``p=`` in a link."""
        wide, high = self._size
        size = 38
        middle = self.index(
            (
                CORNER if self.rows % 2 == 0 == self.cols % 2 else CELL if self.rows % 2 == 1 == self.cols % 2
                else LOWER if self.rows % 2 == 0 else RIGHT,
                (self.rows + 1) // 2, (self.cols + 1) // 2,
            )
        )  # fmt: skip
        head = [
            "square",
            wide - 4,
            high - 4,
            size,
            0,
            1,
            1,
            (wide - 3) * size,
            (high - 3) * size,
            middle,
            middle,
        ]
        head += [0, 0, 0, 0, "Title: ", "Author: ", "", "", "OFF", "false"]
        centres = [self.index((CELL, *at)) for at in self.cells]
        steps = [b - a for a, b in zip([0, *centres], centres, strict=False)]
        blank = self._layer()
        drawn = blank | {
            "number": {str(self.index(at)): list(value) for at, value in self.numbers.items()},
            "numberS": {
                str(_QUARTERS * self.index((1, *at)) + k): [text, 4] for (at, k), text in self.spots.items()
            },
            "surface": {str(self.index((CELL, *at))): colour for at, colour in self.surfaces.items()},
            "symbol": {str(self.index(at)): list(value) for at, value in self.symbols.items()},
            "lineE": {
                ",".join(str(self.index((CORNER, *at))) for at in edge): 2 for edge in sorted(self.edges)
            },
        }
        for name, groups in self.groups.items():
            drawn[name] = [[self.index((CELL, *at)) for at in cells] for cells in groups]
        lines: list[object] = [
            list(self.space), {}, drawn, blank, steps, [], {}, "x", "x", [3, 1, 3], {}, "x", 0, blank, blank, {},
            list(self.tags),
        ]  # fmt: skip
        text = "\n".join(
            [",".join(map(str, head)), *(json.dumps(x, separators=(",", ":")) for x in lines), "false"]
        )
        for name, short in (("z", "zZ"), *_SHORT):
            text = text.replace(name, short)
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        return b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()

    @staticmethod
    def _layer() -> dict[str, Any]:
        layer: dict[str, Any] = {f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")}
        return layer | {name: [] if name in _LISTS else {} for name in (*_KEPT, *_OTHERS)}


def _inflated(packed: str) -> str:
    """The text of a link. Raises `ValueError`, `zlib.error`, `TokenFault`."""
    data = b64decode(packed.replace(" ", "+"), validate=True)
    inflate = zlib.decompressobj(-15)
    found = inflate.decompress(data, _LARGEST_TEXT)
    if inflate.unconsumed_tail:
        raise TokenFault(f"it holds more than {_LARGEST_TEXT:,} signs")
    text = found.decode()
    for name, short in (*reversed(_SHORT), ("z", "zZ")):
        text = text.replace(short, name)
        if len(text) > 2 * _LARGEST_TEXT:
            raise TokenFault(f"it holds more than {_LARGEST_TEXT:,} signs")
    return text
