"""A record understood by its game: whose it is, and what a seat could see of it at any line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, Self, TypeVar

from deduce.ground.errors import ProblemError

__all__ = ["Replay"]

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
        """The last position as `seat` sees it; see `deduce.records.excerpt.seat_asked` for who is meant by None.

        Raises `ProblemError` for a seat whose knowledge the record does not hold.
        """

    def variants(self, number: int) -> Iterator[str]:
        """Texts that a line may have been meant to be, one thing said otherwise; none where a form tells them."""
        yield from ()

    def to_dict(self) -> dict[str, Any]:
        """Whose record it is, as plain values for JSON."""
        return {"players": list(self.names), "me": self.me}
