"""How fast new puzzles are made: ``python -m benchmarks.making --size 10 --each 10 [FAMILY ...]``.

Every family of `pencil.GENERATED` (or those named) is asked for puzzles of the size, seed after seed, each with so many
seconds of processor time, however busy the machine is; every puzzle is read again and proved to have one solution by
`verify`. A line a family.
"""

from __future__ import annotations

import argparse
import signal
import time
from statistics import median

from deduce.ground.errors import GaveUp, ProblemError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.making.places import clues

__all__ = ["made"]


def made(name: str, size: int, seed: int, seconds: float) -> tuple[float, int, str]:
    """Processor seconds, clues (none when there is no puzzle), and what became of a try."""
    start = time.process_time()
    signal.signal(signal.SIGPROF, _over)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)  # again, in case a destructor swallows the first
    try:
        text = pencil.generate(name, size, size, rng=seed, time_limit=60 * seconds)
    except GaveUp:
        return time.process_time() - start, 0, "gave up"
    except ProblemError as error:
        return time.process_time() - start, 0, str(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    spent = time.process_time() - start
    status = verify(pencil.read(name, text)).status
    return spent, len(list(clues(pencil.parse(name, text)))), status


def _over(*_: object) -> None:
    raise GaveUp("the processor time is over")


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=10, help="rows and columns (10)")
    parser.add_argument("--each", type=int, default=10, help="puzzles a family (10)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for one puzzle (10)")
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    print("| family | made | median s | worst s | clues | else |")
    print("|---|---|---|---|---|---|")
    for name in given.families or pencil.GENERATED:
        rows = [made(name, given.size, seed, given.seconds) for seed in range(given.each)]
        good = [row for row in rows if row[2] == "unique"]
        times = [row[0] for row in rows]
        number = f"{median(row[1] for row in good):g}" if good else ""
        others = "; ".join(sorted({row[2] for row in rows if row[2] != "unique"}))
        print(
            f"| {name} | {len(good)} of {len(rows)} | {median(times):.2f} | {max(times):.2f} | {number} | {others} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
