"""Links of f-puzzles and SudokuPad: whole variant sudokus in an address, read and written.

An address of f-puzzles, and one of SudokuPad that begins with ``fpuz``, holds an f-puzzles file. One that begins with
``scl`` or ``ctc`` holds a drawing, in JSON with shorter names and signs: cells, boxes and cages with their sums are told
apart there, lines and marks are not, so a puzzle with any is refused (their rules can be written below the grid).
``scf`` holds the givens of a classic sudoku. Written are f-puzzles files, which both sites read. Short addresses name a
puzzle on the site's own server; nothing is fetched here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from deduce.ground.errors import ProblemError, RecordError
from deduce_models.pencil.addresses.fpuzzles import FAMILY, from_fpuzzles, to_fpuzzles
from deduce_models.pencil.addresses.lz_text import LzFault, pack, unpack
from deduce_models.pencil.catalogue import parse
from deduce_models.pencil.rules.latin import boxes
from deduce_models.pencil.rules.variant_lines import cell_name
from deduce_models.pencil.sheet.printed import Cell, Sheet

_FPUZZLES = frozenset({"f-puzzles.com", "www.f-puzzles.com"})
_PADS = frozenset(
    {
        *("sudokupad.app", "www.sudokupad.app", "beta.sudokupad.app", "alpha.sudokupad.app"),
        *("app.crackingthecryptic.com", "sudokupad.svencodes.com"),
    }
)
SITES = ("f-puzzles", "sudokupad", "f-puzzles.json")
"""Where links lead to; the last stands for the file alone."""
_LARGEST = 30
_NAMES: Mapping[str, str] = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells",
    "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value",
    "vd": "videos", "l": "lines", "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness",
    "hl": "headLength", "wp": "wayPoints", "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
"""Short names in a drawing, and what they stand for."""
_DRAWN = ("lines", "arrows", "underlays", "overlays")
_BLANKS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
"""A digit with up to five blanks after it, as one sign: the digit plus ten for each blank."""


def read_link(address: str) -> Sheet | None:
    """The sheet of a puzzle in a link, or in the text of an f-puzzles file; None for anything else.

    Raises `RecordError` for a link or file that cannot be read.
    """
    if address.lstrip().startswith("{"):
        return from_fpuzzles(address)
    site = urlsplit(address)
    if site.hostname in _FPUZZLES:
        loaded = re.search(r"(?:^|&)load=([^&]*)", site.query)
        if loaded is None:
            raise _refused(
                address, "only addresses with ?load= hold their puzzle; short ones name one on the server"
            )
        return from_fpuzzles(_unpacked(address, loaded[1]))
    if site.hostname not in _PADS:
        return None
    name = parse_qs(site.query).get("puzzleid", [""])[0] or site.path.strip("/").removeprefix("sudoku/")
    name = name.removeprefix("puzzle/")
    kind = re.match(r"(scl|ctc|scf|fpuz(?:zles)?)(.*)", name, re.DOTALL)
    if kind is None:
        raise _refused(
            address,
            "only addresses with scl, ctc, scf or fpuz hold their puzzle; short ones name it",
        )
    text = _unpacked(address, kind[2])
    if kind[1].startswith("fpuz"):
        return from_fpuzzles(text)
    try:
        return _classic(json.loads(text)) if kind[1] == "scf" else _drawing(_relaxed(text))
    except (ValueError, RecursionError, _Fault) as fault:
        why = str(fault) if isinstance(fault, _Fault) else "what it holds is no puzzle of SudokuPad"
        raise _refused(address, why) from None


def write_link(sheet: Sheet, site: str = "f-puzzles") -> str:
    """The link of a variant sudoku (or of a family that is one). Raises `ProblemError` for what it cannot say."""
    if site not in SITES:
        raise ProblemError(f"there is no site {site!r}; allowed: {', '.join(SITES)}")
    text = to_fpuzzles(as_variant(sheet))
    if site == "f-puzzles.json":
        return text
    packed = pack(text)
    if site == "f-puzzles":
        return f"https://www.f-puzzles.com/?load={packed}"
    return f"https://sudokupad.app/fpuzzles{packed.replace('/', '%2F')}"


def as_variant(sheet: Sheet) -> Sheet:
    """A sudoku, killer or jigsaw sudoku as a variant sudoku. Raises `ProblemError` for other families."""
    if sheet.family == FAMILY:
        return sheet
    if sheet.family not in ("sudoku", "killersudoku", "jigsawsudoku"):
        raise ProblemError(f"{sheet.family} is no sudoku, which alone these sites take")
    lines = []
    clues = {at: word for at, word in sheet.layer("clues").items() if word.isdecimal()}
    if sheet.family == "killersudoku":
        for cells in sheet.areas.values():
            number = [sheet.clues[at] for at in cells if at in sheet.clues]
            if number or len(cells) > 1:
                lines.append(["cage", *number, *map(cell_name, cells)])
        clues = {}
    elif sheet.family == "jigsawsudoku":
        lines += [["region", *map(cell_name, cells)] for cells in sheet.areas.values()]
    rows = [[clues.get(at, "-") for at in sheet.row(r)] for r in range(1, sheet.rows + 1)]
    first = [str(sheet.rows), str(sheet.cols)]
    return parse(FAMILY, "\n".join(" ".join(line) for line in [first, *rows, *lines]))


def _refused(address: str, why: str) -> RecordError:
    return RecordError(f"the address {address if len(address) < 80 else address[:77] + '...'}: {why}")


def _unpacked(address: str, packed: str) -> str:
    # A plus sign that went through a form is a blank.
    signs = unquote(packed).replace(" ", "+")
    if signs.lstrip().startswith("{"):
        return signs
    try:
        return unpack(signs)
    except LzFault as fault:
        raise _refused(address, f"its text cannot be unpacked: {fault}") from None


class _Fault(Exception):
    """What is wrong with a drawing."""


def _relaxed(text: str) -> Any:
    """JSON, or the shorter writing of it: names without quotes, t and f, colours bare, empty objects left out."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    if "\x00" in text:
        raise _Fault("it holds control characters")
    strings: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if not (found[1] or found[2]):
            raise _Fault("a string in it does not end")
        inner = found[0][1:-1]
        if found[0][0] == "'":
            inner = inner.replace("\\'", "'").replace('"', '\\"')
        strings.append(f'"{inner}"')
        return f"\x00{len(strings) - 1}\x00"

    # What does not end is matched, too, so that it is not looked for anew at every quote.
    short = re.sub(r"""'(?:[^'\\]|\\.)*+('|)|"(?:[^"\\]|\\.)*+("|)""", keep, text, flags=re.DOTALL)
    short = re.sub(r"([,{\[])([A-Za-z0-9]+):", r'\1"\2":', short)
    short = re.sub(r"([,\[])(?=[,\]])", r"\1{}", short)
    short = re.sub(r":f(?=[,}\]])", ":false", short)
    short = re.sub(r":t(?=[,}\]])", ":true", short)
    short = re.sub(r":#?([0-9a-fA-F]{6,8}|#?[0F])(?=[,}\]])", _colour, short)
    return json.loads(re.sub("\x00([0-9]+)\x00", lambda found: strings[int(found[1])], short))


