"""Files of puzz.link and its kin (pzprv3): a whole puzzle as lines of words, read and written for every family there.

A file begins with ``pzprv3`` (with ``.1`` or ``.2`` for newer forms), the type, rows and columns, a line each; then comes
what `_FILES` says for each family, then what was filled in so far, which is not read. Lines may be parted by slashes,
as in some collections. Lines that begin with ``info:`` and ``TrialData`` end a puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deduce.ground.errors import ProblemError, RecordError
from deduce_models.pencil.addresses.address_parts import EXTRA, TYPE, Layers
from deduce_models.pencil.addresses.puzz_link import KINDS_OF_TYPES, file_type
from deduce_models.pencil.addresses.pzpr_parts import (
    FileAreas,
    FileCount,
    FileGrid,
    FileLines,
    FilePart,
    FileRuns,
    Frame,
    PipeKind,
    RegionType,
    StarPoints,
    SumFrame,
)  # fmt: skip
from deduce_models.pencil.addresses.pzpr_words import (
    ArrowWords,
    BalanceWords,
    CastleWords,
    FileWords,
    LetterWords,
    SnakeWords,
)
from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.sheet.printed import Sheet

_LARGEST_FILE = 2_000_000
_LARGEST = 200


def _grid(
    unknown: str = "", *, filled: str = "", layer: str = "clues", more: int = 0, **names: str
) -> FileGrid:
    """A layer of numbers; `unknown` is our word for a place whose number is not told."""
    known = ({unknown: "-"} if unknown else {}) | names
    return FileGrid(FileWords(known, filled=frozenset(filled)), layer, more)


_NUMBERS = (_grid(),)
_ROOMS: tuple[FilePart, ...] = (FileAreas(), _grid())
_PEARLS = FileGrid(FileWords({"w": "1", "b": "2"}), spelt={"1": "w", "2": "b"})
_POINTS = (_grid(layer="points", more=1),)
_ARROWS = FileGrid(ArrowWords(filled=frozenset("+")))
_PIPES = FileWords(
    {"nsew": "a", "ns": "b", "ew": "c", "ne": "d", "nw": "e", "sw": "f", "se": "g"}, plain="x"
)
_ORDERS = {
    "sn": "ns", "we": "ew", "en": "ne", "wn": "nw", "ws": "sw", "es": "se",
}  # fmt: skip
_ALL_SIDES = (("top",), ("left",), ("bottom",), ("right",))
_GIVEN = FileWords(
    {str(n): f"q{n}" for n in range(1, 100)}, plain="x", filled=frozenset([*map(str, range(100)), *"+-"])
)

_FILES: Mapping[str, tuple[FilePart, ...]] = {
    "abcendview": (
        FileCount(letter=True),
        Frame(*_ALL_SIDES, beside=LetterWords(), cells=LetterWords(plain="q"), layer="clues"),
    ),
    "akari": (_grid("x", filled="#+"),),
    "aqre": _ROOMS,
    "aquarium": (FileAreas(borders=True), Frame()),
    "araf": _NUMBERS,
    "ayeheya": _ROOMS,
    "balanceloop": (FileGrid(BalanceWords()),),
    "canalview": _NUMBERS,
    "castlewall": (FileGrid(CastleWords()),),
    "cave": (_grid("?"),),
    "chocona": _ROOMS,
    "cojun": (FileAreas(borders=True), *_NUMBERS),
    "countryroad": _ROOMS,
    "creek": _POINTS,
    "doppelblock": (FileCount(less=2), Frame()),
    "fillomino": _NUMBERS,
    "foseruzu": (RegionType(), *_NUMBERS),
    "galaxies": (StarPoints(),),
    "geradeweg": (_grid("?"),),
    "gokigennaname": _POINTS,
    "hakoiri": (FileAreas(), FileGrid(FileWords({"o": "1", "t": "2", "s": "3"}, plain="x"))),
    "hakyuu": (FileAreas(borders=True), *_NUMBERS),
    "hashi": (_grid("?"),),
    "heyawake": _ROOMS,
    "hitori": _NUMBERS,
    "kakuro": (SumFrame(),),
    "koburin": (_grid("?"),),
    "kuromasu": _NUMBERS,
    "kuroshuto": _NUMBERS,
    "kurotto": (_grid("o"),),
    "lits": (FileAreas(),),
    "magnetic": (
        FileAreas(borders=True),
        Frame(("column pluses", "column minuses"), ("row pluses", "row minuses")),
    ),
    "masyu": (_PEARLS,),
    "moonsun": (FileAreas(), FileGrid(FileWords({"o": "1", "x": "2"}, plain="x"))),
    "nonogram": (FileRuns(),),
    "norinori": (FileAreas(),),
    "numberlink": _NUMBERS,
    "nurikabe": (_grid("?", filled="#+"),),
    "nurimisaki": (_grid("o"),),
    "pipelink": (PipeKind(), FileGrid(_PIPES, spelt=_ORDERS)),
    "shakashaka": (FileGrid(FileWords({"x": "5"}, plain="[0-4]"), spelt={"5": "x"}),),
    "shikaku": (_grid("?"),),
    "shimaguni": _ROOMS,
    "simpleloop": (FileGrid(FileWords({"x": "*"}, plain="x")),),
    "skyscraper": (FileCount(less=0), Frame(*_ALL_SIDES, cells=_GIVEN, layer="clues")),
    "slitherlink": _NUMBERS,
    "snake": (Frame(cells=SnakeWords(), layer="clues"),),
    "starbattle": (FileCount(), FileAreas()),
    "sudoku": _NUMBERS,
    "tapa": (FileGrid(FileWords(plain=r"[0-8?-](,[1-8?-]){0,3}", filled=frozenset("#+"))),),
    "tatamibari": (FileGrid(FileWords({"v": "a", "h": "b", "s": "c", "?": "-"}, plain="x")),),
    "tent": (Frame(cells=FileWords({"x": "1"}, plain="x", filled=frozenset(("A", "-"))), layer="clues"),),
    "yajikazu": (_ARROWS,),
    "yajilin": (_ARROWS,),
    "yinyang": (FileGrid(FileWords({"w": "1", "b": "2"}, plain="x")),),
}

FILED = tuple(_FILES)
"""The families that have files."""


def write_pzpr(sheet: Sheet) -> str:
    """The file of a puzzle. Raises `ProblemError` for a family without files, or a puzzle that they cannot say."""
    parts = _FILES.get(sheet.family)
    if parts is None:
        raise ProblemError(f"{sheet.family} has no pzprv3 files; those with: {', '.join(FILED)}")
    try:
        kind = file_type(sheet)
        lines = [line for part in parts for line in part.write(sheet)]
    except TokenFault as fault:
        raise ProblemError(f"this {sheet.family} has no pzprv3 file: {fault}") from None
    size = [sheet.rows, sheet.cols]
    if sheet.family == "kakuro":
        size = [sheet.rows - 1, sheet.cols - 1]
    if sheet.family == "sudoku":
        size = size[:1]
    return "\n".join(["pzprv3", kind, *map(str, size), *(" ".join(line) for line in lines)]) + "\n"


def read_pzpr(text: str) -> Sheet:
    """The sheet of a puzzle in a file; what was filled in is left out.

    Raises `RecordError` for a family that is not on the shelf, for rules of a variant, and for a faulty file.
    """
    if len(text) > _LARGEST_FILE:
        raise _refused(f"it is longer than {_LARGEST_FILE:,} signs")
    lines = text.lstrip("\ufeff \t\r\n").splitlines()
    if len(lines) == 1:
        lines = lines[0].split("/")
    lines = [line.strip() for line in lines]
    head, _, version = lines[0].partition(".")
    if head != "pzprv3" or version not in ("", "1", "2"):
        raise _refused(f"{lines[0][:20]!r} is a form that is not known here (pzprv3, pzprv3.1, pzprv3.2)")
    kind = "".join(lines[1:2])
    name = KINDS_OF_TYPES.get(kind)
    if name is None or name not in _FILES:
        known = ", ".join(sorted(t for t, own in KINDS_OF_TYPES.items() if own in _FILES))
        raise _refused(f"puzzles of the type {kind[:20]!r} are not read; allowed: {known}")
    rows, cols, body = _size(name, lines)
    layers: Layers = {TYPE: [[kind]]}
    try:
        _flags(body)
        found = FileLines(body, int(version or 0))
        for part in _FILES[name]:
            part.read(found, rows, cols, layers)
        if name == "fillomino" and any(word in ("X", "-X") for word in found.rest()):
            raise TokenFault("given borders are not known here")
    except TokenFault as fault:
        raise _refused(str(fault)) from None
    layers.pop(TYPE)
    extra = layers.pop(EXTRA, [[]])[0]
    more = name == "kakuro"
    sheet = family(name).parse.blank(name, rows + more, cols + more, layers)
    first = " ".join([str(sheet.rows), str(sheet.cols), *extra])
    # Read as a text, so that whatever a text may not say is refused here, too.
    return family(name).parse(name, replace(sheet, first=first).text())


def _size(name: str, lines: list[str]) -> tuple[int, int, list[str]]:
    """Rows, columns, and the lines below them."""
    words = lines[2:4] if name != "sudoku" else [*lines[2:3], *lines[2:3]]
    size = [int(word) for word in words if word.isdecimal() and len(word) < 10]
    if len(size) != 2 or min(size) < 1 or max(size) > _LARGEST:
        raise _refused(
            f"rows and columns are two numbers from 1 to {_LARGEST}, not {' '.join(words)[:40]!r}"
        )
    return size[0], size[1], lines[3 if name == "sudoku" else 4 :]


def _flags(body: list[str]) -> None:
    """Refuse a line of letters that changes the rules; leave out one that does not. Raises `TokenFault`."""
    if body and body[0].isalpha() and body[0] not in ("circle", "pipe"):
        flag = body.pop(0)
        if flag not in ("b", "d"):
            raise TokenFault(f"the flag {flag[:20]!r} changes the rules, which is not known here")


def _refused(why: str) -> RecordError:
    return RecordError(f"the pzprv3 file: {why}")
