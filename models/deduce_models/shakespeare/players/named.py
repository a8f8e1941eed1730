"""Players for Shakespeare: random, greedy by immediate value, and one that plans."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare.advice.day import ONE
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.phases import WAGER
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA
from deduce_models.shakespeare.rules.views import View

__all__ = ["PLAYERS", "GreedyPlayer", "PlannerPlayer"]


class PlannerPlayer:
    """Plays the best move that a `Planner` with these settings ranks."""

    def __init__(self, *, name: str = "planner", **settings: Any) -> None:
        self.name = name
        self.planner = Planner(**settings)

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        if len(view.moves) == 1:
            return view.moves[0]
        return self.planner.rank(view, rng.getrandbits(32))[0].move


class GreedyPlayer(PlannerPlayer):
    """The best single action by the value of what it leaves; it wagers as many cylinders as it can use."""

    def __init__(self, *, weights: Weights | None = None, name: str = "greedy") -> None:
        super().__init__(
            weights=weights, effort=ONE, ahead=ONE, known=ONE, samples=0, rivals=False, name=name
        )

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        if view.phase != WAGER:
            return super().choose(view, rng)
        board, setup = view.board, view.setup
        ready = sum(
            not board.resting >> place & 1 and setup.roles[person] not in (ASSISTANT, EXTRA)
            for place, person in enumerate(board.troupe)
        )
        return view.moves[max(1, min(len(view.moves), ready)) - 1]


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
}