def _colour(found: re.Match[str]) -> str:
    """A bare number stays a number; anything with a letter or a # is a colour."""
    whole = found[0][1:]
    return f":{whole}" if whole.isdecimal() and len(whole) < 6 else f':"{whole}"'


def _long(value: Any) -> Any:
    """The same with long names."""
    if isinstance(value, dict):
        return {_NAMES.get(key, key): _long(each) for key, each in value.items()}
    return [_long(each) for each in value] if isinstance(value, list) else value


def _drawing(data: Any) -> Sheet:
    """The puzzle that a drawing holds. Raises `_Fault`."""
    data = _long(data)
    grid = data.get("cells") if isinstance(data, dict) else None
    if (
        not isinstance(grid, list)
        or not 1 <= len(grid) <= _LARGEST
        or any(not isinstance(row, list) or len(row) != len(grid) for row in grid)
    ):
        raise _Fault(f"its cells have to be a square of 1 to {_LARGEST} rows")
    drawn = [f"{len(_listed(data, key))} {key}" for key in _DRAWN if data.get(key)]
    if drawn:
        raise _Fault(
            f"it draws {', '.join(drawn)}, and does not say which rules they stand for: take the f-puzzles link, "
            "or write the rules as lines below the grid"
        )
    n = len(grid)
    rows = [[_given(cell) for cell in row] for row in grid]
    lines, notes = [[str(n), str(n)], *rows], []
    metadata = data.get("metadata") if isinstance(data.get("metadata"), dict) else {}
    for key in ("title", "author", "rules"):
        said = str(metadata.get(key) or data.get(key) or "").split()
        notes += [["note", f"{'ruleset' if key == 'rules' else key}:", *said]] if said else []
    regions = [_places(cells, n) for cells in _listed(data, "regions")]
    usual = [sorted(cells) for cells in boxes(parse(FAMILY, "\n".join(" ".join(line) for line in lines)))]
    if not regions:
        lines.append(["no-boxes"])
    elif sorted(map(sorted, regions)) != sorted(usual):
        lines += [["region", *map(cell_name, cells)] for cells in regions]
    every = range(1, n + 1)
    groups = [*({(i, c) for c in every} for i in every), *({(r, i) for r in every} for i in every)]
    groups += [{*cells} for cells in regions]
    for cage in _listed(data, "cages"):
        if not isinstance(cage, dict):
            raise _Fault("a cage is no object")
        cells = _places(cage.get("cells") or [], n)
        what = str(cage.get("value") or "").strip()
        if not cells:
            notes += [["note", *what.split()]] if what else []
        elif what.isdecimal() and len(what) <= 4:
            lines.append(["cage", what, *map(cell_name, cells)])
        elif what:
            raise _Fault(f"what a cage with {what[:20]!r} means is not known here")
        elif not any({*cells} <= group for group in groups):
            lines.append(["cage", *map(cell_name, cells)])
    return parse(FAMILY, "\n".join(" ".join(line) for line in [*lines, *notes]))


