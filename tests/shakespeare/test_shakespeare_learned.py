"""The learned value and the search of a day: the compiled form against the plain one, both against the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from amount import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from test_shakespeare_box import TAKERS
from test_shakespeare_planning import brute, small, walked

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce.kernels.library import library, using
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.alone import Alone
from deduce_models.shakespeare.advice.among import AGAIN, SHARE
from deduce_models.shakespeare.advice.decisions import ACTING, EVENING
from deduce_models.shakespeare.advice.learned import Learned, Search, learned
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.table import Table, next_action
from deduce_models.shakespeare.bound.draws import scripted, solo_script
from deduce_models.shakespeare.components.parts import CRAFTS
from deduce_models.shakespeare.rules import actions, phases
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.state import State, start

SMALL = Search(6, 2, 4)
EVERYTHING = Search(100_000, 100_000, 100_000)


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
@pytest.mark.parametrize("seed", range(amount(2, 40)))
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
@pytest.mark.parametrize("seed", range(amount(2, 20)))
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


@settings(max_examples=amount(6, 300))
@given(st.integers(0, 10_000))
def test_the_last_day_equals_brute_force(seed):
    state = small(seed)
    best = learned(state.setup).plans(flat.position(state, 1), EVERYTHING)[0]
    assert best.value == pytest.approx(brute(state, {}))


@pytest.mark.parametrize("seed", [6, 8, 10])
def test_the_plain_search_of_the_last_day_equals_brute_force(seed):
    state = small(seed)
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


@pytest.mark.parametrize("seed", range(amount(4, 60)))
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


@pytest.mark.skipif(library() is None, reason="no compiled kernels")
@pytest.mark.parametrize(
    "given", [{"stack_at_once": False}, {"split_quills": False}, {"data": "takers"}], ids=str
)
def test_plans_with_other_options_and_actors_are_legal_and_found_alike(given, tmp_path):
    if "data" in given:
        given = {"data": str(tmp_path / "box.toml")}
        (tmp_path / "box.toml").write_text(TAKERS, encoding="utf-8")
    rng, state, seen = random.Random(5), start(GAME.new(players=1, **given).setup), 0
    script = solo_script(3, state.setup)
    while state.actor is not None and seen < 5:
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        if state.phase in ACTING and rng.random() < 0.3:
            seen += 1
            at = flat.position(state, 1)
            found = learned(state.setup).plans(at, Search(3, 1, 3), 3)
            with using(False):
                plain = learned(state.setup).plans(at, Search(3, 1, 3), 3)
            assert [plan[:2] for plan in found] == [plan[:2] for plan in plain]
            for plan in found:
                moves = flat.read_moves(plan.codes, state.setup, state, state.boards[0].troupe)
                if not any(move.text.endswith(" objectives") for move in moves):
                    played(state, script, moves)
        state = state.play(rng.choice(state.moves()))
    assert seen == 5


def test_a_box_that_the_value_cannot_say_is_refused():
    setup = GAME.new(players=2).setup
    assert not flat.unfit(setup)
    acts = tuple(replace(act, length=20) for act in setup.acts)
    large = Setup(replace(setup.parts, acts=acts), 2, setup.options)
    state = walked(2, players=2, day=1, phase=phases.ACTION)._replace(setup=large)
    with pytest.raises(ProblemError, match=r"too large for advice: 20 spaces of an act \(at most 11\)"):
        Planner().rank(state.view(state.turn))


# Two to four seats.


@pytest.mark.skipif(library() is None, reason="no compiled kernels")
@pytest.mark.parametrize("players", [2, 4])
def test_compiled_and_plain_say_the_same_of_every_seat(players):
    rng = random.Random(players)
    states = [
        walked(seed, players=players, day=rng.randint(1, 6), phase=phases.ACTION) for seed in range(3)
    ]
    for state in states:
        for seat in (1, players):
            value, at = learned(state.setup), flat.position(state.view(state.turn), seat)
            with using(True):
                worth, told = value.worth(at)
                compiled = value.plans(at, SMALL, 3)
            with using(False):
                assert (worth, list(told)) == value.worth(at)
                assert [plan[:2] for plan in value.plans(at, SMALL, 3)] == [plan[:2] for plan in compiled]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_on_the_last_day_the_value_of_a_seat_is_its_score(players):
    """The evening of the last day by the rules, with nobody doing anything more: where no quill is to be used."""
    checked = 0
    for seed in range(4):
        state = walked(seed, players=players, day=6, phase=phases.ACTION)
        # Nobody's ambiance or costumes bring quills, and all have left.
        boards = tuple(
            board._replace(ambiance=3, costumes=(b"",) * len(board.troupe), recruited=True, cylinders=0)
            for board in state.boards
        )
        state = state._replace(boards=boards, set_offer=(0,) * 6)
        end = actions._end_phase(state)
        assert end.phase == phases.OVER
        for seat in state.setup.everybody:
            at = flat.position(state, seat)
            at[flat.PROMISED] = 0
            worth = learned(state.setup).worth(at)[0]
            board = end.boards[seat - 1]
            assert worth == pytest.approx(board.prestige + min(99, max(0, board.pounds)) / 1000)
            checked += 1
    assert checked == 4 * players


@pytest.mark.parametrize("players", [2, 3])
def test_first_moves_among_rivals_are_legal_and_ordered(players):
    state = walked(3, players=players, day=3, phase=phases.ACTION)
    view = state.view(state.turn)
    ranked = Planner().rank(view)
    assert ranked == Planner().rank(view)
    assert {choice.move for choice in ranked} <= set(view.moves)
    values = [choice.value for choice in ranked]
    assert values == sorted(values, reverse=True)
    for choice in ranked:
        assert not choice.actions or choice.actions[0][0] == choice.move


@pytest.mark.skipif(library() is None, reason="without kernels rivals' turns are not played")
@pytest.mark.parametrize("players", [2, 3])
def test_a_first_action_is_worth_the_rest_of_the_day_after_the_rivals_turns(players):
    state = walked(4, players=players, day=2, phase=phases.ACTION)
    view, value = state.view(state.turn), learned(state.setup)
    best = Planner().rank(view)[0]
    table = Table.of(view).played(view.seat, best.actions[0])
    can = 0.0
    for rival in table.followers(view.seat):
        table, reached = next_action(table, rival, value)
        can += reached
    rest = value.plans(table.position(view.seat), AGAIN)[0].value
    assert best.plan.value == pytest.approx(rest)
    assert best.value == pytest.approx(rest - SHARE * can / (players - 1))


def test_helpers_are_the_assistants_and_each_helps_every_craft():
    """Counted from the names on the cards; an Extra is no Assistant, a Jeweler and a Queen are no craft."""
    met_helpers = set()
    for seed in (9, 13):
        for state, _ in met(seed):
            at = flat.position(state, 1)
            if not at[flat.LEFT] or state.phase in (phases.KEEP, phases.UNDER):
                continue
            with using(False):
                _, told = learned(state.setup).worth(at)
            kinds = [state.setup.people[person].kind for person in state.boards[0].troupe]
            helpers = kinds.count("assistant")
            crafts = sum(kind in CRAFTS for kind in kinds)
            assert told[features.HELPERS] == helpers
            assert told[features.HELPED] == helpers * crafts
            met_helpers.add(helpers)
    assert met_helpers == {0, 1, 2}
