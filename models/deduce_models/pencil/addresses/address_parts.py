"""What the body of an address consists of: parts of a sheet (layers, areas, what stands beside the grid) in codes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from deduce_models.pencil.addresses.borders import areas_by_borders, borders_of
from deduce_models.pencil.addresses.codes import Code, PackedCode
from deduce_models.pencil.addresses.tokens import SumPairs, TokenFault
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet

Layers = dict[str, list[list[str]]]
UNNAMED = "unnamed"
"""Where parts note for how many places an address had no words left."""


def _taken(code: Code, layers: Layers, text: str, at: int, count: int) -> tuple[list[str], int]:
    """What a code reads of so many places, and where they end."""
    words, at = code.read(text, at, count)
    if words.unnamed:
        layers.setdefault(UNNAMED, []).append([str(words.unnamed)])
    return words, at


class AddressPart(Protocol):
    """A part of an address's body."""

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """Put what begins at `at` into layers; where it ends. Raises `TokenFault`."""

    def write(self, sheet: Sheet) -> str:
        """The part's characters. Raises `TokenFault`."""


@dataclass(frozen=True)
class Cells:
    """A layer of cells (or of points, one more each way), row by row."""

    code: Code
    layer: str = "clues"
    more: int = 0
    spelt: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of words, when writing."""

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        height, width = rows + self.more, cols + self.more
        words, at = _taken(self.code, layers, text, at, height * width)
        layers[self.layer] = [words[r * width : (r + 1) * width] for r in range(height)]
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        words = [self.spelt.get(word, word) for line in sheet.layers[self.layer] for word in line]
        return self.code.write(words)


_BITS = PackedCode(("0", "1"))


@dataclass(frozen=True)
class Areas:
    """The borders between cells side by side, then between cells above each other."""

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        upright, at = _taken(_BITS, layers, text, at, rows * (cols - 1))
        level, at = _taken(_BITS, layers, text, at, (rows - 1) * cols)
        layers["areas"] = areas_by_borders(rows, cols, upright, level)
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        return "".join(
            _BITS.write([str(int(x)) for line in lines for x in line]) for lines in borders_of(sheet)
        )


@dataclass(frozen=True)
class Rooms:
    """A number for each area, areas in the order of their first cells; it is written in that cell."""

    code: Code

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        first: dict[str, Cell] = {}
        for r, line in enumerate(layers["areas"]):
            for c, area in enumerate(line):
                first.setdefault(area, (r, c))
        words, at = _taken(self.code, layers, text, at, len(first))
        layers["clues"] = [[EMPTY] * cols for _ in range(rows)]
        for (r, c), word in zip(first.values(), words, strict=True):
            layers["clues"][r][c] = word
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        words = []
        for name, cells in sheet.areas.items():
            numbers = {sheet.clues[at] for at in cells if at in sheet.clues}
            if len(numbers) > 1:
                raise TokenFault(f"area {name} has several numbers, which have no place there")
            words.append(numbers.pop() if numbers else EMPTY)
        return self.code.write(words)


@dataclass(frozen=True)
class Sides:
    """What stands beside the grid: the layers named, one after the other; with two to a place, the nearer first."""

    code: Code
    layers: tuple[str, ...] = ("top", "left")
    deep: int = 1

    def _lengths(self, rows: int, cols: int) -> list[int]:
        return [
            cols if name in ("top", "bottom") or name.startswith("column") else rows for name in self.layers
        ]

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        lengths = self._lengths(rows, cols)
        words, at = _taken(self.code, layers, text, at, sum(lengths))
        start = 0
        while start < len(self.layers):
            group = self.layers[start : start + self.deep]
            part, words = words[: lengths[start] * self.deep], words[lengths[start] * self.deep :]
            for k, name in enumerate(group):
                layers[name] = [part[k :: self.deep]]
            start += self.deep
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        words: list[str] = []
        for start in range(0, len(self.layers), self.deep):
            group = [sheet.layers[name][0] for name in self.layers[start : start + self.deep]]
            words += [word for place in zip(*group, strict=True) for word in place]
        return self.code.write(words)


@dataclass(frozen=True)
class RunsPart:
    """Lists of numbers above the columns and beside the rows, the nearest to the grid first."""

    code: Code

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        high, wide = (rows + 1) // 2, (cols + 1) // 2
        words, at = _taken(self.code, layers, text, at, high * cols + wide * rows)
        split = high * cols
        lists = [words[i * high : (i + 1) * high] for i in range(cols)]
        layers["columns"] = [_inward(run) for run in lists]
        layers["rows"] = [_inward(words[split + i * wide : split + (i + 1) * wide]) for i in range(rows)]
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        high, wide = (sheet.rows + 1) // 2, (sheet.cols + 1) // 2
        words: list[str] = []
        for lists, most in ((sheet.layers["columns"], high), (sheet.layers["rows"], wide)):
            for run in lists:
                numbers = [word for word in reversed(run) if word not in (EMPTY, "0")]
                words += numbers + [EMPTY] * (most - len(numbers))
        return self.code.write(words)


def _inward(run: Sequence[str]) -> list[str]:
    return [word for word in reversed(run) if word != EMPTY] or ["0"]


@dataclass(frozen=True)
class CountPart:
    """What follows the size in the sheet's first line, as a number before a slash."""

    letter: bool = False

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        number, slash, _ = text[at:].partition("/")
        if not slash or not number.isdecimal() or len(number) > 9 or not 1 <= int(number) <= 26:
            raise TokenFault(f"{number!r} is no number before a slash")
        layers[EXTRA] = [[chr(96 + int(number)) if self.letter else number]]
        return at + len(number) + 1

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        word = sheet.extra[0]
        if self.letter:
            return f"{ord(word) - 96}/"
        return f"{int(word)}/"


