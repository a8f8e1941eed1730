"""The rest of a solo game on sampled draws: plans of today played out to the end, day by day, and compared.

A playout plans every later day briefly, as a player would who sees one day at a time, so at its end stands a final
score and no estimate. All plans are played out on the same draws; those that fall behind are dropped on the way, so
that most playouts go to plans between which the choice is close (successive halving).
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce_models.shakespeare.advice.day import Effort, Plan, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.tomorrow import Future, awake, draw_elements
from deduce_models.shakespeare.rules import phases

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.plan_state import PlanState
    from deduce_models.shakespeare.advice.weights import Weights

__all__ = ["PlayedOut", "candidates", "compared", "playout", "rests_of_game"]


class PlayedOut(NamedTuple):
    """A plan of today with the final scores of its playouts, one a sampled rest of the game."""

    plan: Plan
    ends: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The mean final prestige."""
        return sum(self.ends) / len(self.ends)

    @property
    def error(self) -> float:
        """Its standard error; 0 of a single playout."""
        count = len(self.ends)
        if count < 2:
            return 0.0
        spread = sum((end - self.mean) ** 2 for end in self.ends)
        return math.sqrt(spread / (count - 1) / count)


def rests_of_game(state: Any, seat: int, weights: Weights, count: int, seed: int) -> list[list[Future]]:
    """`count` sampled rests of a solo game: for each all days after this one, with their offers and cards.

    Args:
        state: A `State` or `View` of a solo game; before the first day the days begin with day 1.
        seat: Who plays.
        weights: The numbers of the valuation.
        count: How many; the first ones are the same for every `count`.
        seed: Of the draws.
    """
    return [
        _sampled(state, seat, weights, random.Random(f"rest of the game {seed} {number}"))
        for number in range(count)
    ]


def _sampled(state: Any, seat: int, weights: Weights, rng: random.Random) -> list[Future]:
    setup = state.setup
    cards = [card for card in (*state.deck, *state.discard) if card not in state.display]
    if len(state.deck) >= setup.shown * (setup.parts.days - state.day):
        cards = list(state.deck)
    rng.shuffle(cards)
    bags = [list(state.set_bag), list(state.costume_bag)]
    spaces, ranking = state.spaces, state.ranking
    found = []
    for day in range(state.day + 1, setup.parts.days + 1):
        if day - 1 == setup.parts.rehearsals[0]:
            neutral = setup.parts.neutral[1]
            spaces = tuple((row[0], neutral) for row in spaces)
            ranking = tuple((1, 2) if row[0] >= neutral else (2, 1) for row in spaces)
        offers = [state.set_offer, state.costume_offer]
        # The offers of the first day lie there when the draft is made.
        for kind, bag in enumerate(bags) if state.day or day > 1 else ():
            offers[kind] = draw_elements(bag, setup.drawn, rng)
            bag[:] = [have - gone for have, gone in zip(bag, offers[kind], strict=True)]
        shown, cards = cards[: setup.shown], cards[setup.shown :]
        at = state._replace(
            day=day,
            phase=phases.ACTION,
            set_offer=offers[0],
            costume_offer=offers[1],
            set_bag=tuple(bags[0]),
            costume_bag=tuple(bags[1]),
            display=tuple(sorted(shown)),
            spaces=spaces,
            ranking=ranking,
        )
        found.append(Future(at, Evaluation(at, seat, weights)))
    return found


def playout(evaluation: Evaluation, end: PlanState, rest: Sequence[Future], effort: Effort) -> float:
    """The final score when today ends with `end` and the later days are planned one by one."""
    own, promised = end, 0
    setup = evaluation.setup
    for number, day in enumerate(rest):
        # The draft has no evening.
        night = evaluation.night(own) if evaluation.left < setup.parts.days else own
        promised += night.drawn
        day.evaluation.promised = promised
        found = []
        # Who stays awake is looked at closely on the first evening only.
        for mask in awake(evaluation, night)[: 1 if number else None]:
            begun = night._replace(
                resting=night.used & ~mask,
                used=0,
                cylinders=setup.parts.cylinders,
                recruited=False,
                set_offer=day.state.set_offer,
                costume_offer=day.state.costume_offer,
                drawn=0,
                purple=0,
            )
            found.append(plan_day(day.evaluation, day.state, effort, own=begun)[0])
        own, evaluation = max(found, key=lambda plan: plan.value).end, day.evaluation
    return evaluation.value(own)


def candidates(plans: Sequence[Plan], count: int) -> list[Plan]:
    """Plans to be played out: the best for each first move, then the best of the others, `count` together."""
    found: dict[Any, Plan] = {}
    firsts = set()
    for plan in plans:
        first = plan.actions[0][0] if plan.actions else None
        if first not in firsts:
            firsts.add(first)
            found.setdefault(plan.end, plan)
    chosen = list(found.values())[: max(1, count // 2)]
    ends = {plan.end for plan in chosen}
    for plan in plans:
        if len(chosen) >= count:
            break
        if plan.end not in ends:
            ends.add(plan.end)
            chosen.append(plan)
    return chosen


def compared(
    evaluation: Evaluation,
    plans: Sequence[Plan],
    rests: Sequence[Sequence[Future]],
    effort: Effort,
    *,
    stop: float = math.inf,
) -> list[PlayedOut]:
    """The plans with their playouts, those played out most often first and of these the best first.

    Of `rests` the first quarter serves all plans, the second the better half of them, the other half the best quarter.
    Past `stop` (of `time.monotonic`) no further playout begins; empty when the first rest was not played out by all.
    """
    quarter = max(1, len(rests) // 4)
    edges = (0, quarter, 2 * quarter, len(rests))
    ends: list[list[float]] = [[] for _ in plans]
    alive = list(range(len(plans)))
    for first, last in itertools.pairwise(edges):
        for rest in rests[first:last]:
            # A rest counts for all plans that are left or for none.
            column = []
            for number in alive:
                if time.monotonic() > stop:
                    break
                column.append(playout(evaluation, plans[number].end, rest, effort))
            if len(column) < len(alive):
                break
            for number, end in zip(alive, column, strict=True):
                ends[number].append(end)
        if not ends[0]:
            return []
        alive.sort(key=lambda number: -sum(ends[number]) / len(ends[number]))
        alive = alive[: max(2, (len(alive) + 1) // 2)]
    found = [PlayedOut(plan, tuple(row)) for plan, row in zip(plans, ends, strict=True)]
    return sorted(found, key=lambda each: (-len(each.ends), -each.mean))
