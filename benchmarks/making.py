"""How fast new puzzles are made: ``python -m benchmarks.making --size 10 --each 10 [FAMILY ...]``.

Every family of `pencil.GENERATED` (or those named) is asked for puzzles of the size, seed after seed, each with so many
seconds of processor time, however busy the machine is; every puzzle is read again and proved to have one solution by
`verify`. A line a family. With ``--results`` every try is written down at once, so a run goes on where the last one
ended; ``--table`` only prints what the file holds.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.rows import Rows
from deduce.ground.errors import GaveUp, ProblemError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making.places import clues

__all__ = ["made"]


def made(name: str, size: int, seed: int, seconds: float) -> tuple[float, int, str]:
    """Processor seconds, clues (none when there is no puzzle), and what became of a try."""
    start = time.process_time()
    text, why = "", ""
    try:
        with _processor_limit(seconds):
            # On a busy machine a second of the processor can take minutes.
            text = pencil.generate(name, size, size, rng=seed, time_limit=10_000 * seconds)
    except GaveUp:
        why = "gave up"
    except ProblemError as error:
        why = str(error)
    signal.setitimer(signal.ITIMER_PROF, 0)
    spent = time.process_time() - start
    if not text:
        return spent, 0, why
    status = verify(pencil.read(name, text)).status
    return spent, len(list(clues(pencil.parse(name, text)))), status


@contextmanager
def _processor_limit(seconds: float) -> Iterator[None]:
    """`GaveUp` after so many processor seconds, and again and again, in case a destructor swallows the first.

    What a destructor swallows Python prints; of this error nobody needs to be told.
    """
    before = sys.unraisablehook

    def told(lost: sys.UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, GaveUp):
            before(lost)

    sys.unraisablehook = told
    signal.signal(signal.SIGPROF, _over)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.unraisablehook = before


def _over(*_: object) -> None:
    raise GaveUp("the processor time is over")


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10, help="rows and columns (10)")
    parser.add_argument("--each", type=int, default=10, help="puzzles a family (10)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for one puzzle (10)")
    parser.add_argument("--results", type=Path, help="a file of lines to keep and to go on from")
    parser.add_argument("--table", action="store_true", help="make nothing")
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    names = given.families or list(pencil.GENERATED)
    with Rows(given.results, "family", lambda row: (row["family"], row["seed"])) as kept:
        done = {(row["family"], row["seed"]) for row in kept.rows}
        wanted = [(name, seed) for seed in range(given.each) for name in names]
        for name, seed in [] if given.table else wanted:
            if (name, seed) not in done:
                try:
                    spent, number, status = made(name, given.size, seed, given.seconds)
                except GaveUp:  # while the limit was being taken away
                    spent, number, status = given.seconds, 0, "gave up"
                kept.add(
                    {
                        "family": name,
                        "seed": seed,
                        "seconds": round(spent, 3),
                        "clues": number,
                        "status": status,
                    }
                )
    for line in _table(kept.rows, names):
        print(line)


def _table(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> list[str]:
    lines = ["| family | made | median s | worst s | clues | else |", "|---|---|---|---|---|---|"]
    for name in names:
        own = [row for row in rows if row["family"] == name]
        if not own:
            continue
        good = [row for row in own if row["status"] == "unique"]
        times = [row["seconds"] for row in own]
        number = f"{median(row['clues'] for row in good):g}" if good else ""
        others = "; ".join(sorted({row["status"] for row in own if row["status"] != "unique"}))
        lines.append(
            f"| {name} | {len(good)} of {len(own)} | {median(times):.2f} | {max(times):.2f} | {number} | {others} |"
        )
    return lines


if __name__ == "__main__":
    main()
