"""A log that only grows at its end: what two logs have in common is kept once.

Every step of an evening keeps its own log, as knowledge is immutable. Copied each time, 20,000 notes are 200 million
entries; here each log is a length and a list that it shares with those before and after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

_GROWING = Lock()
"""Held while a shared list grows, so that two threads cannot both write its next entry."""


class _Shared(Generic[T]):
    """The entries of all logs that begin alike, and the tuple told last."""

    __slots__ = ("entries", "told")

    def __init__(self, entries: list[T]) -> None:
        self.entries = entries
        self.told: tuple[T, ...] = ()


class Logbook(Generic[T]):
    """An immutable sequence of entries; `extended` takes time and memory for what is new where nothing else was added.

    Args:
        entries: What it holds.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._shared = _Shared(list(entries))
        self._length = len(self._shared.entries)

    def __len__(self) -> int:
        return self._length

    def extended(self, new: Iterable[T]) -> Logbook[T]:
        """The log with further entries."""
        new = list(new)
        made = Logbook.__new__(Logbook)
        with _GROWING:
            shared = self._shared
            if len(shared.entries) > self._length:
                shared = _Shared(shared.entries[: self._length])  # another log went on from here
            shared.entries.extend(new)
            made._shared, made._length = shared, len(shared.entries)
        return made

    def told(self) -> tuple[T, ...]:
        """All entries in order; the tuple asked for last is kept for all logs that share their beginning."""
        told = self._shared.told
        if len(told) != self._length:
            told = self._shared.told = tuple(self._shared.entries[: self._length])
        return told

    def __reduce__(self) -> tuple[type[Logbook[T]], tuple[tuple[T, ...]]]:
        return Logbook, (self.told(),)
