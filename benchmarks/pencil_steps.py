"""Steps and difficulty of the shelf: ``python -m benchmarks.pencil_steps --data FOLDER --results FILE``.

Of every family (or of those named) some puzzles of at most so many cells are solved step by step, small ones first. A row
a puzzle is written down at once, so a run goes on where the last one ended; ``--seconds`` ends it, ``--table`` only
prints what the file holds: how many puzzles needed no trial ("by contradiction"), how many steps one rule or clue showed,
how long one waits for the next step in processor seconds, and the grade on the scale of `deduce.puzzles.grade`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.pencil import _cells, _chosen, _families
from benchmarks.rows import Rows
from deduce.deadline import Deadline
from deduce.errors import DeduceError, GaveUp
from deduce.puzzles import grade
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.walks import Step
from deduce_models import pencil

Row = dict[str, Any]
_TRIAL = 6
"""From this level on a step is a trial: a value is supposed, and a contradiction follows."""


class _Timed(list[Step]):
    """The steps of a walk, and when each was found."""

    def __init__(self) -> None:
        super().__init__()
        self.at = [time.process_time()]

    def append(self, step: Step) -> None:
        """As a list does."""
        super().append(step)
        self.at.append(time.process_time())


def main() -> None:
    """Walk through puzzles until all are done or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of FAMILY.json files")
    parser.add_argument("--results", type=Path, required=True, help="lines to keep and to go on from")
    parser.add_argument("--each", type=int, default=20, help="how many puzzles a family (20)")
    parser.add_argument(
        "--cells", type=int, default=100, help="only puzzles of at most so many cells (100)"
    )
    parser.add_argument("--limit", type=float, default=60.0, help="seconds on the clock a puzzle (60)")
    parser.add_argument("--seconds", type=float, default=600.0, help="when to end, on the clock (600)")
    parser.add_argument("--table", action="store_true", help="walk through nothing")
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    if given.data is None and not given.table:
        parser.error("--data names the folder with the puzzles")
    with Rows(given.results, "family", lambda row: (row["family"], row["name"])) as kept:
        end = time.monotonic() + given.seconds
        done = {(row["family"], row["name"]) for row in kept.rows}
        for name, puzzle, text in () if given.table else _wanted(given):
            if time.monotonic() > end:
                break
            if (name, puzzle) not in done:
                kept.add({"family": name, "name": puzzle} | _walked(name, text, given.limit))
    for line in _table(kept.rows):
        print(line)


def _wanted(given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """The first puzzle of every family, then the second, and so on, each family from small to large."""
    families = []
    for name, puzzles in _families(given.data, given.families):
        chosen = _chosen(puzzles, given.each, given.cells)
        chosen.sort(key=lambda puzzle: _cells(puzzles[puzzle]["problem"]))
        families.append((name, [(puzzle, puzzles[puzzle]["problem"]) for puzzle in chosen]))
    for number in range(given.each):
        for name, found in families:
            if number < len(found):
                yield name, *found[number]


def _walked(name: str, text: str, limit: float) -> Row:
    """How a puzzle is solved step by step, and its grade."""
    row: Row = {"cells": _cells(text)}
    made = _Timed()
    start = time.process_time()
    try:
        knowledge = pencil.read(name, text)
        with Deadline(limit).watch():
            walk = NamedWalk(knowledge, {})
            walk.made = made
            made.at = [time.process_time()]
            walk.go()
    except GaveUp as error:
        row["limit"] = str(error)
    except DeduceError as error:
        return row | {"refused": str(error)}
    row |= {
        "solved": "limit" not in row,
        "begun": round(made.at[0] - start, 4),
        "levels": [step.level for step in made],
        "statements": [len(step.statements) for step in made],
        "seconds": [round(b - a, 4) for a, b in pairwise(made.at)],
        "waited": round(time.process_time() - made.at[-1], 4),
    }
    graded = grade(knowledge, time_limit=limit)
    return row | {"grade": graded.level, "at least": bool(graded.limit)}


def _table(rows: list[Row]) -> Iterator[str]:
    yield (
        "| family | puzzles | largest, cells | solved | without trial | steps by one rule or clue | steps by trial | "
        "median step s | worst step s | grades |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for name in sorted({row["family"] for row in rows}):
        found = [row for row in rows if row["family"] == name and "levels" in row]
        if not found:
            continue
        solved = [row for row in found if row["solved"]]
        plain = sum(max(row["levels"], default=0) < _TRIAL for row in solved)
        levels = [level for row in found for level in row["levels"]]
        single = sum(n < 2 for row in found for n in row["statements"])
        tried = sum(level >= _TRIAL for level in levels)
        times = [x for row in found for x in row["seconds"]] or [0.0]
        worst = max(*times, *(row["waited"] for row in found))  # a step that did not come counts, too
        grades = sorted(row["grade"] for row in found if not row["at least"])
        told = f"{grades[0]} to {grades[-1]}, mostly {statistics.mode(grades)}" if grades else "not graded"
        share = len(levels) or 1
        yield (
            f"| {name} | {len(found)} | {max(row['cells'] for row in found)} | {len(solved)} | {plain} | "
            f"{single / share:.0%} | {tried / share:.0%} | {statistics.median(times):.3f} | {worst:.2f} | {told} |"
        )


if __name__ == "__main__":
    main()
