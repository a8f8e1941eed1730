"""Families of puzzles by name: who reads a picture of a sudoku, found by entry points.

An entry point of the group ``deduce.puzzles`` is named after its family and loads to a function ``read(name, text)``
that gives the `Knowledge` of the puzzle drawn in `text`: rules as the problem, givens as the log. So a reader of
one's own stands beside the others.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from deduce.errors import ProblemError, nearest
from deduce.knowledge import Knowledge

__all__ = ["families", "read_family"]

GROUP = "deduce.puzzles"

Reader = Callable[[str, str], Knowledge]


def families() -> list[str]:
    """The names of the families there are, sorted."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def read_family(name: str, text: str) -> Knowledge:
    """The puzzle of the family `name` drawn in `text`.

    Raises `ProblemError` for a family nobody reads, and whatever its reader raises for the text.
    """
    found = [point for point in entry_points(group=GROUP) if point.name == name]
    if len({point.value for point in found}) != 1:
        if found:
            raise ProblemError(
                f"several readers are called {name!r}: {', '.join(point.value for point in found)}"
            )
        raise ProblemError(f"there is no family {name!r}: {nearest(name, families())}")
    read: Reader = found[0].load()
    puzzle = read(name, text)
    if not isinstance(puzzle, Knowledge):
        raise ProblemError(f"the reader of {name!r} gave {puzzle!r} instead of a Knowledge")
    return puzzle
