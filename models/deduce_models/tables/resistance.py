"""The Resistance: spies among the loyal; teams are voted on in the open, and sent on missions that spies may spoil."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from deduce import Exactly, count
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table

__all__ = ["GAME", "SPIES", "Missions", "Resistance"]

TEAMS = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: (3, 4, 4, 5, 5),
    9: (3, 4, 4, 5, 5),
    10: (3, 4, 4, 5, 5),
}
SPIES = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


class Missions(Rulebook):
    """Up to five missions, which the good want to succeed. `t.keep.evil`: by seat the fact that it may spoil them."""

    def begin(self, t: Table, evil: dict[int, Any]) -> Any:
        """The first mission; `return` it from rules."""
        t.keep.evil = evil
        t.open.successes, t.open.failures, t.open.leader = 0, 0, 1
        return self.mission

    @abstractmethod
    def ending(self, t: Table, won: bool) -> Any:
        """What comes after the missions."""

    def mission(self, t: Table) -> Any:
        """One mission."""
        n, mission = len(t.seats), t.open.successes + t.open.failures + 1
        team = yield voted(t, mission, TEAMS[n][mission - 1])
        if not team:
            return (yield self.ending(t, False))
        cards = []
        for seat in team:
            options = {"succeed": "succeed", "fail": (t.keep.evil[seat], "fail")}
            called = f"card of {t.name(seat)} in mission {mission}"
            cards.append((yield t.choose(seat, options, seen_by=seat, name=called)))
        fails = t.tell(EVERYBODY, count(*[card == "fail" for card in cards]), f"fails in mission {mission}")
        if fails >= (2 if n >= 7 and mission == 4 else 1):
            t.open.failures += 1
        else:
            t.open.successes += 1
        if 3 in (t.open.successes, t.open.failures):
            return (yield self.ending(t, t.open.successes == 3))
        return self.mission


class Resistance(Missions):
    """Three missions that succeed win for the loyal, three that fail for the spies, as do five teams refused in a row."""

    name, title, seats = "resistance", "The Resistance", range(5, 11)
    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "team": ["propose", "send", "take"],
        "yes": ["approve"],
        "no": ["reject"],
        "": ["vote", "votes"],
    }

    @override
    def rules(self, t: Table) -> Any:
        role = t.variables("role", t.seats, ["loyal", "spy"])
        number = SPIES[len(t.seats)]
        t.require(Exactly(number, role, "spy"), f"{number} are spies")
        yield t.deal(role)
        for seat in t.seats:
            t.show(seat, role[seat])
            for other in t.seats:
                if other != seat:
                    said = f"{t.name(seat)} sees that {t.name(other)} is a spy"
                    t.tell(seat, role[other] == "spy", said, when=role[seat] == "spy")
        t.keep.role = role
        return self.begin(t, {seat: role[seat] == "spy" for seat in t.seats})

    @override
    def ending(self, t: Table, won: bool) -> Any:
        yield
        spies = [t.show(EVERYBODY, t.keep.role[seat]) == "spy" for seat in t.seats]
        return [float(spy != won) for spy in spies]


def voted(t: Table, mission: int, size: int) -> Any:
    """Leaders in turn name teams until one has the votes of more than half; after five refusals an empty one."""
    teams = t.once(
        ("teams", size),
        lambda: {f"team {' '.join(map(t.name, c))}": c for c in combinations(t.seats, size)},
    )
    for attempt in range(1, 6):
        team = yield t.choose(t.open.leader, teams)
        t.open.leader = t.open.leader % len(t.seats) + 1
        called = f"vote {mission}.{attempt}"
        votes = yield t.together({seat: {"yes": 1, "no": 0} for seat in t.seats}, name=called)
        if 2 * sum(votes.values()) > len(t.seats):
            return team
    return ()


GAME = Resistance()
