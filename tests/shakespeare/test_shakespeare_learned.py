"""The learned value and the search of a day: the compiled form against the plain one, both against the rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_shakespeare_planning import brute, small, walked

from deduce.games.base import CHANCE
from deduce.kernels.library import library, using
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.alone import EVENING, Alone
from deduce_models.shakespeare.advice.learned import Learned, Search, learned
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.bound.draws import scripted, solo_script
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.state import State, start

NIGHTLY = settings.get_current_profile_name() == "nightly"
SMALL = Search(6, 2, 4)
EVERYTHING = Search(100_000, 100_000, 100_000)
ACTING = (phases.ACTION, phases.CRAFT, phases.QUILL)


def met(seed, players=1):
    """Positions of a game alone played at random on the draws of a script, with the script."""
    setup, rng = GAME.new(players=players).setup, random.Random(seed)
    script, state = solo_script(seed, setup), start(setup)
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        yield state, script
        state = state.play(rng.choice(state.moves()))


@pytest.mark.skipif(library() is None, reason="no compiled kernels")
@pytest.mark.parametrize("seed", range(40 if NIGHTLY else 2))
def test_compiled_and_plain_say_the_same(seed):
    for number, (state, _) in enumerate(met(seed)):
        if state.phase in (phases.KEEP, phases.UNDER):
            continue
        value, at = learned(state.setup), flat.position(state, 1)
        at[flat.PROMISED] = number % 2
        with using(True):
            worth, told = value.worth(at)
        with using(False):
            assert (worth, list(told)) == value.worth(at)


@pytest.mark.skipif(library() is None, reason="no compiled kernels")
@pytest.mark.parametrize("seed", range(20 if NIGHTLY else 2))
def test_compiled_and_plain_find_the_same_plans(seed):
    rng = random.Random(seed)
    states = [state for state, _ in met(100 + seed) if state.phase in ACTING]
    for state in rng.sample(states, 4):
        value, at = learned(state.setup), flat.position(state, 1)
        with using(True):
            compiled = value.plans(at, SMALL, 5)
        with using(False):
            plain = value.plans(at, SMALL, 5)
        assert [(plan.value, plan.codes, list(plan.features)) for plan in compiled] == [
            (plan.value, plan.codes, list(plan.features)) for plan in plain
        ]


@settings(max_examples=300 if NIGHTLY else 12)
@given(st.integers(0, 10_000))
def test_the_last_day_equals_brute_force(seed):
    state = small(seed)
    best = learned(state.setup).plans(flat.position(state, 1), EVERYTHING)[0]
    assert best.value == pytest.approx(brute(state, {}))


def test_the_plain_search_of_the_last_day_equals_brute_force():
    state = small(5)
    with using(False):
        best = learned(state.setup).plans(flat.position(state, 1), EVERYTHING)[0]
    assert best.value == pytest.approx(brute(state, {}))


def played(state: State, script, moves) -> State:
    """The first position after the evening of these moves, quills by the value."""
    day, moves = state.day, list(moves)
    while state.actor is not None and state.day == day:
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
        elif state.phase in EVENING:
            state = state.play(Alone().best(state.view(1)).move)
        elif state.phase == phases.REST:
            return state
        else:
            state = state.play(moves.pop(0) if moves else state.setup.moves.passing)
    return state


@pytest.mark.parametrize("seed", range(60 if NIGHTLY else 4))
def test_plans_played_by_the_rules_leave_what_was_said(seed):
    """Prestige in the evening is that of the features; on the last day the value is the final score."""
    rng = random.Random(seed)
    for state, script in met(200 + seed):
        if state.phase not in ACTING or rng.random() < 0.6:
            continue
        at = flat.position(state, 1)
        plans = learned(state.setup).plans(at, SMALL, 20)
        plan = rng.choice(plans)
        moves = flat.read_moves(plan.codes, state.setup, state, state.boards[0].troupe)
        if any(move.text.endswith(" objectives") for move in moves):
            continue
        end = played(state, script, moves)
        if state.day < state.setup.parts.days:
            assert end.boards[0].prestige == plan.features[features.BASE]
        else:
            assert end.boards[0].prestige == int(plan.value)
            assert end.boards[0].pounds == round(1000 * (plan.value - int(plan.value)))


def test_before_the_last_day_the_value_is_linear_in_the_features():
    for state, _ in met(7):
        at = flat.position(state, 1)
        if not at[flat.LEFT] or state.phase in (phases.KEEP, phases.UNDER):
            continue
        value, told = learned(state.setup).worth(at)
        row = learned(state.setup).weights[at[flat.LEFT]]
        assert round(1000 * value) == sum(each * times for each, times in zip(row, told, strict=True))
        parts = learned(state.setup).parts(at[flat.LEFT], value, told)
        assert sum(parts.values()) == pytest.approx(value)


def test_a_draw_is_worth_the_expected_best_of_three():
    """With weights for the objectives alone, held at nothing: 3 of 10 fresh cards, one of them worth 120."""
    state = walked(1, players=1, day=2, phase=phases.ACTION)
    row = [0] * features.SIZE
    # "unpaid characters" alone counts, for being held.
    row[features.GOAL + 3 * 9] = 120_000
    value = Learned(state.setup, [row] * 7)
    at = flat.position(state._replace(dealings=()), 1)
    nothing = value.worth(at)[0]
    at[flat.PROMISED] = 1
    assert value.worth(at)[0] - nothing == pytest.approx(120 * 3 / 10)
    # A second draw finds it among the next three of the ten: what the first put under the deck is left out.
    at[flat.PROMISED] = 2
    assert value.worth(at)[0] - nothing == pytest.approx(2 * 120 * 3 / 10)


def test_other_options_and_boxes_are_planned_as_before():
    """What the flat form cannot say is left to the planner of games among rivals."""
    usual = GAME.new(players=1)
    assert flat.fits(usual.setup)
    assert not flat.fits(GAME.new(players=2).setup)
    for option, other in (("stack_at_once", False), ("split_quills", False), ("blocked_reorders", True)):
        state = walked(2, players=1, day=1, phase=phases.ACTION)
        setup = GAME.new(players=1, **{option: other}).setup
        assert not flat.fits(setup)
        view = state._replace(setup=setup).view(1)
        assert Planner(samples=0).rank(view)[0].move in view.moves
