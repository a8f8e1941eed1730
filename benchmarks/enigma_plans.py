"""Opponents of another kind for `enigma_exploit`: a plan of play on hard knowledge, that believes nothing and nobody.

It knows what is proven and no more: no chances of lies, no search, no values of positions. What is left to train is how
often it lies (for the effect that suits its mission best), how often it doubts what may be true, and how likely by
what is proven its mission must be before it tries, with other limits for the last round. All else is `careful`'s.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, fields, replace

import numpy as np

from deduce.rulebook import View
from deduce_models.enigma.players.careful import Careful, Mind
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView, seen

NEAR = 0.12
"""How far plans near the best one lie from it."""


@dataclass(frozen=True)
class Plan:
    """Chances of a lie and of a doubt, early (all but the last two rounds) and late; how likely a mission must be."""

    lie: float = 0.0
    late_lie: float = 0.0
    doubt: float = 0.0
    late_doubt: float = 0.0
    dare: float = 1.0
    last_dare: float = 1.0

    @classmethod
    def drawn(cls, rng: random.Random) -> Plan:
        """A plan anywhere in the family."""
        return cls(*(rng.random() for _ in fields(cls)))

    def near(self, rng: random.Random) -> Plan:
        """A plan near this one."""
        return replace(
            self,
            **{
                each.name: min(1.0, max(0.0, getattr(self, each.name) + rng.gauss(0, NEAR)))
                for each in fields(self)
            },
        )

    def player(self) -> Planned:
        """Who plays by it."""
        return Planned(self)


@dataclass
class Planned:
    """Plays by a plan."""

    plan: Plan
    name: str = "plan"

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        view, plan = seen(view), self.plan
        if len(view.moves) == 1:
            return view.moves[0]
        left = view.setup.last_time - 1 - view.time
        kinds = {move.kind: move for move in view.moves}
        if Kind.CLAIM in kinds and rng.random() < (plan.lie if left > 1 else plan.late_lie):
            mind = Mind(view)
            return max(view.moves, key=lambda move: mind.effect(move.what))
        if Kind.DOUBT in kinds:
            chance = float(Mind(view).cells[view.at, view.room])
            often = plan.doubt if left > 1 else plan.late_doubt
            doubts = chance == 0 or (chance < 1 and rng.random() < often)
            return kinds[Kind.DOUBT if doubts else Kind.TRUST]
        if Kind.MISSION in kinds:
            if likely(Mind(view)) >= (plan.dare if left > 0 else min(plan.dare, plan.last_dare)) - 1e-9:
                return kinds[Kind.MISSION]
            view = view._replace(moves=tuple(move for move in view.moves if move.kind is not Kind.MISSION))
        return Careful().choose(view, rng)


def likely(mind: Mind) -> float:
    """How likely the mission succeeds by what is proven, card for card as if these were apart."""
    view = mind.view
    chance = float(np.prod([mind.cells[:, room].max() for room in mind.needed]))
    if mind.person.calls:
        down = sorted(mind.cells[at].max() for at in range(mind.setup.cells) if view.open[at] < 0)
        others = max(0, len(down) - len(mind.needed))
        calls = min(mind.person.calls, others)
        chance *= float(np.prod(down[len(down) - len(mind.needed) - calls : len(down) - len(mind.needed)]))
    if mind.person.accuses:
        able = bits(view.chaos & ~view.out & ~(1 << view.seat))
        chance *= max((float(mind.people[view.held[seat - 1]].max()) for seat in able), default=0.0)
    return chance
