"""Reading the lines that say a variant sudoku's rules, such as ``thermometer r1c1 r2c1 r3c1`` or ``cage 10 r1c1 r1c2``.

A line begins with the name of its rule. Then come, as the rule's form has it, numbers, cells (``r1c2``; ``r1c1-r1c4``
for all from one to the other, along a row, a column or a diagonal), ``=`` between two groups of cells, a side of the
grid with a row or column (``left 3``), or a direction (``se``). What each rule means is in
`deduce_models.pencil.rules.variant_rules`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from deduce.ground.errors import ProblemError, nearest
from deduce_models.pencil.sheet.printed import Cell

_CELL = re.compile(r"r([1-9][0-9]?)c([1-9][0-9]?)", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,4}")
_SIDES = ("left", "right", "top", "bottom")
_ALSO = {
    "killer": "cage", "killer-cage": "cage", "killercage": "cage", "thermo": "thermometer", "german-whispers": "whispers",
    "knight": "anti-knight", "king": "anti-king", "slow-thermo": "slow-thermometer",
}  # fmt: skip
"""What setters call a rule besides; hyphens may be left out in any case."""
DIRECTIONS: Mapping[str, Cell] = {"ne": (-1, 1), "nw": (-1, -1), "se": (1, 1), "sw": (1, -1)}

FORMS: Mapping[str, str] = {
    "global": "nothing else",
    "words": "any words",
    "cells": "cells",
    "pair": "two cells",
    "number pair": "a number and two cells",
    "number cells": "a number and cells",
    "perhaps number cells": "cells, perhaps after a number",
    "groups": "cells, =, and cells",
    "numbers cell": "up to four numbers and the upper left of four cells",
    "outside": "a number, a side (left, right, top, bottom) and a row or column",
    "diagonal": "a number, the first cell, and a direction (ne, nw, se, sw)",
}
"""What follows the name of a rule, by its form, in words."""


class RuleFault(ProblemError):
    """A line that is no rule."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule as read.

    Attributes:
        name: The rule's name.
        cells: Its cells in order; of an outside clue, those seen from there.
        numbers: Its numbers.
        second: The cells after ``=``.
        words: The line as written.
    """

    name: str
    cells: tuple[Cell, ...] = ()
    numbers: tuple[int, ...] = ()
    second: tuple[Cell, ...] = ()
    words: tuple[str, ...] = ()


def cell_name(at: Cell) -> str:
    """``r1c2``."""
    return f"r{at[0]}c{at[1]}"


def read_line(words: Sequence[str], forms: Mapping[str, str], size: int) -> RuleLine:
    """A line as a rule of a grid of `size` by `size`; `forms` has the form of each rule by name.

    Raises `RuleFault` saying what is allowed.
    """
    name = words[0].lower()
    if name not in forms:
        alike = {known.replace("-", ""): known for known in forms}
        name = alike.get(_ALSO.get(name, name).replace("-", ""), name)
    if name not in forms:
        raise RuleFault(f"there is no rule {name[:40]!r}: {nearest(name, forms, limit=100)}")
    form, rest = forms[name], words[1:]
    if form == "words":
        return RuleLine(name, words=tuple(words))
    fault = RuleFault(
        f"after {name} come {FORMS[form]}" if form != "global" else f"after {name} comes nothing"
    )
    if form == "groups":
        if rest.count("=") != 1:
            raise fault
        at = list(rest).index("=")
        first, second = _cells(rest[:at], size), _cells(rest[at + 1 :], size)
        if not first or not second:
            raise fault
        return RuleLine(name, first, (), second, tuple(words))
    numbers = tuple(int(word) for word in rest if _NUMBER.fullmatch(word))
    if form == "outside":
        return _outside(name, rest, size, fault)
    if form == "diagonal":
        if len(rest) != 3 or not _NUMBER.fullmatch(rest[0]) or rest[2] not in DIRECTIONS:
            raise fault
        (start,) = _cells(rest[1:2], size)
        return RuleLine(name, tuple(diagonal(start, rest[2], size)), numbers, (), tuple(words))
    amount = len(numbers)
    if any(not _NUMBER.fullmatch(word) for word in rest[:amount]):
        raise fault
    cells = _cells(rest[amount:], size)
    some = max(1, len(cells))
    wanted = {
        "global": (0, 0),
        "pair": (0, 2),
        "number pair": (1, 2),
        "cells": (0, some),
        "number cells": (1, some),
        "perhaps number cells": (min(amount, 1), some),
        "numbers cell": (max(1, min(amount, 4)), 1),
    }[form]
    if (amount, len(cells)) != wanted:
        raise fault
    if form == "numbers cell":
        r, c = cells[0]
        if r == size or c == size:
            raise RuleFault(f"{cell_name(cells[0])} is not the upper left of four cells")
        cells = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
    return RuleLine(name, cells, numbers, (), tuple(words))


def _outside(name: str, rest: Sequence[str], size: int, fault: RuleFault) -> RuleLine:
    if len(rest) != 3 or rest[1] not in _SIDES or not all(_NUMBER.fullmatch(rest[i]) for i in (0, 2)):
        raise fault
    if not 1 <= int(rest[2]) <= size:
        raise RuleFault(f"{rest[1]} {rest[2]} is outside of {size} rows and columns")
    cells = line_from(rest[1], int(rest[2]), size)
    return RuleLine(name, tuple(cells), (int(rest[0]),), (), (name, *rest))


def line_from(side: str, number: int, size: int) -> list[Cell]:
    """The cells of a row or column as seen from a side, nearest first."""
    line = [(number, c) if side in ("left", "right") else (c, number) for c in range(1, size + 1)]
    return line[::-1] if side in ("right", "bottom") else line


def diagonal(start: Cell, direction: str, size: int) -> Iterator[Cell]:
    """The cells from `start` on towards a direction."""
    (r, c), (dr, dc) = start, DIRECTIONS[direction]
    while 1 <= r <= size and 1 <= c <= size:
        yield r, c
        r, c = r + dr, c + dc


def _cells(words: Sequence[str], size: int) -> tuple[Cell, ...]:
    found: list[Cell] = []
    for word in words:
        ends = [_CELL.fullmatch(part) for part in word.split("-")]
        if len(ends) not in (1, 2) or None in ends:
            raise RuleFault(f"{word[:40]!r} is no cell: write r1c2, or r1c1-r1c4")
        places = [(int(end[1]), int(end[2])) for end in ends if end]
        if any(max(at) > size for at in places):
            raise RuleFault(f"{word} is outside of {size} rows and columns")
        if len(places) == 1:
            found += places
            continue
        (r, c), (r2, c2) = places
        steps = max(abs(r2 - r), abs(c2 - c))
        if steps and not (r == r2 or c == c2 or abs(r2 - r) == abs(c2 - c)):
            raise RuleFault(f"{word} lies on no row, column or diagonal")
        down, right = ((r2 - r) // steps, (c2 - c) // steps) if steps else (0, 0)
        found += [(r + i * down, c + i * right) for i in range(steps + 1)]
    if len(found) > 4 * size * size:
        raise RuleFault(f"{len(found)} cells in one line are too many")
    return tuple(found)


def written(name: str, *parts: object) -> tuple[str, ...]:
    """A line from its parts: cells, lists of cells, numbers and words."""
    words = [name]
    for part in parts:
        if isinstance(part, tuple) and len(part) == 2 and all(isinstance(x, int) for x in part):
            words.append(cell_name(part))
        elif isinstance(part, (list, tuple)):
            words += [cell_name(at) for at in part]
        elif part is not None:
            words.append(str(part))
    return tuple(words)
