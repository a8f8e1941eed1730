"""Keeping a run of the benchmarks, and holding a later one against it.

What is kept are ratios: of a peer's time to ours on the same question in the same run, so that a slower machine
changes nothing. A ratio that fell means that we became slower, or the peer faster.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.harness import Row
from deduce.ground.errors import ProblemError

__all__ = ["SLACK", "compared", "ratios", "read", "write"]

SLACK = 0.8
"""A ratio below this share of the earlier one is called slower; noise of two runs stays within it."""


def ratios(rows: Iterable[Row]) -> dict[str, float]:
    """The peers' ratios of a run, by question and peer."""
    return {f"{row.case} / {row.who}": row.times for row in rows if row.times is not None}


def read(path: Path) -> dict[str, float]:
    """The ratios of an earlier run; empty when the file does not exist. Raises `ProblemError`."""
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): float(value) for name, value in found["ratios"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ProblemError(f"{path}: is no file of ratios written by --baseline ({error})") from error


def write(path: Path, found: dict[str, float]) -> None:
    """Keep the ratios of a run."""
    path.write_text(json.dumps({"ratios": found}, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def compared(before: dict[str, float], now: dict[str, float]) -> list[str]:
    """A line for each question of both runs, those that became slower first and marked."""
    lines = []
    for name in sorted(before.keys() & now.keys(), key=lambda name: now[name] / before[name]):
        share = now[name] / before[name]
        mark = "slower" if share < SLACK else "faster" if share > 1 / SLACK else "same"
        lines.append(f"{mark:<7} {share:6.2f}x  {before[name]:10,.2f} -> {now[name]:10,.2f}  {name}")
    return lines
