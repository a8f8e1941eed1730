"""Plans of sampled rests of the game that were searched: continued by the rules, read back as plans, played out."""

import random

import pytest
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice import planning
from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.searched import continued, proposals, todays_plan
from deduce_models.shakespeare.advice.weights import ALONE
from deduce_models.shakespeare.bound.draws import replayed, rest_script
from deduce_models.shakespeare.players.named import PatientPlayer
from deduce_models.shakespeare.rules import phases

SMALL = Effort(2, 1, 4)

QUICK = Planner(effort=SMALL, known=SMALL, samples=0)


def met(seed, day):
    """The first action of a day of a random solo game."""
    rng = random.Random(seed)
    state = new(players=1, seed=seed)
    while (state.day, state.phase) != (day, phases.ACTION):
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    return state


@pytest.mark.parametrize(("seed", "day"), [(1, 3), (2, 4), (3, 5), (4, 5)])
def test_a_plan_that_was_carried_out_is_read_back(seed, day):
    state = met(seed, day)
    view = state.view(1)
    evaluation = Evaluation(view, 1, ALONE)
    plans = [plan for plan in plan_day(evaluation, view, SMALL) if plan.end.recruited]
    drawing = next((plan for plan in plans if plan.end.drawn), plans[0])
    for plan in (plans[0], plans[-1], drawing):
        script = rest_script(view, random.Random(seed))
        game = continued(state, script, plan, QUICK)
        moves = [move for _, move in game]
        assert replayed(state.setup, script, moves, state) is not None
        found = todays_plan(evaluation, state, script, moves)
        assert found.end == plan.end
        assert found.value == pytest.approx(plan.value)
        assert found.actions == plan.actions


def test_proposals_can_be_carried_out_and_stand_among_the_plans_that_are_played_out(monkeypatch):
    state = met(3, 5)
    view = state.view(1)
    evaluation = Evaluation(view, 1, ALONE)
    plan = next(plan for plan in plan_day(evaluation, view, SMALL) if plan.end.recruited)
    found = proposals(evaluation, view, [plan], QUICK, 2, 1, 5)
    assert 1 <= len(found) <= 2
    assert len({each.end for each in (plan, *found)}) == len(found) + 1
    assert not proposals(evaluation, view, [plan, *found], QUICK, 2, 1, 5)
    for each in found:
        script = rest_script(view, random.Random(1))
        moves = [move for _, move in continued(state, script, each, QUICK)]
        assert todays_plan(evaluation, state, script, moves).end == each.end
    monkeypatch.setattr(planning, "proposals", lambda *given: found)
    patient = PatientPlayer(playouts=1, tried=1, searched=2, effort=SMALL, quick=SMALL)
    ranked = patient.planner.rank(view, 5)
    assert ranked[0].played
    heads = {each.actions[0][0] for each in found}
    assert heads <= {choice.move for choice in ranked}
    assert ranked[0].move in view.moves
