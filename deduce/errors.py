"""Every error this library raises on purpose; all derive from `DeduceError`.

Each message is written for the person who made the mistake: what was wrong, where, and what is allowed.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

__all__ = [
    "Contradiction",
    "DeduceError",
    "GaveUp",
    "IllegalMove",
    "MissingExtra",
    "ProblemError",
    "RecordError",
    "TooLarge",
    "nearest",
]


class DeduceError(Exception):
    """The base of every error raised on purpose by `deduce`."""


class ProblemError(DeduceError, ValueError):
    """A problem, fact, constraint or option was stated wrongly; nothing was changed."""


class TooLarge(DeduceError):
    """An exact answer would need more memory than allowed; the message says what to do instead."""


class GaveUp(DeduceError):
    """A limit (time, steps, conflicts) was reached before an answer was certain."""


class _Conflict(Protocol):
    """What `deduce.explain.reasons.Conflict` looks like from here, where nothing else may be imported."""

    @property
    def because(self) -> Sequence[Any]: ...


class Contradiction(DeduceError):
    """Knowledge that no possible world satisfies was asked a question.

    `conflict` (a `deduce.explain.Conflict`) is a smallest set of statements that cannot all be true.
    """

    def __init__(self, conflict: _Conflict) -> None:
        self.conflict: Any = conflict
        lines = "\n".join(f"  - {statement.label}" for statement in conflict.because)
        super().__init__(f"these statements cannot all be true:\n{lines}")


class MissingExtra(DeduceError, ImportError):
    """An optional library is not installed; the message names the extra that brings it."""

    def __init__(self, library: str, extra: str, purpose: str) -> None:
        super().__init__(
            f'{purpose} needs {library}, which is not installed: pip install "deduce-games[{extra}]"'
        )


class IllegalMove(DeduceError, ValueError):
    """A move the rules forbid; the message says which rule."""


class RecordError(DeduceError, ValueError):
    """A text (record, puzzle file, move) could not be read.

    `line` and `column` are 1-based; `column` is 0 when the whole line is meant and `line` is 0 when
    the whole text is.
    """

    def __init__(self, message: str, *, line: int = 0, column: int = 0, source: str = "") -> None:
        self.message, self.line, self.column, self.source = message, line, column, source
        place = source
        if line:
            place += f"{', ' if place else ''}line {line}"
        if column:
            place += f"{', ' if place else ''}column {column}"
        super().__init__(f"{place}: {message}" if place else message)


def nearest(wrong: object, allowed: Iterable[object], *, limit: int = 12) -> str:
    """Return a phrase naming what is allowed, led by the spelling nearest to `wrong`.

    The phrase is meant to end an error message: ``did you mean 'Library'? allowed: ...``.
    """
    # Nobody reads a longer name, and comparing long texts takes long.
    names = [_cut(str(item)) for item in allowed]
    typed = _cut(str(wrong))
    close = difflib.get_close_matches(typed, names, n=1, cutoff=0.5)
    if not close:
        by_case = {name.casefold(): name for name in names}
        close = [by_case[typed.casefold()]] if typed.casefold() in by_case else []
    shown = ", ".join(names[:limit]) + (f", ... ({len(names)} in all)" if len(names) > limit else "")
    hint = f"did you mean {close[0]!r}? " if close else ""
    return f"{hint}allowed: {shown}" if names else f"{hint}nothing is allowed here"


def _cut(text: str, size: int = 60) -> str:
    return text if len(text) <= size else text[:size] + "..."
