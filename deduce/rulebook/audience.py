"""Who sees what: a seat, several seats, everybody, nobody; as a set of bits, bit 0 the bystander's."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from deduce.rulebook.faults import RulesError, where


class Audience(Enum):
    """The type of `EVERYBODY` and `NOBODY`."""

    EVERYBODY = -1
    NOBODY = 0

    def __repr__(self) -> str:
        return self.name


EVERYBODY: Final = Audience.EVERYBODY
"""All seats, and whoever looks on."""
NOBODY: Final = Audience.NOBODY
"""No seat at all."""

Who = int | Iterable[int] | Audience
"""A seat, seats, `EVERYBODY` or `NOBODY`."""

ALL: Final = -1
"""The mask of everybody: every bit is set."""


def audience(who: Who, seats: range) -> int:
    """The bits of `who`. Raises `RulesError` for what is no seat."""
    if type(who) is int and who in seats:
        return 1 << who
    if who is EVERYBODY:
        return ALL
    if who is NOBODY:
        return 0
    mask = 0
    given: object = who  # a name is none, and its letters are not either
    for seat in given if isinstance(given, Iterable) and not isinstance(given, str) else (given,):
        if not isinstance(seat, int) or seat not in seats:
            raise RulesError(
                f"{seat!r} is no seat: expected {seats.start} to {seats.stop - 1}, EVERYBODY or NOBODY",
                where(),
            )
        mask |= 1 << seat
    return mask
