"""Fills the page's store of puzzles, `static/puzzles.json`: ``python -m deduce.web.stocking [FAMILY ...]``.

A new puzzle of a usual size is then there at once, without a server too, and the puzzle of a day is the same for
everybody. Puzzles are made by ``deduce generate`` with seeds of their own, so each has one solution; they are graded and
laid where they belong, and a level that none came to is asked for by name. What is there already is kept, and what takes
too long is left out: sizes and levels that the store lacks are made when somebody asks for them.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Final

from deduce.ground.errors import DeduceError, GaveUp
from deduce.puzzles.generation_reports import difficulty_range, generate_report
from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.wishes import Wishes
from deduce.web.policy import STATIC

STORE: Final = STATIC / "puzzles.json"
LEVELS: Final = {"easy": "1-3", "middle": "4-6", "hard": "7-10"}
"""As `static/drawn.js` offers them."""
SIDES: Final = (5, 6, 7, 8, 9, 10, 12)
"""As `static/drawn.js` offers them of any family; of one of the store, what the store has."""
BOXES: Final = (4, 6, 8, 9, 10, 12)
"""Sides of a sudoku: of others its boxes would be rows."""
FAMILIES: Final = ("sudoku", "akari", "heyawake", "masyu", "nurikabe", "starbattle", "slitherlink")
"""Families of the store: a puzzle of each may be turned over, so that one is four (`static/stock.js`)."""
EACH: Final = 3
"""Puzzles of a family, size and level."""
ANY, WISHED = 4.0, 3.0
"""Seconds of processor time for puzzles of any level, and for each level that is asked for by name."""
SECONDS: Final = 40.0
"""Seconds by the clock for one puzzle, or for its grade."""

Store = dict[str, dict[str, dict[str, list[str]]]]


def new(family: str, side: int, seed: int, difficulty: str | None) -> str | None:
    """A puzzle of that kind; None where none was found in the time."""
    try:
        found = generate_report(
            None, family=family, size=(side, side), seed=seed, difficulty=difficulty, time_limit=SECONDS,
            progress=False,
        )  # fmt: skip
    except DeduceError:
        return None
    return next((each["text"] for each in found.data.get("puzzles", ())), None)


def level_of(family: str, text: str) -> str | None:
    """Between which grades a puzzle lies; None where grading takes too long."""
    try:
        grade = Wishes().judge(shelf_of(family).read(family, text), time_limit=SECONDS).grade
    except GaveUp:
        return None
    for level, grades in LEVELS.items():
        low, high = difficulty_range(grades) or (0, 10)
        if low <= grade.level <= high:
            return level
    return None


def made(family: str, side: int, kept: dict[str, list[str]]) -> None:
    """Fill the levels of one size, each up to `EACH`."""
    seed = 1000 * side
    end = time.process_time() + ANY
    while time.process_time() < end and any(len(kept.get(level, ())) < EACH for level in LEVELS):
        seed += 1
        text = new(family, side, seed, None)
        level = None if text is None else level_of(family, text)
        if level and len(texts := kept.setdefault(level, [])) < EACH and text not in texts:
            texts.append(str(text))
    for level, grades in LEVELS.items():
        end = time.process_time() + WISHED
        while len(texts := kept.get(level, [])) < EACH and time.process_time() < end:
            seed += 1
            text = new(family, side, seed, grades)
            if text is not None and text not in texts:
                kept[level] = [*texts, text]


def fill(store: Store, families: Iterable[str] = FAMILIES) -> Iterator[str]:
    """Add what the store lacks; a line on each size."""
    for family in families:
        for side in BOXES if family == "sudoku" else SIDES:
            kept = store.setdefault(family, {}).setdefault(f"{side}x{side}", {})
            made(family, side, kept)
            counts = ", ".join(f"{level} {len(kept.get(level, ()))}" for level in LEVELS)
            yield f"{family} {side}x{side}: {counts}"


def main() -> None:
    """Fill the store on the disk, writing after each size."""
    store: Store = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    for line in fill(store, sys.argv[1:] or FAMILIES):
        full = {
            family: {size: kinds for size, kinds in sizes.items() if kinds}
            for family, sizes in store.items()
        }
        STORE.write_text(json.dumps(full, indent=0) + "\n", encoding="utf-8")
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
