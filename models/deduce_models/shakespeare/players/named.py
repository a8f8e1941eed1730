"""Players for Shakespeare: random, greedy by immediate value, and one that plans."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare.advice.day import ONE
from deduce_models.shakespeare.advice.learned import Search
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.wagering import usable
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules.faces import compact
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.phases import ACTION, WAGER
from deduce_models.shakespeare.rules.views import View

__all__ = ["PLAYERS", "GreedyPlayer", "PatientPlayer", "PlannerPlayer"]

PATIENT = Search(400, 6, 16)
"""How hard a patient player searches a day alone."""

SINGLE: Mapping[str, Any] = {
    "effort": ONE,
    "ahead": ONE,
    "known": ONE,
    "samples": 0,
    "rivals": False,
}
"""A planner that looks at single actions."""


class PlannerPlayer:
    """Plays the best move that a `Planner` with these settings ranks.

    Alone nothing comes between the actions of a day but what the Queen draws, so it then keeps to the plan that it began
    the day with until something is learned or the day is another.

    Args:
        name: Its name.
        keeps: Whether it keeps to plans.
        settings: Those of `Planner`.
    """

    def __init__(self, *, name: str = "planner", keeps: bool = True, **settings: Any) -> None:
        self.name = name
        self.planner = Planner(**settings)
        self._keeps = keeps
        self._plan: list[Move] = []
        self._begun: object = None

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        view = compact(view)
        # What stays as it is while a plan is carried out, and is another in any other day or game.
        begun = (view.day, view.deck, view.set_bag, view.costume_bag, view.dealings)
        if begun != self._begun or not self._plan or self._plan[0] not in view.moves:
            self._plan, self._begun = [], begun
        if self._plan:
            return self._plan.pop(0)
        if len(view.moves) == 1:
            return view.moves[0]
        best = self.planner.best(view, rng.getrandbits(32))
        if self._keeps and view.setup.solo and view.phase == ACTION:
            moves = [move for action in best.actions for move in action]
            self._plan = [*moves, view.setup.moves.passing][1:]
        return best.move


class PatientPlayer(PlannerPlayer):
    """The planner that alone searches days ten times as hard; among rivals it is the planner."""

    def __init__(self, *, name: str = "patient", **settings: Any) -> None:
        super().__init__(name=name, **{"search": PATIENT, "samples": 40, **settings})


class GreedyPlayer(PlannerPlayer):
    """The best single action by the value of what it leaves; it wagers as many cylinders as it can use.

    Args:
        weights: The numbers of the valuation; by default the planner's alone, and among rivals `Weights()`, the guesses
            of old, so that it stays the opponent it has been.
        name: Its name.
    """

    def __init__(self, *, weights: Weights | None = None, name: str = "greedy") -> None:
        super().__init__(weights=weights, **SINGLE, keeps=False, name=name)
        self._among = self.planner if weights is not None else Planner(weights=Weights(), **SINGLE)
        self._alone = self.planner

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        view = compact(view)
        if view.phase == WAGER:
            return view.moves[min(len(view.moves), usable(view, view.seat)) - 1]
        self.planner = self._alone if view.setup.solo else self._among
        return super().choose(view, rng)


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    "patient": PatientPlayer,
}
