"""How the shelf's puzzles are told step by step: ``python -m benchmarks.pencil_steps --data FOLDER --results FILE``.

Of every family (or of those named) some puzzles of at most so many cells are solved step by step, small ones first; with
``--held-out`` the 200 puzzles that nobody looks at while the engine is worked on (three a family, chosen by a hash of
their names). A row a puzzle is written down at once, so a run goes on where the last one ended; ``--seconds`` ends it,
``--table`` only prints what the file holds.

A step is counted by what has to be seen at once: rules at a place, and known facts, the same of several places as one
("r1c1, r1c2 and r1c4 are shaded"; `deduce.puzzles.walks.things`); and, stricter, with every known fact of one variable as
one. Trials ("by contradiction") are counted line by line. ``--check`` proves every reason with the independent checker.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmarks.pencil import _cells, _chosen, _families
from benchmarks.rows import Rows
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, GaveUp
from deduce.puzzles import grade
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.walks import MOST, Step, things
from deduce_models import pencil
from deduce_models.pencil.words.telling import tell

Row = dict[str, Any]
_TRIAL, _TRIALS = 6, 9
"""Of these levels, the first and the last, are trials: a value is supposed, above are cases."""

_LETTERS = 400
"""A step that is seen at once takes no more letters."""

_CHECK = 5.0
"""Seconds on the clock that the checker has for one reason."""

_HELD, _HELD_EACH, _HELD_CELLS = 200, 3, 100
"""So many puzzles are held out, at most so many of a family, of at most so many cells where it has such."""


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
    parser.add_argument("--held-out", action="store_true", help="the puzzles held out")
    parser.add_argument("--seed", default="", help="another word, other puzzles held out")
    parser.add_argument("--check", action="store_true", help="prove every reason")
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
                kept.add({"family": name, "name": puzzle} | _walked(name, text, given.limit, given.check))
    for line in _table(kept.rows):
        print(line)


def _wanted(given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    """The first puzzle of every family, then the second, and so on, each family from small to large."""
    if given.held_out:
        yield from held_out(given.data, given.families, given.seed)
        return
    families = []
    for name, puzzles in _families(given.data, given.families):
        chosen = _chosen(puzzles, given.each, given.cells)
        chosen.sort(key=lambda puzzle: _cells(puzzles[puzzle]["problem"]))
        families.append((name, [(puzzle, puzzles[puzzle]["problem"]) for puzzle in chosen]))
    for number in range(given.each):
        for name, found in families:
            if number < len(found):
                yield name, *found[number]


def held_out(data: Path, families: Sequence[str] = (), seed: str = "") -> Iterator[tuple[str, str, str]]:
    """The puzzles held out, each with its family and text: chosen by a hash of their names and `seed`."""

    def mixed(family: str, puzzle: str) -> str:
        return hashlib.sha256(f"{seed}{family}/{puzzle}".encode()).hexdigest()

    every = []
    for name, puzzles in _families(data, list(families)):
        small = [x for x in puzzles if _cells(puzzles[x]["problem"]) <= _HELD_CELLS] or list(puzzles)
        chosen = sorted(small, key=lambda x: mixed(name, x))[:_HELD_EACH]
        every += [(name, puzzle, puzzles[puzzle]["problem"]) for puzzle in chosen]
    yield from sorted(every, key=lambda each: mixed(each[0], each[1]))[:_HELD]


def _walked(name: str, text: str, limit: float, check: bool) -> Row:
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
    waited = time.process_time() - made.at[-1]
    row |= {
        "solved": "limit" not in row,
        "begun": round(made.at[0] - start, 4),
        "seconds": [round(b - a, 4) for a, b in pairwise(made.at)],
        "waited": round(waited, 4),
        "steps": [_counted(step, check) for step in made],
    }
    graded = grade(knowledge, time_limit=limit)
    return row | {"grade": graded.level, "at least": bool(graded.limit)}


def _counted(step: Step, check: bool) -> Row:
    """The size of a step; of a trial, of each of its lines."""
    told = tell(step)
    rules = len(step.reason.because) - len(step.known)
    found: Row = {
        "level": step.level,
        "things": things(rules, step.facts),
        "facts": rules + len(step.facts),
        "conclusions": len(step.conclusions),
        "text": len("; ".join(told)) if step.chain is None else max(map(len, told)),
    }
    if step.chain is not None:
        found["lines"] = [
            (link.size, len(link.statements) + len(link.known), len(link.shown))
            for link in step.chain.every
        ]
    if check:
        try:
            with Deadline(_CHECK).watch():
                found["checked"] = step.reason.check()
        except GaveUp:
            found["checked"] = None
    return found


def _table(rows: list[Row]) -> Iterator[str]:
    yield (
        "| family | puzzles | solved | without trial | steps | plain steps of more than 6 things | "
        "most things, facts, conclusions, letters | trials | most things in a line | longest chain | in cases | "
        "median step s | worst s | grades |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    walked = [row for row in rows if "steps" in row]
    for name in sorted({row["family"] for row in walked}):
        yield _line(name, [row for row in walked if row["family"] == name])
    every = [step for row in walked for step in row["steps"]]
    plain = [step for step in every if step["level"] < _TRIAL]
    lines = [line for step in every for line in step.get("lines", ())]
    yield ""
    for what, sizes in (
        ("things, plain steps", [step["things"] for step in plain]),
        ("rules and single facts, plain steps", [step["facts"] for step in plain]),
        ("conclusions, plain steps", [step["conclusions"] for step in plain]),
        ("things, lines of trials and cases", [line[0] for line in lines]),
    ):
        yield f"{what}: {_distribution(sizes)}"
    within = sum(all(map(_small, row["steps"])) for row in walked)
    bounds = f"{MOST} things, {MOST} conclusions, {_LETTERS} letters"
    yield f"puzzles without a plain step above {bounds}: {within} of {len(walked)}"
    told = [step["checked"] for step in every if "checked" in step]
    if told:
        yield f"reasons proved by the checker: {told.count(True)} of {len(told)}, refuted {told.count(False)}"


def _small(step: Row) -> bool:
    seen = bool(max(step["things"], step["conclusions"]) <= MOST and step["text"] <= _LETTERS)
    return seen or bool(step["level"] >= _TRIAL)


def _distribution(sizes: list[int]) -> str:
    share = len(sizes) or 1
    told = [f"{n}: {sizes.count(n) / share:.1%}" for n in range(1, MOST + 1)]
    return ", ".join([*told, f"more: {sum(n > MOST for n in sizes) / share:.1%} (of {len(sizes):,})"])


def _line(name: str, found: list[Row]) -> str:
    solved = [row for row in found if row["solved"]]
    steps = [step for row in found for step in row["steps"]]
    plain = [step for step in steps if step["level"] < _TRIAL]
    tried = [step for step in steps if step["level"] >= _TRIAL]
    free = sum(all(step["level"] < _TRIAL for step in row["steps"]) for row in solved)
    most = [
        max((step[key] for step in plain), default=0) for key in ("things", "facts", "conclusions", "text")
    ]
    lines = [line[0] for step in tried for line in step.get("lines", ())]
    chain = max((len(step.get("lines", ())) for step in tried), default=0)
    times = [x for row in found for x in row["seconds"]] or [0.0]
    worst = max(*times, *(row["waited"] for row in found))  # a step that did not come counts, too
    grades = sorted(row["grade"] for row in found if not row["at least"])
    graded = f"{grades[0]} to {grades[-1]}, mostly {statistics.mode(grades)}" if grades else "not graded"
    return (
        f"| {name} | {len(found)} | {len(solved)} | {free} | {len(steps)} | {sum(s['things'] > MOST for s in plain)} | "
        f"{', '.join(map(str, most))} | {len(tried) / (len(steps) or 1):.0%} | {max(lines, default=0)} | {chain} | "
        f"{sum(s['level'] > _TRIALS for s in steps)} | {statistics.median(times):.3f} | {worst:.2f} | {graded} |"
    )


if __name__ == "__main__":
    main()
