"""How long the shelf takes to prove puzzles unique: ``python -m benchmarks.pencil --data FOLDER``.

The folder holds a file ``FAMILY.json`` for each family: an object from names to objects with ``"problem"`` and, if known,
``"solution"``. Times are processor seconds of reading, solving and proof together. With ``--results FILE`` every
puzzle is written down as soon as it is measured, and those written down already are not measured again; ``--table``
only prints what the file holds. ``--peer puzzlekit`` asks `puzzlekit` (if it is installed) the same puzzles in
the same run: for a solution, and for another. ``--peer multi-puzzle-solver`` lists all solutions.
``--against`` prints for each family the median of theirs by ours, puzzle by puzzle.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.pencil_peers import PEERS
from benchmarks.rows import Rows
from deduce.ground.errors import DeduceError, GaveUp
from deduce.puzzles import verify
from deduce_models import pencil

Row = dict[str, Any]
OURS = "deduce"


def main() -> None:
    """Measure the puzzles of a folder and print one line a family."""
    given = _arguments()
    with Rows(given.results, "family", _told_apart) as kept:
        _measured(given, kept)
    lines = _against(kept.rows, given.against) if given.against else _table(kept.rows, given.families)
    for line in lines:
        print(line)


def _told_apart(row: Row) -> tuple[str, str, str]:
    return row["family"], row["name"], row["who"]


def _measured(given: argparse.Namespace, kept: Rows) -> None:
    """Measure what is missing."""
    rows = kept.rows
    done = {(row["family"], row["name"], row["who"]) for row in rows}
    if not given.table and not given.against:
        for name, puzzles in _families(given.data, given.families):
            chosen = _chosen(puzzles, given.each, given.cells)
            if any((name, puzzle, who) not in done for puzzle in chosen for who in (OURS, *given.peer)):
                _warm(name, given.peer)
            for puzzle in chosen:
                for who in (OURS, *given.peer):
                    if (name, puzzle, who) in done:
                        continue
                    row = _measure(who, name, puzzle, puzzles[puzzle], given.limit, given.patience)
                    kept.add(row)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder of FAMILY.json files")
    parser.add_argument("--limit", type=float, default=20.0, help="processor seconds a puzzle (20)")
    parser.add_argument(
        "--patience", type=float, default=3.0, help="seconds on the clock allowed a processor second (3)"
    )
    parser.add_argument("--results", type=Path, help="a file of lines to keep and to go on from")
    parser.add_argument("--each", type=int, help="at most so many puzzles a family, small and large ones")
    parser.add_argument("--cells", type=int, help="only puzzles of at most so many cells")
    parser.add_argument("--peer", action="append", default=[], choices=sorted(PEERS))
    parser.add_argument("--table", action="store_true", help="measure nothing")
    parser.add_argument("--against", metavar="PEER", help="measure nothing, compare with a peer")
    parser.add_argument("families", nargs="*", help="only these")
    return parser.parse_args()


def _families(folder: Path, wanted: list[str]) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    files = {file.stem.lower(): file for file in sorted(folder.glob("*.json"))}
    found = [name for name in files if name in pencil.families() and (not wanted or name in wanted)]
    if not found:
        raise SystemExit(
            f"{folder} has no FAMILY.json of {', '.join(wanted) or 'any family (deduce puzzles)'}"
        )
    for name in found:
        yield name, json.loads(files[name].read_text(encoding="utf-8"))


def _chosen(puzzles: dict[str, dict[str, str]], each: int | None, cells: int | None) -> list[str]:
    """Names of puzzles: all, or `each` of them evenly spread from first to last."""
    names = [x for x in puzzles if cells is None or _cells(puzzles[x]["problem"]) <= cells]
    if each is None or len(names) <= each:
        return names
    return [names[i * (len(names) - 1) // max(1, each - 1)] for i in range(each)]


def _warm(name: str, peers: Iterable[str]) -> None:
    """Everybody solves the family's example once, so that no puzzle pays for imports."""
    example = {"problem": pencil.family(name).example}
    for who in (OURS, *peers):
        _measure(who, name, "example", example, 20.0, 3.0)


def _cells(text: str) -> int:
    rows, cols = text.split()[:2]
    return int(rows) * int(cols)


