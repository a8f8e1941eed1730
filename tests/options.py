"""Options of games, all varied: at random, and so that every value comes."""

import random
from pathlib import Path

import deduce
from deduce.ground.errors import ProblemError


def mixtures(game, seed):
    """As many choices of options as the longest list of values has: each value of each option is in one of them."""
    rng = random.Random(seed)
    lists = {name: list(option.allowed) for name, option in game.options.items() if option.allowed}
    for values in lists.values():
        rng.shuffle(values)
    for number in range(max(map(len, lists.values()))):
        yield {name: values[number % len(values)] for name, values in lists.items()}


def option_sets(game):
    """Sets of options in which every value comes: the defaults, every other value alone, and all of them mixed."""
    alone = [
        {name: value}
        for name, option in game.options.items()
        for value in option.allowed or ()
        if value != option.default
    ]
    return [{}, *alone, *mixtures(game, 0)]


def allowed_start(game, options, rng):
    """A game under these options, with as many players as may sit there and, in The Initiative, a mission they allow."""
    while True:
        if "mission" in game.options:
            mission = f"{rng.choice(['easy', 'medium', 'hard'])}:{rng.randrange(10**6)}"
            options = {**options, "mission": "m1_parcel" if options.get("injective") else mission}
        try:
            return game.new(players=rng.choice(list(game.seats)), **options)
        except ProblemError:  # a seat that is not there
            continue


def random_options(game, seed):
    """A number of players and options, each at its default or at any value; The Initiative gets a generated mission."""
    rng = random.Random(f"options/{game.name}/{seed}")
    while True:
        players = rng.choice(list(game.seats))
        options = {
            name: rng.choice(option.allowed)
            for name, option in game.options.items()
            if option.allowed and rng.random() < 0.6
        }
        if "mission" in game.options:
            options["mission"] = f"{rng.choice(['easy', 'medium', 'hard'])}:{rng.randrange(10**6)}"
        try:
            game.new(players=players, **options)
        except ProblemError:  # a seat that is not there
            continue
        return players, options


def same_defaults(game, other, apart=()):
    """Whether a second writing of the rules has the same options with the same defaults, and a new game has them.

    Whole games compared with that writing name every option; here none is named. Options `apart` are no rules.
    """
    defaults = {key: option.default for key, option in game.options.items()}
    ruled = {key: value for key, value in defaults.items() if key not in apart}
    return ruled == other and game.new(players=4, **defaults) == game.new(players=4)


def published(name):
    """The lines of the list that is kept beside the tests, and those of the game: a change is one that users notice."""
    lines = (Path(__file__).parent / "games" / "options.txt").read_text(encoding="utf-8").splitlines()
    found = []
    for option, each in deduce.game(name).options.items():
        values = " ".join(map(str, each.allowed)) if each.allowed else "open"
        found.append(f"{name} {option} [{each.default}]: {values}")
    return [line for line in lines if line.startswith(name + " ")], found
