"""What can be tapped on a puzzle: what each place may hold as a clue, and what may be entered where, as plain data.

All of it follows from the layers of the family's text, its variables and what its rules refuse; only which numbers are
usual, and what follows the size in the first line of an empty puzzle, is said family by family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from deduce.ground.errors import DeduceError, ProblemError
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce_models.pencil.catalogue import family, parse
from deduce_models.pencil.drawing.pictures import draw, frame
from deduce_models.pencil.drawing.shapes import SIZE, middle
from deduce_models.pencil.making.generation import GENERATED
from deduce_models.pencil.making.places import with_word
from deduce_models.pencil.rules.board import PuzzleBoard, place
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet, TextLayer

Point = tuple[float, float]

_MOST_WORDS: Final = 20
"""So many words are offered for a place; others are typed."""
_LARGEST: Final = 30
_TRIED: Final = (4, 10)
"""Rows and columns, at most, of the empty grids in which a number is tried."""
_VALUES: Final = frozenset({
    "binairo", "consecutivesudoku", "doppelblock", "evenoddsudoku", "fillomino", "hakyuu", "hidoku", "hitori",
    "cojun", "futoshiki", "kropki", "eulero", "hanare", "meander", "minarism", "nanro", "numbrix", "putteria",
    "simplegako", "snail", "sukoro",
    "jigsawsudoku", "mathrax", "patchwork", "samuraisudoku", "skyscraper", "str8t", "sudoku", "suguru", "tennergrid",
})  # fmt: skip
"""Families in whose cells a clue is the value itself."""
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "akari": (0, 4), "shakashaka": (0, 4), "slitherlink": (0, 3), "castlewall": (0, 3), "yajilin": (0, 3),
    "koburin": (0, 4), "linesweeper": (0, 8), "minesweeper": (0, 8), "mosaic": (0, 9), "hashi": (1, 8),
    "kuromasu": (2, 12), "cave": (2, 12), "nurikabe": (1, 12), "shikaku": (1, 12), "araf": (1, 12), "numberlink": (1, 12),
    "foseruzu": (0, 3), "context": (0, 4), "tslither": (0, 4), "vslither": (0, 4),
    "balanceloop": (2, 9), "shingoki": (2, 9), "galaxies": (0, 3), "consecutivesudoku": (0, 15),
}  # fmt: skip
"""The least and the greatest usual number in a cell, where it is neither a value nor about a row."""
_EXTRA: Final[Mapping[str, Callable[[int], str]]] = {
    "abcendview": lambda size: chr(ord("a") + max(0, size - 2)),
    "battleship": lambda _: "2 1",
    "doppelblock": lambda size: str(max(1, size - 2)),
    "minesweeper": lambda size: str(max(1, size * size // 6)),
    "fuzuli": lambda size: str(max(1, size - 1)),
    "skyscraper": str,
    "starbattle": lambda _: "1",
    "japanesesums": str,
    "snail": lambda _: "2",
    "undead": lambda _: "1 1 1",
}
"""What follows the size in the first line of an empty puzzle."""
_TOKENS: Final = (
    *"bwxoemnsEOhvt.?+g<>^WB", "<v", "<^", ">v", ">^", "wW", "wB", "bW", "bB", "ns", "ew", "ne", "nw", "se", "sw", "nsew",
)  # fmt: skip
_SIGNS: Final = "".join(map(chr, range(33, 127)))
"""Every sign that can be typed."""
_SPELT_TWICE: Final[Mapping[str, str]] = {"masyu": "12"}
"""Words that say the same as others on offer."""
_WORDS: Final = frozenset({"a number", "a number or a letter"})
_LONG: Final = ("17", "17n", "17b", "b17", "17+", "1,7")
"""Words of kinds that have no end: where one fits, others than those on offer can be typed."""
_HALF = SIZE / 2


def tapped(name: str, text: str) -> dict[str, Any]:
    """What can be tapped on the puzzle that `text` describes.

    Returns:
        ``size``; ``text``, in which every place is found; ``extra`` and ``extra_words``: what follows the size in its
        first line; ``picture``: an SVG of ``box`` pixels with cells of ``cell`` pixels; ``problem``: why the clues
        cannot be, or empty.

        ``layers``: for each the ``words`` on offer, its ``way`` (``cycle``, ``pad``, ``brush``), whether others may be
        ``typed`` and what they may be (``says``), whether a place holds a whole line (``lines``), and its ``spots``:
        ``line`` and ``word`` in the text, ``x`` and ``y`` in the picture, ``label`` in words.

        ``entries``: ``name`` of the variable, ``label``, ``x``, ``y``, its ``shape`` (``cell``, or ``edge`` with the
        ends of its line) and the number of its ``values`` in the list ``values``.

    Raises:
        RecordError: `text` is none of the family.
    """
    found = family(name)
    sheet = parse(name, text)
    problem = ""
    board: PuzzleBoard | None = None
    try:
        board = found.rules(sheet)
    except DeduceError as error:
        problem = str(error)
    start, width, height = frame(sheet)
    values: list[list[str]] = []
    return {
        "family": name,
        "size": [sheet.rows, sheet.cols],
        "text": sheet.text(),
        "extra": " ".join(sheet.extra),
        "extra_words": found.parse.extra,
        "box": [width, height],
        "cell": SIZE,
        "picture": draw(sheet),
        "layers": list(_layers(sheet, found.parse.layers, board, start)),
        "entries": [] if board is None else list(_entries(board, start, values)),
        "values": values,
        "problem": problem,
        "generated": name in GENERATED,
    }


def blank(name: str, rows: int, cols: int) -> str:
    """The text of a puzzle without clues; where every place must have a word, a plain one.

    Raises `ProblemError` for a size that is not drawn here.
    """
    if not (1 <= rows <= _LARGEST and 1 <= cols <= _LARGEST):
        raise ProblemError(f"{rows} by {cols}: puzzles drawn here have 1 to {_LARGEST} rows and columns")
    reader = family(name).parse
    extra = _EXTRA.get(name)
    first = f"{rows} {cols}" + (f" {extra(max(rows, cols))}" if extra else "")
    lines = [first]
    for layer in reader.layers:
        height, width = _shape(layer, rows, cols)
        lines += [" ".join(_plain(layer, r, c, cols) for c in range(width)) for r in range(height)]
    return "\n".join(lines)


def _shape(layer: TextLayer, rows: int, cols: int) -> tuple[int, int]:
    beside = {"cols": (1, cols), "rows": (1, rows), "col lines": (cols, 1), "row lines": (rows, 1)}
    return beside.get(layer.side, (rows + layer.more, cols + layer.more))


def _plain(layer: TextLayer, r: int, c: int, cols: int) -> str:
    """The word of a place without a clue, both counted from 0."""
    if layer.name == "areas":
        return "a"
    if layer.name == "tubes":
        return f"{r + 1}.{c + 1}"
    if re.fullmatch(layer.pattern, "0,0"):
        return "0"  # of crossing sums: an open cell, where - is a black one
    if re.fullmatch(layer.pattern, EMPTY) and layer.words not in _WORDS:
        return EMPTY
    if layer.name == "marks" or layer.side:
        return "0"
    if re.fullmatch(layer.pattern, "n"):
        return "n"
    return str((r + c) % cols + 1)


def _layers(
    sheet: Sheet, layers: tuple[TextLayer, ...], board: PuzzleBoard | None, start: int
) -> Iterator[dict[str, Any]]:
    line = 1
    for layer in layers:
        words = _offered(sheet, layer, board)
        height, _ = _shape(layer, sheet.rows, sheet.cols)
        free = layer.side in ("col lines", "row lines")
        typed = layer.name != "areas" and (free or not words or _endless(layer))
        way = "brush" if layer.name == "areas" else "cycle" if len(words) <= 4 and not typed else "pad"
        yield {
            "name": layer.name,
            "says": layer.words,
            "words": [] if free else words,
            "typed": typed,
            "way": way,
            "lines": free,
            "spots": [
                {"line": line + r, "word": c, "x": x, "y": y, "label": label}
                for r, c, x, y, label in _spots(sheet, layer, start)
            ],
        }
        line += height


def _offered(sheet: Sheet, layer: TextLayer, board: PuzzleBoard | None) -> list[str]:
    """The words that are offered for a place of a layer, the empty one first."""
    if layer.name == "areas":
        return sorted({word for line in sheet.layers["areas"] for word in line})
    low, high = (0, max(sheet.rows, sheet.cols)) if layer.side else _NUMBERS.get(sheet.family, (0, 9))
    if sheet.family in _VALUES and layer.name == "clues":
        numbers = {
            x for v in (board.cell.values() if board else ()) for x in v.domain if isinstance(x, int)
        }
        low, high = (min(numbers), max(numbers)) if numbers else (1, max(sheet.rows, sheet.cols))
    numbers_told = list(map(str, range(low, high + 1)))
    plain = [
        word
        for word in dict.fromkeys((EMPTY, *numbers_told, *_signs(sheet, layer)))
        if re.fullmatch(layer.pattern, word) and word not in _SPELT_TWICE.get(sheet.family, ())
    ]
    if not any(word.isdecimal() for word in plain):
        signed = (f"{number}{sign}" for number in numbers_told for sign in "nswebw")
        plain += dict.fromkeys(word for word in signed if re.fullmatch(layer.pattern, word))
    if layer.name == "clues" and not layer.side and not layer.more and sheet.family not in _VALUES:
        plain = _possible(sheet, plain)
    if layer.pattern == r"\S+":
        plain = [word for word in plain if word.isdecimal()]
    written = (
        []
        if layer.side
        else sorted({word for line in sheet.layers[layer.name] for word in line} - {*plain})
    )
    return [*plain[: _MOST_WORDS + 1], *written]


def _endless(layer: TextLayer) -> bool:
    """Whether there are more words for a place of a layer than can be offered."""
    return any(re.fullmatch(layer.pattern, word) for word in _LONG)


def _signs(sheet: Sheet, layer: TextLayer) -> Sequence[str]:
    """The signs among which those for a place of a layer are looked for, the usual ones first.

    Of letters in turn so many as there are; where nothing is typed, every sign there is.
    """
    if sheet.family == "abcendview":
        return _letters(sheet.extra[0])
    if layer.name == "letters":
        return _letters(chr(ord("a") + min(sheet.rows, 26) - 1))
    return _TOKENS if _endless(layer) else [*_TOKENS, *_SIGNS]


def _possible(sheet: Sheet, words: list[str]) -> list[str]:
    """The words without those with numbers that the rules refuse in an empty grid.

    All of them where the rules refuse that grid too, or take no number that stands alone.
    """
    sizes = [(min(sheet.rows, most), min(sheet.cols, most)) for most in _TRIED]

    def takes(word: str) -> bool:
        return any(_takes(sheet.family, size, sheet.extra, word) for size in sizes)

    numbers = [word for word in words if word[0].isdecimal()]
    wrong = {word for word in numbers if not takes(word)}
    alone = takes(EMPTY) and len(wrong) < len(numbers)
    return [word for word in words if word not in wrong] if alone else words


@lru_cache(maxsize=4096)
def _takes(name: str, size: tuple[int, int], extra: tuple[str, ...], word: str) -> bool:
    """Whether the rules take a word in a corner, or in the middle, of a grid that is empty otherwise."""
    rows, cols = size
    try:
        _, *lines = blank(name, rows, cols).split("\n")
        sheet = parse(name, "\n".join([" ".join([str(rows), str(cols), *extra]), *lines]))
    except DeduceError:
        return False
    for at in ((0, 0), (rows // 2, cols // 2)):
        try:
            family(name).rules(parse(name, with_word(sheet, ("clues", *at), word).text()))
        except DeduceError:
            continue
        return True
    return False


def _letters(last: str) -> list[str]:
    return [chr(each) for each in range(ord("a"), ord(last) + 1)]


def _spots(sheet: Sheet, layer: TextLayer, start: int) -> Iterator[tuple[int, int, float, float, str]]:
    """Line within the layer, word in the line, the place in the picture, and in words."""
    width, height = sheet.cols * SIZE, sheet.rows * SIZE
    if layer.side in ("cols", "col lines"):
        y = height + 12.0 if layer.name == "bottom" else -15.0
        for c in range(sheet.cols):
            side = "below" if layer.name == "bottom" else "above"
            line, word = (c, 0) if layer.side == "col lines" else (0, c)
            yield line, word, start + (c + 0.5) * SIZE, start + y, f"{side} column {c + 1}"
    elif layer.side:
        x = width + 12.0 if layer.name == "right" else -15.0
        for r in range(sheet.rows):
            side = "right of" if layer.name == "right" else "left of"
            line, word = (r, 0) if layer.side == "row lines" else (0, r)
            yield line, word, start + x, start + (r + 0.5) * SIZE, f"{side} row {r + 1}"
    else:
        shift = -_HALF * layer.more
        for r in range(sheet.rows + layer.more):
            for c in range(sheet.cols + layer.more):
                x, y = middle((r + 1, c + 1))
                label = place((r + 1, c + 1))
                corner = f"the {'upper left' if layer.more > 0 else 'lower right'} corner of {label}"
                yield r, c, start + x + shift, start + y + shift, corner if layer.more else label


def _entries(board: PuzzleBoard, start: int, values: list[list[str]]) -> Iterator[dict[str, Any]]:
    """What may be entered, cells first: those of which something is open."""
    from deduce_models.pencil.words.telling import name_of

    def entry(v: Variable, x: float, y: float, ends: tuple[Point, Point] | None = None) -> dict[str, Any]:
        domain = [str(value) for value in v.domain]
        if domain not in values:
            values.append(domain)
        made = {
            "name": v.name,
            "label": name_of(v),
            "x": start + x,
            "y": start + y,
            "values": values.index(domain),
        }
        if ends is None:
            return {**made, "shape": "cell"}
        (x1, y1), (x2, y2) = ends
        return {**made, "shape": "edge", "ends": [start + x1, start + y1, start + x2, start + y2]}

    given = {v for clue in board.knowledge().log for v in _given(clue.content)}
    for at, v in board.grids.get("cell", {}).items():
        if len(v.domain) > 1 and v not in given:
            yield entry(v, *middle(at))
    edges: list[tuple[Variable, Point, Point]] = []
    if board.lines is not None:
        edges += [(v, middle(a), middle(b)) for (a, b), v in board.lines.edge.items()]
    edges += [(v, _corner(a), _corner(b)) for (a, b), v in board.sides.items()]
    edges += [(v, *_wall(a, b)) for (a, b), v in board.borders.items()]
    edges += [(v, middle(a), middle(b)) for (a, b), (v, _) in board.bridges.items()]
    for v, one, two in edges:
        if len(v.domain) > 1:
            yield entry(v, (one[0] + two[0]) / 2, (one[1] + two[1]) / 2, (one, two))


def _given(content: object) -> tuple[Variable, ...]:
    """The variable whose value a clue gives, if it gives one."""
    if not isinstance(content, Constraint) or len(content.scope) != 1:
        return ()
    variable = content.scope[0]
    return (variable,) if (content.support(variable) or 0).bit_count() == 1 else ()


def _corner(at: Cell) -> Point:
    return (at[1] - 1) * SIZE, (at[0] - 1) * SIZE


def _wall(a: Cell, b: Cell) -> tuple[Point, Point]:
    """The ends of the side that two neighbouring cells share, the upper or left one first."""
    r, c = a
    if r == b[0]:
        return (c * SIZE, (r - 1) * SIZE), (c * SIZE, r * SIZE)
    return ((c - 1) * SIZE, r * SIZE), (c * SIZE, r * SIZE)
