"""A pencil puzzle as printed: the grid, what is written in its cells, its areas, and what stands beside it.

A family says which layers its text has (`layout`); reading and refusing are the same for all. Rows and columns
are numbered from 1, row 1 at the top; a cell is ``(row, column)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from deduce.ground.errors import RecordError
from deduce.ground.phrases import Phrase, say
from deduce.ground.wording import many
from deduce_models.pencil.sheet.joined import hang_together

__all__ = [
    "EMPTY",
    "SIDES",
    "Cell",
    "Lines",
    "Sheet",
    "SheetLayout",
    "TextLayer",
    "layout",
    "line_name",
    "many",
]

Cell = tuple[int, int]
Lines = list[tuple[int, list[str]]]
"""The lines of a text that are not empty, each with its number, as words."""

EMPTY = "-"
"""What is written in a cell without a clue."""

SIDES: Mapping[str, Cell] = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
"""The four directions as steps, in the order in which a line's ends are spelt."""


def line_name(kind: str, number: int) -> Phrase:
    """A ``row`` or a ``column`` in words."""
    return say(f"{kind} {{number}}", number=number)


@dataclass(frozen=True)
class Sheet:
    """One puzzle; see the module docstring.

    Attributes:
        family: The family's name, such as ``"slitherlink"``.
        rows, cols: The size of the grid.
        first: The first line as written.
        header: What a solution repeats of it.
        extra: What follows the size in the first line.
        layers: Every layer of the text by name, as lines of words.
        starts: The line of the text in which each layer begins, and that of the size by the name ``""``.
        unnamed: How many places an address that the sheet was read from did not name: they are empty, or it was cut.
    """

    family: str
    rows: int
    cols: int
    first: str
    header: str
    extra: tuple[str, ...]
    layers: Mapping[str, tuple[tuple[str, ...], ...]]
    starts: Mapping[str, int] = field(default_factory=dict, compare=False)
    unnamed: int = field(default=0, compare=False)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return tuple((r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1))

    def layer(self, name: str) -> dict[Cell, str]:
        """A layer by place: the word in row `r` and column `c` at ``(r, c)``, empty places left out."""
        return {
            (r, c): word
            for r, line in enumerate(self.layers[name], 1)
            for c, word in enumerate(line, 1)
            if word != EMPTY
        }

    @cached_property
    def clues(self) -> dict[Cell, str]:
        """What is written in the cells."""
        return self.layer("clues")

    @cached_property
    def area_of(self) -> dict[Cell, str]:
        """The name of the area of each cell."""
        return {
            (r, c): word for r, line in enumerate(self.layers["areas"], 1) for c, word in enumerate(line, 1)
        }

    @cached_property
    def areas(self) -> dict[str, list[Cell]]:
        """The cells of each area, areas in order of their first cell."""
        found: dict[str, list[Cell]] = {}
        for cell in self.cells:
            found.setdefault(self.area_of[cell], []).append(cell)
        return found

    def side(self, name: str) -> tuple[int | None, ...]:
        """The numbers beside the grid in the one-line layer `name`; None where there is none."""
        return tuple(None if word == EMPTY else int(word) for word in self.layers[name][0])

    def numbers(self) -> dict[Cell, int]:
        """The clues that are numbers."""
        return {cell: int(word) for cell, word in self.clues.items() if word.isdigit()}

    def row(self, r: int) -> list[Cell]:
        """The cells of row `r`, left to right."""
        return [(r, c) for c in range(1, self.cols + 1)]

    def col(self, c: int) -> list[Cell]:
        """The cells of column `c`, top to bottom."""
        return [(r, c) for r in range(1, self.rows + 1)]

    def lines(self) -> Iterator[tuple[str, list[Cell]]]:
        """Every row and column with its name in words."""
        for r in range(1, self.rows + 1):
            yield line_name("row", r), self.row(r)
        for c in range(1, self.cols + 1):
            yield line_name("column", c), self.col(c)

    def has(self, cell: Cell) -> bool:
        """Whether `cell` lies in the grid."""
        return 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.cols

    def near(self, cell: Cell) -> list[Cell]:
        """The cells that share a side with `cell`."""
        r, c = cell
        return [x for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if self.has(x)]

    def around(self, cell: Cell) -> list[Cell]:
        """The cells that share a side or a corner with `cell`."""
        r, c = cell
        return [
            (i, j)
            for i in range(max(1, r - 1), min(self.rows, r + 1) + 1)
            for j in range(max(1, c - 1), min(self.cols, c + 1) + 1)
            if (i, j) != cell
        ]

    def ray(self, cell: Cell, side: str) -> list[Cell]:
        """The cells seen from `cell` towards `side` (``n s w e``), nearest first, without `cell`."""
        (r, c), (dr, dc) = cell, SIDES[side]
        found = []
        while self.has((r + dr, c + dc)):
            r, c = r + dr, c + dc
            found.append((r, c))
        return found

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """All pairs of cells that share a side, the upper or left one first."""
        across = [((r, c), (r, c + 1)) for r, c in self.cells if c < self.cols]
        down = [((r, c), (r + 1, c)) for r, c in self.cells if r < self.rows]
        return (*across, *down)

    def blocks(self, height: int = 2, width: int = 2) -> Iterator[list[Cell]]:
        """Every block of `height` times `width` cells."""
        for r in range(1, self.rows - height + 2):
            for c in range(1, self.cols - width + 2):
                yield [(r + i, c + j) for i in range(height) for j in range(width)]

    def refuse(self, layer: str, why: str, row: int = 0, col: int = 0) -> RecordError:
        """An error at a place of a layer, or of it as a whole (``""`` is the first line), to be raised."""
        line = self.starts.get(layer, 0)
        place = f"row {row}, column {col}: " if row and col else f"row {row}: " if row else ""
        return RecordError(f"{self.family}: {place}{why}", line=line + row - 1 if line and row else line)

    def number_after(self, what: str, most: int | None = None) -> int:
        """The one number after the size in the first line: any, or from 1 to `most` if given. Raises `RecordError`."""
        word, *more = self.extra
        if more or not word.isdecimal() or not (most is None or 1 <= int(word) <= most):
            told = what if most is None else f"{what}, 1 to {most}"
            raise self.refuse("", f"after rows and columns comes {told}")
        return int(word)

    def write(self, word: Callable[[Cell], str]) -> str:
        """A solution in the notation of the family: the header, and a word for each cell."""
        lines = [" ".join(word(cell) for cell in self.row(r)) for r in range(1, self.rows + 1)]
        return "\n".join([self.header, *lines])

    def text(self) -> str:
        """The puzzle's own text: `parse` of it gives an equal sheet."""
        return "\n".join(
            [self.first, *(" ".join(line) for layer in self.layers.values() for line in layer)]
        )


