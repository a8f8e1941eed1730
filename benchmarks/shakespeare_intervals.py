"""The clairvoyant optimum of solo scripts of Shakespeare from both sides, as a table and a picture.

    python -m benchmarks.shakespeare_intervals --scripts 50 --seconds 60 --results rows.jsonl --picture out.svg

For every script (seeds from 0) the planner plays, and `bound` gets so many seconds of processor time from that game: at
least `lower`, a game played by the rules, at most `upper`, proved. The gap is a share of the upper end. Finished scripts
go to the results file at once, and a run with the same file goes on where the last one ended.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.shakespeare_strength import Recorded, Results, frame, mean
from deduce_models.shakespeare.bound.draws import play_script, solo_script
from deduce_models.shakespeare.bound.result import bound
from deduce_models.shakespeare.players.named import PLAYERS

WIDE, HIGH, LEFT, TOP = 12, 6, 40, 16
"""Of the picture, in its units: a script, a point of prestige, and the margins."""


def interval(seed: int, seconds: float) -> dict[str, Any]:
    """One script."""
    setup = frame()
    script, player = solo_script(seed, setup), Recorded(PLAYERS["planner"]())
    end = play_script(player, setup, script, seed=seed)
    start = time.process_time()
    found = bound(setup, script, time_limit=seconds, played=player.decisions)
    return {
        "seed": seed,
        "planner": end.boards[0].prestige,
        "lower": found.lower,
        "upper": found.value,
        "proof": found.proof,
        "seconds": round(found.seconds, 1),
        "processor": round(time.process_time() - start, 1),
    }


def picture(rows: Sequence[dict[str, Any]]) -> str:
    """The intervals as an SVG: a bar a script from the lower to the upper end, a dot where the planner ended."""
    low: int = min(min(row["planner"], row["lower"]) for row in rows) - 2
    high: int = max(row["upper"] for row in rows) + 1
    width, height = max(300, LEFT + WIDE * len(rows) + 10), TOP + HIGH * (high - low) + 24

    def y(prestige: int) -> int:
        return TOP + HIGH * (high - prestige)

    shapes = []
    for mark in range(5 * (low // 5 + 1), high + 1, 5):
        shapes.append(f'<line x1="{LEFT}" y1="{y(mark)}" x2="{width - 10}" y2="{y(mark)}" stroke="#ddd"/>')
        shapes.append(f'<text x="{LEFT - 6}" y="{y(mark) + 4}" text-anchor="end">{mark}</text>')
    for place, row in enumerate(rows):
        x = LEFT + WIDE * place + 2
        shapes.append(
            f'<rect x="{x}" y="{y(row["upper"])}" width="{WIDE - 4}" height="{HIGH * (row["upper"] - row["lower"])}" '
            'fill="#9bb7d4"/>'
        )
        shapes.append(f'<circle cx="{x + WIDE // 2 - 2}" cy="{y(row["planner"])}" r="3" fill="#a33"/>')
    shapes.append(
        f'<text x="{LEFT}" y="{height - 6}">scripts; bars: lower to upper; dots: the planner</text>'
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
    lines = [
        f'{head} font-family="sans-serif" font-size="10">',
        "<title>Clairvoyant optimum of solo scripts</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *shapes,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scripts", type=int, default=50)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    results, rows = Results(given.results), []
    print("| script | planner | lower | upper | gap | proof |\n|---|---|---|---|---|---|")
    for seed in range(given.first, given.first + given.scripts):
        row = results.get(f"{given.seconds:g} {seed}", lambda seed=seed: interval(seed, given.seconds))  # type: ignore[misc]
        rows.append(row)
        gap = (row["upper"] - row["lower"]) / row["upper"]
        print(
            f"| {seed} | {row['planner']} | {row['lower']} | {row['upper']} | {gap:.1%} | {row['proof']} |",
            flush=True,
        )
    gaps, error = mean([100 * (row["upper"] - row["lower"]) / row["upper"] for row in rows])
    closed = sum(row["upper"] == row["lower"] for row in rows)
    used = sum(row["processor"] for row in rows) / len(rows)
    print(
        f"\n{len(rows)} scripts: mean gap {gaps:.1f} % (standard error {error:.1f}), {closed} closed, {used:.0f} s of"
    )
    print(
        f"processor time a script; planner {mean([row['planner'] for row in rows])[0]:.1f}, lower ", end=""
    )
    print(
        f"{mean([row['lower'] for row in rows])[0]:.1f}, upper {mean([row['upper'] for row in rows])[0]:.1f}"
    )
    if given.picture is not None:
        given.picture.write_text(picture(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