@contextmanager
def _processor_limit(seconds: float) -> Iterator[None]:
    """`GaveUp` after so many processor seconds, and again and again, in case someone takes the first for their own."""

    def stop(*_: object) -> None:
        raise GaveUp(f"the limit of {seconds:g} processor seconds was reached")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _measure(who: str, name: str, puzzle: str, given: dict[str, str], limit: float, patience: float) -> Row:
    row: Row = {"family": name, "name": puzzle, "who": who, "cells": _cells(given["problem"])}
    start = time.process_time()
    try:
        if who == OURS:
            with _processor_limit(limit):
                row |= _ours(name, given, limit * patience)
        else:
            row |= PEERS[who](name, given, limit * patience, limit)
    except GaveUp as error:
        row |= {"status": "gave up", "why": str(error)}
    except DeduceError as error:
        row |= {"status": "refused", "why": str(error)}
    row["seconds"] = round(row.get("seconds", time.process_time() - start), 4)
    return row


def _ours(name: str, given: dict[str, str], clock: float) -> Row:
    knowledge = pencil.read(name, given["problem"])
    verdict = verify(knowledge, time_limit=clock)
    shown = [pencil.show(knowledge, world) for world in verdict.solutions[:2]]
    row: Row = {"status": verdict.status, "why": verdict.limit or ""}
    if shown and "solution" in given:
        row["equal"] = _spelt(name, given, shown[0]) == _spelt(name, given, given["solution"])
    if verdict.status == "several":
        row["solutions"] = shown
    return row


_REGIONS = frozenset({"araf", "dominos", "foseruzu", "galaxies", "shikaku", "tatamibari"})
"""Families whose solutions name regions, by any names."""


def _spelt(name: str, given: dict[str, str], solution: str) -> list[list[str]]:
    """A solution in one of its spellings: sources write ``es`` or ``se``, ``.`` or ``-``, and mark clues or not."""
    printed = [line.split() for line in given["problem"].splitlines()[1:]]
    names: dict[str, str] = {}
    lines = []
    for r, line in enumerate(solution.splitlines()[1:]):
        words = ["-" if word == "." else word for word in line.split()]
        if name == "akari":
            words = [word if old == "-" else "-" for word, old in zip(words, printed[r], strict=True)]
        if name in _REGIONS:
            words = [names.setdefault(word, str(len(names))) for word in words]
        lines.append(["".join(sorted(word)) if word.isalpha() else word for word in words])
    return [line for line in lines if line]


def _table(rows: Iterable[Row], wanted: list[str]) -> Iterator[str]:
    by: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if not wanted or row["family"] in wanted:
            by.setdefault((row["family"], row["who"]), []).append(row)
    yield "| family | solver | puzzles | unique | equal | median s | p95 s | worst s | undecided |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (family, who), found in sorted(by.items()):
        times = sorted(row["seconds"] for row in found)
        unique = sum(row["status"] in ("unique", "solved") for row in found)
        equal = sum(bool(row.get("equal")) for row in found)
        open_ = sum(row["status"] == "gave up" for row in found)
        yield f"| {family} | {who} | {len(found)} | {unique} | {equal} | {_spread(times)} | {open_} |"


def _against(rows: Iterable[Row], peer: str) -> Iterator[str]:
    """A line a family: on how many puzzles both answered, the medians, and how many times as long the peer took."""
    by: dict[str, dict[str, dict[str, Row]]] = {}
    for row in rows:
        by.setdefault(row["family"], {}).setdefault(row["who"], {})[row["name"]] = row
    yield (
        f"| family | puzzles | ours: median s | p95 s | worst s | {peer}: median s | p95 s | worst s | "
        f"median of {peer} / ours | undecided: ours, {peer} |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for family, found in sorted(by.items()):
        theirs = {k: r for k, r in found.get(peer, {}).items() if r["status"] not in ("missing", "refused")}
        both = [(found[OURS][name], row) for name, row in theirs.items() if name in found.get(OURS, {})]
        if not both:
            continue
        ratio = statistics.median(b["seconds"] / max(a["seconds"], 1e-4) for a, b in both)
        ours, others = (_spread(sorted(pair[i]["seconds"] for pair in both)) for i in (0, 1))
        gave_up = ", ".join(str(sum(pair[i]["status"] == "gave up" for pair in both)) for i in (0, 1))
        shown = f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"
        yield f"| {family} | {len(both)} | {ours} | {others} | {shown} | {gave_up} |"


def _spread(times: list[float]) -> str:
    """Median, 95th percentile and worst, for a table."""
    late = times[min(len(times) - 1, int(0.95 * len(times)))]
    return f"{statistics.median(times):.3f} | {late:.3f} | {times[-1]:.3f}"


if __name__ == "__main__":
    main()
