"""Players for Shakespeare: random, greedy by immediate value, and one that plans."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare.day import EFFORT, Effort
from deduce_models.shakespeare.moves import Move
from deduce_models.shakespeare.planning import Planner
from deduce_models.shakespeare.valuation import Weights
from deduce_models.shakespeare.views import View

__all__ = ["PLAYERS", "PlannerPlayer"]


class PlannerPlayer:
    """Plays the best move that `Planner` ranks."""

    def __init__(
        self, *, weights: Weights | None = None, effort: Effort = EFFORT, name: str = "planner"
    ) -> None:
        self.name = name
        self.planner = Planner(weights=weights, effort=effort)

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        if len(view.moves) == 1:
            return view.moves[0]
        return self.planner.rank(view, rng.getrandbits(32))[0].move


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "planner": PlannerPlayer,
}
