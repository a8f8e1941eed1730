"""Generated puzzles judged by other solvers: ``python -m benchmarks.pencil_generated --results FILE [FAMILY ...]``.

Small puzzles of every generated family (or of those named) are made in turn, number after number, and `puzzlekit`
(to be installed) is asked for a solution and for another. Where it does not know the family, refuses the text or finds
more than one, CP-SAT is asked the same of our rules. Every puzzle is written down at once, so a run goes on where the
last one ended; ``--seconds`` ends it, ``--table`` only prints what the file holds.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.pencil_peers import PEERS
from benchmarks.rows import Rows
from deduce.backends.cpsat import second_solution, solution
from deduce.ground.errors import GaveUp
from deduce_models import pencil

_FOURS = frozenset({"binairo", "evenoddsudoku", "sudoku"})
"""Families that are always asked for 4 by 4: grids of 5 by 5 cannot be cut into halves or boxes."""
_JUDGE = "puzzlekit"
_LIMIT = 20.0


def main() -> None:
    """Make and judge puzzles until there are enough or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--results", type=Path, required=True, help="a file of lines to keep and to go on from"
    )
    parser.add_argument("--each", type=int, default=1000, help="how many of each family (1000)")
    parser.add_argument("--seconds", type=float, default=600.0, help="when to end, on the clock (600)")
    parser.add_argument("--table", action="store_true", help="make nothing")
    parser.add_argument(
        "--size", type=int, default=5, metavar="N", help="rows and columns; one size a file (5)"
    )
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    names = given.families or sorted(pencil.GENERATED)
    with Rows(given.results, "family", lambda row: (row["family"], row["number"])) as kept:
        end = time.monotonic() + given.seconds
        done = {(row["family"], row["number"]) for row in kept.rows}
        for name, number in () if given.table else _wanted(names, given.each):
            if time.monotonic() > end:
                break
            if (name, number) not in done:
                kept.add(_judged(name, number, 4 if name in _FOURS else given.size))
    for line in _table(kept.rows):
        print(line)


def _wanted(names: Sequence[str], each: int) -> Iterator[tuple[str, int]]:
    for number in range(1, each + 1):
        for name in names:
            yield name, number


def _judged(name: str, number: int, size: int) -> dict[str, Any]:
    """A puzzle made from its number, and what the judges say of it."""
    row: dict[str, Any] = {"family": name, "number": number}
    try:
        text = pencil.generate(name, size, size, rng=Random(f"{name} {number}"), time_limit=30.0)
    except GaveUp:
        return row | {"judged": "not made"}
    found = PEERS[_JUDGE](name, {"problem": text}, _LIMIT)
    row |= {"judged": found["status"], "why": found.get("why", ""), "text": text}
    return row if row["judged"] == "unique" else row | {"cpsat": _cpsat(name, text)}


def _cpsat(name: str, text: str) -> str:
    """Whether CP-SAT finds another solution of our rules."""
    knowledge = pencil.read(name, text)
    try:
        first = solution(knowledge, time_limit=_LIMIT)
        if first is None:
            return "none"
        other = second_solution(knowledge, first, about=knowledge.problem.key, time_limit=_LIMIT)
    except GaveUp:
        return "gave up"
    return "unique" if other is None else "several"


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield f"| family | made | different | unique for {_JUDGE} | else unique for CP-SAT | not unique for both | open |"
    yield "|---|---|---|---|---|---|---|"
    for name in sorted({row["family"] for row in rows}):
        made = [row for row in rows if row["family"] == name and row["judged"] != "not made"]
        texts = len({row["text"] for row in made})
        unique = sum(row["judged"] == "unique" for row in made)
        else_ = Counter(row["cpsat"] for row in made if row["judged"] != "unique")
        wrong = else_["several"] + else_["none"]
        yield f"| {name} | {len(made)} | {texts} | {unique} | {else_['unique']} | {wrong} | {else_['gave up']} |"


if __name__ == "__main__":
    main()
