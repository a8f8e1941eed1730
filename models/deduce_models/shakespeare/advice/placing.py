"""The best work of every craft that could be activated now, by the evaluation that all advice uses.

Two questions, by name: the best placement *now*, if nothing more is done today (every work is looked at, so the best is
proved to be so for the numbers that the planner believes), and the best for the rest of the *evening*, each work worth
what the best plan found after it makes of the day. Both value what is left of the game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from deduce.ground.errors import ProblemError, nearest
from deduce_models.shakespeare.advice.crafting import Crafted, works
from deduce_models.shakespeare.advice.day import GLIMPSE, Plan, acted, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import PlanState, plan_state
from deduce_models.shakespeare.advice.tomorrow import USUAL_WAGER
from deduce_models.shakespeare.advice.weights import Weights, usual_weights
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import PLAIN, TOKEN
from deduce_models.shakespeare.rules.setup import ACTOR, JEWELER

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.views import View

__all__ = ["HORIZONS", "Work", "best_works"]

Horizon = Literal["now", "evening"]

HORIZONS = ("now", "evening")
"""How far a work is judged: by itself, or with the rest of the day."""

CANDIDATES = 12
"""Works of a craft for which the rest of the day is planned."""


@dataclass(frozen=True, slots=True)
class Work:
    """One craft of a seat with its best works.

    Attributes:
        person: Who works; `token`: with a "+3" token.
        steps: The best works with all their moves, the best first.
        gains: For each the expected final prestige over an activation that does nothing and spends no token.
        looked: How many works were looked at: all of them, but for mirror images and equal wearers.
        proved: Whether none of them is worth more, for the numbers of the evaluation.
        reasons: The parts of the value that the best changes most, against doing nothing: they sum to its gain.
        after: The actions that follow the best in its plan of the evening.
    """

    person: int
    token: bool
    steps: tuple[Crafted, ...]
    gains: tuple[float, ...]
    looked: int
    proved: bool = True
    reasons: Mapping[str, float] = field(default_factory=dict)
    after: tuple[tuple[Move, ...], ...] = ()


def best_works(
    view: View,
    seat: int,
    *,
    weights: Weights | None = None,
    alternatives: int = 2,
    horizon: Horizon = "now",
) -> list[Work]:
    """The best works of every craft that `seat` could activate today, the craft that gains most first.

    Crafts that were activated today or rest are left out; of a craft with a token and without, both are listed.

    Args:
        view: A position in which actions are taken, or wagers made.
        seat: Whose crafts.
        weights: The numbers of the evaluation.
        alternatives: How many works beside the best are listed.
        horizon: ``now``: as if nothing more were done today; ``evening``: with the best plan found for the rest of the
            day after it, searched for the `CANDIDATES` works that are best now.

    Raises `ProblemError` for another horizon.
    """
    if horizon not in HORIZONS:
        raise ProblemError(f"horizon {horizon!r}: {nearest(horizon, HORIZONS)}")
    setup, board = view.setup, view.boards[seat - 1]
    evaluation = Evaluation(view, seat, weights if weights is not None else usual_weights())
    own = plan_state(view, seat)
    if horizon == "evening" and view.phase == phases.WAGER:
        own = own._replace(cylinders=setup.parts.cylinders if setup.solo else USUAL_WAGER)
    found = []
    for place, person in enumerate(board.troupe):
        role = setup.trades[person]
        if role < 0 or (board.used | board.resting) >> place & 1:
            continue
        active = own._replace(cylinders=max(0, own.cylinders - 1), used=own.used | 1 << place)
        first = setup.moves.activations[person]
        plain = Crafted(active, (first[PLAIN],))
        if setup.roles[person] == ACTOR:
            plain = acted(evaluation, active, person, plain.moves, 1)[0]
        nothing = _carried(evaluation, view, plain.own, horizon)
        helped = board.tokens > 0 and setup.roles[person] not in (ACTOR, JEWELER)
        for token in (False, True)[: 1 + helped]:
            begun = plain.own._replace(tokens=plain.own.tokens - token)
            money = setup.budget(own.troupe, person, token=token)
            all_works = works(evaluation, begun, role, money, width=math.inf)
            few = sorted(all_works, key=lambda step: -evaluation.value(step.own))
            if horizon == "evening":
                few = few[:CANDIDATES]
            ranked = sorted(
                ((_carried(evaluation, view, step.own, horizon), step) for step in few),
                key=lambda pair: -pair[0].value,
            )[: 1 + alternatives]
            head = (first[TOKEN],) if token else plain.moves
            found.append(
                Work(
                    person,
                    token,
                    tuple(Crafted(step.own, (*head, *step.moves)) for _, step in ranked),
                    tuple(round(plan.value - nothing.value, 3) for plan, _ in ranked),
                    len(all_works),
                    proved=len(few) == len(all_works) and horizon == "now",
                    reasons=_changes(evaluation, nothing, ranked[0][0]),
                    after=ranked[0][0].actions,
                )
            )
    return sorted(found, key=lambda work: -work.gains[0])


def _carried(evaluation: Evaluation, view: View, own: PlanState, horizon: Horizon) -> Plan:
    """What comes of the day with `own`: nothing more now, or the best plan of the rest of it."""
    if horizon == "evening":
        return plan_day(evaluation, view, GLIMPSE, own=own)[0]
    return Plan(evaluation.value(own), (), own, own)


def _changes(evaluation: Evaluation, nothing: Plan, best: Plan) -> dict[str, float]:
    """How the best plan changes each part of the value, the greatest change first."""
    before, after = evaluation.parts(nothing.end), evaluation.parts(best.end)
    changes = {part: round(after[part] - before[part], 3) for part in after}
    return {
        part: change for part, change in sorted(changes.items(), key=lambda each: -abs(each[1])) if change
    }
