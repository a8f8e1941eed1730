"""Every move with which a plan of the day can be begun: alone the order of a day's actions hardly matters.

A search keeps plans in one order (who is recruited first, the Queen's draw at the head). Played in another order the same
plan is worth the same, so a move is as good as the best plan that has it anywhere and can be begun with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import IllegalMove
from deduce_models.shakespeare.advice.day import CLOSE, Plan, actions, plan_day
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.rated import RatedMove
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.state import State

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.evaluation import Evaluation
    from deduce_models.shakespeare.rules.views import View

__all__ = ["beginnings", "filled_out", "with_beginnings"]


def beginnings(view: View, plans: Sequence[Plan]) -> Mapping[Move, Plan]:
    """For every move that begins one of the plans, or could, the best of these with that action put first.

    Args:
        view: Alone, between two actions of a day.
        plans: Plans of the rest of the day, best first.
    """
    state = State.restored(view, view.choices, view.dealings)
    legal, found = set(view.moves), dict[Move, Plan]()
    playable: dict[tuple[Move, ...], bool] = {}
    for plan in plans:
        if not plan.actions and view.setup.moves.passing in legal:
            found.setdefault(view.setup.moves.passing, plan)
        for action in plan.actions:
            if action[0] in found or action[0] not in legal:
                continue
            if action not in playable:
                playable[action] = _can_be_played(state, action)
            if playable[action]:
                rest = tuple(other for other in plan.actions if other is not action)
                found[action[0]] = plan._replace(actions=(action, *rest))
    return found


def filled_out(
    evaluation: Evaluation, view: View, plans: Mapping[Move, Plan], length: int
) -> dict[Move, Plan]:
    """The same with plans for the moves that have none, or one that was cut off, as they were left behind in the search.

    Args:
        evaluation: Of today.
        view: Alone, between two actions of a day.
        plans: The best plan begun with each move.
        length: How many actions the best plan of all has; one with two less was cut off.
    """
    found = dict(plans)
    weak = {move for move in view.moves if move not in plans or len(plans[move].actions) < length - 1}
    weak.discard(view.setup.moves.passing)
    if not weak:
        return found
    own = plan_state(view, view.seat)
    steps = actions(evaluation, own, view.display, CLOSE)
    for step in sorted(steps, key=lambda step: -evaluation.value(step.own)):
        head = step.moves[0]
        if head not in weak:
            continue
        weak.discard(head)
        rests = plan_day(evaluation, view, CLOSE, own=step.own)
        rest = next((plan for plan in rests if plan.end.recruited or not view.display), rests[0])
        plan = Plan(rest.value, (step.moves, *rest.actions), step.own, rest.end)
        if head not in found or plan.value > found[head].value:
            found[head] = plan
    return found


def _can_be_played(state: State, action: Sequence[Move]) -> bool:
    """Whether the rules allow all of an action now; what chance draws after its last move does not matter."""
    try:
        for move in action:
            state = state.play(move)
    except IllegalMove:
        return False
    return True


def with_beginnings(
    ranked: Sequence[RatedMove], plans: Mapping[Move, Plan], promise: float
) -> list[RatedMove]:
    """The ranking with every move worth what the best plan begun with it is, none ahead of the first.

    Args:
        ranked: The ranking; its first move stays first.
        plans: The best plan begun with each move (`beginnings`).
        promise: What the plan of the first move was worth before it was looked at closely; all others are moved by what
            that changed.
    """
    best = ranked[0]
    found = {choice.move: choice for choice in ranked}
    for move, plan in plans.items():
        if best.plan is not None and plan.end == best.plan.end:
            # The same plan in another order, so looked at as closely.
            found[move] = best._replace(move=move, plan=plan if move != best.move else best.plan)
            continue
        value = min(best.value, plan.value + best.value - promise)
        if move not in found or found[move].value < value:
            found[move] = RatedMove(move, value, plan=plan, played=best.played)
    rest = [choice for move, choice in found.items() if move != best.move]
    return [best, *sorted(rest, key=lambda choice: -choice.value)]
