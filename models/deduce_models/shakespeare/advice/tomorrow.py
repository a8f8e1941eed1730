"""Looking one day further: the evening of a plan by the rules, sampled draws, and a quick plan of the next day.

On the day before the last the next offers are known exactly (both bags are emptied), so only the display is
sampled.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import PlanState
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["USUAL_WAGER", "Future", "awake", "draw_elements", "futures", "look_ahead"]

USUAL_WAGER = 3
"""Cylinders with which a next day among rivals is planned."""


class Future(NamedTuple):
    """A sampled next day, as a view-like position, with its evaluation."""

    state: Any
    evaluation: Evaluation


def futures(state: Any, seat: int, weights: Weights, count: int, seed: int) -> list[Future]:
    """`count` sampled next days: offers from the bags, cards from the deck (those that are left)."""
    setup: Setup = state.setup
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        spaces, ranking = state.spaces, state.ranking
        if setup.solo and state.day == setup.parts.rehearsals[0]:
            neutral = setup.parts.neutral[1]
            spaces = tuple((row[0], neutral) for row in spaces)
            ranking = tuple((1, 2) if row[0] >= neutral else (2, 1) for row in spaces)
        pool = list(state.deck)
        if len(pool) < setup.shown:
            pool += [card for card in (*state.discard, *state.display) if card not in pool]
        rng.shuffle(pool)
        tomorrow = state._replace(
            day=state.day + 1,
            phase=phases.ACTION,
            set_offer=draw_elements(state.set_bag, setup.drawn, rng),
            costume_offer=draw_elements(state.costume_bag, setup.drawn, rng),
            display=tuple(sorted(pool[: setup.shown])),
            spaces=spaces,
            ranking=ranking,
        )
        found.append(Future(tomorrow, Evaluation(tomorrow, seat, weights)))
    return found


def draw_elements(bag: Sequence[int], count: int, rng: random.Random) -> tuple[int, ...]:
    """A draw of `count` elements from a bag, by colour."""
    pieces = [colour for colour, number in enumerate(bag) for _ in range(number)]
    rng.shuffle(pieces)
    taken = pieces[:count]
    return tuple(taken.count(colour) for colour in range(len(bag)))


def look_ahead(evaluation: Evaluation, end: PlanState, day: Future, effort: Effort) -> float:
    """The value of ending today with `end` when the next day is `day`, with the better of two rest choices.

    Rivals are left out; among rivals the next day is planned with three cylinders.
    """
    night = evaluation.night(end)
    day.evaluation.promised = night.drawn
    best = -math.inf
    for mask in awake(evaluation, night):
        own = night._replace(
            resting=night.used & ~mask,
            used=0,
            cylinders=evaluation.setup.parts.cylinders if evaluation.setup.solo else USUAL_WAGER,
            recruited=False,
            set_offer=day.state.set_offer,
            costume_offer=day.state.costume_offer,
            drawn=0,
            purple=0,
        )
        best = max(best, plan_day(day.evaluation, day.state, effort, own=own)[0].value)
    return best


def awake(evaluation: Evaluation, own: PlanState) -> list[int]:
    """Masks of who may stay awake: the two with the best activations."""
    helpers = sum(evaluation.setup.roles[person] == ASSISTANT for person in own.troupe)
    used = [
        (evaluation.troupe.activation(person, helpers), 1 << place)
        for place, person in enumerate(own.troupe)
        if own.used >> place & 1 and evaluation.setup.roles[person] != EXTRA
    ]
    used.sort(reverse=True)
    return [mask for _, mask in used[:2]] or [0]
