"""What the body of a pzprv3 file consists of: a layer of a sheet as lines of words, areas, what stands beside the grid.

The words of files are not those of addresses: ``.`` is nothing, arrows are numbers, black cells have signs of their own.
Behind the puzzle a file holds what was filled in so far; where both share a grid, its signs are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from deduce_models.pencil.addresses.address_parts import EXTRA, TYPE, Layers, centre
from deduce_models.pencil.addresses.borders import areas_by_borders, borders_of
from deduce_models.pencil.addresses.pzpr_words import NOTHING, FileWords, LetterWords
from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.sheet.printed import EMPTY, Sheet


class FileLines:
    """The lines of a file's body, taken one after the other.

    Attributes:
        version: The form of the file, 0 where none is said.
    """

    def __init__(self, lines: Sequence[str], version: int) -> None:
        self._lines, self._at, self.version = lines, 0, version

    def peek(self, ahead: int = 0) -> list[str]:
        """The words of the next line, or of one further ahead; none at the end."""
        at = self._at + ahead
        return self._lines[at].split() if at < len(self._lines) else []

    def take(self, height: int, width: int) -> list[list[str]]:
        """So many lines of so many words. Raises `TokenFault`."""
        found = []
        for _ in range(height):
            words = self.peek()
            if len(words) != width:
                where = f"line {self._at + 1} below the size"
                raise TokenFault(
                    f"{where} has {len(words)} words instead of {width}"
                    if words
                    else f"{where} is missing or empty"
                )
            found.append(words)
            self._at += 1
        return found

    def rest(self) -> Iterable[str]:
        """All words that were not taken."""
        return (word for line in self._lines[self._at :] for word in line.split())


class FilePart(Protocol):
    """A part of a file's body."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """Put the next lines into layers. Raises `TokenFault`."""

    def write(self, sheet: Sheet) -> list[list[str]]:
        """The part's lines. Raises `TokenFault`."""


_NUMBERS = FileWords()


@dataclass(frozen=True)
class FileGrid:
    """A layer of cells (or of points, one more each way), row by row."""

    words: FileWords = _NUMBERS
    layer: str = "clues"
    more: int = 0
    spelt: Mapping[str, str] = field(default_factory=dict)
    """Other spellings of words, when writing."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        taken = lines.take(rows + self.more, cols + self.more)
        layers[self.layer] = [[self.words.read(word) for word in line] for line in taken]

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        return [
            [self.words.write(self.spelt.get(word, word)) for word in line]
            for line in sheet.layers[self.layer]
        ]


@dataclass(frozen=True)
class FileAreas:
    """The areas: their number and that of each cell's, or the borders between cells (the only way with `borders`)."""

    borders: bool = False

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        named = len(lines.peek()) == 1 and len(lines.peek(1)) == cols
        if rows == 1 and cols == 2:
            named = not lines.version
        if self.borders or not named:
            upright = [word for line in lines.take(rows, cols - 1) for word in line]
            level = [word for line in lines.take(rows - 1, cols) for word in line]
            if not {*upright, *level} <= {"0", "1"}:
                raise TokenFault("a border is 0 or 1")
            layers["areas"] = areas_by_borders(rows, cols, upright, level)
            return
        ((number,),) = lines.take(1, 1)
        layers["areas"] = lines.take(rows, cols)
        names = {word for line in layers["areas"] for word in line}
        if NOTHING in names:
            raise TokenFault("cells without an area are not known here")
        if number != str(len(names)):
            raise TokenFault(f"there are {len(names)} areas, not {number[:9]}")

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        upright, level = borders_of(sheet)
        if self.borders:
            return [[str(int(x)) for x in line] for line in (*upright, *level)]
        number = {name: str(i) for i, name in enumerate(sheet.areas)}
        named = [[number[sheet.area_of[at]] for at in sheet.row(r)] for r in range(1, sheet.rows + 1)]
        return [[str(len(number))], *named]


