"""Players for Shakespeare: random, greedy by immediate value, and one that plans."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from deduce.games.base import Player
from deduce.players.simple import RandomPlayer
from deduce_models.shakespeare.advice import flat
from deduce_models.shakespeare.advice.among import Among
from deduce_models.shakespeare.advice.decisions import ACTING
from deduce_models.shakespeare.advice.learned import Search
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.wagering import usable
from deduce_models.shakespeare.rules.faces import compact
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.phases import ACTION, WAGER
from deduce_models.shakespeare.rules.views import View

PATIENT = Search(400, 6, 16)
"""How hard a patient player searches a day alone."""

SINGLE = Search(6, 3, 12)
"""How hard a greedy player searches for one activation."""


class PlannerPlayer:
    """Plays the best move that a `Planner` with these settings ranks.

    Alone nothing comes between the actions of a day but what the Queen draws, so it then keeps to the plan that it began
    the day with until something is learned or the day is another; among rivals it keeps to one action.
    """

    def __init__(self, *, name: str = "planner", **settings: Any) -> None:
        self.name = name
        self.planner = Planner(**settings)
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
        if view.phase == ACTION:
            kept = best.actions if view.setup.solo else best.actions[:1]
            moves = [move for action in kept for move in action]
            self._plan = [*moves, *([view.setup.moves.passing] if view.setup.solo else [])][1:]
        return best.move


class PatientPlayer(PlannerPlayer):
    """The planner that alone searches days ten times as hard; among rivals it is the planner."""

    def __init__(self, *, name: str = "patient", **settings: Any) -> None:
        super().__init__(name=name, **{"search": PATIENT, "samples": 40, **settings})


class GreedyPlayer:
    """Recruits and activates one at a time, by the learned value of what that leaves; wagers what it can use."""

    def __init__(self, *, name: str = "greedy") -> None:
        self.name = name
        self._decisions = Among(SINGLE, leaves=0)

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.moves`."""
        view = compact(view)
        if view.phase == WAGER:
            return view.moves[min(len(view.moves), usable(view, view.seat)) - 1]
        if view.phase not in ACTING:
            return self._decisions.decided(view)[0].move
        at = flat.position(view, view.seat)
        # One cylinder: what comes after the next activation is not looked at.
        at[flat.CYLINDERS] = min(at[flat.CYLINDERS], int(view.phase == ACTION))
        plan = self._decisions.day_plan(view, at, self._decisions.plans(view, at, SINGLE)[0])
        return plan.actions[0][0] if plan.actions else view.setup.moves.passing


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    "patient": PatientPlayer,
}
