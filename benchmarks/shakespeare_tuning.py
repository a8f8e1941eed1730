"""What the Shakespeare planner believes about later days, learned by playing alone.

    python -m benchmarks.shakespeare_tuning calibration --games 80 --first 30000 --results rows.jsonl
    python -m benchmarks.shakespeare_tuning weights --games 400 --first 810000

`calibration` plays games by the planner (or ``--player patient``), keeps what it said at the first action of each day
and at the draft, and prints the lines ``end = constant + slope * said`` of ``data/calibration.toml``. Rows are kept in
the results file, and a run with the same file goes on where the last one ended.

`weights` plays quick games (one plan a day, no samples), each twice on the same draws: with all numbers of
`weights.ALONE` changed at random, and with the opposite changes. Ridge regression of half the difference on the changes
gives the gradient, printed with its standard error, in prestige for a change by `SPREAD` of the logarithm.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.day import Effort
from deduce_models.shakespeare.advice.weights import ALONE, Weights
from deduce_models.shakespeare.bound.draws import play_script, solo_script
from deduce_models.shakespeare.players.named import PLAYERS, PlannerPlayer
from deduce_models.shakespeare.rules.phases import ACTION, DRAFT

SPREAD = 0.25
"""The standard deviation of the logarithm of a number, as it is changed."""

RIDGE = 20.0

PRIOR = 100.0
"""How firmly slopes are held at 1: as by so many games for which what was said lies 1 from its mean."""

QUICK = Effort(3, 2, 6)

DAYS = range(6)
"""The draft and all days but the last, on which values are final scores."""


def told(name: str, seed: int) -> list[Any]:
    """The seed, the final prestige, and (day, phase, value) of everything the player said on these draws."""
    setup = GAME.new(players=1).setup
    player: Any = PLAYERS[name]()
    said: list[tuple[int, int, float]] = []
    rank = player.planner.estimated

    def heard(view: Any, *given: Any, **named: Any) -> Any:
        found = rank(view, *given, **named)
        said.append((view.day, view.phase, round(found[0].value, 3)))
        return found

    player.planner.estimated = heard
    end = play_script(player, setup, solo_script(seed, setup), seed=seed)
    return [seed, end.boards[0].prestige, said]


def opening(said: Sequence[Sequence[float]]) -> dict[int, float]:
    """What was said at the draft (day 0) and at the first action of each day."""
    found: dict[int, float] = {}
    for day, phase, value in said:
        if phase in (DRAFT, ACTION):
            found.setdefault(int(day), value)
    return found


def lines(rows: Sequence[Sequence[Any]]) -> list[tuple[float, float]]:
    """Constant and slope for each day, by least squares, the slope drawn towards 1 (`PRIOR`)."""
    found = []
    for day in DAYS:
        pairs = [(opening(row[2])[day], row[1]) for row in rows if day in opening(row[2])]
        said, ends = np.array(pairs).T
        spread = said - said.mean()
        slope = 1 + float(spread @ (ends - ends.mean() - spread)) / (float(spread @ spread) + PRIOR)
        found.append((round(float(ends.mean() - slope * said.mean()), 3), round(slope, 3)))
    return found


def calibration(name: str, seeds: range, path: Path | None) -> None:
    """Play what is missing and print the lines."""
    rows = []
    if path is not None and path.exists():
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    known = {row[0] for row in rows}
    for seed in seeds:
        if seed not in known:
            rows.append(told(name, seed))
            if path is not None:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    chosen = [row for row in rows if row[0] in seeds]
    print(f"[{name}]\nlines = [")
    for line in lines(chosen):
        print(f"    {list(line)},")
    print(f"]\n# {len(chosen)} games, seeds {seeds[0]} to {seeds[-1]}")


def numbers(weights: Weights) -> list[float]:
    """All numbers of the weights in a row."""
    found: list[float] = []
    for value in dataclasses.astuple(weights):
        found += value if isinstance(value, tuple) else [value]
    return found


def weights_of(row: Sequence[float]) -> Weights:
    """The weights with these numbers."""
    rest = iter(row)
    made: dict[str, Any] = {}
    for field in dataclasses.fields(ALONE):
        value = getattr(ALONE, field.name)
        made[field.name] = tuple(next(rest) for _ in value) if isinstance(value, tuple) else next(rest)
    return Weights(**made)


def gradient(seeds: range) -> None:
    """Play pairs of games and print the gradient."""
    setup, now = GAME.new(players=1).setup, numbers(ALONE)
    changes, halves = [], []
    for seed in seeds:
        rng = random.Random(f"tuning {seed}")
        change = [rng.gauss(0, 1) for _ in now]
        ends = []
        for sign in (1, -1):
            moved = [value * math.exp(sign * SPREAD * z) for value, z in zip(now, change, strict=True)]
            player = PlannerPlayer(weights=weights_of(moved), effort=QUICK, samples=0)
            ends.append(play_script(player, setup, solo_script(seed, setup)).boards[0].prestige)
        changes.append(change)
        halves.append((ends[0] - ends[1]) / 2)
    table, half = np.array(changes), np.array(halves)
    found = np.linalg.solve(table.T @ table + RIDGE * np.eye(len(now)), table.T @ half)
    error = float((half - table @ found).std()) / math.sqrt(len(half))
    names: list[str] = []
    for name, value in dataclasses.asdict(ALONE).items():
        names += [f"{name}[{place}]" for place in range(len(value))] if isinstance(value, tuple) else [name]
    for name, value in sorted(zip(names, found, strict=True), key=lambda each: -abs(each[1])):
        print(f"{name:<12} {value:+.2f} +- {error:.2f}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["calibration", "weights"])
    parser.add_argument("--player", default="planner", choices=["planner", "patient"])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--first", type=int, default=30_000, help="the first seed")
    parser.add_argument(
        "--results", type=Path, help="calibration: a file to keep games in, and to go on from"
    )
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    if given.what == "weights":
        gradient(seeds)
    else:
        calibration(given.player, seeds, given.results)


if __name__ == "__main__":
    main()
