"""What stands behind the components of a table: a file, or notes that tell of some cards only."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from deduce_models.entracte.components.codes import Partial

UNNOTED = "some card"
"""What a card is called of which nothing was noted."""


class DataFile(NamedTuple):
    """A file of components as it is now: another one when it is written anew."""

    path: str
    written: int

    @classmethod
    def of(cls, path: str | Path) -> DataFile:
        """The file at a path, which need not be there."""
        try:
            return cls(str(path), Path(path).stat().st_mtime_ns)
        except OSError:
            return cls(str(path), 0)


class Gaps(NamedTuple):
    """Stands in place of a data file: its components, of which notes tell no more than these cards."""

    source: Any
    noted: tuple[NotedCard, ...]


class NotedCard(NamedTuple):
    """A card as notes tell of it: what it is called, its values, and the codes listed in its place or beside it.

    `listed` is the mask of the codes said to be matched (None: nothing was said), `exhaustive` whether no others are.
    """

    name: str
    card: Partial = ()
    listed: int | None = None
    exhaustive: bool = True
