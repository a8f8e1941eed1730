"""Rows of long measurements: a line of JSON each, in a file that the next run goes on from."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path
from types import TracebackType
from typing import Any

from deduce.ground.errors import DeduceError
from deduce.ground.journal import Journal

__all__ = ["Rows"]

Row = dict[str, Any]


class Rows:
    """The rows of a file, and the way to add more; a context manager. Without a file they are in memory only.

    As results of the library itself: whole lines or none, one run at a time, a last line that was not finished is
    dropped, and a line that is no row, has a number that is none, or comes twice ends the run with its place.

    Args:
        path: The file, if any.
        kind: The first key of every row.
        key: What tells rows apart; None where a row may come again.
    """

    def __init__(self, path: Path | None, kind: str, key: Callable[[Row], Hashable] | None = None) -> None:
        self._journal = None if path is None else Journal(path, kind, None)
        self._key = key
        self.rows: list[Row] = []

    def __enter__(self) -> Rows:
        if self._journal is None:
            return self
        try:
            self._journal.__enter__()
            seen: set[Hashable] = set()
            for line in self._journal.lines:
                try:
                    key = line.number if self._key is None else self._key(line)
                    new = key not in seen and line.keys() >= {self._journal.kind}
                except (KeyError, TypeError, IndexError) as error:
                    raise line.wrong(
                        "is no row of this measurement: take it out, or give another file"
                    ) from error
                if not new:
                    raise line.wrong(
                        "is no row of this measurement, or one that is there already: take it out"
                    )
                seen.add(key)
                self.rows.append(dict(line))
        except DeduceError as error:
            self._journal.__exit__()
            raise SystemExit(f"{error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._journal is not None:
            self._journal.__exit__()

    def add(self, row: Row) -> None:
        """Keep a row, and write it."""
        self.rows.append(row)
        if self._journal is not None:
            try:
                self._journal.add(row)
            except DeduceError as error:
                raise SystemExit(f"{error}") from error
