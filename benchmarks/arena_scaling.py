"""How fast a game plays itself out, and how much a second worker of the arena helps.

    python benchmarks/arena_scaling.py GAME PLAYER [PLAYER ...] [--deals N] [--seats N] [--jobs 1 2]

GAME is an installed game's name, or ``module:OBJECT``; each PLAYER one of the game's own players. Matches
are checked to be the same for every number of workers before a time is printed. Use a quiet machine: the
workers compete with whatever else is running. Beside the elapsed time stands the processor time of all processes,
which a busy machine spoils less: what it grows by with a second worker is the price of sharing the work.
"""

from __future__ import annotations

import argparse
import importlib
import random
import resource
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


def processor_seconds() -> float:
    """Of this process and of all workers that have ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def end_workers() -> None:
    """Stop joblib's idle workers, so that their processor time is counted."""
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)


def time_arena(
    game: Game[Any, Any, Any], players: list[str], seats: int, deals: int, workers: list[int], repeat: int
) -> None:
    first: tuple[Match, ...] = ()
    elapsed: dict[int, list[float]] = {jobs: [] for jobs in workers}
    spent: dict[int, list[float]] = {jobs: [] for jobs in workers}
    for _ in range(repeat):
        for jobs in workers:
            # Starting worker processes is paid once an evening, not once a tournament.
            run_tournament(game, players, players=seats, deals=jobs, jobs=jobs, pairing="self")
            before, began = processor_seconds(), time.perf_counter()
            result = run_tournament(game, players, players=seats, deals=deals, jobs=jobs, pairing="self")
            elapsed[jobs].append(time.perf_counter() - began)
            # The workers' own start counts here, and cannot be told apart.
            end_workers()
            spent[jobs].append(processor_seconds() - before)
            first = first or result.matches
            assert result.matches == first, "workers changed a match"
    least, cheap = min(elapsed[workers[0]]), min(spent[workers[0]])
    for jobs in workers:
        took, cost = min(elapsed[jobs]), min(spent[jobs])
        # What a machine with that many idle processors would make of the same work.
        possible = cheap / (cost / jobs)
        print(
            f"{jobs} workers: {len(first) / took:8.1f} matches/s, {least / took:.2f} times the first line"
            f" (best of {repeat}); {cost:.1f} s of processors in all, at most {possible:.2f} times"
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
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many runs counts")
    given = parser.parse_args()
    game = find(given.game)
    seats = given.seats or game.seats.start
    time_playouts(game, seats, given.games)
    time_arena(game, given.players, seats, given.deals, given.jobs, given.repeat)


if __name__ == "__main__":
    main()
