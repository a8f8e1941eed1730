"""What earlier evenings tell of a person: how often a lie, a doubt, and which rooms are named whatever the card is.

A profile is counts, kept by name in a file of the writer's own. At the table the person is one
of the kinds that everybody may be of, weighed by these counts too, or a kind of its own that is made of them: with
chance ``n / (n + 3)`` after ``n`` claims. That kind tells the truth, or names a room of its own liking: rates are Beta
means, so few counts say little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.rulebook import State
from deduce_models.enigma.belief.habits import Habits, habits_of
from deduce_models.enigma.belief.lying import EXPECTED, PlayerKind
from deduce_models.enigma.rules.moves import Kind

__all__ = ["COUNTS", "Profile", "profiles_of", "ranges"]

COUNTS = ("games", "lies", "truths", "doubts", "trusts")
"""What is counted of a person; and how often each room was named falsely."""
LIES, TRUTHS = 0.7, 1.4
"""Beta counts of lies before anything is known of who has a profile; estimates of ours."""
DOUBTS, TRUSTS = 0.6, 2.4
EARLY = 3.0
"""After so many claims the kind of its own is as likely as all others together."""
SPREAD = 4.0
"""So many lies are taken to have been spread over all rooms alike."""


@dataclass(frozen=True)
class Profile:
    """What was counted of one person in finished games. `rooms` are the names of rooms that were named falsely."""

    games: float = 0.0
    lies: float = 0.0
    truths: float = 0.0
    doubts: float = 0.0
    trusts: float = 0.0
    rooms: Mapping[str, float] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.games, self.lies, self.truths, self.doubts, self.trusts, self.order))

    def plus(self, other: Profile) -> Profile:
        """Both together."""
        rooms = {
            name: self.rooms.get(name, 0.0) + other.rooms.get(name, 0.0)
            for name in (*self.rooms, *other.rooms)
        }
        counts = {name: getattr(self, name) + getattr(other, name) for name in COUNTS}
        return Profile(**counts, rooms=rooms, order=self.order or other.order)

    @classmethod
    def of(cls, counts: Mapping[str, Any], rooms: Sequence[str]) -> Profile:
        """The profile that a file holds. Raises `ProblemError` for what is none."""
        for name, value in counts.items():
            if name not in (*COUNTS, "rooms"):
                raise ProblemError(
                    f"a profile has no {name!r}: allowed are {', '.join((*COUNTS, 'rooms'))}"
                )
            if name != "rooms" and (
                isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6
            ):
                raise ProblemError(f"{name} of a profile is a number from 0, not {value!r}")
        liked = counts.get("rooms", {})
        if not isinstance(liked, Mapping):
            raise ProblemError(f"rooms of a profile are names with numbers, not {liked!r}")
        for name, value in liked.items():
            if name not in rooms:
                raise ProblemError(f"a profile names the room {name!r}: allowed are {', '.join(rooms)}")
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6:
                raise ProblemError(f"rooms of a profile have numbers from 0, not {value!r}")
        numbers = {name: float(counts.get(name, 0)) for name in COUNTS}
        return cls(**numbers, rooms=dict(liked), order=tuple(rooms))

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain values, as a file holds them."""
        return {**{name: round(getattr(self, name), 3) for name in COUNTS}, "rooms": dict(self.rooms)}

    def and_now(self, habits: Habits) -> Habits:
        """What was counted then and this evening."""
        return Habits(
            self.lies + habits.lies,
            self.truths + habits.truths,
            round(self.doubts) + habits.doubts,
            round(self.trusts) + habits.trusts,
            habits.right,
            habits.wrong,
        )

    def weight(self, habits: Habits) -> float:
        """The chance of the kind of its own."""
        claims = self.lies + self.truths + habits.lies + habits.truths
        return claims / (claims + EARLY)

    def kind(self, habits: Habits) -> PlayerKind:
        """The kind of its own."""
        whole = self.and_now(habits)
        lies = (LIES + whole.lies) / (LIES + TRUTHS + whole.lies + whole.truths)
        doubts = (DOUBTS + whole.doubts) / (DOUBTS + TRUSTS + whole.doubts + whole.trusts)
        # A liking meets the card by accident now and then, and is then no lie.
        liking = min(0.995, lies / (1 - self._met))
        return PlayerKind(liking, doubts, 0.0, rooms=self._liked)

    @cached_property
    def _liked(self) -> tuple[float, ...]:
        told = sum(self.rooms.values())
        even = SPREAD / len(self.order)
        return tuple((self.rooms.get(name, 0.0) + even) / (told + SPREAD) for name in self.order)

    @cached_property
    def _met(self) -> float:
        """How often a room of its liking lies there by accident."""
        return 1 / max(2, len(self.order))

    def lying(self) -> tuple[float, float, float]:
        """How often it lies: the mean, and about where 90 % of the chance is."""
        return _beta(LIES + self.lies, TRUTHS + self.truths)

    def doubting(self) -> tuple[float, float, float]:
        """How often it doubts what it knows nothing of: the mean, and about where 90 % of the chance is."""
        return _beta(DOUBTS + self.doubts, TRUSTS + self.trusts)


def _beta(yes: float, no: float) -> tuple[float, float, float]:
    mean = yes / (yes + no)
    wide = 1.645 * sqrt(mean * (1 - mean) / (yes + no + 1))
    return mean, max(0.0, mean - wide), min(1.0, mean + wide)


def ranges() -> tuple[float, float, float]:
    """How often somebody lies of whom nothing is known: the mean over the kinds expected, the least and the most."""
    rates = [kind.lies for kind in EXPECTED.kinds]
    return sum(kind.share * kind.lies for kind in EXPECTED.kinds), min(rates), max(rates)


def profiles_of(states: Sequence[State], moves: Sequence[Any]) -> dict[int, Profile]:
    """What a whole finished game tells of each seat: every claim counts, since all cards are known afterwards."""
    last = states[-1].face
    rooms = last.setup.parts.room_names
    habits = habits_of(last.setup, last.log)
    lies: dict[int, dict[str, float]] = {seat: {} for seat in habits}
    told = dict.fromkeys(habits, 0)
    for before, move in zip(states, moves, strict=False):
        if getattr(move, "kind", None) is Kind.CLAIM:
            at = before.face
            if move.what == at.cells[at.at]:
                told[at.turn] += 1
            else:
                lies[at.turn][rooms[move.what]] = lies[at.turn].get(rooms[move.what], 0.0) + 1
    return {
        seat: Profile(
            1.0,
            sum(lies[seat].values()),
            float(told[seat]),
            float(each.doubts),
            float(each.trusts),
            lies[seat],
            tuple(rooms),
        )
        for seat, each in habits.items()
    }
