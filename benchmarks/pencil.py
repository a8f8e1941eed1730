"""How long the shelf takes to prove puzzles unique: ``python -m benchmarks.pencil --data FOLDER``.

The folder holds a file ``FAMILY.json`` for each family: an object from names to objects with ``"problem"`` and, if known,
``"solution"``. Times are processor seconds of reading, solving and proof together.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path

from deduce.errors import DeduceError
from deduce.puzzles import verify
from deduce_models import pencil


def main() -> None:
    """Measure every puzzle of a folder and print one line a family."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder of FAMILY.json files")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds a puzzle (default 20)")
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    print("| family | puzzles | unique | equal | median s | p95 s | worst s | undecided |")
    print("|---|---|---|---|---|---|---|---|")
    for file in sorted(given.data.glob("*.json")):
        name = file.stem.lower()
        if name in pencil.families() and (not given.families or name in given.families):
            print(_line(name, json.loads(file.read_text(encoding="utf-8")), given.limit), flush=True)


def _line(name: str, puzzles: dict[str, dict[str, str]], limit: float) -> str:
    times, unique, equal, undecided = [], 0, 0, 0
    for puzzle in puzzles.values():
        start = time.process_time()
        try:
            knowledge = pencil.read(name, puzzle["problem"])
            verdict = verify(knowledge, time_limit=limit)
        except DeduceError:
            continue
        finally:
            times.append(time.process_time() - start)
        unique += verdict.unique
        undecided += verdict.status == "gave up"
        if verdict.solution is not None and "solution" in puzzle:
            equal += pencil.show(knowledge, verdict.solution).split() == puzzle["solution"].split()
    times.sort()
    late = times[min(len(times) - 1, int(0.95 * len(times)))]
    middle = statistics.median(times)
    counts = f"{len(puzzles)} | {unique} | {equal}"
    return f"| {name} | {counts} | {middle:.3f} | {late:.3f} | {times[-1]:.3f} | {undecided} |"


if __name__ == "__main__":
    main()