@dataclass(frozen=True)
class Frame:
    """The cells with what stands beside them: lines above and below, words left and right, the outermost first."""

    top: tuple[str, ...] = ("top",)
    left: tuple[str, ...] = ("left",)
    bottom: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    beside: FileWords = _NUMBERS
    cells: FileWords = _NUMBERS
    layer: str = ""
    """The layer in the cells; empty for none, where what was filled in is left out."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        up, before, down, after = map(len, (self.top, self.left, self.bottom, self.right))
        taken = lines.take(up + rows + down, before + cols + after)
        inner = [line[before : before + cols] for line in taken]
        for names, part in ((self.top, inner[:up]), (self.bottom, inner[up + rows :])):
            for name, line in zip(names, part, strict=True):
                layers[name] = [[self._beside(word) for word in line]]
        for names, start in ((self.left, 0), (self.right, before + cols)):
            for k, name in enumerate(names):
                layers[name] = [[self._beside(line[start + k]) for line in taken[up : up + rows]]]
        if self.layer:
            layers[self.layer] = [[self.cells.read(w) for w in line] for line in inner[up : up + rows]]
        elif any(word.startswith("q") for line in inner for word in line):
            raise TokenFault("numbers given in cells are not known here")

    def _beside(self, word: str) -> str:
        # A number that the solver has crossed out.
        return self.beside.read(word.removeprefix("c"))

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        before, after = [NOTHING] * len(self.left), [NOTHING] * len(self.right)

        def lines(names: tuple[str, ...]) -> list[list[str]]:
            return [
                [*before, *(self.beside.write(word) for word in sheet.layers[name][0]), *after]
                for name in names
            ]

        middle = []
        for r in range(sheet.rows):
            own = sheet.layers[self.layer][r] if self.layer else [EMPTY] * sheet.cols
            ends = [
                [self.beside.write(sheet.layers[name][0][r]) for name in names]
                for names in (self.left, self.right)
            ]
            middle.append([*ends[0], *(self.cells.write(word) for word in own), *ends[1]])
        return [*lines(self.top), *middle, *lines(self.bottom)]


@dataclass(frozen=True)
class FileRuns:
    """Lists of numbers above the columns and beside the rows, in half as many lines and words as there are cells."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        high, wide = (rows + 1) // 2, (cols + 1) // 2
        taken = lines.take(high + rows, wide + cols)
        read = [[_NUMBERS.read(word.removeprefix("c")) for word in line[:wide]] for line in taken[high:]]
        above = [
            [_NUMBERS.read(line[wide + c].removeprefix("c")) for line in taken[:high]] for c in range(cols)
        ]
        for name, lists in (("columns", above), ("rows", read)):
            layers[name] = [[word for word in run if word != EMPTY] or ["0"] for run in lists]

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        high, wide = (sheet.rows + 1) // 2, (sheet.cols + 1) // 2
        above, beside = (
            [
                [NOTHING] * (most - len(numbers)) + numbers
                for run in sheet.layers[name]
                for numbers in [[word for word in run if word not in (EMPTY, "0")]]
            ]
            for name, most in (("columns", high), ("rows", wide))
        )
        lines = [[NOTHING] * wide + [column[i] for column in above] for i in range(high)]
        return [*lines, *([*run, *[NOTHING] * sheet.cols] for run in beside)]


