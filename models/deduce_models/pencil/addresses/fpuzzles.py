"""f-puzzles' files (JSON) as variant sudokus, and back.

What both say is read and written; a mark of theirs that has no rule here (lines, circles, texts, colours) becomes a
``note``, and what would change the rules and is not known is refused. `FPUZZLES` lists which rule is which key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any

from deduce.ground.errors import ProblemError, RecordError
from deduce_models.pencil.catalogue import parse
from deduce_models.pencil.kinds.variantsudoku import regions, rule_lines
from deduce_models.pencil.rules.latin import boxes
from deduce_models.pencil.rules.variant_lines import DIRECTIONS, RuleLine, cell_name, diagonal
from deduce_models.pencil.sheet.printed import Cell, Sheet

FAMILY = "variantsudoku"
_LARGEST, _LONGEST = 30, 2_000_000
_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})")

_LINES: Mapping[str, str] = {
    "thermometer": "thermometer", "slowthermometer": "slow-thermometer", "palindrome": "palindrome", "renban": "renban",
    "whispers": "whispers", "betweenline": "between", "lockout": "lockout", "entropicline": "entropic",
    "modularline": "modular", "zipperline": "zipper", "regionsumline": "region-sum", "doublearrow": "double-arrow",
}  # fmt: skip
_SINGLE: Mapping[str, str] = {"odd": "odd", "even": "even", "minimum": "minimum", "maximum": "maximum"}
_FLAGS: Mapping[str, str] = {
    "antiknight": "anti-knight", "antiking": "anti-king", "disjointgroups": "disjoint-groups",
    "diagonal-": "diagonal", "diagonal+": "anti-diagonal",
}  # fmt: skip
_OUTSIDE: Mapping[str, str] = {
    "sandwichsum": "sandwich", "xsum": "x-sum", "x-sum": "x-sum", "skyscraper": "skyscraper",
}  # fmt: skip
"""Of two keys for a rule the last is written."""
_GROUPS: Mapping[str, str] = {
    "arrow": "arrow", "killercage": "cage", "extraregion": "extra-region", "clone": "clone", "quadruple": "quadruple",
    "littlekillersum": "little-killer", "difference": "white, difference", "ratio": "black, ratio", "xv": "x, v",
    "nonconsecutive": "non-consecutive", "negative": "all-xv; with nonconsecutive: all-kropki",
}  # fmt: skip
FPUZZLES: Mapping[str, str] = {**_LINES, **_SINGLE, **_FLAGS, **_OUTSIDE, **_GROUPS}
"""Their keys, and the rules that they are here."""

_DRAWN = ("line", "rectangle", "circle", "text", "cage")
_KEPT = ("title", "author", "ruleset")
_IDLE = frozenset(
    {"size", "grid", "solution", "disabledlogic", "truecandidatesoptions", "highlightConflicts"}
)
_WAYS = {"UR": "ne", "UL": "nw", "DR": "se", "DL": "sw"}
_BACK = {way: name for name, way in _WAYS.items()}


class _Fault(Exception):
    """What is wrong with a file."""


def from_fpuzzles(text: str) -> Sheet:
    """The puzzle in a file of f-puzzles. Raises `RecordError` for anything else, and for rules not known here."""
    if len(text) > _LONGEST:
        raise RecordError(f"an f-puzzles file of {len(text):,} signs is too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError("no f-puzzles file: it is not JSON") from None
    try:
        if not isinstance(data, dict):
            raise _Fault("it is no JSON object")
        lines = _Reader(data).lines()
    except _Fault as fault:
        raise RecordError(f"no f-puzzles file that can be read: {fault}") from None
    return parse(FAMILY, "\n".join(" ".join(line) for line in lines))


class _Reader:
    """One file. Every part is looked at before it is believed."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        grid = data.get("grid")
        if not isinstance(grid, list) or not 1 <= len(grid) <= _LARGEST:
            raise _Fault(f"its grid has to be 1 to {_LARGEST} rows")
        self.size = len(grid)
        if any(
            not isinstance(row, list) or len(row) != self.size or not all(isinstance(x, dict) for x in row)
            for row in grid
        ):
            raise _Fault("its grid is no square of cells")
        self.grid: list[list[dict[str, Any]]] = grid

    def _active_known(self, known: Set[str]) -> bool:
        """Whether the names of the rules in use, ``Killer Cage``, are all of keys that are known."""
        names = self.data["activeConstraints"]
        return isinstance(names, list) and all("".join(str(x).lower().split()) in known for x in names)

    def lines(self) -> list[Sequence[str]]:
        """The lines of the text."""
        known = {*FPUZZLES, *_DRAWN, *_KEPT, *_IDLE}
        strange = [str(key)[:40] for key, value in self.data.items() if key not in known and value]
        strange = [key for key in strange if key != "activeConstraints" or not self._active_known(known)]
        if strange:
            raise _Fault(f"what {', '.join(sorted(strange)[:5])} means is not known here")
        if any(x.get("givenPencilMarks") and not x.get("given") for row in self.grid for x in row):
            raise _Fault("given pencil marks (which digits a cell may have) have no rule here")
        made: list[Sequence[str]] = [(str(self.size), str(self.size)), *map(self._row, self.grid)]
        for key in _KEPT:
            words = str(self.data.get(key) or "").split()
            if words:
                made.append(("note", f"{key}:", *words))
        made += self._regions()
        made += [(rule,) for key, rule in _FLAGS.items() if self.data.get(key)]
        made += self._negatives()
        for key, rule in _LINES.items():
            for entry in self._entries(key):
                number = [] if key not in ("whispers", "lockout") else self._number(entry, optional=True)
                if key in ("whispers", "lockout") and not number and self.size != 9:
                    raise _Fault(f"{key} without a number are known in grids of nine only")
                made += [(rule, *number, *self._cells(line)) for line in self._lists(entry, "lines")]
        for key, rule in _SINGLE.items():
            made += [(rule, *self._cells([entry.get("cell")])) for entry in self._entries(key)]
        for key, rule in _OUTSIDE.items():
            for entry in self._entries(key):
                made.append((rule, *self._number(entry), *self._side(entry.get("cell"))))
        made += self._groups()
        drawn = [f"{len(self._entries(key))} of {key}" for key in _DRAWN if self._entries(key)]
        filled = sum(bool(x.get("value")) and not x.get("given") for row in self.grid for x in row)
        if filled:
            drawn.append(f"{filled} digits that are no givens")
        if any(x.get("c") or x.get("highlight") for row in self.grid for x in row):
            drawn.append("colours")
        if drawn:
            made.append(("note", "left", "out:", *", ".join(drawn).split()))
        return made

    def _row(self, row: Sequence[Mapping[str, Any]]) -> list[str]:
        return [str(self._whole(x.get("value"))) if x.get("given") and x.get("value") else "-" for x in row]

    def _whole(self, value: object) -> int:
        text = str(value).strip()
        if isinstance(value, (bool, float)) or not text.isdecimal() or len(text) > 4:
            raise _Fault(f"{text[:20]!r} is no whole number")
        return int(text)

    def _regions(self) -> list[Sequence[str]]:
        places: dict[object, list[Cell]] = {}
        named = [
            (x.get("region"), (r, c)) for r, row in enumerate(self.grid, 1) for c, x in enumerate(row, 1)
        ]
        if all(region is None for region, _ in named):
            return []
        for region, at in named:
            places.setdefault(str(region), []).append(at)
        return [("region", *map(cell_name, cells)) for cells in places.values()]

    def _negatives(self) -> list[Sequence[str]]:
        negative = self.data.get("negative") or []
        if not isinstance(negative, list) or not {*map(str, negative)} <= {"xv", "ratio"}:
            raise _Fault("of negative constraints xv and ratio (with nonconsecutive) are known here")
        apart = bool(self.data.get("nonconsecutive"))
        made: list[Sequence[str]] = [("all-xv",)] if "xv" in negative else []
        if "ratio" in negative and not apart:
            raise _Fault("negative ratio is known here with nonconsecutive only: all Kropki dots given")
        if apart and "ratio" not in negative and self._entries("difference"):
            raise _Fault("nonconsecutive beside white dots can mean two things")
        return [*made, ("all-kropki",) if "ratio" in negative else ("non-consecutive",)] if apart else made

    def _entries(self, key: str) -> list[Mapping[str, Any]]:
        found = self.data.get(key) or []
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise _Fault(f"{key} is no list of objects")
        return found

    def _lists(self, entry: Mapping[str, Any], key: str) -> list[list[object]]:
        found = entry.get(key) or []
        if not isinstance(found, list) or not all(isinstance(line, list) for line in found):
            raise _Fault(f"{key} is no list of lines")
        return found

    def _cells(self, names: object, *, outside: int = 0) -> list[str]:
        if not isinstance(names, list):
            raise _Fault("cells are a list such as R1C1, R1C2")
        found = []
        for name in names:
            match = _CELL.fullmatch(str(name).upper())
            places = (int(match[1]), int(match[2])) if match else ()
            if not places or min(places) < 1 - outside or max(places) > self.size + outside:
                raise _Fault(f"{str(name)[:20]!r} is no cell of the grid")
            found.append(cell_name((places[0], places[1])))
        return found

    def _side(self, name: object) -> tuple[str, str]:
        r, c = map(int, re.findall(r"\d+", self._cells([name], outside=1)[0]))
        end = self.size + 1
        if (r in (0, end)) == (c in (0, end)):
            raise _Fault(f"{str(name)[:20]!r} is not beside the grid")
        if c in (0, end):
            return ("right" if c else "left"), str(r)
        return ("bottom" if r else "top"), str(c)

    def _number(self, entry: Mapping[str, Any], *, optional: bool = False) -> list[str]:
        value = entry.get("value")
        if value is None or value == "":
            if optional:
                return []
            raise _Fault("a clue beside the grid, or on a diagonal, has no number")
        return [str(self._whole(value))]

    def _groups(self) -> Iterable[Sequence[str]]:
        for entry in self._entries("arrow"):
            circle = sorted(self._cells(entry.get("cells")), key=_reading)  # of several: as one reads
            for line in self._lists(entry, "lines"):
                shaft = self._cells(line)
                yield "arrow", *circle, "=", *(shaft[1:] if shaft[:1] and shaft[0] in circle else shaft)
        for entry in self._entries("killercage"):
            yield "cage", *self._number(entry, optional=True), *self._cells(entry.get("cells"))
        for entry in self._entries("extraregion"):
            yield "extra-region", *self._cells(entry.get("cells"))
        for entry in self._entries("clone"):
            yield "clone", *self._cells(entry.get("cells")), "=", *self._cells(entry.get("cloneCells"))
        for entry in self._entries("quadruple"):
            cells = sorted(self._cells(entry.get("cells")), key=_reading)
            r, c = _reading((cells or ["r0c0"])[0])
            if [*map(_reading, cells)] != [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]:
                raise _Fault("a quadruple is not about four cells around a corner")
            values = entry.get("values")
            numbers = [str(self._whole(x)) for x in values] if isinstance(values, list) else []
            yield "quadruple", *numbers, *cells[:1]
        for entry in self._entries("littlekillersum"):
            way = _WAYS.get(str(entry.get("direction")))
            cells = self._cells(entry.get("cells"))
            if way is None or not cells:
                raise _Fault("a little killer has no direction or no cells")
            if {*cells[1:]} - {cell_name(at) for at in diagonal(_reading(cells[0]), way, self.size)}:
                raise _Fault("the cells of a little killer are not those in its direction")
            yield "little-killer", *self._number(entry), cells[0], way
        for key, one, rule, by in (
            ("difference", "white", "difference", "1"),
            ("ratio", "black", "ratio", "2"),
        ):
            for entry in self._entries(key):
                number = self._number(entry, optional=True) or [by]
                head = (one,) if number == [by] else (rule, *number)
                yield *head, *self._cells(entry.get("cells"))
        for entry in self._entries("xv"):
            sign = str(entry.get("value")).lower()
            if sign not in ("x", "v"):
                raise _Fault(f"{sign[:20]!r} is neither X nor V")
            yield sign, *self._cells(entry.get("cells"))


