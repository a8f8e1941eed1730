"""What a log tells of how each seat claims and doubts: counts, from which models of people learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup, bits

__all__ = ["Habits", "habits_of", "lookers"]

MISTAKEN = 0.2
"""How often who minds what it has seen is wrong about it all the same."""


@dataclass(slots=True)
class Habits:
    """How many claims of a seat were lies and truths, and how many claims it doubted or let pass without having looked.

    Claims of which only chances are known count in parts. `right` and `wrong` count its doubts and silences about cards
    that it had looked at, once a check has shown what is true.
    """

    lies: float = 0.0
    truths: float = 0.0
    doubts: int = 0
    trusts: int = 0
    right: int = 0
    wrong: int = 0

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
    silent = out = claimant = 0
    for event in log:
        kind, seat = event.kind, event.seat
        if kind is What.CLAIM:
            claimant = seat
        elif kind is What.VERDICT:
            knowing = silent | out | looked[event.at]
            for other, habits in found.items():
                if other != claimant and not knowing >> other & 1:
                    doubted = seat != 0 and event.more >> other & 1
                    habits.doubts += doubted
                    habits.trusts += not doubted
                elif seat and other != claimant and looked[event.at] & ~(silent | out) & 1 << other:
                    mistaken = bool(event.more >> other & 1) == bool(event.more & 1)
                    habits.wrong += mistaken
                    habits.right += not mistaken
            if seat:
                if event.more & 1:
                    found[claimant].truths += 1
                else:
                    found[claimant].lies += 1
                silent |= 1 << (seat if event.more & 1 else claimant)
        elif kind in (What.QUIET, What.REST):
            silent &= ~(1 << seat)
        elif kind is What.FAIL:
            out |= 1 << seat
        look(looked, event)
    return found
