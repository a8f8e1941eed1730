"""Shelves of puzzle families: plug-ins of the entry-point group ``deduce.shelves``.

A plug-in names an object with the methods of `Shelf`. The library knows no family itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Protocol

from deduce.errors import ProblemError, nearest
from deduce.knowledge import Knowledge
from deduce.variables import Variable

__all__ = ["GROUP", "Shelf", "families", "shelf_of"]

GROUP = "deduce.shelves"
"""The entry-point group in which shelves are found."""


class Shelf(Protocol):
    """Families of puzzles, each with a notation of its own."""

    def names(self) -> tuple[str, ...]:
        """The families."""

    def title(self, name: str) -> str:
        """A family's name as people write it."""

    def about(self, name: str) -> str:
        """What one has to do, in one sentence."""

    def example(self, name: str) -> str:
        """A small puzzle of the family as text."""

    def read(self, name: str, text: str) -> Knowledge:
        """What is known of the puzzle that `text` describes. Raises `RecordError`."""

    def show(self, knowledge: Knowledge, solution: Mapping[Variable, Hashable]) -> str:
        """A solution in the family's notation."""

    def draw(self, name: str, text: str, solution: str = "") -> str:
        """A picture of a puzzle, with a solution if given, as SVG."""


def families() -> dict[str, Shelf]:
    """Every family of every installed shelf, by name."""
    # Imported here: reading metadata costs a few milliseconds that `import deduce` need not pay.
    from importlib.metadata import entry_points

    found: dict[str, Shelf] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.value):
        shelf: Shelf = point.load()
        for name in shelf.names():
            found.setdefault(name, shelf)
    return dict(sorted(found.items()))


def shelf_of(name: str) -> Shelf:
    """The shelf that holds the family `name`. Raises `ProblemError` naming the nearest."""
    known = families()
    if name not in known:
        raise ProblemError(f"there is no family {name!r}: {nearest(name, known, limit=100)}")
    return known[name]
