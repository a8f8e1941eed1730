"""Playouts of solo games, plans that are kept to, and what is said made true by day."""

import random
import tomllib

import pytest
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice.calibration import SORTS, line_of
from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.playouts import candidates, compared, playout, rests_of_game
from deduce_models.shakespeare.advice.tomorrow import awake
from deduce_models.shakespeare.advice.weights import ALONE, Weights
from deduce_models.shakespeare.components.parts import DATA
from deduce_models.shakespeare.players.named import PatientPlayer, PlannerPlayer
from deduce_models.shakespeare.rules import phases

SMALL = Effort(2, 1, 4)

PLAIN = Weights()
"""With them the planner and a playout use the white quills of an evening alike: no part counts more than another."""


def met(seed, day, phase=phases.ACTION):
    """The first position of `phase` on `day` of a random solo game."""
    rng = random.Random(seed)
    state = new(players=1, seed=seed)
    while (state.day, state.phase) != (day, phase):
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    return state


@pytest.mark.parametrize("day", [0, 2, 4, 5])
def test_rests_of_the_game_are_draws_that_can_come(day):
    state = met(day, day, phases.ACTION if day else phases.DRAFT)
    setup, view = state.setup, state.view(1)
    rests = rests_of_game(view, 1, ALONE, 4, 7)
    for rest in rests:
        assert [future.state.day for future in rest] == list(range(day + 1, 7))
        set_bag, costume_bag, seen = list(view.set_bag), list(view.costume_bag), {*view.display}
        seen |= {setup.card(person) for person in view.board.troupe if person >= setup.printed}
        for future in rest:
            at = future.state
            if at.day > 1:
                for bag, offer in ((set_bag, at.set_offer), (costume_bag, at.costume_offer)):
                    assert sum(offer) == setup.drawn
                    bag[:] = [have - gone for have, gone in zip(bag, offer, strict=True)]
                    assert min(bag) >= 0
            else:
                assert (at.set_offer, at.costume_offer) == (view.set_offer, view.costume_offer)
            assert len(at.display) == setup.shown
            assert seen.isdisjoint(at.display)
            seen |= {*at.display}
            assert {row[1] for row in at.spaces} == {4 if at.day <= 4 else 8}
    again = rests_of_game(view, 1, ALONE, 2, 7)
    assert [[f.state for f in rest] for rest in again] == [[f.state for f in rest] for rest in rests[:2]]
    if day < 5:
        assert len({rest[-1].state.set_offer + rest[-1].state.costume_offer for rest in rests}) > 1


@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_a_playout_has_the_evening_of_the_rules(seed):
    """The engine carries out the plan and the evening of day 5; on its last day the same plans are worth the same."""
    state = met(seed, 5)
    view = state.view(1)
    evaluation = Evaluation(view, 1, PLAIN)
    rest = rests_of_game(view, 1, PLAIN, 1, 3)[0]
    plans = plan_day(evaluation, view, SMALL)
    plan = next(plan for plan in plans if not plan.end.drawn and plan.end.recruited)
    for move in (*(move for action in plan.actions for move in action), state.setup.moves.passing):
        state = state.play(move)
    while (state.day, state.phase) != (6, phases.ACTION):
        if state.actor is CHANCE:
            # The bags are emptied; only the cards are a matter of chance.
            move = next(move for move, _ in state.outcomes() if move.item in rest[0].state.display)
        else:
            move = Planner(samples=0, weights=PLAIN).rank(state.view(1))[0].move
        state = state.play(move)
    here = state.view(1)
    assert (here.set_offer, here.display) == (rest[0].state.set_offer, rest[0].state.display)
    last = Evaluation(here, 1, PLAIN)
    own = plan_state(here, 1)
    assert own.prestige == evaluation.night(plan.end).prestige
    values = [
        plan_day(last, here, SMALL, own=own._replace(resting=plan.end.used & ~mask))[0].value
        for mask in awake(evaluation, plan.end)
    ]
    assert playout(evaluation, plan.end, rest, SMALL) == pytest.approx(max(values))


