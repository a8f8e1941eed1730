"""One decision a game: what `Game.advise` names first is the move of the game's strongest player, at the same seed."""

import random

import pytest
from amount import amount

import deduce
from deduce.games import settle

POSITIONS = {
    "shakespeare": [(1, {}), (3, {})],
    "entracte": [(2, {}), (3, {"convention": True}), (4, {}), (3, {"mode": "competitive"})],
    "decrypto": [(3, {}), (4, {})],
    "enigma": [(3, {}), (2, {})],
    "initiative": [(1, {"mission": "easy:3"}), (2, {"mission": "medium:5"})],
}
"""For each game, numbers of players and options to play with."""

WALKERS = {"shakespeare": "greedy"}
"""Who plays up to the positions, where the strongest player is slow."""

CASES = [(name, *case) for name, cases in POSITIONS.items() for case in cases]


def met_in_play(game, players, options, seed, *, most):
    """Views met while a good player and chance take turns by lot: late positions and odd ones."""
    rng = random.Random(seed)
    state = settle(game.new(players=players, **options), rng)
    best = game.players[WALKERS.get(game.name, game.best)]()
    found = []
    while state.actor is not None:
        view = state.view(state.actor)
        found.append(view)
        move = best.choose(view, rng) if rng.random() < 0.7 else rng.choice(view.moves)
        state = settle(state.play(move), rng)
    step = max(1, len(found) // most)
    return found[::step][:most]


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_advice_is_the_decision_of_the_strongest_player(name, players, options):
    game = deduce.game(name)
    for seed in range(1, amount(2, 10)):
        for view in met_in_play(game, players, options, seed, most=amount(5, 6 if name in WALKERS else 12)):
            said = game.advise(view, rng=seed)[0].move
            assert said == game.players[game.best]().choose(view, random.Random(seed)), str(view)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_strongest_player_is_one_of_the_players(name):
    game = deduce.game(name)
    assert game.best in game.players
