"""How long a game's advice takes: the processor time of `Game.advise` at its default setting, at positions met in play.

Evenings are walked through with the advice that is timed (its first move in seven positions of ten, a random one
in the others), so every position is new to the game when it is asked. Told are median, 99th percentile and worst.
``python -m benchmarks latency`` asks few positions; ``python -m benchmarks.bench_latency --positions 1000 [game ...]`` as
many as wanted, and prints a line an evening as it goes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

import deduce
from benchmarks.harness import Row
from deduce.games import settle

__all__ = ["TABLES", "evening", "rows", "spread"]

FIRST = 7_130_000
"""The seed of the first evening, which no tuning has used."""

TABLES: Mapping[str, tuple[tuple[int, dict[str, Any]], ...]] = {
    "decrypto": ((3, {}), (4, {}), (6, {}), (8, {})),
    "enigma": ((2, {}), (3, {}), (4, {}), (5, {})),
    "entracte": ((2, {}), (3, {}), (4, {}), (4, {"mode": "competitive"}), (3, {"convention": True})),
    "initiative": ((1, {"mission": "easy:3"}), (2, {"mission": "medium:5"}), (4, {"mission": "hard:2"})),
    "shakespeare": ((1, {}), (2, {}), (3, {}), (4, {})),
}
"""For each game the numbers of players and the options of its evenings, in turn."""

ASKED = 30
LIMIT = 0.5
"""Seconds that no advice should take."""


def evening(name: str, number: int) -> Iterator[tuple[float, str]]:
    """Processor seconds of every piece of advice of one evening, and where it was asked."""
    game = deduce.game(name)
    players, options = TABLES[name][number % len(TABLES[name])]
    rng = random.Random(FIRST + number)
    state = settle(game.new(players=players, seed=FIRST + number, **options), rng)
    at = 0
    while isinstance(state.actor, int):
        view = state.view(state.actor)
        start = time.process_time()
        said = game.advise(view, rng=number)
        took = time.process_time() - start
        yield took, f"evening {number}, {players} players{_told(options)}, decision {at}"
        move = said[0].move if rng.random() < 0.7 else rng.choice(view.moves)
        state = settle(state.play(move), rng)
        at += 1


def _told(options: Mapping[str, Any]) -> str:
    return "".join(f", {key} {value}" for key, value in options.items())


def positions(name: str, wanted: int, *, aloud: bool = False) -> list[tuple[float, str]]:
    """As many positions as wanted, an evening after the other."""
    # The first question of all loads the game, its data and its solvers, which is not what is asked here.
    next(evening(name, 0))
    found: list[tuple[float, str]] = []
    number = 0
    while len(found) < wanted:
        for each in evening(name, number):
            found.append(each)
            if len(found) == wanted:
                break
        number += 1
        if aloud:
            print(f"  {name}: {len(found)} positions, worst {max(found)[0]:.3f} s", flush=True)
    return found


def spread(found: list[tuple[float, str]]) -> dict[str, float]:
    """Median, 99th percentile and worst, in seconds, and the share beyond `LIMIT`."""
    times = sorted(seconds for seconds, _ in found)
    return {
        "median": times[len(times) // 2],
        "p99": times[min(len(times) - 1, len(times) * 99 // 100)],
        "worst": times[-1],
        "beyond": sum(seconds > LIMIT for seconds in times) / len(times),
    }


def rows() -> Iterator[Row]:
    """Three lines a game."""
    for name in TABLES:
        found = positions(name, ASKED)
        told = spread(found)
        for what in ("median", "p99", "worst"):
            note = max(found)[1] if what == "worst" else f"{len(found)} positions"
            yield Row(f"advice, {name}", what, told[what], None, None, note)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_latency", description=__doc__)
    parser.add_argument("games", nargs="*", help="which ones; all by default")
    parser.add_argument("--positions", type=int, default=1000, help="how many a game")
    given = parser.parse_args()
    for name in given.games or TABLES:
        found = positions(name, given.positions, aloud=True)
        told = spread(found)
        print(
            f"{name}: {len(found)} positions, median {told['median'] * 1e3:.0f} ms, p99 {told['p99'] * 1e3:.0f} ms, "
            f"worst {told['worst'] * 1e3:.0f} ms ({max(found)[1]}), beyond {LIMIT} s: {told['beyond']:.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()
