"""The best work of a craft by the evaluation of advice: proved against the other writing of actions."""

import random

import pytest
from shakespeare_tools import new, until

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.advice.day import Effort, plan_day
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.placing import best_works
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.scenes import Scenes
from deduce_models.shakespeare.advice.weights import usual_weights
from deduce_models.shakespeare.components.elements import BLUE, EFFECTS
from deduce_models.shakespeare.placement.activation import Action, Worth
from deduce_models.shakespeare.placement.completion import _filled
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


@pytest.mark.parametrize(("seed", "players", "day"), [(1, 1, 2), (3, 2, 3), (5, 1, 6)])
def test_the_best_for_the_evening_is_the_best_plan_behind_its_works(seed, players, day):
    """Each work asked for is worth the best of all sequences that can follow, where these are tried in full."""
    view = met(seed, players, day)
    view = view._replace(boards=tuple(each._replace(cylinders=2, recruited=True) for each in view.boards))
    evaluation = Evaluation(view, view.seat, usual_weights())
    for work, now in zip(*(by_person(view, horizon) for horizon in ("evening", "now")), strict=True):
        assert not work.proved
        assert now.proved
        whole = Effort(beam=400, works=400, width=400)
        plans = [plan_day(evaluation, view, whole, own=step.own)[0].value for step in work.steps]
        nothing = evaluation.value(now.steps[0].own) - now.gains[0]
        for found, value, step in zip(work.gains, plans, work.steps, strict=True):
            # What follows is searched narrowly: never more than there is, seldom much less.
            base = evaluation.value(step.own) - nothing
            assert value - nothing >= base - 1e-9
            assert found <= work.gains[0] <= value - nothing + 1.5
        assert sum(work.reasons.values()) == pytest.approx(work.gains[0], abs=0.01)
        assert sum(now.reasons.values()) == pytest.approx(now.gains[0], abs=0.01)
        assert not now.after


def by_person(view, horizon):
    return sorted(best_works(view, view.seat, horizon=horizon), key=lambda work: (work.person, work.token))


def test_another_horizon_is_refused():
    with pytest.raises(ProblemError, match=r"horizon 'tomorrow': .*now, evening"):
        best_works(met(1, 1, 2), 1, horizon="tomorrow")


def scarce(seed):
    """A position with a bare stage in which all that is left of the dear colours is on offer, or nearly so."""
    rng, view = random.Random(seed), met(seed, 1, 2 + seed % 3)
    stage = view.setup.stage
    pieces = stage.empty
    for place in stage.rows[0][: rng.randint(0, 3)]:
        pieces = stage.put(pieces, place, rng.choice([1, 2])) if stage.fits(pieces, place, 1) else pieces
    offer = [0] * 6
    for _ in range(6):
        offer[rng.choice([0, 1, 2, 2, 3, 3, 4])] += 1
    bag = (12, 12, *(rng.randint(0, 1) for _ in range(3)), 0)
    board = view.board._replace(stage=stage.empty if stage.consistent(pieces) else pieces)
    return view._replace(boards=(board,), set_bag=bag, set_offer=tuple(offer))


def spoiled(view, blind, ranked):
    """The crafts whose best work leaves a set that cannot be finished, though one of equal worth leaves it whole."""
    left = [a + b for a, b in zip(view.set_offer, view.set_bag, strict=True)]
    found = 0
    for work in ranked:
        whole = []
        for step in work.steps:
            placed = [
                step.own.stage.count(colour) - view.board.stage.count(colour) for colour in range(1, 7)
            ]
            rest = [count - number for count, number in zip(left, placed, strict=True)]
            whole.append(_filled(view.setup.stage, step.own.stage, rest, 8) is not None)
        values = [blind.value(step.own) for step in work.steps]
        level = [fine for fine, value in zip(whole, values, strict=True) if value > values[0] - 1e-9]
        found += not whole[0] and any(level)
    return found


def test_of_equal_works_none_spoils_the_set_that_another_leaves_whole(monkeypatch):
    views, seeing = [scarce(seed) for seed in (*range(8), 36)], Scenes.asked
    told = []
    for asked in (seeing, lambda scenes, stage: (set(), 0)):
        monkeypatch.setattr(Scenes, "asked", asked)
        ranked = [best_works(view, 1, alternatives=12) for view in views]
        # Which works are equal is asked of an evaluation that does not see what mirrored spaces ask for.
        monkeypatch.setattr(Scenes, "asked", lambda scenes, stage: (set(), 0))
        blind = [Evaluation(view, 1, usual_weights()) for view in views]
        told.append(sum(map(spoiled, views, blind, ranked)))
    assert told == [0, 2]


def test_a_mirrored_colour_that_is_gone_closes_the_candle_above_it():
    state = new(players=1)
    stage = state.setup.stage
    state = state._replace(
        phase=phases.ACTION,
        turn=1,
        day=2,
        order=(1,),
        set_offer=(3, 3, 3, 1, 1, 0),
        set_bag=(9, 9, 9, 0, 0, 0),
    )
    evaluation = Evaluation(state, 1, usual_weights())
    on_axis, aside = (
        evaluation.scene(stage.put(stage.empty, stage.place(name), BLUE)) for name in ("1C", "1L1")
    )
    black = evaluation.scene(stage.put(stage.empty, stage.place("1L1"), 1))
    # 1R1 asks for a second blue piece, and there is none: no candle above it can be reached.
    assert aside.ahead < on_axis.ahead - 0.5
    assert aside.ahead < black.ahead - 0.5
