"""What a log tells of how each seat claims and doubts: counts, from which models of people learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.tokens import Tokens

MISTAKEN = 0.2
"""How often who minds what it has seen is wrong about it all the same."""


class Spoken(NamedTuple):
    """A claim whose fate is known: the room named, the chance that it was a lie, and the room named last before it.

    `before` is -1 where nothing had been named, or what had been could not be named again.
    """

    room: int
    lie: float
    before: int


class Named:
    """What was named last, and may be named again, as a log goes on."""

    def __init__(self, setup: Setup) -> None:
        self._again, self._last = setup.claim_face_up, -1
        self.shown: dict[int, int] = {}

    def before(self) -> int:
        """The room named last, -1 where there is none or it lies open."""
        return self._last if self._again or self._last not in self.shown.values() else -1

    def read(self, event: Event) -> None:
        """Go on by one event."""
        kind = event.kind
        if kind is What.CLAIM:
            self._last = event.what
        elif kind in (What.OPEN, What.REVEAL, What.CALL) or (kind is What.VERDICT and event.more & 1):
            self.shown[event.at] = event.what
        elif kind in (What.GHOST, What.SHUFFLE):
            for cell in bits(event.at):
                self.shown.pop(cell, None)


@dataclass(slots=True)
class Habits:
    """How many claims of a seat were lies and truths, and how many claims it doubted or let pass without having looked.

    Claims of which only chances are known count in parts. `right` and `wrong` count its doubts and silences about cards
    that it had looked at, once a check has shown what is true. `spoken` are the claims themselves.
    """

    lies: float = 0.0
    truths: float = 0.0
    doubts: int = 0
    trusts: int = 0
    right: int = 0
    wrong: int = 0
    spoken: list[Spoken] = field(default_factory=list, compare=False)

    def speaks(self, spoken: Spoken) -> None:
        """Count a claim."""
        self.lies += spoken.lie
        self.truths += 1 - spoken.lie
        self.spoken.append(spoken)

    def likelihood(self, lying: float, doubting: float, *, plain: bool = False) -> float:
        """The chance of these counts for a seat with these rates, both above 0 and below 1.

        Who is `plain` doubts what it knows to be true, and trusts what it knows to be false, as anything else.
        """
        said = lying**self.lies * (1 - lying) ** self.truths
        known = (
            0.5 ** (self.right + self.wrong)
            if plain
            else (1 - MISTAKEN) ** self.right * MISTAKEN**self.wrong
        )
        return float(said * doubting**self.doubts * (1 - doubting) ** self.trusts * known)


def lookers(setup: Setup, log: Sequence[Event]) -> list[int]:
    """For each position the mask of seats that have looked at its card since it was last laid; public."""
    found = [0] * setup.cells
    for event in log:
        look(found, event)
    return found


def look(seen: list[int], event: Event) -> None:
    """Go on with the masks of `lookers` by one event."""
    kind = event.kind
    if kind in (What.PEEK, What.QUIET, What.LOOK) or (kind is What.VERDICT and event.seat):
        seen[event.at] |= 1 << event.seat
    elif kind in (What.GHOST, What.SHUFFLE):
        for cell in bits(event.at):
            seen[cell] = 1 << event.seat if kind is What.GHOST else 0


def habits_of(setup: Setup, log: Sequence[Event]) -> dict[int, Habits]:
    """The habits of every seat by the log: claims that were checked, and doubts of cards the seat had not looked at."""
    found = {seat: Habits() for seat in range(1, setup.players + 1)}
    looked = [0] * setup.cells
    named, tokens, before = Named(setup), Tokens(setup), -1
    for event in log:
        if event.kind is What.CLAIM:
            before = named.before()
        elif event.kind is What.VERDICT:
            seat, claimant, mute = event.seat, tokens.claimant, tokens.silent | tokens.out
            knowing = mute | looked[event.at]
            for other, habits in found.items():
                if other != claimant and not knowing >> other & 1:
                    doubted = seat != 0 and event.more >> other & 1
                    habits.doubts += doubted
                    habits.trusts += not doubted
                elif seat and other != claimant and looked[event.at] & ~mute & 1 << other:
                    mistaken = bool(event.more >> other & 1) == bool(event.more & 1)
                    habits.wrong += mistaken
                    habits.right += not mistaken
            if seat:
                found[claimant].speaks(Spoken(event.what, 1.0 - (event.more & 1), before))
        tokens.read(event)
        look(looked, event)
        named.read(event)
    return found
