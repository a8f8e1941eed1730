"""Candidates of variant sudokus, first and after each entry: ``python -m benchmarks.variants``; processor seconds.

Twenty variants of our own (`benchmarks/data/variants.txt`, made by ``--make``), each with one solution. Of each the text
is read, all candidates with their counts are asked for, then half of its lines are taken away and put back one by one,
and then digits of the solution are entered one by one, candidates asked for each time. There is no peer in Python that
counts them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median

from deduce.puzzles import verify
from deduce_models.pencil.making.variant_making import make_variant
from deduce_models.pencil.making.workbench import Workbench

DATA = Path(__file__).parent / "data" / "variants.txt"
KINDS: Sequence[tuple[tuple[str, ...], str]] = (
    (("thermometer",), ""), (("arrow",), ""), (("cage",), ""), (("whispers", "renban"), ""), (("white", "black"), ""),
    (("x", "v", "given"), ""), (("little-killer", "given"), ""), (("sandwich", "given"), ""),
    (("palindrome", "cage"), ""),
    (("region-sum", "given"), ""), (("between", "given"), ""), (("quadruple",), ""), (("skyscraper", "given"), ""),
    (("odd", "even", "given"), ""), (("x-sum", "given"), ""), (("cage", "given"), "anti-knight"),
    (("thermometer", "given"), "anti-king"), (("white", "given"), "disjoint-groups"),
    (("arrow", "renban", "given"), "diagonal"),
    (("cage", "given"), "non-consecutive"),
)  # fmt: skip
ENTRIES = 20


def main() -> None:
    """Print a line a variant, and the whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--make", action="store_true", help="make the twenty variants anew")
    if parser.parse_args().make:
        made = []
        for seed, (kinds, theme) in enumerate(KINDS):
            made.append(make_variant(kinds, 9, theme=theme, rng=seed, time_limit=120))
            print(f"{seed + 1}: {', '.join(kinds)} {theme}", flush=True)
        DATA.write_text("\n\n".join(made) + "\n", encoding="utf-8")
    first, later, edits = [], [], []
    for number, text in enumerate(DATA.read_text(encoding="utf-8").strip().split("\n\n"), 1):
        one, two, three = measured(text, Random(number))
        first.append(one)
        later += two
        edits += three
        print(f"{number:2}  first {one:.3f}  entries {told(two)}  lines {told(three)}", flush=True)
    print(
        f"all  first {told(first)}  entries {told(later)}  lines {told(edits)}: median, 95th percentile, worst"
    )


def measured(text: str, rng: Random) -> tuple[float, list[float], list[float]]:
    """Processor seconds: reading and the first answer; after each entry; after each line put back."""
    begun = time.process_time()
    bench = Workbench(text)
    bench.candidates()
    first = time.process_time() - begun
    solution = verify(bench.knowledge).solution or {}
    lines = text.splitlines()
    rest, taken = lines[:10], lines[10:]
    rng.shuffle(taken)
    edits = []
    for i in range(len(taken) // 2, len(taken) + 1):
        begun = time.process_time()
        bench.edit("\n".join([*rest, *taken[:i]]))
        bench.candidates()
        edits.append(time.process_time() - begun)
    entries = []
    # Entered into the puzzle without the last quarter of its lines, where much is open.
    bench.edit("\n".join([*rest, *taken[: -(len(taken) // 4) or None]]))
    bench.candidates()
    entered = {}
    for v in rng.sample(list(solution), ENTRIES):
        entered[v] = solution[v]
        begun = time.process_time()
        bench.candidates(entered)
        entries.append(time.process_time() - begun)
    return first, entries, edits


def told(seconds: Sequence[float]) -> str:
    """Median, 95th percentile and worst."""
    ordered = sorted(seconds)
    return f"{median(ordered):.3f} {ordered[int(0.95 * (len(ordered) - 1))]:.3f} {ordered[-1]:.3f}"


if __name__ == "__main__":
    main()
