"""The best work of a craft by the evaluation of advice: proved against the other writing of actions."""

import random

import pytest
from shakespeare_tools import new, until

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.placing import best_works
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.weights import usual_weights
from deduce_models.shakespeare.components.elements import EFFECTS
from deduce_models.shakespeare.placement.activation import Action, Worth
from deduce_models.shakespeare.placement.enumeration import actions
from deduce_models.shakespeare.placement.optimum import activation_of, wearers
from deduce_models.shakespeare.rules import phases


def met(seed, players, day):
    """A view of the seat to act on `day` of a random game that builds what it can, its troupe awake."""
    rng = random.Random(seed)
    state = until(new(players=players, seed=seed), {phases.ACTION}, seed)
    while state.day < day or state.phase != phases.ACTION:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        moves = [move for move in state.moves() if move.text not in ("pass", "done")] or state.moves()
        state = state.play(rng.choice(list(moves)))
    # Everybody is awake, so that all crafts can work.
    boards = tuple(board._replace(used=0, resting=0) for board in state.boards)
    return state._replace(boards=boards).view(state.turn)


def left_by(view, person, token, action):
    """What the seat has after `action` of `person`, by the placement room's own account of it."""
    own = plan_state(view, view.seat)
    outcome = activation_of(view, view.seat, person, token=token).outcome(action)
    worn = dict(zip(wearers(view, view.seat), outcome.costumes, strict=True))
    taken = [[colour for _, colour in each] for each in (action.pieces, action.elements)]
    offers = [
        tuple(count - used.count(colour) for colour, count in enumerate(offer, 1))
        for offer, used in zip((own.set_offer, own.costume_offer), taken, strict=True)
    ]
    return own._replace(
        prestige=own.prestige + outcome.prestige,
        pounds=own.pounds + outcome.pounds,
        tokens=own.tokens - token + outcome.tokens,
        ambiance=outcome.ambiance,
        stage=outcome.pieces,
        costumes=tuple(worn.get(each, old) for each, old in zip(own.troupe, own.costumes, strict=True)),
        cylinders=max(0, own.cylinders - 1),
        used=own.used | 1 << own.troupe.index(person),
        set_offer=offers[0],
        costume_offer=offers[1],
        purple=-sum(EFFECTS[colour].rivals for colour in taken[0]),
    )


@pytest.mark.parametrize(
    ("seed", "players", "day"), [(1, 1, 2), (2, 1, 5), (3, 2, 3), (4, 3, 6), (5, 1, 6)]
)
def test_no_action_is_worth_more_than_the_best_work(seed, players, day):
    view = met(seed, players, day)
    evaluation = Evaluation(view, view.seat, usual_weights())
    found = best_works(view, view.seat)
    assert found
    for work in found:
        activation = activation_of(view, view.seat, work.person, token=work.token)
        # Every wearer is another one: powers differ, and this listing does not know them.
        distinct = Worth(complete=tuple(map(float, range(len(activation.costumes)))))
        values = {
            action: evaluation.value(left_by(view, work.person, work.token, action))
            for action in actions(activation, distinct)
        }
        nothing = evaluation.value(left_by(view, work.person, False, Action()))
        assert work.gains[0] == pytest.approx(max(values.values()) - nothing, abs=1e-3)
        assert list(work.gains) == sorted(work.gains, reverse=True)


@pytest.mark.parametrize(("seed", "day"), [(7, 3), (8, 6)])
def test_solve_and_the_planner_believe_the_same_numbers(seed, day):
    view = met(seed, 1, day)
    board = view.board._replace(recruited=True)
    view = view._replace(boards=(board,))
    evaluation = Evaluation(view, 1, usual_weights())
    plans = plan_day(evaluation, view, Effort(beam=1, works=1, depth=1, close=True))
    values = {plan.actions[0][0]: plan.value for plan in plans if plan.actions}
    for work in best_works(view, 1):
        step = work.steps[0]
        assert values[step.moves[0]] == pytest.approx(evaluation.value(step.own))
