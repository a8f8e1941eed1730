"""What the Shakespeare planner among rivals believes about later days, learned by playing alone.

    python -m benchmarks.shakespeare_tuning growth --games 100 --first 5200000
    python -m benchmarks.shakespeare_tuning weights --games 400 --first 810000

`growth` prints the rows of ``data/growth.toml``: how much more is counted at the end of a game than at the end of a day,
for what each objective counts, in games in which it is held then (and, for little, in all).

`weights` prints the gradient of what quick games alone come to, by all numbers of `weights.ALONE`: the same as
``python -m benchmarks.climb shakespeare.weights``, which also takes steps along it.

What games alone are planned by is learned by ``python -m benchmarks.shakespeare_value``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.climb import climb
from benchmarks.climbed import SETS
from benchmarks.rows import Rows
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.weights import usual_weights
from deduce_models.shakespeare.bound.draws import playing, solo_script
from deduce_models.shakespeare.components.parts import METRICS
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.scoring import final, metrics

FREE = 10.0
"""How many games in which an objective is held those of everybody, held or not, count as."""

MORE = 7
"""No count grows by more."""

DAYS = range(7)
"""The draft and the days."""


def counted(seed: int) -> list[Any]:
    """The seed, and (days left, metric, held, count then, count at the end) for the end of each day but the last."""
    setup = GAME.new(players=1).setup
    evenings: dict[int, Any] = {}
    last: Any = None
    for state in playing(PLAYERS["planner"](), setup, solo_script(seed, setup), seed=seed):
        if state.phase in (phases.DRAFT, phases.ACTION):
            evenings[state.day] = state
        if state.phase != phases.OVER:
            last = state
    ends = metrics(last, 1, paid=final(last, 1).paid)
    found = []
    for day, state in evenings.items():
        evaluation = Evaluation(state, 1, usual_weights())
        if evaluation.last:
            continue
        counts = evaluation.expected_counts(plan_state(state, 1))
        named = {setup.parts.objectives[item].metric for item in evaluation.objectives}
        for metric, count in zip(METRICS, counts, strict=True):
            found.append((setup.parts.days - day, metric, metric in named, round(count, 3), ends[metric]))
    return [seed, found]


def growth(seeds: Sequence[int], path: Path | None) -> None:
    """Play what is missing and print the rows of ``data/growth.toml``."""
    with Rows(path, "row", lambda row: row["row"][0]) as kept:
        known = {row["row"][0] for row in kept.rows}
        for seed in seeds:
            if seed not in known:
                kept.add({"row": counted(seed)})
    asked = set(seeds)
    rows = [each for row in kept.rows if row["row"][0] in asked for each in row["row"][1]]
    print(f"# {len(asked)} games, seeds from {seeds[0]} to {seeds[-1]}")
    for metric in METRICS:
        print(f"{metric.replace(' ', '_')} = [")
        for left in range(1, len(DAYS)):
            here = [row for row in rows if row[0] == left and row[1] == metric]
            print(f"    {[round(float(chance), 3) for chance in grown(here, metric)]},")
        print("]")


def grown(rows: Sequence[Sequence[Any]], metric: str) -> list[float]:
    """The chances of 0, 1, ... more.

    Games in which the objective was held count in full, all games together as `FREE`.
    """
    if metric == "unpaid characters":
        # Where some are expected to be unpaid the objective is worth little anyhow.
        rows = [row for row in rows if row[3] < 1]
    held = [_more(row, metric) for row in rows if row[2]]
    every = [_more(row, metric) for row in rows]
    share = FREE / max(1, len(every))
    counts = np.bincount(held, minlength=MORE + 1) + share * np.bincount(every, minlength=MORE + 1)
    return list((counts / counts.sum())[: max(np.flatnonzero(counts)) + 1])


def _more(row: Sequence[Any], metric: str) -> int:
    """How much more there is at the end; of unpaid characters whether there are any where none were expected."""
    count, end = float(row[3]), int(row[4])
    if metric == "unpaid characters":
        return int(end > 0)
    return min(MORE, max(0, round(end - count)))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["growth", "weights"])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--first", type=int, default=30_000, help="the first seed")
    parser.add_argument("--results", type=Path, help="growth: a file to keep games in, and to go on from")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    if given.what == "weights":
        climb(SETS["shakespeare.weights"], seeds, 0, guesses=False)
    else:
        growth(seeds, given.results)


if __name__ == "__main__":
    main()
