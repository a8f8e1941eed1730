"""A record understood by its game: whose it is, what a seat could see of it at any line, and which of that is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.wording import passage, say
from deduce.records.record import Record
from deduce.records.words import quote, whole_number

if TYPE_CHECKING:
    from deduce.ground.report import Report

__all__ = ["Replay", "as_far_as_told", "last_line", "line_limit", "seat_asked"]

V_co = TypeVar("V_co", covariant=True)


class Replay(ABC, Generic[V_co]):
    """What `Answers.read` gives: a record checked against the rules of its game. Frozen.

    Each game has one class of this name in its room `records/`; whatever answers a question about a record is
    a function over it, so that every answer starts from the same understanding of the text.
    """

    names: tuple[str, ...]
    """The players as the record calls them, seat 1 first."""
    me: int | None
    """The writer's seat; 0 for a bystander's notes, None for a complete record, in which everything is told."""

    def __repr__(self) -> str:
        if self.me is None:
            whose = "complete"
        else:
            whose = f"notes of {self.names[self.me - 1]}" if self.me else "a bystander's notes"
        return f"<{', '.join(self.names)}: {whose}>"

    @property
    def played(self) -> tuple[Sequence[Any], Sequence[Any]]:
        """The positions of a complete record, the last one at least, and the moves between them.

        Raises `ProblemError` for one seat's notes, which leave open what the others hold.
        """
        if self.me is not None:
            raise ProblemError("these are one seat's notes; a game goes on from a complete record only")
        last: Any = getattr(self, "last")  # noqa: B009 - where a game keeps it
        return (last,), ()

    @property
    def missing(self) -> tuple[str, ...]:
        """What the writer saw and did not note, a sentence each, with its line; games look for what matters."""
        return ()

    @abstractmethod
    def upto(self, until: str | None) -> Self:
        """The record as it stood after line or moment `until` (None: the whole). Raises `ProblemError`."""

    @abstractmethod
    def view(self, seat: int | None = None) -> V_co:
        """The last position as `seat` sees it; see `seat_asked` for who is meant by None.

        Raises `ProblemError` for a seat whose knowledge the record does not hold.
        """

    def variants(self, number: int) -> Iterator[str]:
        """Texts that a line may have been meant to be, one thing said otherwise; none where a form tells them."""
        yield from ()

    def to_dict(self) -> dict[str, Any]:
        """Whose record it is, as plain values for JSON."""
        return {"players": list(self.names), "me": self.me}


def line_limit(until: str) -> int | None:
    """The line number in ``12`` or ``line 12``; None when `until` says something else."""
    word, _, digits = until.strip().casefold().rpartition(" ")
    return whole_number(digits) if word in ("", "line") else None


def last_line(record: Record, until: str | None) -> int:
    """The number of the last line of `record` that counts. Raises `RecordError` when `until` names none."""
    if until is None:
        return len(record.lines)
    limit = line_limit(until)
    if limit is None or not 1 <= limit <= len(record.lines):
        key = "until {until}: expected a line number from 1 to {last}"
        raise RecordError(say(key, until=quote(until), last=record.last), source=record.source)
    return limit


def seat_asked(
    seat: int | None,
    *,
    seats: int,
    writer: int | None,
    otherwise: int = 0,
    names: Sequence[str] = (),
    complete: str = "a complete record",
    public: bool = True,
) -> int:
    """The seat whose view of a record is wanted.

    Args:
        seat: What was asked for; None where nothing was: then the writer, or of a complete record `otherwise`.
        seats: How many play.
        writer: Whose notes the record is, 0 for a bystander's; None for a complete record.
        otherwise: The seat meant in a complete record when none was asked for.
        names: The players' names, for the message.
        complete: What a complete record has that this one has not, for the message.
        public: Whether one seat's notes can also be read as a bystander sees the game (seat 0).

    Raises `ProblemError`: there is no such seat, or the notes of one seat do not tell what another saw.
    """
    if seat is None:
        return otherwise if writer is None else writer
    if not 0 <= seat <= seats:
        raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {seats}")
    if writer is None or seat == writer or (public and seat == 0):
        return seat
    name = "a bystander" if writer == 0 else names[writer - 1] if names else f"seat {writer}"
    raise ProblemError(f"this is the record of {name}; another seat's view needs {complete}")


def as_far_as_told(record: Record, until: str | None, ask: Callable[[str | None], Report]) -> Report:
    """What `ask` answers; where the last event waits for a line still to come, of what was known before, and that said.

    Nothing is wrong yet: the page leaves its sheet as it was and says the same.
    """
    from deduce.ground.report import Report

    try:
        return ask(until)
    except RecordError as error:
        before = [line.number for line in record.events if line.number < error.line]
        if not error.waits or not before:
            raise
        report = ask(str(before[-1]))
        note = say("Above is what was known before line {line}: {why}.", line=error.line, why=error.message)
        waiting = {"line": error.line, "for": error.waits}
        return Report(
            passage([report.text, "", note]), {**report.data, "waiting_line": waiting}, report.status
        )
