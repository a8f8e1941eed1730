"""Decks, hands and what is known of them, against brute force over whole histories."""

from __future__ import annotations

import random

import pytest
from oracle import worlds
from zone_games import ALL, Acts, Claims, Letters

from deduce.games import CHANCE, check_game, random_history


def compare(game, players, seed, most=4000):
    """How many seats' knowledge was held against brute force, in one part of one game."""
    moves = random_history(game, players, seed).moves
    part = list(moves[: random.Random(seed).randint(len(moves) // 2, len(moves))])
    state = game.new(players=players)
    for move in part:
        state = state.play(move)
    looked = 0
    for seat in range(players + 1):
        found = worlds(game, part, seat, players)
        known = game.knowledge(state.view(seat))
        if known.count() > most:
            continue
        got = {tuple(world[v] for v in known.scope) for world in known.worlds}
        assert got == set(found), (seat, part)
        total = sum(found.values())
        for index, variable in enumerate(known.scope):
            said = known.marginals(variable)
            for value in variable.domain:
                chance = sum(p for world, p in found.items() if world[index] == value) / total
                assert said.get(value, 0.0) == pytest.approx(chance, abs=1e-9), (
                    seat,
                    variable,
                    value,
                    part,
                )
        looked += 1
    return looked


if __name__ == "__main__":
    import sys

    game = {g.name: g for g in ALL}[sys.argv[1]]
    import time

    for seed in range(int(sys.argv[2]), int(sys.argv[3])):
        a = time.process_time()
        print(seed, compare(game, int(sys.argv[4]), seed), round(time.process_time() - a, 2), flush=True)
