"""Which of the drawn objectives to keep, and which of the others goes under the deck first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.rated import RatedMove
from deduce_models.shakespeare.rules import phases

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.weights import Weights
    from deduce_models.shakespeare.rules.views import View

__all__ = ["parted"]


def parted(
    view: View, weights: Weights, effort: Effort, *, kept: bool, stop: float = math.inf
) -> list[RatedMove]:
    """Each of the drawn objectives that have no place yet, kept (or put under the deck before the others).

    It is worth the best plan for the rest of the day, and what it changes in what later draws bring: the others lie
    under the deck then, in their order.

    Args:
        view: At the choice which to keep, or which goes under the deck first.
        weights: The numbers of the valuation.
        effort: How hard the rest of the day is searched.
        kept: Whether they are kept.
        stop: Past it (of `time.monotonic`) plans are cut short.
    """
    evaluation = Evaluation(view, view.seat, weights)
    own, acting = plan_state(view, view.seat), view._replace(phase=phases.ACTION)
    held, deck = evaluation.objectives, evaluation.deck
    items = [move.item for move in view.moves]
    plans, later = [], []
    for item in items:
        others = [other for other in items if other != item]
        if kept:
            evaluation.objectives = (*held, item)
        evaluation.deck = deck._replace(under=(*deck.under, *([] if kept else [item]), *others))
        plans.append(plan_day(evaluation, acting, effort, own=own, stop=stop)[0].value)
        later.append(evaluation.later_draws(own))
    # Later draws are in the values already, as what a Queen does: only what the choice changes of them counts.
    usual = sum(later) / len(later)
    return [
        RatedMove(move, plan + more - usual)
        for move, plan, more in zip(view.moves, plans, later, strict=True)
    ]