@dataclass(frozen=True)
class Size:
    """The family's number follows from the size: `rows` less `less`."""

    less: int = 0

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        layers[EXTRA] = [[str(rows - self.less)]]
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        if sheet.extra[0] != str(sheet.rows - self.less):
            raise TokenFault(f"there the number after the size is always {sheet.rows - self.less}")
        if sheet.extra[1:]:
            raise TokenFault(f"{' '.join(sheet.extra[1:])} after the number has no place there")
        return ""


@dataclass(frozen=True)
class Slash:
    """A slash between two parts."""

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        if text[at : at + 1] != "/":
            raise TokenFault("a slash is missing")
        return at + 1

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        return "/"


EXTRA, TYPE = "first line", "type"
"""What parts tell each other beside the layers."""


def centre(sheet: Sheet, at: Cell, word: str) -> Cell:
    """Row and column of a centre, counted in half cells from 0. Raises `TokenFault` for one outside of the grid."""
    low, right = divmod(int(word), 2)
    if at[0] + low > sheet.rows or at[1] + right > sheet.cols:
        raise TokenFault(f"the centre in row {at[0]}, column {at[1]} lies outside of the grid")
    return 2 * (at[0] - 1) + low, 2 * (at[1] - 1) + right


@dataclass(frozen=True)
class Galaxies:
    """Centres on the points between half cells; colours mean nothing."""

    code: Code

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        wide = 2 * cols - 1
        words, at = _taken(self.code, layers, text, at, wide * (2 * rows - 1))
        clues = [[EMPTY] * cols for _ in range(rows)]
        for i, word in enumerate(words):
            if word != EMPTY:
                (r, low), (c, right) = divmod(i // wide, 2), divmod(i % wide, 2)
                if clues[r][c] != EMPTY:
                    raise TokenFault("two centres belong to one cell")
                clues[r][c] = str(2 * low + right)
        layers["clues"] = clues
        empty, at = _taken(_BITS, layers, text, at, rows * cols) if at < len(text) else ([], at)
        if "1" in empty:
            raise TokenFault("holes are not known here")
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        wide = 2 * sheet.cols - 1
        words = [EMPTY] * (wide * (2 * sheet.rows - 1))
        for at, word in sheet.clues.items():
            i, j = centre(sheet, at, word)
            words[i * wide + j] = "1"
        return self.code.write(words)


@dataclass(frozen=True)
class Kakuro:
    """The grid without its first row and column, then the sums in those before open cells."""

    code: Code

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        words, at = _taken(self.code, layers, text, at, rows * cols)
        inner = [words[r * cols : (r + 1) * cols] for r in range(rows)]
        top, left = [EMPTY] * cols, [EMPTY] * rows
        for line, places in ((top, [inner[0][c] for c in range(cols)]), (left, [row[0] for row in inner])):
            for i, word in enumerate(places):
                if word == EMPTY and at >= len(text):
                    layers.setdefault(UNNAMED, []).append(["1"])
                elif word == EMPTY:
                    total = SumPairs.one(text[at])
                    line[i] = (f"{total}," if line is top else f",{total}") if total else EMPTY
                    at += 1
        # In an address an empty place is an open cell.
        cells = [
            ["0" if word == EMPTY else EMPTY if word == "," else word for word in line] for line in inner
        ]
        layers["clues"] = [
            [EMPTY, *top],
            *([first, *line] for first, line in zip(left, cells, strict=True)),
        ]
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        lines = sheet.layers["clues"]
        if lines[0][0] != EMPTY or "0" in lines[0] or any(line[0] == "0" for line in lines):
            raise TokenFault("open cells in the first row or column have no place there")
        cells = [[EMPTY if w == "0" else "," if w == EMPTY else w for w in line[1:]] for line in lines[1:]]
        made = [self.code.write([word for line in cells for word in line])]
        rim = [(w.removesuffix(","), x) for w, x in zip(lines[0][1:], cells[0], strict=True)]
        rim += [(line[0].removeprefix(","), own[0]) for line, own in zip(lines[1:], cells, strict=True)]
        for total, beside in rim:
            if beside == EMPTY:
                made.append(SumPairs.character(total.strip(EMPTY)))
            elif total != EMPTY:
                raise TokenFault("a sum before a black cell has no place there")
        return "".join(made)


@dataclass(frozen=True)
class RegionsPart:
    """The size of regions is the type of the address; where both fit the grid, the text must say it."""

    def read(self, text: str, at: int, rows: int, cols: int, layers: Layers) -> int:
        """See `AddressPart`."""
        size = layers.pop(TYPE)[0][0]
        number = 4 if size == "fourcells" else 5
        if rows * cols % number:
            raise TokenFault(f"{rows * cols} cells make no regions of {'four' if number == 4 else 'five'}")
        if rows * cols % 20 == 0:
            layers[EXTRA] = [[str(number)]]
        return at

    def write(self, sheet: Sheet) -> str:
        """See `AddressPart`."""
        return ""
