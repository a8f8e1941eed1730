"""What the Shakespeare planner believes about later days, learned by playing alone.

    python -m benchmarks.shakespeare_tuning calibration --games 140 --first 700000 --results rows.jsonl
    python -m benchmarks.shakespeare_tuning calibration --games 99 --first 800000 --check
    python -m benchmarks.shakespeare_tuning growth --games 100 --first 5200000
    python -m benchmarks.shakespeare_tuning weights --games 400 --first 810000

`calibration` plays games by the planner, keeps what it said, and prints the lines ``end = constant + slope * said`` of
``data/calibration.toml`` for every sort of decision and day. Rows are kept in the results file, and a run with the same
file goes on where the last one ended. With ``--check`` it prints instead how far the end was from what the shipped lines
make of what was said: mean and standard error over games (of several decisions of a sort on a day, their mean; of
actions, the first of the day).

`growth` prints the rows of ``data/growth.toml``: how much more is counted at the end of a game than at the end of a day,
for what each objective counts, in games in which it is held then (and, for little, in all).

`weights` prints the gradient of what quick games alone come to, by all numbers of `weights.ALONE`: the same as
``python -m benchmarks.climb shakespeare.weights``, which also takes steps along it.
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
from deduce.arena.statistics import mean_of
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.calibration import SORTS, line_of
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.weights import usual_weights
from deduce_models.shakespeare.bound.draws import play_script, playing, solo_script
from deduce_models.shakespeare.components.parts import METRICS
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.scoring import final, metrics

PRIOR = 100.0
"""How firmly slopes are held at 1 (of small decisions: at that of actions on the same day).

As by so many games for which what was said lies 1 from its mean.
"""

FREE = 10.0
"""How many games in which an objective is held those of everybody, held or not, count as."""

MORE = 7
"""No count grows by more."""

DAYS = range(7)
"""The draft and the days."""


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


def by_day(said: Sequence[Sequence[float]], sort: str) -> dict[int, list[float]]:
    """What was said of one sort by day, the draft being day 0; of actions only the first of a day."""
    found: dict[int, list[float]] = {}
    for day, phase, value in said:
        if phase in SORTS[sort] and not (sort == "actions" and int(day) in found):
            found.setdefault(int(day), []).append(value)
    return found


def lines(rows: Sequence[Sequence[Any]], sort: str) -> list[tuple[float, float]]:
    """Constant and slope for each day, by least squares, the slope drawn as `PRIOR` says."""
    found = []
    usual = [1.0] * len(DAYS) if sort == "actions" else [slope for _, slope in lines(rows, "actions")]
    for day in DAYS:
        pairs = [(value, row[1]) for row in rows for value in by_day(row[2], sort).get(day, ())]
        # On the last day these are final scores, but for what is drawn.
        if not pairs or (sort in ("actions", "evening") and day == DAYS[-1]):
            found.append((0.0, 1.0))
            continue
        said, ends = np.array(pairs).T
        spread = said - said.mean()
        missed = ends - ends.mean() - usual[day] * spread
        slope = usual[day] + float(spread @ missed) / (float(spread @ spread) + PRIOR)
        found.append((round(float(ends.mean() - slope * said.mean()), 3), round(slope, 3)))
    return found


def check(rows: Sequence[Sequence[Any]]) -> None:
    """Print the end less what was said, by sort and day, as a table in Markdown."""
    print(
        f"{len(rows)} games\n\n| | draft | day 1 | day 2 | day 3 | day 4 | day 5 | day 6 |\n|---|"
        + "---|" * 7
    )
    for sort, decided in SORTS.items():
        cells = []
        for day in DAYS:
            line = line_of(decided[0], day, len(DAYS) - 1)
            gaps = [
                row[1] - line.of(sum(values) / len(values))
                for row in rows
                if (values := by_day(row[2], sort).get(day))
            ]
            gap = mean_of(gaps)
            cells.append(f"{gap.value:+.2f} ({gap.error:.2f}), {gap.count}" if len(gaps) > 1 else "")
        print(f"| {sort} | " + " | ".join(cells) + " |", flush=True)


def calibration(seeds: Sequence[int], path: Path | None, *, checking: bool) -> None:
    """Play what is missing and print the lines, or how true the shipped ones are."""
    with Rows(path, "row", lambda row: row["row"][0]) as kept:
        known = {row["row"][0] for row in kept.rows}
        for seed in seeds:
            if seed not in known:
                kept.add({"row": told("planner", seed)})
    asked = set(seeds)
    chosen = [row["row"] for row in kept.rows if row["row"][0] in asked]
    if checking:
        check(chosen)
        return
    print(f"# {len(chosen)} games, seeds from {seeds[0]} to {seeds[-1]}")
    for sort in SORTS:
        print(f"{sort} = [")
        for line in lines(chosen, sort):
            print(f"    {list(line)},")
        print("]")


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


def _range(text: str) -> range:
    """Seeds typed as ``first-last``."""
    first, _, last = text.partition("-")
    return range(int(first), int(last) + 1)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["calibration", "growth", "weights"])
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--first", type=int, default=30_000, help="the first seed")
    parser.add_argument(
        "--more",
        type=_range,
        nargs="*",
        default=[],
        help="calibration: further seeds, such as 600000-600039",
    )
    parser.add_argument(
        "--results", type=Path, help="calibration: a file to keep games in, and to go on from"
    )
    parser.add_argument("--check", action="store_true", help="calibration: how true the shipped lines are")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.games)
    if given.what == "weights":
        climb(SETS["shakespeare.weights"], seeds, 0, guesses=False)
    elif given.what == "growth":
        growth(seeds, given.results)
    else:
        asked = [*seeds, *(seed for some in given.more for seed in some)]
        calibration(asked, given.results, checking=given.check)


if __name__ == "__main__":
    main()