def _reading(name: str) -> Cell:
    """A cell, in the order in which one reads."""
    r, c = re.findall(r"\d+", name)
    return int(r), int(c)


def to_fpuzzles(sheet: Sheet) -> str:
    """The puzzle as a file of f-puzzles. Raises `ProblemError` naming the rules that it cannot say."""
    lines = rule_lines(sheet)
    n = sheet.rows
    data: dict[str, Any] = {"size": n, "grid": [[{} for _ in range(n)] for _ in range(n)]}
    for (r, c), word in sheet.clues.items():
        data["grid"][r - 1][c - 1] = {"value": int(word), "given": True}
    if any(line.name == "region" for line in lines):
        for number, cells in enumerate(regions(sheet, lines)):
            for r, c in cells:
                data["grid"][r - 1][c - 1]["region"] = number
    else:
        boxes(sheet)
    unsaid = []
    for line in lines:
        write = _WRITERS.get(line.name)
        if write is None or not write(data, line, n):
            unsaid.append(" ".join(line.words))
    if unsaid:
        raise ProblemError(
            f"f-puzzles cannot say: {'; '.join(unsaid[:5])}{' ...' if len(unsaid) > 5 else ''}"
        )
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


Writer = Callable[[dict[str, Any], RuleLine, int], bool]


