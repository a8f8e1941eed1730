"""OpenSpiel's own simulation test passes for every game, and its searches play them."""

import dataclasses
import random
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from deduce.bridges.openspiel import load
from deduce.ground.errors import IllegalMove, ProblemError

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")


def third_party(name):
    """The game Above as an installed module has it: states are pickled by the module's name."""
    path = Path(__file__).parents[2] / "examples" / "games" / "above.py"
    spec = spec_from_file_location(name, path)
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name].GAME


ABOVE = third_party("above_of_a_third_party")


@pytest.mark.parametrize("name", GAMES)
def test_the_other_sides_simulation_passes(name):
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


def test_a_third_partys_game_is_simulated_too():
    pyspiel.random_sim_test(load(ABOVE, players=3), num_sims=5, serialize=True, verbose=False)


def test_the_other_sides_simulation_notices_scores_beyond_the_bounds():
    class Wrong(type(ABOVE)):
        def bounds(self, players):
            return dataclasses.replace(super().bounds(players), low=3.0, high=4.0)

    with pytest.raises((pyspiel.SpielError, AssertionError, RuntimeError)):
        pyspiel.random_sim_test(load(Wrong(), players=3), num_sims=1, serialize=False, verbose=False)


def test_two_games_of_one_name_are_kept_apart():
    again = third_party("another_above")
    first, second = load(ABOVE, players=2), load(again, players=2)
    names = {first.get_type().short_name, second.get_type().short_name}
    assert len(names) == 2
    assert load(again, players=3).get_type().short_name in names
    for game in (first, second):
        state = game.new_initial_state()
        state.apply_action(state.chance_outcomes()[0][0])
        text = pyspiel.serialize_game_and_state(game, state)
        _, back = pyspiel.deserialize_game_and_state(text)
        assert back.position == state.position
        assert back.get_game().get_type().short_name == game.get_type().short_name


def test_states_are_positions_of_ours():
    game = load("enigma", players=4)
    state = game.new_initial_state()
    rng = random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert abs(sum(chance for _, chance in outcomes) - 1) < 1e-9
            state.apply_action(rng.choice(outcomes)[0])
            continue
        player = state.current_player()
        assert state.position.actor == player + 1
        legal = state.legal_actions()
        assert [state.action_to_string(player, a) for a in legal]
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == legal
        state.apply_action(rng.choice(legal))
    assert state.returns() == list(state.position.scores)
    with pytest.raises(IllegalMove):
        game.new_initial_state()._apply_action(10**6)


@pytest.mark.parametrize("drawn", ["x", 1.0, -0.5, float("nan"), lambda: 7])
def test_a_world_is_drawn_by_a_number_from_0_to_below_1(drawn):
    state = load("kuhn").new_initial_state()
    with pytest.raises(ProblemError, match="a world is drawn by a number from 0 to below 1, not by"):
        state.resample_from_infostate(0, drawn)
    with pytest.raises(ProblemError, match="a game is wanted"):
        load(None)


def test_information_set_search_of_theirs_plays_ours():
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(ABOVE, players=2)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=30,
        random_state=np.random.RandomState(2),
    )
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert len(state.returns()) == 2


def test_the_observer_gives_the_vector_of_the_view():
    game = load("entracte", players=2, observation="marginals")
    state, rng = game.new_initial_state(), random.Random(7)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    watcher = game.make_py_observer()
    watcher.set_from(state, 0)
    assert np.allclose(watcher.tensor, game.observe(state.position.view(1)))
    assert watcher.string_from(state, 0) == state.information_state_string(0)
