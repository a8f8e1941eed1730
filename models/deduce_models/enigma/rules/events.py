"""Events: what happened, in the order it happened, with what each seat may know of it.

The log of a game is a tuple of events. An event says what is public; `seen` is private, and `Event.masked`
blanks it for everybody whom it does not concern. Knowledge, records and belief read events and nothing else.
"""

from __future__ import annotations

from enum import IntEnum, unique
from typing import NamedTuple

HIDDEN = -1
"""In place of what a seat does not see."""

NOBODY = 100
"""Added to what is seen by nobody at all, the order of a shuffle, so that the log alone replays a game."""


@unique
class What(IntEnum):
    """The kinds of events. In brackets: what `at`, `what`, `more` and (private) `seen` mean."""

    TIME = 0
    """The Time marker moved (what: where to)."""
    REST = 1
    """A silenced seat had nothing to look at, and returned Silence."""
    PEEK = 2
    """A look that begins a naming (at: position; seen: room)."""
    QUIET = 3
    """The look of a silenced seat, which then returned Silence (at: position; seen: room)."""
    NAME = 4
    """A face-up card was named (at: position; what: room)."""
    SPEND = 5
    """Decryption was returned for an extra naming."""
    POINT = 6
    """A face-down card was named without a look (at: position)."""
    CLAIM = 7
    """A face-down card was named (at: position; what: room claimed)."""
    VERDICT = 8
    """All have declared (seat: who checks, 0 nobody; at: position; what: room claimed; more: mask of doubters,
    plus 1 if the claim proved true; seen: the room, for the one who checks; public when it proved true)."""
    LOOK = 9
    """A look by an effect (at: position; what: icon gained, -1 if not through the Library; more: tokens held
    before, as a mask of icons; seen: room)."""
    OPEN = 10
    """A card was turned face up (at: position; what: room)."""
    VIEW = 11
    """A Character was looked at (at: seat; what: slot of the card; seen: character)."""
    FLIP = 12
    """Another player's Chaos was flipped (at: seat)."""
    SWAP = 13
    """Two players exchanged Characters (at: the other seat; what, more: the slots given and taken)."""
    KEEP = 14
    """The Phantom's exchange was declined."""
    RENEW = 15
    """A new Character from the stack, the old one laid open (at: slot given up; what: its character; more: slot
    taken)."""
    GHOST = 16
    """The Ghost showed itself and took three cards (at: mask of positions; what: slot of the Ghost; seen: their
    rooms in base 16, first position lowest)."""
    LAY = 17
    """They were laid again, and the Ghost left for a new Character (at: mask of positions; more: slot drawn from
    the stack; seen: number of the permutation)."""
    CANCEL = 18
    """Chaos was returned to cancel the Machine."""
    ALLOW = 19
    """A seat that could cancel did not."""
    SHUFFLE = 20
    """Three cards were shuffled and laid face down (at: mask of positions; seen: `NOBODY` plus the number of the
    permutation, shown to no seat)."""
    MISSION = 21
    """A Character was shown and its mission begun (at: slot; what: character)."""
    REVEAL = 22
    """A card was revealed for a mission (at: position; what: room)."""
    CALL = 23
    """A card was named, then revealed (at: position; what: room; more: room named)."""
    ACCUSE = 24
    """A Character was named (at: seat; what: character named; more: slot; seen: 1 if right, public)."""
    FAIL = 25
    """The mission failed and the seat is out of the game."""
    WIN = 26
    """The mission succeeded."""
    END = 27
    """The turn ended."""
    TIMEOUT = 28
    """Time ran out (seat: the Saboteur who wins, 0 if nobody; at: mask of seats that could have won)."""
    SHOWN = 29
    """A Character was shown by mistake and taken back (at: slot; what: character). Records tell it; no move does."""


PRIVATE = frozenset({What.PEEK, What.QUIET, What.LOOK, What.VIEW, What.GHOST, What.LAY})


class Event(NamedTuple):
    """One event; see `What` for its fields."""

    kind: What
    seat: int
    at: int = -1
    what: int = -1
    more: int = 0
    seen: int = HIDDEN

    def masked(self, seat: int) -> Event:
        """The event as `seat` may know it."""
        if self.seen >= NOBODY and self.kind is What.SHUFFLE:
            return self._replace(seen=HIDDEN)
        if self.seen == HIDDEN or self.seat == seat:
            return self
        if self.kind in PRIVATE or (self.kind is What.VERDICT and not self.more & 1):
            return self._replace(seen=HIDDEN)
        return self