def test_plans_are_compared_on_the_same_draws_and_the_worst_is_dropped():
    state = met(5, 5)
    view = state.view(1)
    evaluation = Evaluation(view, 1, ALONE)
    plans = plan_day(evaluation, view, SMALL)
    few = candidates(plans, 4)
    assert few[0] == plans[0]
    assert len(few) == len({plan.end for plan in few}) == 4
    assert len({plan.actions[0][0] for plan in few if plan.actions}) >= 2
    nothing = plans[0]._replace(end=plan_state(view, 1)._replace(recruited=True), actions=())
    rests = rests_of_game(view, 1, ALONE, 4, 1)
    found = compared(evaluation, [nothing, plans[0]], rests, SMALL)
    assert found[0].plan == plans[0]
    assert found[0].ends == tuple(playout(evaluation, plans[0].end, rest, SMALL) for rest in rests)
    assert found[0].mean == pytest.approx(sum(found[0].ends) / 4)
    assert [len(each.ends) for each in compared(evaluation, few, rests, SMALL)] == [4, 4, 1, 1]
    assert compared(evaluation, few[:2], rests, SMALL, stop=0.0) == []


def test_a_planner_keeps_to_its_plan_and_forgets_it_in_another_game(monkeypatch):
    asked = []
    ranked = Planner.rank
    monkeypatch.setattr(
        Planner,
        "rank",
        lambda self, view, *given, **named: (asked.append(view.day), ranked(self, view, *given, **named))[
            1
        ],
    )
    player = PlannerPlayer(samples=0)
    state = met(2, 6)
    other = met(3, 6).view(1)
    first = player.choose(state.view(1), random.Random(1))
    plan = ranked(Planner(samples=0), state.view(1))[0].plan
    assert first == plan.actions[0][0]
    state = state.play(first)
    for move in [move for action in plan.actions for move in action][1:3]:
        assert player.choose(state.view(1), random.Random(1)) == move
        state = state.play(move)
    assert asked == [6]
    assert player.choose(other, random.Random(1)) == ranked(Planner(samples=0), other)[0].move


def test_a_patient_player_plays_out_and_the_draft_too():
    state = met(4, 5)
    view = state.view(1)
    planner = PatientPlayer(playouts=2, tried=3, quick=SMALL).planner
    found = planner.rank(view)
    assert {choice.move for choice in found} <= set(view.moves)
    assert found[0].sampled == 2
    assert [choice.value for choice in found] == sorted((choice.value for choice in found), reverse=True)
    assert PatientPlayer(playouts=2, tried=3, quick=SMALL).choose(view, random.Random(0)) in view.moves
    draft = new(players=1, seed=4).view(1)
    told = PatientPlayer(playouts=1, tried=2, quick=Effort(1, 1, 2)).planner.rank(draft)
    assert {choice.move for choice in told} == set(draft.moves)
    assert max(choice.sampled for choice in told) == 1


def test_what_is_said_is_made_true_without_another_order():
    shipped = tomllib.loads((DATA / "calibration.toml").read_text(encoding="utf-8"))
    for sort, decided in SORTS.items():
        assert len(shipped["planner"][sort]) == 7
        for phase in decided:
            assert all(line_of(phase, day, 6).slope > 0 for day in range(7))
            # A game of another length is left alone, and what is final on the last day.
            assert line_of(phase, 3, 5) == (0.0, 1.0)
    assert line_of(phases.ACTION, 6, 6) == line_of(phases.REHEARSAL_QUILL, 6, 6) == (0.0, 1.0)
    view = met(9, 4).view(1)
    planner = Planner(effort=Effort(2, 1, 5), samples=0)
    before, after = planner.estimated(view), planner.rank(view)
    assert [choice.move for choice in before] == [choice.move for choice in after]
    line = line_of(phases.ACTION, 4, 6)
    assert after[0].value == pytest.approx(line.constant + line.slope * before[0].value)
