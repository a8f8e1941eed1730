"""The value on the last day: the final score by the rules; only the Queen's draw is an expectation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from deduce_models.shakespeare.advice.plan_state import POUNDS_LEFT, SPARE, PlanState
from deduce_models.shakespeare.rules.scoring import payments

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.evaluation import Evaluation

__all__ = ["final_parts"]


def final_parts(evaluation: Evaluation, own: PlanState) -> tuple[float, ...]:
    """The final score if the seat does nothing more today, white quills and pay used best: parts as in `PARTS`."""
    prestige, pounds, extra = evaluation.evening(own)
    worn, scene = evaluation.wardrobe(own.troupe, own.costumes), evaluation.scene(own.stage)
    now = worn.quills if evaluation.pending is None else evaluation.pending
    ends = evaluation.rehearsals.curtain(own.spaces, now, extra)
    rest = own.pounds + pounds
    if evaluation.pending is None:
        rest += worn.pounds
    best: tuple[float, float, float, float] = (-math.inf, 0.0, 0.0, 0.0)
    drawn: dict[int, float] = {}
    for acts, earned, firsts, fulls in ends:
        for loss, counts in _pays(evaluation, own, rest + earned, firsts, fulls):
            objectives = sum(evaluation.objective_value(item, counts) for item in evaluation.objectives)
            spare = SPARE * counts[POUNDS_LEFT]
            total = acts + loss + objectives + spare
            if own.drawn or evaluation.promised:
                for item in evaluation.deck.items:
                    value = total + evaluation.objective_value(item, counts)
                    if value > drawn.get(item, -math.inf):
                        drawn[item] = value
            if total > best[0]:
                best = (total, acts, loss + spare, objectives)
    whole, points, loss, objectives = best
    if own.drawn or evaluation.promised:
        objectives += evaluation.deck.worth(
            lambda item: drawn[item] - whole, own.drawn + evaluation.promised
        )
    powers = worn.prestige if evaluation.pending is None else 0
    return (
        own.prestige + (own.used.bit_count() in evaluation.bonus),
        float(prestige),
        points + powers,
        0.0,
        0.0,
        float(scene.yellow + worn.yellow),
        loss,
        objectives,
        0.0,
        0.0,
    )


def _pays(
    evaluation: Evaluation, own: PlanState, money: int, firsts: int, fulls: int
) -> list[tuple[float, tuple[float, ...]]]:
    """Prestige lost by unpaid characters, and the counts for objectives, for each number of paid ones."""
    crew = evaluation.troupe.crew(own.troupe)
    setup = evaluation.setup
    found: list[tuple[float, tuple[float, ...]]] = []
    for paid, pounds in payments(setup, crew.costs, money):
        unpaid = len(crew.costs) - paid
        counts = evaluation.counts(own, firsts, fulls, pounds, unpaid)
        found.append((float(setup.parts.unpaid * unpaid), counts))
        if not evaluation.purse:
            break
    return found