def _listed(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key) or []
    if not isinstance(found, list):
        raise _Fault(f"its {key} are no list")
    return found


def _given(cell: object) -> str:
    value = cell.get("value") if isinstance(cell, dict) else None
    if value in (None, ""):
        return "-"
    word = str(value)
    if not word.isdecimal() or len(word) > 3:
        raise _Fault(f"the given {word[:20]!r} is no number")
    return word


def _places(cells: object, n: int) -> list[Cell]:
    found = []
    for at in cells if isinstance(cells, list) else ():
        if not (isinstance(at, list) and len(at) == 2 and all(type(x) is int and 0 <= x < n for x in at)):
            raise _Fault(f"{str(at)[:20]} is no cell of the grid")
        found.append((at[0] + 1, at[1] + 1))
    return found


def _classic(data: Any) -> Sheet:
    """The givens of a classic sudoku, with its name. Raises `_Fault`."""
    packed = data.get("p") if isinstance(data, dict) else None
    if not isinstance(packed, str) or not all(sign in _BLANKS for sign in packed):
        raise _Fault("it has no givens of a classic sudoku")
    digits = "".join(str(_BLANKS.index(s) % 10) + "0" * (_BLANKS.index(s) // 10) for s in packed)
    if len(digits) != 81:
        raise _Fault(f"it has {len(digits)} cells, not 81")
    rows = [" ".join(digits[i : i + 9].replace("0", "-")) for i in range(0, 81, 9)]
    title = str(data.get("n") or "").split()
    return parse(
        FAMILY, "\n".join(["9 9", *rows, *([" ".join(["note", "title:", *title])] if title else [])])
    )
