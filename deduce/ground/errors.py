"""Every error this library raises on purpose; all derive from `DeduceError`.

Each message is written for the person who made the mistake: what was wrong, where, and what is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from deduce.ground.wording import Phrase, as_is, listing, passage, run, say

__all__ = [
    "Contradiction",
    "DeduceError",
    "GaveUp",
    "IllegalMove",
    "MissingExtra",
    "NotATruth",
    "ProblemError",
    "RecordError",
    "RecordErrors",
    "TooLarge",
    "guesses",
    "nearest",
]


_LONGEST = 2_000
"""Characters of a message. What it quotes may come from a stranger, and be as long as a file."""


def _bounded(message: str) -> str:
    """A message with its middle left out where nobody would read it."""
    if len(message) <= _LONGEST:
        return message
    return f"{message[: _LONGEST - 500]} [...] {message[-400:]}"


class DeduceError(Exception):
    """The base of every error raised on purpose by `deduce`. Messages beyond 2,000 characters lose their middle."""

    def __init__(self, *said: object) -> None:
        super().__init__(*(_bounded(each) if isinstance(each, str) else each for each in said))

    @property
    def said(self) -> str:
        """The sentence as it was raised: a phrase (`deduce.ground.wording`) where it is one, which ``str`` is not."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)

    def told(self, speech: Callable[[str], str]) -> None:
        """Say the error in another language, as far as it has texts there."""
        if self.args and isinstance(self.args[0], Phrase):
            self.args = (speech(self.args[0]),)


class ProblemError(DeduceError, ValueError):
    """A problem, fact, constraint or option was stated wrongly; nothing was changed."""


