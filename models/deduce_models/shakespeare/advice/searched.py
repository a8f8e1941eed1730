"""Plans of a solo day that nobody who sees one day at a time would think of: found on sampled rests of the game.

All later draws are sampled, the day's best plan is continued to the end by a quick player, and from that common
start the search of the clairvoyant bound looks for a better rest of the game. What it does today is a proposal. Who
knows the draws waits for them, so a proposal is worth nothing by itself: it stands among the plans that are
played out without such knowledge (`playouts`), and these decide.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice.day import Plan
from deduce_models.shakespeare.advice.plan_state import PlanState, plan_state
from deduce_models.shakespeare.bound.draws import Script, rest_script, scripted
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import ACTIVATE, KEEP, OBJECTIVES, RECRUIT, UNDER
from deduce_models.shakespeare.rules.setup import QUEEN
from deduce_models.shakespeare.rules.state import State

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.evaluation import Evaluation
    from deduce_models.shakespeare.advice.planning import Planner
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.views import View

__all__ = ["continued", "proposals", "todays_plan"]


def proposals(
    evaluation: Evaluation,
    view: View,
    plans: Sequence[Plan],
    quick: Planner,
    count: int,
    steps: int,
    seed: int,
) -> list[Plan]:
    """What `count` searched rests of the game do today, where it is none of `plans`; what ends alike is one.

    Args:
        evaluation: Of today.
        view: A solo view between two actions of a day.
        plans: Plans of today; every search begins with the first.
        quick: Goes on after it.
        count: How many rests are sampled.
        steps: Neighbourhoods searched in each (see `bound.rest.best_rest`).
        seed: Of the draws.

    Raises `MissingExtra` without OR-Tools (extra ``cpsat``).
    """
    from deduce_models.shakespeare.bound.rest import best_rest

    state = State.restored(view, view.choices, view.dealings)
    known = {plan.end for plan in plans}
    found: dict[PlanState, Plan] = {}
    for number in range(count):
        script = rest_script(view, random.Random(f"searched rest {seed} {number}"))
        begun = continued(state, script, plans[0], quick)
        best = best_rest(state, script, steps=steps, played=[begun], seed=number)
        today = todays_plan(evaluation, state, script, best.moves)
        if today.end not in known:
            found.setdefault(today.end, today)
    return list(found.values())


def continued(state: State, script: Script, plan: Plan, quick: Planner) -> list[tuple[View, Move]]:
    """What is seen and chosen in the game that begins with the plan and goes on as `quick` plans, a day at a time."""
    passing = state.setup.moves.passing
    waiting = [*_moves(plan), passing]
    day, decisions = state.day, []
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        view = state.view(1)
        if view.day != day:
            day, waiting = view.day, []
        if len(view.moves) == 1:
            move = view.moves[0]
        elif waiting and waiting[0] in view.moves:
            move = waiting[0]
        else:
            best = quick.estimated(view)[0]
            move = best.move
            if view.phase == phases.ACTION and best.plan is not None:
                waiting = [*_moves(best.plan), passing]
        if waiting and move == waiting[0]:
            waiting.pop(0)
        decisions.append((view, move))
        state = state.play(move)
    return decisions


def _moves(plan: Plan) -> list[Move]:
    return [move for action in plan.actions for move in action]


def todays_plan(evaluation: Evaluation, state: State, script: Script, moves: Sequence[Move]) -> Plan:
    """The plan of today in a rest of the game.

    What the Queen brings is not known before: her draw is in the plan, what is kept of it is not.
    """
    setup, board = state.setup, state.boards[0]
    # With a cylinder more than there are the day does not end by itself.
    state = state._replace(boards=(board._replace(cylinders=board.cylinders + 1),))
    queens = {person for person, role in enumerate(setup.roles) if role == QUEEN}
    actions: list[list[Move]] = []
    ends: list[PlanState] = []
    drawn = 0
    for move in moves:
        if move not in state.moves() or move == setup.moves.passing:
            break
        if move.kind in (RECRUIT, ACTIVATE):
            actions.append([])
        drawn += move.kind == ACTIVATE and move.item in queens and move.place == OBJECTIVES
        if move.kind not in (KEEP, UNDER):
            actions[-1].append(move)
        state = state.play(move)
        while state.actor is CHANCE:
            state = state.play(scripted(state, script))
        if state.phase == phases.ACTION:
            own = plan_state(state, 1)
            ends.append(own._replace(cylinders=own.cylinders - 1, drawn=drawn))
    return Plan(evaluation.value(ends[-1]), tuple(tuple(action) for action in actions), ends[0], ends[-1])
