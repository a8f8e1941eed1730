"""What earlier evenings tell of a person: counts, kept by name in a file of the writer's own.

How often a claim was a lie, in the name of which rooms, how often the truth, whether it named what had been named just
before, how often a doubt. What the counts mean is weighed in `person`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.records.profiles import beta_interval
from deduce.rulebook import State
from deduce_models.enigma.belief.habits import Habits, Named, Spoken, habits_of
from deduce_models.enigma.belief.lying import EXPECTED, PlayerKind
from deduce_models.enigma.belief.person import DOUBTS, TRUSTS, Person, weighed
from deduce_models.enigma.rules.moves import Kind

COUNTS = (
    "games",
    "lies",
    "truths",
    "doubts",
    "trusts",
    "repeated_lies",
    "repeated_truths",
    "passed_lies",
    "passed_truths",
)
"""What is counted of a person. `repeated` are claims of the room that had been named last, `passed` those of another room
where that one could have been named again."""
TABLES = ("rooms", "told")
"""What is counted by room: how often each was named falsely, and truly."""


@dataclass(frozen=True)
class Profile:
    """What was counted of one person in finished games; `order` are the names of all rooms."""

    games: float = 0.0
    lies: float = 0.0
    truths: float = 0.0
    doubts: float = 0.0
    trusts: float = 0.0
    repeated_lies: float = 0.0
    repeated_truths: float = 0.0
    passed_lies: float = 0.0
    passed_truths: float = 0.0
    rooms: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, float] = field(default_factory=dict)
    order: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((*(getattr(self, name) for name in COUNTS), self.order))

    def plus(self, other: Profile) -> Profile:
        """Both together."""
        counts: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in COUNTS}
        tables: dict[str, Any] = {}
        for table in TABLES:
            one, more = getattr(self, table), getattr(other, table)
            tables[table] = {name: one.get(name, 0.0) + more.get(name, 0.0) for name in (*one, *more)}
        return Profile(**counts, **tables, order=self.order or other.order)

    @classmethod
    def of(cls, counts: Mapping[str, Any], rooms: Sequence[str]) -> Profile:
        """The profile that a file holds. Raises `ProblemError` for what is none."""
        for name, value in counts.items():
            if name not in (*COUNTS, *TABLES):
                raise ProblemError(
                    f"a profile has no {name!r}: allowed are {', '.join((*COUNTS, *TABLES))}"
                )
            if name in COUNTS and not _counted(value):
                raise ProblemError(f"{name} of a profile is a number from 0, not {value!r}")
            if name in COUNTS:
                continue
            if not isinstance(value, Mapping):
                raise ProblemError(f"{name} of a profile are names with numbers, not {value!r}")
            for room, often in value.items():
                if room not in rooms:
                    raise ProblemError(f"a profile names the room {room!r}: allowed are {', '.join(rooms)}")
                if not _counted(often):
                    raise ProblemError(f"{name} of a profile have numbers from 0, not {often!r}")
        numbers: dict[str, Any] = {name: float(counts.get(name, 0)) for name in COUNTS}
        for name, whole in (("rooms", "lies"), ("told", "truths")):
            if sum(counts.get(name, {}).values()) > numbers[whole] + 1e-6:
                raise ProblemError(f"a profile has more {name} than {whole}")
        for whole in ("lies", "truths"):
            if numbers[f"repeated_{whole}"] + numbers[f"passed_{whole}"] > numbers[whole] + 1e-6:
                raise ProblemError(f"a profile has more repeated_{whole} and passed_{whole} than {whole}")
        tables: dict[str, Any] = {name: dict(counts.get(name, {})) for name in TABLES}
        return cls(**numbers, **tables, order=tuple(rooms))

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain values, as a file holds them."""
        return {
            **{name: round(getattr(self, name), 3) for name in COUNTS},
            **{name: dict(getattr(self, name)) for name in TABLES},
        }

    def with_claims(self, claims: Iterable[Spoken]) -> Profile:
        """These counts and some claims."""
        counts: dict[str, Any] = {name: getattr(self, name) for name in COUNTS}
        tables: dict[str, Any] = {name: dict(getattr(self, name)) for name in TABLES}
        for room, lie, before in claims:
            for what, table, share in (("lies", "rooms", lie), ("truths", "told", 1 - lie)):
                if share > 0:
                    counts[what] += share
                    name = self.order[room]
                    tables[table][name] = tables[table].get(name, 0.0) + share
                    if before >= 0:
                        counts[f"{'repeated' if room == before else 'passed'}_{what}"] += share
        return Profile(**counts, **tables, order=self.order)

    def and_now(self, habits: Habits) -> Profile:
        """What was counted then and this evening; claims of which nothing but their number is known count as that."""
        known = self.with_claims(habits.spoken)
        lies = sum(each.lie for each in habits.spoken)
        return replace(
            known,
            lies=known.lies + max(0.0, habits.lies - lies),
            truths=known.truths + max(0.0, habits.truths - (len(habits.spoken) - lies)),
            doubts=known.doubts + habits.doubts,
            trusts=known.trusts + habits.trusts,
        )

    def person(self, expected: Sequence[PlayerKind], habits: Habits) -> Person:
        """Who this person may be, by earlier evenings and by this one, among the kinds `expected`."""
        now = (habits.lies, habits.truths, habits.doubts, habits.trusts, habits.right, habits.wrong)
        return _person(self, tuple(expected), now, tuple(habits.spoken))

    def lying(self) -> tuple[float, float, float]:
        """How often it lies: the mean, and about where 90 % of the chance is."""
        return self.person(EXPECTED.kinds, Habits()).lying()

    def doubting(self) -> tuple[float, float, float]:
        """How often it doubts what it knows nothing of: the mean, and about where 90 % of the chance is."""
        return beta_interval(DOUBTS + self.doubts, TRUSTS + self.trusts)


@lru_cache(maxsize=256)
def _person(
    profile: Profile,
    expected: tuple[PlayerKind, ...],
    now: tuple[float, float, int, int, int, int],
    spoken: tuple[Spoken, ...],
) -> Person:
    habits = Habits(*now, spoken=list(spoken))
    return weighed(profile.and_now(habits), habits.right, habits.wrong, expected)


def _counted(value: object) -> bool:
    return not isinstance(value, bool) and isinstance(value, (int, float)) and 0 <= value < 1e6


def ranges() -> tuple[float, float, float]:
    """How often somebody lies of whom nothing is known: the mean over the kinds expected, the least and the most."""
    rates = [kind.lies for kind in EXPECTED.kinds]
    return sum(kind.share * kind.lies for kind in EXPECTED.kinds), min(rates), max(rates)


def profiles_of(states: Sequence[State], moves: Sequence[Any]) -> dict[int, Profile]:
    """What a whole finished game tells of each seat: every claim counts, since all cards are known afterwards."""
    last = states[-1].face
    rooms = tuple(last.setup.parts.room_names)
    spoken: dict[int, list[Spoken]] = {seat: [] for seat in range(1, last.setup.players + 1)}
    for before, move in zip(states, moves, strict=False):
        if getattr(move, "kind", None) is Kind.CLAIM:
            at, named = before.face, Named(last.setup)
            for event in at.log:
                named.read(event)
            spoken[at.turn].append(Spoken(move.what, float(move.what != at.cells[at.at]), named.before()))
    return {
        seat: Profile(1.0, doubts=each.doubts, trusts=each.trusts, order=rooms).with_claims(spoken[seat])
        for seat, each in habits_of(last.setup, last.log).items()
    }
