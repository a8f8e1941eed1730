"""Models of how people lie and doubt: rates for each player, or kinds of players."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from deduce_models.enigma.belief.habits import Habits

if TYPE_CHECKING:
    from deduce_models.enigma.belief.profiles import Profile


@dataclass(frozen=True, slots=True)
class PlayerKind:
    """A kind of player: what share of its claims are lies, and of the claims it knows nothing of it doubts.

    `share` is how common the kind is. With `plain` its lies name any room, else rather those that gain something.

    Kinds made of one person's claims (`person`): with `rooms` (a weight a room) lies name these. Who is `blind` names
    them whatever the card is, and who `echoes` the room named last: `lies` is then how often it does so, and a claim of
    this kind may be true.
    """

    lies: float
    doubts: float
    share: float
    plain: bool = False
    rooms: tuple[float, ...] = ()
    blind: bool = False
    echoes: bool = False


@dataclass(frozen=True, slots=True)
class LieModel:
    """How people lie. `lies` and `truths` are the Beta counts before anything is known; estimates of ours.

    With `kinds` a player is of one of these instead, and what it did tells of which: one lie caught says more then, for
    who lies at every turn is a kind by itself. `alike` is the chance that all at a table are of one kind: people who play
    together play alike, so what one of them did tells of the others.

    `vigilance` is the chance that who knows a claim to be a lie, and may doubt, does; `suspicion` the chance that who
    does not know doubts; `motive` how many times likelier a lie is that gains what its Character needs (1: no matter).
    """

    name: str
    lies: float = 1.5
    truths: float = 3.5
    learns: bool = True
    vigilance: float = 0.75
    suspicion: float = 0.2
    motive: float = 1.0
    kinds: tuple[PlayerKind, ...] = ()
    alike: float = 0.0
    profiles: tuple[tuple[int, Profile], ...] = ()

    def knowing(self, profiles: Mapping[int, Profile]) -> LieModel:
        """This model of people of whom earlier evenings are known, by seat; who made no claim there stays a stranger."""
        told = [(seat, each) for seat, each in sorted(profiles.items()) if each.lies + each.truths]
        return replace(self, profiles=tuple(told)) if told else self

    def kinds_of(self, seat: int, habits: Habits) -> tuple[PlayerKind, ...]:
        """The kinds that a seat may be of: more where earlier evenings are known, made of these and of `habits`."""
        profile = dict(self.profiles).get(seat)
        return self.kinds if profile is None else profile.person(self.kinds, habits).kinds

    def are(self, habits: Habits) -> list[float]:
        """The chance of each of `kinds` after what was seen of a player, in their order."""
        return self.at_table({0: habits})[0]

    def at_table(self, habits: Mapping[int, Habits]) -> dict[int, list[float]]:
        """The chance of each of its `kinds_of` for every seat of `habits`, after what was seen of all of them.

        Who is known from earlier evenings is judged alone, by these too.
        """
        known = dict(self.profiles)
        found = self._at_table({seat: each for seat, each in habits.items() if seat not in known})
        for seat in habits.keys() & known.keys():
            found[seat] = known[seat].person(self.kinds, habits[seat]).chances
        return found

    def _at_table(self, habits: Mapping[int, Habits]) -> dict[int, list[float]]:
        shares = [kind.share for kind in self.kinds]
        told = {
            seat: [each.likelihood(kind.lies, kind.doubts, plain=kind.plain) for kind in self.kinds]
            for seat, each in habits.items()
        }
        apart = {
            seat: sum(s * one for s, one in zip(shares, row, strict=True)) for seat, row in told.items()
        }
        one = [s * math.prod(row[k] for row in told.values()) for k, s in enumerate(shares)]
        same, each_own = self.alike * sum(one), (1 - self.alike) * math.prod(apart.values())
        found = {}
        for seat, row in told.items():
            mine = [
                self.alike * together + each_own * s * here / apart[seat]
                for together, s, here in zip(one, shares, row, strict=True)
            ]
            found[seat] = [chance / (same + each_own) for chance in mine]
        return found

    def lying(self, habits: Habits) -> float:
        """The chance that the next claim of a player is a lie."""
        if self.kinds:
            return sum(p * kind.lies for p, kind in zip(self.are(habits), self.kinds, strict=True))
        lies, truths = self.lies + habits.lies, self.truths + habits.truths
        return lies / (lies + truths)

    def doubting(self, habits: Habits) -> float:
        """The chance that a player doubts a claim of which it knows nothing."""
        if self.kinds:
            return sum(p * kind.doubts for p, kind in zip(self.are(habits), self.kinds, strict=True))
        return (DOUBTS + habits.doubts) / (DOUBTS + TRUSTS + habits.doubts + habits.trusts)

    def objection(self, *, doubted: bool) -> float:
        """How much likelier a doubt, or a silence, is of a seat that knows a lie than of one that does not know."""
        if doubted:
            return self.vigilance / max(self.suspicion, 0.05)
        return (1 - self.vigilance) / max(1 - self.suspicion, 0.05)


DOUBTS, TRUSTS = 0.6, 3.4
"""Beta counts of how often a seat that does not know doubts, before anything is seen; estimates of ours."""

MODELS: Final = {
    "honest": LieModel("honest"),
    "motive": LieModel("motive", motive=3.0),
    # A doubter is indifferent: a caught lie is worth what being silenced costs.
    "equilibrium": LieModel("equilibrium", 0.5, 0.5, learns=False),
}


EXPECTED: Final = LieModel(
    "expected",
    vigilance=0.95,
    alike=0.5,
    kinds=(
        PlayerKind(lies=0.02, doubts=0.03, share=0.05),
        PlayerKind(lies=0.12, doubts=0.10, share=0.06),
        PlayerKind(lies=0.25, doubts=0.28, share=0.69),
        PlayerKind(lies=0.89, doubts=0.50, share=0.20, plain=True),
    ),
)
"""What players expect of others before they have seen anything: kinds as the players here were measured, from the careful
one to the one that says and doubts anything; see the page.

Set by hand by those measurements; what they matter: ``python -m benchmarks.climb enigma.lying``."""
