"""Every game at a table: the whole contract for the fewest and the most players, knowledge against brute force."""

from __future__ import annotations

import importlib
import random

import pytest
from amount import amount
from rulebook.oracle import worlds

from deduce.games import CHANCE, check_game, random_history

GAMES = {
    "avalon": {},
    "battleship": {"width": 3, "height": 3, "fleet": "two"},
    "bulls_and_cows": {"digits": 2, "highest": 3, "guesses": 3},
    "clue": {},
    "goofspiel": {"cards": 3},
    "guess_who": {},
    "hanabi": {"colours": 3},
    "kuhn": {},
    "leduc": {},
    "liars_dice": {"dice": 1},
    "mastermind": {"pegs": 2, "colours": 3, "guesses": 3},
    "minesweeper": {"width": 3, "height": 3, "mines": 2},
    "one_night_werewolf": {"roles": "all"},
    "resistance": {},
    "skull": {},
    "verifiers": {"cards": 3, "rounds": 2},
    "wild_place": {"map": "coast"},
}


def game_called(name):
    return importlib.import_module(f"deduce_models.tables.{name}").GAME


MANY = {"one_night_werewolf": amount(5, 10), "wild_place": amount(3, 4)}
"""As many as are tried of those games in which all that there are take seconds."""

CASES = [
    (name, players)
    for name in GAMES
    for players in sorted({game_called(name).seats[0], MANY.get(name, game_called(name).seats[-1])})
]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_contract_is_kept(name, players):
    check_game(game_called(name), players=players, playouts=1, options=GAMES[name], thin=True, decisions=1)


BRUTE = [
    ("battleship", 2, {"width": 3, "height": 2, "fleet": "two"}, 6),
    ("bulls_and_cows", 1, {"digits": 2, "highest": 3, "guesses": 3}, 99),
    ("bulls_and_cows", 2, {"digits": 2, "highest": 3, "guesses": 3}, 6),
    ("goofspiel", 2, {"cards": 3}, 99),
    ("goofspiel", 2, {"cards": 3, "bids": "hidden", "prizes": "rising"}, 99),
    ("guess_who", 2, {}, 3),
    ("kuhn", 2, {}, 99),
    ("leduc", 2, {}, 99),
    ("liars_dice", 2, {"dice": 1, "rounds": "one"}, 99),
    ("liars_dice", 3, {"dice": 1, "rounds": "one"}, 5),
    ("mastermind", 1, {"pegs": 2, "colours": 3, "guesses": 3}, 99),
    ("mastermind", 2, {"pegs": 2, "colours": 3, "guesses": 3, "repeats": False}, 99),
    ("minesweeper", 1, {"width": 3, "height": 3, "mines": 2}, 99),
    ("minesweeper", 1, {"width": 3, "height": 2, "mines": 2, "safe": False}, 99),
    ("resistance", 5, {}, 17),
    ("avalon", 5, {}, 12),
    ("skull", 3, {}, 9),
    ("verifiers", 1, {}, 4),
]


@pytest.mark.parametrize(("name", "players", "options", "most"), BRUTE)
def test_knowledge_is_what_brute_force_finds(name, players, options, most):
    game, looked = game_called(name), 0
    for seed in range(amount(1, 20)):
        rng = random.Random(seed)
        moves = random_history(game, players, seed, options=options).moves
        state, dealt = game.new(players=players, **options), 0
        while state.actor is CHANCE:
            state, dealt = state.play(moves[dealt]), dealt + 1
        part = list(moves[: rng.randint(dealt, max(dealt, min(most, len(moves))))])
        state = game.new(players=players, **options)
        for move in part:
            state = state.play(move)
        for seat in range(players + 1):
            found = worlds(game, part, seat, players, **options)
            if any(None in world for world in found):
                continue  # something is not dealt yet
            known = game.knowledge(state.view(seat))
            assert {tuple(world[v] for v in known.scope) for world in known.worlds} == set(found)
            total = sum(found.values())
            for index, variable in enumerate(known.scope):
                said = known.marginals(variable)
                for value in variable.domain:
                    chance = sum(p for world, p in found.items() if world[index] == value) / total
                    assert said.get(value, 0.0) == pytest.approx(chance)
            looked += 1
    assert looked
