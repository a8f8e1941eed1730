"""Players that see no more than they may: what is hidden is drawn anew, and the same seed must choose the same move."""

import random

from options import random_options

import deduce
from deduce.games import settle
from deduce.players import players_of


def position(game, rng, seed, late=False):
    """A random position in play under random options, where a seat moves: its state and the options.

    Late ones are cheap to ask about for players that play games to their end.
    """
    number, options = random_options(game, seed)
    if "mission" in options:
        options["mission"] = "easy:" + options["mission"].split(":")[1]
    state = settle(game.new(players=number, **options), rng)
    states = [state]
    while state.actor is not None and len(states) < 400:
        state = settle(state.play(rng.choice(list(state.moves()))), rng)
        if state.actor is not None:
            states.append(state)
    return rng.choice(states[-3:] if late else states), options


def check_blind(name, seed, names=None, late=False):
    """Ask every player of a game (or those of `names`) in two positions that look alike; raises AssertionError."""
    game, rng = deduce.game(name), random.Random(f"blind/{name}/{seed}")
    state, options = position(game, rng, seed, late)
    view = state.view(state.actor)
    other = game.resample(view, rng)
    again = other.view(state.actor)
    assert again == view
    makers = players_of(game)
    asked = [player for player in makers if names is None or player in names]
    for player in asked:
        first = makers[player]().choose(view, random.Random(seed))
        second = makers[player]().choose(again, random.Random(seed))
        assert first == second, f"{player} chooses {first} and {second}: {options}\n{view}"
    return {"players": len(asked), "hidden_differs": other != state}
