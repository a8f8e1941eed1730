"""Generated puzzles judged by another solver: ``python -m benchmarks.pencil_generated --results FILE``.

Small puzzles of every generated family are made in turn, number after number, and `puzzlekit` (to be installed) is asked
for a solution and for another. Every puzzle is written down at once, so a run goes on where the
last one ended; ``--seconds`` ends it, ``--table`` only prints what the file holds.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.pencil_peers import PEERS
from deduce.errors import GaveUp
from deduce_models import pencil

_SIZE = (4, 4)
_JUDGE = "puzzlekit"


def main() -> None:
    """Make and judge puzzles until there are enough or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--results", type=Path, required=True, help="a file of lines to keep and to go on from"
    )
    parser.add_argument("--each", type=int, default=1000, help="how many of each family (1000)")
    parser.add_argument("--seconds", type=float, default=600.0, help="when to end, on the clock (600)")
    parser.add_argument("--table", action="store_true", help="make nothing")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    if given.results.exists():
        rows = [json.loads(line) for line in given.results.read_text(encoding="utf-8").splitlines()]
    if not given.table:
        end = time.monotonic() + given.seconds
        done = {(row["family"], row["number"]) for row in rows}
        with given.results.open("a", encoding="utf-8") as file:
            for name, number in _wanted(given.each):
                if time.monotonic() > end:
                    break
                if (name, number) not in done:
                    rows.append(_judged(name, number))
                    file.write(json.dumps(rows[-1]) + "\n")
                    file.flush()
    for line in _table(rows):
        print(line)


def _wanted(each: int) -> Iterator[tuple[str, int]]:
    for number in range(1, each + 1):
        for name in sorted(pencil.GENERATED):
            yield name, number


def _judged(name: str, number: int) -> dict[str, Any]:
    """A puzzle made from its number, and what the judge says of it."""
    row: dict[str, Any] = {"family": name, "number": number}
    try:
        text = pencil.generate(name, *_SIZE, rng=Random(f"{name} {number}"), time_limit=30.0)
    except GaveUp:
        return row | {"judged": "not made"}
    found = PEERS[_JUDGE](name, {"problem": text}, 20.0)
    return row | {"judged": found["status"], "why": found.get("why", ""), "text": text}


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"| family | made | unique for {_JUDGE} | several or none | no answer |"
    yield "|---|---|---|---|---|"
    for name in sorted({row["family"] for row in rows}):
        found = Counter(row["judged"] for row in rows if row["family"] == name)
        made = sum(found.values()) - found["not made"]
        wrong = found["several"] + found["none"]
        yield f"| {name} | {made} | {found['unique']} | {wrong} | {made - found['unique'] - wrong} |"


if __name__ == "__main__":
    main()
