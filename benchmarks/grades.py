"""How well `deduce.puzzles.grade` agrees with gradings of others: ``python -m benchmarks.grades``.

Rank correlations (Spearman's rho, Kendall's tau-b) between our grades (level, what is seen at the hardest point, effort)
and those of the puzzles in ``benchmarks/data``, with intervals by bootstrap. Nothing in the scale was fitted to these
puzzles. ``--data FOLDER`` measures files of your own instead: ``graded_FAMILY.txt`` or ``graded_FAMILY_SOURCE.txt``, a
line a puzzle, its gradings as numbers and then the puzzle, either a sign a cell or a text of the family with ``/`` for a
new line and ``_`` for a blank.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from deduce.knowledge import Knowledge
from deduce.puzzles import grade
from deduce.puzzles.shelves import shelf_of

DATA = Path(__file__).parent / "data"
Floats = NDArray[np.float64]


def puzzle_of(family: str, text: str) -> Knowledge:
    """A puzzle given as one line: a text of the family, or of a square a sign a cell."""
    if "/" in text:
        return shelf_of(family).read(family, text.replace("/", "\n").replace("_", " ") + "\n")
    size = round(len(text) ** 0.5)
    signs = ["-" if sign == "." else sign for sign in text]
    if family == "binairo":  # the shelf writes 1 and 2
        signs = [{"0": "1", "1": "2"}.get(sign, sign) for sign in signs]
    rows = [" ".join(signs[i : i + size]) for i in range(0, len(signs), size)]
    return shelf_of(family).read(family, "\n".join([f"{size} {size}", *rows, ""]))


def lines_of(file: Path) -> list[list[str]]:
    """The puzzles of a file: their gradings, and the text."""
    text = file.read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def ranks(values: Sequence[float]) -> Floats:
    """Ranks from 1; equal values share their mean rank."""
    data = np.asarray(values, dtype=np.float64)
    order = np.argsort(data, kind="stable")
    found = np.empty(len(data))
    edges = [0, *(np.flatnonzero(np.diff(data[order])) + 1).tolist(), len(data)]
    for start, end in pairwise(edges):
        found[order[start:end]] = (start + 1 + end) / 2
    return found


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's rho, ties by mean ranks."""
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def kendall(a: Sequence[float], b: Sequence[float]) -> float:
    """Kendall's tau-b."""
    x, y = (np.sign(np.subtract.outer(v, v)) for v in (np.asarray(a), np.asarray(b)))
    return float((x * y).sum() / np.sqrt((x * x).sum() * (y * y).sum()))


def interval(measure: Callable[..., float], a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of 1,000 bootstrap samples."""
    rng = np.random.default_rng(0)
    x, y = np.asarray(a), np.asarray(b)
    drawn = (rng.integers(0, len(x), len(x)) for _ in range(1000))
    found = [measure(x[i], y[i]) for i in drawn]
    low, high = np.nanpercentile(found, [2.5, 97.5])
    return float(low), float(high)


def main() -> None:
    """Grade every puzzle and print a line a source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", help="only these")
    parser.add_argument("--data", type=Path, default=DATA, help="a folder of graded puzzles")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a puzzle")
    given = parser.parse_args()
    print("| puzzles | graded by | n | Spearman (95 %) | Kendall | levels by grade | worst s |")
    print("|---|---|---|---|---|---|---|")
    for file in sorted(given.data.glob("graded_*.txt")):
        _, family, *source = file.stem.split("_", 2)
        if not given.families or family in given.families:
            for line in measured(family, lines_of(file), source, given.limit):
                print(line, flush=True)


def measured(family: str, rows: list[list[str]], source: list[str], limit: float) -> Iterator[str]:
    """A line a column of gradings."""
    keys, levels, worst = [], [], 0.0
    for row in rows:
        start = time.process_time()
        found = grade(puzzle_of(family, row[-1]), time_limit=limit)
        worst = max(worst, time.process_time() - start)
        keys.append(1e9 * found.level + 1e6 * found.seen + found.effort)
        levels.append(found.level)
    for column in range(len(rows[0]) - 1):
        theirs = [float(row[column]) for row in rows]
        low, high = interval(spearman, theirs, keys)
        by = source[0] if source else ("Tatham's generator", "HoDoKu")[column]
        found_at = {g: sorted({x for x, t in zip(levels, theirs, strict=True) if t == g}) for g in theirs}
        by_grade = "; ".join("/".join(map(str, found_at[g])) for g in sorted(found_at))
        yield (
            f"| {family} | {by} | {len(rows)} | {spearman(theirs, keys):.2f} ({low:.2f} to {high:.2f}) | "
            f"{kendall(theirs, keys):.2f} | {by_grade if column == 0 else ''} | {worst:.1f} |"
        )


if __name__ == "__main__":
    main()
