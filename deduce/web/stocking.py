"""Fills the page's store of puzzles, `static/puzzles.json`: ``python -m deduce.web.stocking``.

A new puzzle of a usual size is then there at once, without a server too, and the puzzle of a day is the same for
everybody. Puzzles are made by ``deduce generate`` with seeds of their own, so each has one solution; what is there
already is kept, and what takes too long is left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Final

from deduce.ground.errors import DeduceError
from deduce.puzzles.generation_reports import generate_report
from deduce.web.policy import STATIC

__all__ = ["FAMILIES", "LEVELS", "fill"]

STORE: Final = STATIC / "puzzles.json"
LEVELS: Final = {"easy": "1-3", "middle": "4-6", "hard": "7-10"}
"""As `static/drawn.js` offers them."""
FAMILIES: Final = {
    "slitherlink": (5, 6, 7, 8, 10), "sudoku": (9,), "masyu": (6, 8, 10), "akari": (6, 7, 8, 10),
    "nurikabe": (5, 6, 7, 8),
    "heyawake": (6, 8), "starbattle": (6, 8), "tent": (6, 8, 10), "shikaku": (6, 8, 10),
    "hitori": (6, 8), "yajilin": (6, 8), "norinori": (6, 8), "lits": (6, 8), "simpleloop": (6, 8),
}  # fmt: skip
"""Families of the store, and the sides of their grids."""
EACH: Final = 3
"""Puzzles of a family, size and level."""
SECONDS: Final = 120.0

Store = dict[str, dict[str, dict[str, list[str]]]]


def made(family: str, side: int, difficulty: str) -> list[str]:
    """Puzzles of that kind, none where none was found in the time."""
    try:
        found = generate_report(
            None, family=family, size=(side, side), n=EACH, seed=1000 * side, difficulty=difficulty,
            time_limit=SECONDS, progress=False,
        )  # fmt: skip
    except DeduceError:
        return []
    return [each["text"] for each in found.data.get("puzzles", ())]


def fill(store: Store) -> Iterator[str]:
    """Add what the store lacks; a line on each kind."""
    for level, difficulty in LEVELS.items():
        for family, sides in FAMILIES.items():
            for side in sides:
                kept = store.setdefault(family, {}).setdefault(f"{side}x{side}", {})
                if level not in kept:
                    kept[level] = made(family, side, difficulty)
                yield f"{family} {side}x{side} {level}: {len(kept[level])}"


def main() -> None:
    """Fill the store on the disk, writing after each kind."""
    store: Store = json.loads(STORE.read_text(encoding="utf-8")) if STORE.exists() else {}
    for line in fill(store):
        full = {}
        for family, sizes in store.items():
            each = {
                size: {level: texts for level, texts in kinds.items() if texts}
                for size, kinds in sizes.items()
            }
            if found := {size: kinds for size, kinds in each.items() if kinds}:
                full[family] = found
        STORE.write_text(json.dumps(full, indent=0) + "\n", encoding="utf-8")
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