def _named(cells: Iterable[Cell]) -> list[str]:
    return [cell_name(at).upper() for at in cells]


def _add(data: dict[str, Any], key: str, **entry: object) -> bool:
    data.setdefault(key, []).append({name: value for name, value in entry.items() if value is not None})
    return True


def _flag(*keys: str, negative: str = "") -> Writer:
    def write(data: dict[str, Any], _: RuleLine, __: int) -> bool:
        data.update(dict.fromkeys(keys, True))
        if negative:
            data.setdefault("negative", []).append(negative)
        return True

    return write


def _line_of(key: str) -> Writer:
    def write(data: dict[str, Any], line: RuleLine, n: int) -> bool:
        number = line.numbers[0] if line.numbers else {"whispers": (n + 1) // 2, "lockout": 4}.get(key)
        value = None if number is None or (n == 9 and not line.numbers) else str(number)
        return _add(data, key, lines=[_named(line.cells)], value=value)

    return write


def _cells_of(key: str, *, one: bool = False) -> Writer:
    def write(data: dict[str, Any], line: RuleLine, _: int) -> bool:
        number = str(line.numbers[0]) if line.numbers else None
        if not one:
            return _add(data, key, cells=_named(line.cells), value=number)
        for name in _named(line.cells):
            _add(data, key, cell=name)
        return True

    return write


def _xv(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    return _add(data, "xv", cells=_named(line.cells), value=line.name.upper())


def _beside(key: str) -> Writer:
    def write(data: dict[str, Any], line: RuleLine, n: int) -> bool:
        side = line.words[2]
        r, c = line.cells[0]
        if side in ("left", "right"):
            c = 0 if side == "left" else n + 1
        else:
            r = 0 if side == "top" else n + 1
        return _add(data, key, cell=f"R{r}C{c}", value=str(line.numbers[0]))

    return write


def _diagonal(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    (r, c), way = line.cells[0], line.words[-1]
    dr, dc = DIRECTIONS[way]
    return _add(
        data, "littlekillersum", cell=f"R{r - dr}C{c - dc}", cells=_named(line.cells), direction=_BACK[way],
        value=str(line.numbers[0]),
    )  # fmt: skip


def _arrow(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    if list(line.cells) != sorted(line.cells):
        return False  # there digits in a circle are read as one reads
    return _add(data, "arrow", cells=_named(line.cells), lines=[_named([line.cells[-1], *line.second])])


def _clone(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    return _add(data, "clone", cells=_named(line.cells), cloneCells=_named(line.second))


def _quadruple(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    return _add(data, "quadruple", cells=_named(line.cells), values=list(line.numbers))


def _note(data: dict[str, Any], line: RuleLine, _: int) -> bool:
    head = line.words[1].rstrip(":") if len(line.words) > 1 else ""
    if head in _KEPT:
        data[head] = " ".join(line.words[2:])
    return True


def _nothing(*_: object) -> bool:
    return True


_WRITERS: Mapping[str, Writer] = {
    **{rule: _line_of(key) for key, rule in _LINES.items()},
    **{rule: _cells_of(key, one=True) for key, rule in _SINGLE.items()},
    **{rule: _flag(key) for key, rule in _FLAGS.items()},
    **{rule: _beside(key) for key, rule in _OUTSIDE.items()},
    "non-consecutive": _flag("nonconsecutive"), "all-kropki": _flag("nonconsecutive", negative="ratio"),
    "all-xv": _flag(negative="xv"), "white": _cells_of("difference"), "difference": _cells_of("difference"),
    "black": _cells_of("ratio"), "ratio": _cells_of("ratio"), "x": _xv, "v": _xv, "cage": _cells_of("killercage"),
    "extra-region": _cells_of("extraregion"), "arrow": _arrow, "clone": _clone, "quadruple": _quadruple,
    "little-killer": _diagonal, "region": _nothing, "note": _note,
}  # fmt: skip
