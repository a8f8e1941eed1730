"""Players: greedy and planner (the random one is the library's own).

Greedy takes what gains most now, always draws, and answers when it is sure. The planner's move is the one that
advice names first.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.initiative.advice.advice import WIDTH, WORLDS, decide, vote
from deduce_models.initiative.advice.policy import RolloutPolicy, plain_weights
from deduce_models.initiative.advice.rollouts import answer
from deduce_models.initiative.rules.faces import compact
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import View

SURE = 0.95
"""From this posterior on greedy answers."""


@dataclass(frozen=True)
class GreedyPlayer:
    """Takes what gains most now: the rollout policy with every glyph worth the same, every card drawn."""

    name: str = "greedy"
    policy: RolloutPolicy = field(default_factory=lambda: RolloutPolicy(risk=1.0))

    def choose(self, view: View, rng: random.Random) -> Move:
        """A move of `view`; the same for equal views."""
        view = compact(view)
        if view.voters:
            return vote(view)
        best = answer(view)
        if best is not None and best[1] >= SURE:
            return best[0]
        return self.policy.choose(view, view.hand, plain_weights(view))


@dataclass(frozen=True)
class Planner:
    """What advice decides; see `deduce_models.initiative.advice.advice.decide`.

    Args:
        worlds: Worlds sampled a decision; each candidate is played out once in each.
        width: How many candidates are played out.
    """

    name: str = "planner"
    worlds: int = WORLDS
    width: int = WIDTH

    def choose(self, view: View, rng: random.Random) -> Move:
        """The move that advice of this budget would name first."""
        return decide(compact(view), rng, worlds=self.worlds, width=self.width)[0]


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": Planner,
}
