"""The value on the last day: the final score by the rules; only the Queen's draw is an expectation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from deduce_models.shakespeare.advice.holdings import POUNDS_LEFT, SPARE, Desk, best_of
from deduce_models.shakespeare.advice.weights import PARTS

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.valuation import Valuer

__all__ = ["final_parts"]


def final_parts(valuer: Valuer, spot: Desk) -> dict[str, float]:
    """The parts of the final score if the seat does nothing more today, white quills and pay used best."""
    prestige, pounds, extra = valuer.evening(spot)
    worn, scene = valuer.wardrobe(spot.troupe, spot.costumes), valuer.scene(spot.stage)
    now = worn.quills if valuer.pending is None else valuer.pending
    ends = valuer.curtain(spot.spaces, now, extra)
    rest = spot.pounds + pounds
    if valuer.pending is None:
        rest += worn.pounds
    best: tuple[float, float, float, float] = (-math.inf, 0.0, 0.0, 0.0)
    drawn: dict[int, float] = {}
    for acts, earned, firsts, fulls in ends:
        for loss, counts in _pays(valuer, spot, rest + earned, firsts, fulls):
            objectives = sum(valuer.worth(item, counts) for item in valuer.objectives)
            spare = SPARE * counts[POUNDS_LEFT]
            total = acts + loss + objectives + spare
            if spot.drawn or valuer.promised:
                for item in valuer.deck:
                    value = total + valuer.worth(item, counts)
                    if value > drawn.get(item, -math.inf):
                        drawn[item] = value
            if total > best[0]:
                best = (total, acts, loss + spare, objectives)
    whole, points, loss, objectives = best
    if spot.drawn or valuer.promised:
        objectives += (spot.drawn + valuer.promised) * (best_of(list(drawn.values())) - whole)
    powers = worn.prestige if valuer.pending is None else 0
    return dict.fromkeys(PARTS, 0.0) | {
        "prestige": spot.prestige + (spot.used.bit_count() in valuer.bonus),
        "ambiance": float(prestige),
        "acts": points + powers,
        "yellow": float(scene.yellow + worn.yellow),
        "pay": loss,
        "objectives": objectives,
    }


def _pays(
    valuer: Valuer, spot: Desk, money: int, firsts: int, fulls: int
) -> list[tuple[float, tuple[float, ...]]]:
    """Prestige lost by unpaid characters, and the counts for objectives, for each number of paid ones."""
    crew = valuer.crew(spot.troupe)
    scene, worn = valuer.scene(spot.stage), valuer.wardrobe(spot.troupe, spot.costumes)
    paid = 0
    while paid < len(crew.costs) and crew.costs[paid] <= money:
        money -= crew.costs[paid]
        paid += 1
    found: list[tuple[float, tuple[float, ...]]] = []
    while True:
        unpaid = len(crew.costs) - paid
        counts = (
            firsts, worn.complete, scene.candles, scene.rows, crew.actors, crew.craftsmen,
            scene.yellow + worn.yellow, money, fulls, unpaid,
        )  # fmt: skip
        found.append((float(valuer.setup.parts.unpaid * unpaid), counts))
        if not paid or valuer.setup.options.payment == "forced" or not valuer.purse:
            return found
        paid -= 1
        money += crew.costs[paid]
