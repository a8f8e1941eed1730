"""Data sets of puzzles: items proved unique, proved again by CP-SAT, and how many are different.

python -m benchmarks.datasets --n 2000 --seconds 3600 --journal items.jsonl

With a journal it goes on where it stopped; the counts are those of all items in it.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from deduce.ground.journal import Journal
from deduce.puzzles.datasets import dataset

SIZES = dict.fromkeys(("kakurasu", "skyscraper", "sudoku", "binairo", "masyu"), (4, 4))
"""The families, and the rows and columns of their puzzles."""


def main() -> None:
    """Make items family by family in turns, check each with the second solver, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=2000, help="items of each family")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after this time")
    parser.add_argument("--journal", help="a file to add to, and to go on from")
    given = parser.parse_args()
    with Journal(given.journal, "family") if given.journal else nullcontext() as journal:
        rows: list[Mapping[str, Any]] = [] if journal is None else list(journal.lines)
        for row in judged(given.n, given.seed, rows, time.perf_counter() + given.seconds):
            rows.append(row)
            if journal is not None:
                journal.add(row)
            if not row["confirmed"]:
                print(f"NOT CONFIRMED: {row['family']}, seed {given.seed}, item {row['index']}", flush=True)
    for line in told(rows, given.seed):
        print(line)


def judged(n: int, seed: int, rows: Iterable[Mapping[str, Any]], until: float) -> Iterator[dict[str, Any]]:
    """A row for each item that `rows` does not have, until the clock `until`."""
    done = {_place(row) for row in rows}
    sets = {name: dataset(name, n, seed=seed, size=size) for name, size in SIZES.items()}
    for index in range(n):
        for name, items in sets.items():
            row = {"family": name, "size": list(SIZES[name]), "seed": seed, "index": index}
            if _place(row) in done:
                continue
            if time.perf_counter() > until:
                return
            begun = time.process_time()
            item = items[index]
            made = time.process_time()
            confirmed = item.check()
            yield {
                **row,
                "confirmed": confirmed,
                "proof": item.proof,
                "level": item.difficulty.hardest,
                "puzzle": hashlib.sha256(item.text.encode()).hexdigest()[:16],
                "seconds": [round(made - begun, 4), round(time.process_time() - made, 4)],
            }


def told(rows: list[Mapping[str, Any]], seed: int) -> Iterator[str]:
    """A line a family, and one for all."""
    rows = [r for r in rows if r["seed"] == seed and SIZES.get(r["family"]) == tuple(r["size"])]
    for name, (height, width) in SIZES.items():
        mine = [row for row in rows if row["family"] == name]
        made, checked = (sum(row["seconds"][part] for row in mine) for part in (0, 1))
        proofs = sorted({row["proof"] for row in mine})
        yield (
            f"{name} {height}x{width}: {len(mine)} items, {sum(row['confirmed'] for row in mine)} confirmed, "
            f"{len({row['puzzle'] for row in mine})} different, first proved by {' or '.join(proofs) or 'nobody'}, "
            f"levels {sorted({row['level'] for row in mine})}, "
            f"{made:.0f} s to make and {checked:.0f} s to check (processor time)"
        )
    right = sum(row["confirmed"] for row in rows)
    yield f"{len(rows)} items, {right} confirmed by the second solver, seed {seed}"


def _place(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return row["family"], tuple(row["size"]), row["seed"], row["index"]


if __name__ == "__main__":
    main()