class NotATruth(DeduceError, TypeError):
    """A fact, constraint, variable or expression was used where Python wants true or false.

    To Python a chain ``a == b == c`` is ``(a == b) and (b == c)``; ``and``, ``or``, ``not``, ``if`` and ``in`` ask for
    the truth of their operands at once, and before a world is known there is none.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(
            f"{what} is not true or false by itself: ask knowledge.holds(fact), and combine facts with &, | and ~ "
            "(not with and, or, not), with brackets around comparisons: (a == b) & (b == c) for a == b == c, "
            "(0 <= a) & (a < 3) for 0 <= a < 3, a.is_in([1, 2]) for in, condition >> consequence for if; "
            "for min and max there are min_ and max_. Whether two variables are the same one is asked by "
            "a is b, whether one is among others by a set of these"
        )


class TooLarge(DeduceError):
    """An exact answer would need more memory than allowed; the message says what to do instead."""


class GaveUp(DeduceError):
    """A limit (time, steps, conflicts) was reached before an answer was certain."""


class _Conflict(Protocol):
    """What `deduce.explain.reasons.Conflict` looks like from here, where nothing else may be imported."""

    @property
    def because(self) -> Sequence[Any]: ...


class Called:
    """Around calls of a function that a caller wrote: an error of it is raised as one that says whose function it was.

    ``with Called("the question 'x'") as call:`` and before each call ``call.given = values``, which the message quotes.
    It is a `ProblemError`, raised from what the function raised; errors of ours, and want of memory, stay as they are.
    """

    __slots__ = ("given", "whose")

    def __init__(self, whose: str) -> None:
        self.whose = whose
        self.given: tuple[object, ...] = ()

    def __enter__(self) -> Called:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, (DeduceError, MemoryError)):
            given = f" (called with {_cut(', '.join(map(repr, self.given)), 200)})" if self.given else ""
            raise ProblemError(
                f"the function of {self.whose} failed with {type(error).__name__}: {error}{given}"
            ) from error


class Contradiction(DeduceError):
    """Knowledge that no possible world satisfies was asked a question.

    `conflict` (a `deduce.explain.Conflict`) is a smallest set of statements that cannot all be true.
    """

    def __init__(self, conflict: _Conflict) -> None:
        self.conflict: Any = conflict
        lines = getattr(conflict, "lines", None) or str(conflict).splitlines()
        super().__init__()  # what stands several times is said once there, and however many they are
        self.args = (passage([say("these statements cannot all be true:"), *lines[1:]]),)


class MissingExtra(DeduceError, ImportError):
    """A library is not installed; the message names the extra that brings it, or the package itself without one."""

    def __init__(self, library: str, extra: str, purpose: str) -> None:
        brought = f'"deduce-games[{extra}]"' if extra else library
        super().__init__(f"{purpose} needs {library}, which is not installed: pip install {brought}")


class IllegalMove(DeduceError, ValueError):
    """A move the rules forbid; the message says which rule."""


class RecordError(DeduceError, ValueError):
    """A text (record, puzzle file, move) could not be read.

    `line` and `column` are 1-based; `column` is 0 when the whole line is meant and `line` is 0 when
    the whole text is. `example` is a right line, where one helps. `waits` names the line that is still to come,
    where nothing else is wrong; `ways` are lines of which each says one thing that this one may mean.
    """

    waits = ""
    ways: Sequence[str] = ()

    def __init__(
        self, message: str, *, line: int = 0, column: int = 0, source: str = "", example: str = ""
    ) -> None:
        message = _bounded(message)
        self.message, self.line, self.column, self.source = message, line, column, source
        self.example = example
        super().__init__(self._whole())

    def _whole(self) -> str:
        """Where it is, what it is, and a right line."""
        places = (
            [self.source if isinstance(self.source, Phrase) else as_is(self.source)] if self.source else []
        )
        places += [say("line {number}", number=self.line)] if self.line else []
        places += [say("column {number}", number=self.column)] if self.column else []
        return self._at(places)

    def _at(self, places: Sequence[str]) -> str:
        place = run(listing(places, ","), ": ") if places else ""
        right = say("for example: {line}", line=as_is(self.example)) if self.example else ""
        return run(place, self.message, "\n    " if right else "", right)

    def told(self, speech: Callable[[str], str]) -> None:
        """Say the error in another language, as far as it has texts there."""
        if isinstance(self.message, Phrase):
            whole = self._whole()
            self.message = speech(self.message)
            self.args = (speech(whole),)

    def like(self, example: str) -> RecordError:
        """The same refusal with a right line beside it."""
        return RecordError(
            self.message, line=self.line, column=self.column, source=self.source, example=example
        )

    def beside(self) -> str:
        """The refusal for who has the line before the eyes: no file, no number, a column only if it is not the first."""
        return self._at([say("column {number}", number=self.column)] if self.column > 1 else [])

    def to_dict(self) -> dict[str, Any]:
        """The refusal as plain values for JSON."""
        found = {"message": self.message, "line": self.line, "column": self.column, "file": self.source}
        return found | ({"example": self.example} if self.example else {})


class RecordErrors(RecordError):
    """Several things are wrong with one text: `errors`, in the order of its lines.

    Its message, line and column are those of the first; its words name the first ten.
    """

    TOLD = 10

    def __init__(self, errors: Sequence[RecordError]) -> None:
        first = errors[0]
        super().__init__(first.message, line=first.line, column=first.column, source=first.source)
        self.errors, self.ways = tuple(errors), first.ways
        # One slip in a header makes nonsense of every line below it, and nobody reads a hundred complaints.
        self.args = (self._all(),)

    def _all(self) -> str:
        number = len(self.errors)
        head = (
            say("{number:line} to mend:", number=number)
            if number <= self.TOLD
            else say("{number:line} to mend, the first {first} of them:", number=number, first=self.TOLD)
        )
        return passage([head, *(error.said for error in self.errors[: self.TOLD])])

    def told(self, speech: Callable[[str], str]) -> None:
        """Say all of them in another language, as far as they have texts there."""
        super().told(speech)
        whole = self._all()
        for error in self.errors:
            error.told(speech)
        self.args = (speech(whole),)

    def to_dict(self) -> dict[str, Any]:
        """The first refusal as plain values, and all of them under ``errors``."""
        return super().to_dict() | {"errors": [error.to_dict() for error in self.errors]}


_GUESS = "did you mean"


def guesses(message: str) -> bool:
    """Whether a message names a spelling that may be meant, as `nearest` does: nobody wants two guesses at once."""
    return _GUESS in message


CODE = 2
"""Of so few letters, as codes of languages have, a slip keeps the first: "fr" is no "ru"."""


def nearest(
    wrong: object, allowed: Iterable[object], *, limit: int = 12, unlisted: Iterable[object] = ()
) -> str:
    """Return a phrase naming what is allowed, led by the spelling nearest to `wrong`.

    The phrase is meant to end an error message: ``did you mean 'Library'? allowed: ...``. What is `unlisted` is allowed
    as well, and may be meant, but is not listed.
    """
    from deduce.ground.spelling import closest

    # Nobody reads a longer name, and comparing long texts takes long.
    names = [_cut(str(item)) for item in allowed]
    typed = _cut(str(wrong))
    close = closest(typed, [*(_cut(str(item)) for item in unlisted), *names], 0.5)
    if close is None:
        close = {name.casefold(): name for name in names}.get(typed.casefold())
    if close is not None and len(typed) <= CODE and close[:1].casefold() != typed[:1].casefold():
        close = None
    shown = as_is(", ".join(names[:limit]))
    more = say(", ... ({number} in all)", number=len(names)) if len(names) > limit else ""
    hint = run(say("did you mean {meant}?", meant=as_is(repr(close))), " ") if close is not None else ""
    return run(
        hint, say("allowed: {values}", values=run(shown, more)) if names else say("nothing is allowed here")
    )


def _cut(text: str, size: int = 60) -> str:
    return text if len(text) <= size else text[:size] + "..."
