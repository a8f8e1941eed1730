"""A step of an environment against PettingZoo's own Hanabi: ``python -m benchmarks.env_step``.

Random legal play through the same loop (`agent_iter`, `last`, `step`), resets included, in turns within one run.
Printed: steps a second, the ratio to Hanabi of the same round (median, least and greatest), and the most memory that one
game's play holds.
Needs ``pettingzoo[classic]``.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import statistics
import time
import tracemalloc
from collections.abc import Mapping
from typing import Any

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
PEER = "hanabi"


def main() -> None:
    """Measure and print one line an environment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1500, help="steps of each environment in a round")
    parser.add_argument("--observation", default="plain", choices=("plain", "marginals"))
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument(
        "--theirs", action="store_true", help="PettingZoo's performance_benchmark, 5 s each"
    )
    given = parser.parse_args()
    made = {PEER: _hanabi(), **{name: _ours(name, given.observation) for name in given.games}}
    if given.theirs:
        _theirs(made)
        return
    rates: dict[str, list[float]] = {name: [] for name in made}
    for number in range(given.rounds + 1):
        for name, env in made.items():
            rate = _rate(env, given.steps if number else 100, number)
            # The first round warms up.
            rates[name] += [rate] if number else []
    for name, found in rates.items():
        ratios = [mine / other for mine, other in zip(found, rates[PEER], strict=True)]
        print(
            f"{name:12} {statistics.median(found):8.0f} steps/s   x{statistics.median(ratios):5.2f} of {PEER} "
            f"({min(ratios):.2f} to {max(ratios):.2f})   {_memory(made[name]) / 1024:8.0f} KiB"
        )


def _theirs(made: Mapping[str, Any]) -> None:
    """What PettingZoo's own benchmark prints, an environment a line."""
    from pettingzoo.test import performance_benchmark

    for name, env in made.items():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            performance_benchmark(env)
        told = [line for line in printed.getvalue().splitlines() if "per second" in line]
        print(f"{name:12} {', '.join(told)}", flush=True)


def _hanabi() -> Any:
    from pettingzoo.classic import hanabi_v5

    return hanabi_v5.env()


def _ours(name: str, observation: str) -> Any:
    from deduce.bridges.pettingzoo import env

    return env(name, observation=observation)


def _rate(env: Any, steps: int, seed: int) -> float:
    begun = time.process_time()
    _play(env, steps, seed)
    return steps / (time.process_time() - begun)


def _play(env: Any, steps: int, seed: int) -> None:
    rng, done = random.Random(seed), 0
    while done < steps:
        env.reset(seed=rng.getrandbits(30))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            done += 1
            if done >= steps:
                return


def _memory(env: Any) -> int:
    """The most bytes that 200 steps hold at a time, as Python's allocator counts them."""
    tracemalloc.start()
    _play(env, 200, 9)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


if __name__ == "__main__":
    main()
