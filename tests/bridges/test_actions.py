"""Every legal move of random play-outs has an action, and bounds hold."""

import json
import random

import pytest
from toy_games import Show, Whose

import deduce
from deduce.bridges.actions import ActionList
from deduce.games import CHANCE, settle
from deduce.games.plain import information_state, plain
from deduce.ground.errors import IllegalMove

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_moves_and_actions_are_one_to_one(name, seed):
    game = deduce.game(name)
    players = game.seats[seed % len(game.seats)]
    actions = ActionList(game, players, {})
    assert len(set(actions.texts)) == len(actions)
    assert actions.open == (name in ("decrypto", "initiative"))
    rng, bounds, length = random.Random(seed), game.bounds(players), 0
    state = settle(game.new(players=players), rng)
    while state.actor is not None:
        moves = list(state.moves())
        numbers = actions.numbers(moves)
        assert len(numbers) == min(len(moves), len(actions) if actions.open else len(moves))
        assert list(numbers) == sorted(numbers)
        move = rng.choice(list(numbers.values()))
        assert numbers[actions.number(move, moves)] == move
        state = settle(state.play(move), rng)
        length += 1
    assert length <= bounds.moves
    assert all(bounds.low <= score <= bounds.high for score in state.scores)


def test_competitive_entracte_has_its_actions_too():
    game, rng = deduce.game("entracte"), random.Random(5)
    actions = ActionList(game, 3, {"mode": "competitive"})
    state = settle(game.new(players=3, mode="competitive"), rng)
    told = set()
    while state.actor is not None:
        numbers = actions.numbers(state.moves())
        assert sorted(map(str, numbers.values())) == sorted(map(str, state.moves()))
        assert all(actions.texts[number] == str(move) for number, move in numbers.items())
        told |= {str(move).split()[0] for move in numbers.values()}
        state = settle(state.play(rng.choice(list(numbers.values()))), rng)
    assert {"declare", "silent"} <= told
    assert len(state.scores) == 3


def test_a_game_that_lists_too_little_is_told():
    class Short(Whose):
        def actions(self, players, **options):
            return ["pass"]

    game = Short()
    state = settle(game.new(players=2), random.Random(1))
    with pytest.raises(IllegalMove, match=r"Game\.actions does not list the legal move 'guess"):
        ActionList(game, 2, {}).numbers(state.moves())


def test_a_move_beyond_the_ranked_ones_has_no_action():
    game = deduce.game("decrypto")
    state = game.new(players=4, seed=1)
    moves = list(state.moves())
    actions = ActionList(game, 4, {})
    assert actions.number(moves[255], moves) == 255
    with pytest.raises(IllegalMove, match="among the first 256"):
        actions.number(moves[256], moves)


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_have_equal_keys_and_others_other_keys(name):
    game, rng = deduce.game(name), random.Random(3)
    players = game.seats[1]
    state = settle(game.new(players=players), rng)
    for _ in range(12):
        if state.actor is None:
            break
        view = state.view(state.actor)
        other = game.resample(view, rng).view(state.actor)
        assert information_state(view) == information_state(other)
        before = information_state(view)
        seat = state.actor
        state = settle(state.play(rng.choice(list(state.moves())[:256])), rng)
        assert information_state(state.view(seat)) != before


def test_plain_values_are_json_all_the_way_down():
    state = Show().new(players=2, seed=1)
    assert plain(state.view(1))["seat"] == 1
    assert plain({"a": (1, None, CHANCE), "b": frozenset({2, 1}), "c": b"\x01"}) == {
        "a": [1, None, "CHANCE"],
        "b": [1, 2],
        "c": [1],
    }


@pytest.mark.parametrize("name", GAMES)
def test_views_are_plain_values_for_json(name):
    game, rng = deduce.game(name), random.Random(8)
    state = settle(game.new(players=game.seats[0]), rng)
    for _ in range(10):
        if state.actor is None:
            break
        for seat in range(state.seats + 1):
            view = state.view(seat)
            told = view.to_dict()
            assert json.loads(json.dumps(told)) == told
            assert json.dumps(told, sort_keys=True, ensure_ascii=False, separators=(",", ":")) == (
                information_state(view)
            )
            assert told["seat"] == seat
        state = settle(state.play(rng.choice(list(state.moves())[:256])), rng)
