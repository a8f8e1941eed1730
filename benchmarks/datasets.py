"""Data sets of puzzles: items proved unique, proved again by CP-SAT, and how many are different.

python -m benchmarks.datasets --n 2000 --seconds 1800
"""

from __future__ import annotations

import argparse
import json
import time

from deduce.puzzles.datasets import dataset

FAMILIES = ("kakurasu", "skyscraper", "sudoku", "mosaic", "masyu")


def main() -> None:
    """Make items family by family in turns, check each with the second solver, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=2000, help="items of each family")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after this time")
    given = parser.parse_args()
    sets = {name: dataset(name, given.n, seed=given.seed) for name in FAMILIES}
    counts = {name: {"items": 0, "confirmed": 0, "different": 0, "seconds": 0.0} for name in FAMILIES}
    seen: dict[str, set[str]] = {name: set() for name in FAMILIES}
    begun = time.perf_counter()
    for index in range(given.n):
        for name, items in sets.items():
            if time.perf_counter() - begun > given.seconds:
                break
            start = time.process_time()
            item = items[index]
            confirmed = item.check()
            row = counts[name]
            row["seconds"] += time.process_time() - start
            row["items"] += 1
            row["confirmed"] += confirmed
            seen[name].add(item.text)
            row["different"] = len(seen[name])
            if not confirmed:
                print(f"NOT CONFIRMED: {name} {index}\n{item.text}")
    total = sum(row["items"] for row in counts.values())
    right = sum(row["confirmed"] for row in counts.values())
    for name, row in counts.items():
        print(name, json.dumps({**row, "seconds": round(row["seconds"], 1)}))
    print(f"{total} items, {right} confirmed by the second solver, seed {given.seed}")


if __name__ == "__main__":
    main()