@dataclass(frozen=True)
class SumFrame:
    """Pairs of sums, across and down, with the sums of the first row above and of the first column beside."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        taken = lines.take(rows + 1, cols + 1)
        top = [EMPTY, *(self._single(word, down=True) for word in taken[0][1:])]
        rest = [
            [self._single(line[0], down=False), *(self._pair(word) for word in line[1:])]
            for line in taken[1:]
        ]
        layers["clues"] = [top, *rest]

    @staticmethod
    def _single(word: str, *, down: bool) -> str:
        total = _total(word)
        return EMPTY if not total else f"{total}," if down else f",{total}"

    @staticmethod
    def _pair(word: str) -> str:
        if word == NOTHING:
            return "0"
        across, comma, down = word.partition(",")
        if not comma:
            raise TokenFault(f"{word[:20]!r} is no pair of sums")
        return f"{_total(down)},{_total(across)}" if _total(down) or _total(across) else EMPTY

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        lines = sheet.layers["clues"]
        if lines[0][0] != EMPTY or "0" in lines[0] or any(line[0] == "0" for line in lines):
            raise TokenFault("open cells in the first row or column have no place there")
        made = [
            ["0", *(_NUMBERS.write(word.strip(EMPTY).removesuffix(",") or "0") for word in lines[0][1:])]
        ]
        for first, *line in lines[1:]:
            pairs = [word.strip(EMPTY).partition(",") for word in line]
            cells = [
                NOTHING if word == "0" else f"{across or 0},{down or 0}"
                for word, (down, _, across) in zip(line, pairs, strict=True)
            ]
            made.append([_NUMBERS.write(first.strip(EMPTY).removeprefix(",") or "0"), *cells])
        return made


def _total(word: str) -> str:
    """A sum; empty for none. Raises `TokenFault`."""
    if word in ("0", "-1", NOTHING):
        return ""
    return _NUMBERS.read(word)


@dataclass(frozen=True)
class FileCount:
    """What follows the size in the sheet's first line, in a line of its own (or none, where the rest tells it)."""

    letter: bool = False
    less: int | None = None
    """The number is that of the rows less so many, and stands nowhere."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        if self.less is not None:
            layers[EXTRA] = [[str(rows - self.less)]]
            return
        ((word,),) = lines.take(1, 1)
        layers[EXTRA] = [[LetterWords().read(word) if self.letter else _NUMBERS.read(word)]]

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        if self.less is None:
            return [[str(ord(sheet.extra[0]) - 96) if self.letter else sheet.extra[0]]]
        if list(sheet.extra) != [str(sheet.rows - self.less)]:
            raise TokenFault(f"there what follows the size is always {sheet.rows - self.less}")
        return []


@dataclass(frozen=True)
class StarPoints:
    """Stars on cells, their sides and corners, as a picture without blanks; colours mean nothing."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        clues = [[EMPTY] * cols for _ in range(rows)]
        for i, (line,) in enumerate(lines.take(2 * rows - 1, 1)):
            if len(line) != 2 * cols - 1 or set(line) - set(".12"):
                raise TokenFault(f"line {i + 1} of the stars is no row of {2 * cols - 1} signs (. 1 2)")
            for j, sign in enumerate(line):
                (r, low), (c, right) = divmod(i, 2), divmod(j, 2)
                if sign != NOTHING:
                    if clues[r][c] != EMPTY:
                        raise TokenFault("two centres belong to one cell")
                    clues[r][c] = str(2 * low + right)
        layers["clues"] = clues

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        picture = [[NOTHING] * (2 * sheet.cols - 1) for _ in range(2 * sheet.rows - 1)]
        for at, word in sheet.clues.items():
            i, j = centre(sheet, at, word)
            picture[i][j] = "1"
        return [["".join(line)] for line in picture]


@dataclass(frozen=True)
class PipeKind:
    """Whether pipes are drawn in circles, which changes nothing."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        if lines.peek() in (["circle"], ["pipe"]):
            lines.take(1, 1)

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        return [["pipe"]]


@dataclass(frozen=True)
class RegionType:
    """The size of regions, 4 or 5, is the type of the file."""

    def read(self, lines: FileLines, rows: int, cols: int, layers: Layers) -> None:
        """See `FilePart`."""
        size = "4" if layers[TYPE][0][0] == "fourcells" else "5"
        if rows * cols % 20 == 0:
            layers[EXTRA] = [[size]]
        elif rows * cols % int(size):
            raise TokenFault(f"{rows * cols} cells make no regions of {size}")

    def write(self, sheet: Sheet) -> list[list[str]]:
        """See `FilePart`."""
        return []
