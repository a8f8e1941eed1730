"""Families of puzzles by name: who reads a picture of a sudoku, found by entry points.

An entry point of the group ``deduce.puzzles`` is named after its family and loads to a function ``read(name, text)``
that gives the `Knowledge` of the puzzle drawn in `text`: rules as the problem, givens as the log. So a reader of
one's own stands beside the families of the shelves (`deduce.puzzles.shelves`).
"""

from __future__ import annotations

from collections.abc import Callable

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.ground.plugins import entry_points
from deduce.ground.wording import many
from deduce.knowledge import Knowledge
from deduce.puzzles import shelves

GROUP = "deduce.puzzles"

Reader = Callable[[str, str], Knowledge]


def families() -> list[str]:
    """The names of the families there are, those of the shelves among them, sorted."""
    return sorted({*(point.name for point in entry_points(GROUP)), *shelves.families()})


def on_shelf(name: str) -> bool:
    """Whether the family `name` is read by a shelf, not by a reader of its own."""
    return name in shelves.families() and all(point.name != name for point in entry_points(GROUP))


def read_family(name: str, text: str) -> Knowledge:
    """The puzzle of the family `name` drawn in `text`.

    Raises `ProblemError` for a family nobody reads, and whatever its reader raises for the text.
    """
    found = [point for point in entry_points(GROUP) if point.name == name]
    if len({point.value for point in found}) != 1:
        if found:
            raise ProblemError(
                f"several readers are called {name!r}: {', '.join(point.value for point in found)}"
            )
        if name not in families():
            raise ProblemError(f"there is no family {name!r}: {nearest(name, families())}")
        return _read_sheet(name, text)
    read: Reader = found[0].load()
    puzzle = read(name, text)
    if not isinstance(puzzle, Knowledge):
        raise ProblemError(f"the reader of {name!r} gave {puzzle!r} instead of a Knowledge")
    return puzzle


def called(name: str) -> str:
    """The name of the family that a file calls so, by its name or title in any case; as it is where there is none."""
    own = any(point.name == name for point in entry_points(GROUP))
    return name if own else shelves.family_called(name) or name


def _read_sheet(name: str, text: str) -> Knowledge:
    """A picture of a family of the shelves. Raises `RecordError` with the line of the text."""
    rows = [(i, row) for i, line in enumerate(text.splitlines(), 1) if (row := line.strip())]
    wide = len(rows[0][1]) if rows else 0
    odd = next((i for i, row in rows if len(row) != wide), 0)
    if odd and len(rows) > 1 and not any(" " in row for _, row in rows):
        has = len(text.splitlines()[odd - 1].strip())
        raise RecordError(f"{name}: a row of {many(has, 'sign')}; the first has {wide}", line=odd)
    sheet = as_sheet(text)
    try:
        return shelves.shelf_of(name).read(name, sheet)
    except RecordError as error:
        if sheet == text or not error.line:
            raise
        # The header is no line of the text, and empty lines were left out.
        line = rows[max(error.line - 2, 0)][0]
        raise RecordError(error.message, line=line, column=error.column) from None


def as_sheet(text: str) -> str:
    """A picture without spaces, a sign a cell, in the notation of the shelves: a header, spaces, ``-`` for nothing."""
    rows = [row for line in text.splitlines() if (row := line.strip())]
    if any(" " in row for row in rows) or len(set(map(len, rows))) != 1 or len(rows) < 2:
        return text
    cells = (" ".join(row.replace(".", "-")) for row in rows)
    return "\n".join([f"{len(rows)} {len(rows[0])}", *cells, ""])
