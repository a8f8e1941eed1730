"""Rivals in the action phase: they take what is best for them next, in turn order.

An own action is worth what the own plan is worth after the rivals' next actions, less a share of what they
gain: so what a rival would take at once is urgent, and taking it away has a price for them (denial).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deduce_models.shakespeare.advice.crafting import Crafted
from deduce_models.shakespeare.advice.day import Effort, Plan, actions, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import PlanState, plan_state
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.rules.moves import RECRUIT
from deduce_models.shakespeare.rules.state import Board
from deduce_models.shakespeare.rules.tracks import set_disc

__all__ = ["GLANCE", "applied", "followers", "next_action", "respond", "take"]

GLANCE = Effort(1, 1, 5)
"""How hard a rival's next action is searched."""


def applied(position: Any, seat: int, own: PlanState, moves: Sequence[Any] = ()) -> Any:
    """`position` (a `State` or `View`) after whole actions of `seat` that leave it with `own`."""
    setup = position.setup
    boards = []
    for other, board in enumerate(position.boards, 1):
        if other == seat:
            board = Board(**{name: getattr(own, name) for name in Board._fields})
        elif own.purple and board.ambiance:
            board = board._replace(ambiance=max(0, board.ambiance - own.purple))
        boards.append(board)
    spaces, ranking = position.spaces, position.ranking
    for act in range(3):
        if spaces[act][seat - 1] != own.spaces[act]:
            spaces, ranking = set_disc(setup, spaces, ranking, act, seat, own.spaces[act])
    gone = {move.item for move in moves if move.kind == RECRUIT}
    display = tuple(card for card in position.display if card not in gone) if gone else position.display
    out = position.out
    if not own.cylinders and own.recruited:
        out |= 1 << seat - 1
    return position._replace(
        boards=tuple(boards),
        spaces=spaces,
        ranking=ranking,
        display=display,
        out=out,
        set_offer=own.set_offer,
        costume_offer=own.costume_offer,
    )


def followers(position: Any, seat: int) -> list[int]:
    """The live seats that have a turn before `seat` has the next one, in turn order."""
    order = position.order
    place = order.index(seat)
    return [other for other in order[place + 1 :] + order[:place] if not position.out >> other - 1 & 1]


def next_action(position: Any, seat: int, weights: Weights) -> tuple[Crafted | None, float]:
    """The best next action of `seat` as a glance finds it, and what the seat gains by it; None (0) to pass.

    A seat for which no action is worth anything passes, if it has recruited.
    """
    evaluation = Evaluation(position, seat, weights)
    start = plan_state(position, seat)
    base = evaluation.value(start)
    best, step = 0.0, None
    for candidate in actions(evaluation, start, position.display, GLANCE):
        gain = evaluation.value(candidate.own) - base
        if gain > best or (step is None and not start.recruited):
            best, step = gain, candidate
    return step, best


def take(position: Any, seat: int, weights: Weights) -> tuple[Any, float]:
    """The position after `next_action` of `seat`, and what the seat gains by it."""
    step, gain = next_action(position, seat, weights)
    if step is None:
        return position._replace(out=position.out | 1 << seat - 1), 0.0
    return applied(position, seat, step.own, step.moves), gain


def respond(position: Any, seat: int, plan: Plan, weights: Weights, effort: Effort, share: float) -> Plan:
    """`plan`'s first action, and the best plan for the rest of the day once the rivals have had their next turns.

    Its value is less a share of what the rivals gain by those turns.

    Args:
        position: The position in which `seat` is to move.
        seat: The seat that plans.
        plan: Its first action is taken; without actions the seat passes.
        weights: The numbers of the valuation, for everybody.
        effort: How hard the rest of the own day is searched afterwards.
        share: Which share of the rivals' gains (their mean) counts against the own value.
    """
    if not plan.actions:
        return plan._replace(value=plan.value - share * _freely(position, seat, weights))
    action = plan.actions[0]
    own = plan.first
    position = applied(position, seat, own, action)
    gains = 0.0
    rivals = followers(position, seat)
    for other in rivals:
        position, gain = take(position, other, weights)
        gains += gain
    here = plan_state(position, seat)._replace(drawn=own.drawn)
    later = Evaluation(position, seat, weights)
    seats: int = position.setup.seats
    found = plan_day(later, position, effort, own=here)
    must = not position.setup.options.pass_before_recruiting
    best = next((one for one in found if one.end.recruited or not must), found[0])
    value = best.value - share * gains / max(1, seats - 1)
    return Plan(value, (action, *best.actions), own, best.end)


def _freely(position: Any, seat: int, weights: Weights) -> float:
    """What the rivals gain by their next actions when `seat` passes."""
    gains = 0.0
    for other in followers(position, seat):
        position, gain = take(position, other, weights)
        gains += gain
    seats: int = position.setup.seats
    return gains / max(1, seats - 1)
