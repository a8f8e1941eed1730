"""Which part of a record a question is about: whose view (``--seat``), and how far (``--until``)."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.wording import say
from deduce.records.record import Record
from deduce.records.words import quote, whole_number

__all__ = ["last_line", "line_limit", "seat_asked"]


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
        raise RecordError(
            say(
                "until {until}: expected a line number from 1 to {last}",
                until=quote(until), last=len(record.lines),
            ),
            source=record.source,
        )  # fmt: skip
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
