"""Players that see no more than they may: what is hidden is drawn anew, and the same seed must choose the same move."""

import random

from options import random_options

import deduce
from deduce.games import settle
from deduce.players import InformationSetSearch, Inquirer, Sampling, Thinker, players_of


def position(game, rng, seed, late=False):
    """A random position in play under random options, where a seat moves: its state and the options.

    Late ones are cheap to ask about for players that play games to their end.
    """
    number, options = random_options(game, seed)
    if "mission" in options:
        options["mission"] = "easy:" + options["mission"].split(":")[1]
        options.pop("injective", None)  # few missions allow it
    state = settle(game.new(players=number, **options), rng)
    states = [state]
    while state.actor is not None and len(states) < 400:
        state = settle(state.play(rng.choice(list(state.moves()))), rng)
        if state.actor is not None:
            states.append(state)
    return rng.choice(states[-3:] if late else states), options


RARE = {
    "sampling": 8,
    "thinker": 8,
    "inquirer": 8,
    "search": 8,
    "patient": 8,
    "random": 4,
    "planner": 8,
    "convention-search": 8,
    "advised": 8,
}
"""How often a player that thinks long, or hardly at all, is asked, beside 16 for the others."""

LATE = frozenset({"sampling", "thinker", "inquirer", "search", "patient"})
"""Players that play games to their end are asked at late positions."""


BRIEF = {
    "sampling": lambda game: Sampling(game, samples=6),
    "search": lambda game: InformationSetSearch(game, iterations=40),
    "thinker": lambda game: Thinker(game, worlds=6, descents=20),
    "inquirer": lambda game: Inquirer(game, worlds=6),
}
"""The players of every game, playing fewer games to their end than they would: the same code in a tenth of the time."""


def check_one(name, seed, only=()):
    """Ask one player by lot (of `only`, if that names some), quick ones more often; raises AssertionError.

    The players of every game play few games to their end (`BRIEF`).
    """
    makers = [each for each in sorted(players_of(deduce.game(name))) if not only or each in only]
    weights = [RARE.get(player, 16) for player in makers]
    player = random.Random(f"who/{name}/{seed}").choices(makers, weights)[0]
    done = check_blind(name, seed, {player}, late=player in LATE, brief=True)
    return {"player": player, "hidden_differs": done["hidden_differs"]}


def check_blind(name, seed, names=None, late=False, brief=False):
    """Ask every player of a game (or those of `names`) in two positions that look alike; raises AssertionError."""
    game, rng = deduce.game(name), random.Random(f"blind/{name}/{seed}")
    state, options = position(game, rng, seed, late)
    view = state.view(state.actor)
    other = game.resample(view, rng)
    again = other.view(state.actor)
    assert again == view
    makers = players_of(game)
    if brief:
        makers |= {player: lambda make=make: make(game) for player, make in BRIEF.items()}
    asked = [player for player in makers if names is None or player in names]
    for player in asked:
        first = makers[player]().choose(view, random.Random(seed))
        second = makers[player]().choose(again, random.Random(seed))
        assert first == second, f"{player} chooses {first} and {second}: {options}\n{view}"
    return {"players": len(asked), "hidden_differs": other != state}
