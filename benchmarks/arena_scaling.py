"""How fast a game plays itself out, and how much a second worker of the arena helps.

    python benchmarks/arena_scaling.py GAME PLAYER [PLAYER ...] [--deals N] [--seats N] [--jobs 1 2]

GAME is an installed game's name, or ``module:OBJECT``; each PLAYER one of the game's own players. Matches
are checked to be the same for every number of workers before a time is printed. Use a quiet machine: the
workers compete with whatever else is running.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from typing import Any

from deduce.arena import Match, run_tournament
from deduce.games import registry
from deduce.games.base import Game
from deduce.players import rollout


def find(name: str) -> Game[Any, Any, Any]:
    module, colon, attribute = name.partition(":")
    if not colon:
        return registry.game(name)
    found: Game[Any, Any, Any] = getattr(importlib.import_module(module), attribute)
    return found


def count_moves(state: Any, rng: random.Random) -> int:
    """The moves, chance included, of the very game that `rollout` plays with an equal generator."""
    count = 0
    while state.actor is not None:
        state = rollout(state, rng, horizon=1, strict=False)
        count += 1
    return count


def time_playouts(game: Game[Any, Any, Any], seats: int, games: int) -> None:
    start = game.new(players=seats)
    began = time.perf_counter()
    for seed in range(games):
        rollout(start, random.Random(seed))
    took = time.perf_counter() - began
    moves = sum(count_moves(start, random.Random(seed)) for seed in range(games))
    print(f"{game.name}, {seats} seats: {games / took:,.0f} random games/s, {moves / took:,.0f} moves/s")


def time_arena(
    game: Game[Any, Any, Any], players: list[str], seats: int, deals: int, workers: list[int]
) -> None:
    first: tuple[Match, ...] = ()
    reference = 0.0
    for jobs in workers:
        # Starting worker processes is paid once an evening, not once a tournament.
        run_tournament(game, players, players=seats, deals=jobs, jobs=jobs, pairing="self")
        began = time.perf_counter()
        matches = run_tournament(
            game, players, players=seats, deals=deals, jobs=jobs, pairing="self"
        ).matches
        took = time.perf_counter() - began
        first, reference = first or matches, reference or took
        assert matches == first, "workers changed a match"
        print(
            f"{jobs} workers: {len(matches) / took:8.1f} matches/s, {reference / took:.2f} times the first line"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    game = find(given.game)
    seats = given.seats or game.seats.start
    time_playouts(game, seats, given.games)
    time_arena(game, given.players, seats, given.deals, given.jobs)


if __name__ == "__main__":
    main()
