"""Numbers of players that were found by playing, or set by hand: found again, and how much they matter.

    python -m benchmarks.climb --list
    python -m benchmarks.climb initiative.prices --games 200                            # the gradient where they are now
    python -m benchmarks.climb initiative.prices --games 200 --rounds 5 --guesses       # steps from the first guesses
    python -m benchmarks.climb decrypto.supposed --games 40 --alone                     # each number doubled, and halved

Every deal is played twice, with all numbers changed at random at once (a factor, normal in its logarithm, of spread
`SPREAD`) and with the opposite changes; ridge regression of half the difference of the scores on the changes gives
the gradient, with its standard error. A step follows it as far as `STEP`; after the last one the numbers found are held
against those the steps began from, on fresh deals, in pairs. ``--alone`` says instead what a number set by hand is
worth: the paired difference of the score where it alone is twice, or half, what it is. Numbers that are 0 stay 0. Deals
follow from their seeds.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.climbed import SETS, Numbers, NumberSet
from deduce.arena.statistics import mean_of

SPREAD = 0.25
"""The standard deviation of the logarithm of a number, as it is changed."""

RIDGE = 20.0

STEP = 0.25
"""A step changes the logarithms of all numbers by so much, taken together, times the root of how many they are."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Gradient:
    """What the score gains for a change of each number by `SPREAD` of its logarithm, and the standard error of each."""

    names: tuple[str, ...]
    gain: tuple[float, ...]
    error: float

    def told(self, most: int = 12) -> str:
        """The largest first, a line each."""
        ordered = sorted(zip(self.names, self.gain, strict=True), key=lambda each: -abs(each[1]))
        return "\n".join(f"{name:<24} {gain:+.3f} +- {self.error:.3f}" for name, gain in ordered[:most])


def changed(now: Numbers, change: Mapping[str, float]) -> Numbers:
    """The numbers times the exponential of what `change` says of them."""
    return {name: value * math.exp(change.get(name, 0.0)) for name, value in now.items()}


def gradient(score: Callable[[Numbers, int], float], now: Numbers, seeds: Sequence[int]) -> Gradient:
    """The gradient by antithetic pairs of games; see the module docstring."""
    names = tuple(name for name, value in now.items() if value)
    changes, halves = [], []
    for seed in seeds:
        rng = random.Random(f"tuning {seed}")
        change = {name: rng.gauss(0, 1) for name in names}
        ends = [
            score(changed(now, {n: sign * SPREAD * z for n, z in change.items()}), seed) for sign in (1, -1)
        ]
        changes.append([change[name] for name in names])
        halves.append((ends[0] - ends[1]) / 2)
    table, half = np.array(changes), np.array(halves)
    found = np.linalg.solve(table.T @ table + RIDGE * np.eye(len(names)), table.T @ half)
    error = float((half - table @ found).std()) / math.sqrt(len(half))
    return Gradient(names, tuple(map(float, found)), error)


def stepped(now: Numbers, found: Gradient) -> Numbers:
    """The numbers a step further up."""
    length = math.sqrt(sum(gain * gain for gain in found.gain)) or 1.0
    far = STEP * math.sqrt(len(found.names))
    return changed(now, {n: far * gain / length for n, gain in zip(found.names, found.gain, strict=True)})


def alone(
    score: Callable[[Numbers, int], float], now: Numbers, seeds: Sequence[int], only: str
) -> list[str]:
    """For each number a line: what the score gains where it alone is half, and twice, what it is."""
    usual = {seed: score(now, seed) for seed in seeds}
    lines = []
    for name, value in now.items():
        if not value or not name.startswith(only):
            continue
        cells = []
        for factor in (0.5, 2.0):
            gains = [score({**now, name: factor * value}, seed) - usual[seed] for seed in seeds]
            gain = mean_of(gains)
            cells.append(f"x{factor:g} {gain.value:+.3f} +- {gain.error:.3f}")
        lines.append(f"{name:<24} {value:<8.4g} {'   '.join(cells)}")
        print(lines[-1], flush=True)
    return lines


def climb(numbers: NumberSet, seeds: Sequence[int], rounds: int, *, guesses: bool) -> Numbers:
    """So many steps, the gradient of each told as it is found; then what they gained, on fresh deals."""
    begun = now = numbers.guesses() if guesses else numbers.now()
    first, size = seeds[0], len(seeds)
    for number in range(max(1, rounds)):
        here = range(first + number * size, first + (number + 1) * size)
        found = gradient(numbers.score, now, here)
        print(f"gradient on deals {here[0]} to {here[-1]} ({numbers.unit}):\n{found.told()}", flush=True)
        if rounds:
            now = stepped(now, found)
    if rounds:
        print(json.dumps({name: round(value, 4) for name, value in now.items()}))
        fresh = range(first + rounds * size, first + (rounds + 1) * size)
        gain = mean_of([numbers.score(now, seed) - numbers.score(begun, seed) for seed in fresh])
        print(f"found less begun, {size} fresh deals: {gain.value:+.3f} +- {gain.error:.3f} {numbers.unit}")
    return now


def main(given: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="?", choices=sorted(SETS))
    parser.add_argument("--games", type=int, default=24, help="deals of a gradient, each played twice")
    parser.add_argument("--first", type=int, default=810_000, help="the seed of the first deal")
    parser.add_argument("--rounds", type=int, default=0, help="how many steps; 0: the gradient only")
    parser.add_argument(
        "--guesses", action="store_true", help="begin where tuning began, not where it ended"
    )
    parser.add_argument("--alone", action="store_true", help="each number by itself, halved and doubled")
    parser.add_argument("--only", default="", help="alone: numbers whose names begin so")
    parser.add_argument(
        "--list", action="store_true", help="the sets of numbers there are, and what scores are"
    )
    chosen = parser.parse_args(given)
    if chosen.list or chosen.numbers is None:
        for name, each in sorted(SETS.items()):
            print(f"{name:<22} {len(each.now())} numbers of {each.where}; a score is {each.unit}")
        return
    if chosen.games < 2:
        parser.error("--games: at least 2")
    numbers, seeds = SETS[chosen.numbers], range(chosen.first, chosen.first + chosen.games)
    if chosen.alone:
        print(f"{numbers.where}: gain in {numbers.unit}, {chosen.games} deals from {chosen.first}")
        alone(numbers.score, numbers.now(), seeds, chosen.only)
    else:
        climb(numbers, seeds, chosen.rounds, guesses=chosen.guesses)


if __name__ == "__main__":
    main()
