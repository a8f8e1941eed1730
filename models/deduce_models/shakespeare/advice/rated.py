"""Moves with what they are worth, and the plan of the day behind each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.wagers import Equilibrium
    from deduce_models.shakespeare.rules.moves import Move

Actions = tuple[tuple["Move", ...], ...]
"""Whole actions: each a tuple of moves."""


class DayPlan(NamedTuple):
    """A plan of the rest of a day: its value, its whole actions, and the parts of the value."""

    value: float
    actions: Actions
    parts: Mapping[str, float]


class RatedMove(NamedTuple):
    """A move with its expected final prestige.

    Attributes:
        value: Expected final prestige; among rivals less a share of what they can still do (`among.SHARE`), and at the
            wager the payoff of that game, so that it compares moves and is no forecast.
        error: Standard error of `value` over the sampled draws of the next day; 0 when nothing was sampled. The
            error of the estimate of the days after that is not in it.
        sampled: How many next days were sampled.
        plan: The plan of the day behind it, None for small decisions.
        wagers: At the wager: the mixed wagers of all seats.
    """

    move: Move
    value: float
    error: float = 0.0
    sampled: int = 0
    plan: DayPlan | None = None
    wagers: Equilibrium | None = None

    @property
    def actions(self) -> Actions:
        """The whole actions of the plan behind it."""
        return self.plan.actions if self.plan else ()