@dataclass(frozen=True, slots=True)
class TextLayer:
    """One layer of a text.

    Attributes:
        name: What it is called; ``"clues"`` and ``"areas"`` have short cuts in `Sheet`.
        pattern: A regular expression for its words.
        words: What a word may be, for errors.
        more: Rows and columns more (or fewer) than the grid has.
        side: ``"cols"`` or ``"rows"`` for one line of numbers beside the grid; ``"col lines"`` or ``"row lines"``
            for a line of any length for each column or row.
        optional: Whether a text may leave the layer out, as if nothing were written in it.
    """

    name: str
    pattern: str
    words: str
    more: int = 0
    side: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The reader of a family's text: the size, and `layers` one after another. Made by `layout`.

    Attributes:
        layers: What the text consists of below its first line.
        extra: What follows the size in the first line, in words; empty for nothing.
        shown: How many words of the first line a solution repeats; None for all.
        optional: Whether what follows the size may be left out.
        agrees: Whether the lines below the first make sense in a grid of so many columns; None where their number tells.
    """

    layers: tuple[TextLayer, ...]
    extra: str
    shown: int | None
    optional: bool
    agrees: Callable[[int, Lines], bool] | None

    def __call__(self, family: str, text: str) -> Sheet:
        """The sheet that `text` describes. Raises `RecordError` with row and column."""
        lines = [
            (i, line.split())
            for i, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
            if line.strip()
        ]
        if not lines:
            raise RecordError(f"{family}: the text is empty; the first line gives rows and columns")
        for number, words in lines:
            if any(len(word) > _LONGEST_WORD for word in words):
                raise RecordError(
                    f"{family}: a word or number has at most {_LONGEST_WORD:,} signs", line=number
                )
        first, words = lines[0]
        rows, cols = self._size(family, first, words)
        body = lines[1:]
        layers = self.layers
        if rows != cols or sum(_shape(layer, rows, cols)[0] for layer in layers) != len(body):
            rows, cols, layers, body = self._meant(rows, cols, body)
        self._sized(family, first, rows, cols, body)
        read, starts = {}, {"": first}
        at = 0
        for layer in self.layers:
            height, width = _shape(layer, rows, cols)
            if layer not in layers:
                read[layer.name] = ((EMPTY,) * width,) * height
                continue
            starts[layer.name] = body[at][0] if at < len(body) else 0
            read[layer.name] = tuple(
                _line(family, layer, number, body[at + number - 1 : at + number], width, first)
                for number in range(1, height + 1)
            )
            at += height
        if at < len(body):
            raise RecordError(
                f"{family}: {rows} rows and {cols} columns need {at} lines below the first; "
                f"there are {len(body)}",
                line=body[at][0],
            )
        kept = words if self.shown is None else words[: self.shown]
        written = " ".join(words), " ".join(kept), tuple(words[2:])
        sheet = Sheet(family, rows, cols, *written, layers=read, starts=starts)
        if "areas" in read:
            hang_together(sheet)
        return sheet

    def _meant(self, rows: int, cols: int, body: Lines) -> tuple[int, int, tuple[TextLayer, ...], Lines]:
        """Size, layers and lines of a text as its writer meant them; as they are where nothing fits.

        Some writers give columns first, some leave out a layer without clues, some write one before the areas
        where the family has none.
        """
        short = tuple(layer for layer in self.layers if not layer.optional)
        shorter = len(short) < len(self.layers)
        spare = next((i for i, layer in enumerate(self.layers) if layer.name == "areas"), None)
        for m, n in ((rows, cols), (cols, rows)):
            if _fits(self.layers, m, n, body) and (self.agrees is None or self.agrees(n, body)):
                return m, n, self.layers, body
            if shorter and _fits(short, m, n, body) and not (spare and _blank(body[-m:], any)):
                return m, n, short, body
            if spare is not None and len(body) > m:
                start = sum(_shape(layer, m, n)[0] for layer in self.layers[:spare])
                rest = body[:start] + body[start + m :]
                if _fits(self.layers, m, n, rest) and _blank(body[start : start + m], all):
                    return m, n, self.layers, rest
        return rows, cols, self.layers, body

    def _sized(self, family: str, first: int, rows: int, cols: int, body: Lines) -> None:
        """Refuse a first line that gives another size than a single grid below it has. Raises `RecordError`."""
        widths = {len(words) for _, words in body}
        single = len(self.layers) == 1 and not self.layers[0].side and not self.layers[0].more
        if single and len(widths) == 1 and len(body) != rows and widths != {cols}:
            raise RecordError(
                f"{family}: the first line gives {many(rows, 'row')} and {many(cols, 'column')}; the grid below it has "
                f"{len(body)} and {widths.pop()}",
                line=first,
            )

    def _size(self, family: str, line: int, words: Sequence[str]) -> tuple[int, int]:
        size = [int(word) for word in words[:2] if word.isdecimal()]
        if len(size) != 2 or min(size) < 1 or max(size) > _LARGEST:
            raise RecordError(
                f"{family}: the first line gives rows and columns, two numbers from 1 to {_LARGEST}, "
                f"not {' '.join(words[:2])!r}",
                line=line,
            )
        if bool(self.extra) != bool(words[2:]) and not (self.optional and not words[2:]):
            raise RecordError(
                f"{family}: after rows and columns comes {self.extra or 'nothing'}", line=line
            )
        return size[0], size[1]

    def blank(
        self, family: str, rows: int, cols: int, layers: Mapping[str, Sequence[Sequence[str]]]
    ) -> Sheet:
        """A sheet with `layers` as given and nothing in the others."""
        read = {}
        for layer in self.layers:
            height, width = _shape(layer, rows, cols)
            given = layers.get(layer.name, [[EMPTY] * width] * height)
            read[layer.name] = tuple(tuple(line) for line in given)
        return Sheet(family, rows, cols, f"{rows} {cols}", f"{rows} {cols}", (), read)


def layout(
    *layers: TextLayer,
    extra: str = "",
    shown: int | None = None,
    optional: bool = False,
    agrees: Callable[[int, Lines], bool] | None = None,
) -> SheetLayout:
    """The reader of texts that consist of `layers`; see `SheetLayout`."""
    return SheetLayout(layers, extra, shown, optional, agrees)


_LARGEST = 200
_LONGEST_WORD = 1_000
"""More signs than any row without spaces needs; Python reads no number of many more."""


def _shape(layer: TextLayer, rows: int, cols: int) -> tuple[int, int]:
    """How many lines a layer has and how many words each; 0 words for any number."""
    lines = {"cols": (1, cols), "rows": (1, rows), "col lines": (cols, 0), "row lines": (rows, 0)}
    return lines.get(layer.side, (rows + layer.more, cols + layer.more))


def _fits(layers: Iterable[TextLayer], rows: int, cols: int, body: Lines) -> bool:
    shapes = [_shape(layer, rows, cols) for layer in layers]
    widths = [width for height, width in shapes for _ in range(height)]
    return len(widths) == len(body) and all(
        width in (0, len(words)) for width, (_, words) in zip(widths, body, strict=True)
    )


def _blank(body: Lines, which: Callable[[Iterable[bool]], bool]) -> bool:
    """Whether all (or any) of the words are signs for nothing."""
    return which(word in (EMPTY, ".") for _, words in body for word in words)


def _line(family: str, layer: TextLayer, row: int, found: Lines, width: int, first: int) -> tuple[str, ...]:
    where = f"{'line' if layer.side else 'row'} {row} of the {layer.name}"
    if layer.side in ("rows", "cols"):
        where = f"the {layer.name}"
    if not found:
        raise RecordError(f"{family}: {where} is missing", line=first)
    line, words = found[0]
    if width and len(words) != width:
        apart = "; write blanks between the signs" if [*map(len, words)] == [width] else ""
        raise RecordError(
            f"{family}: {where} has {many(len(words), 'column')} instead of {width}: it ends at column {len(words)}"
            + apart,
            line=line,
        )
    if re.fullmatch(layer.pattern, EMPTY) and not re.fullmatch(layer.pattern, "."):
        words = [EMPTY if word == "." else word for word in words]  # as many write an empty cell
    for column, word in enumerate(words, 1):
        if not re.fullmatch(layer.pattern, word):
            raise RecordError(
                f"{family}: {where}, column {column}: {word!r} is not {layer.words}",
                line=line,
                column=column,
            )
    return tuple(words)
