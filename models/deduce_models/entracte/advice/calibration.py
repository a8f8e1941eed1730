"""From the share of imagined games to the chance that is said: a table that searches does better than its rollouts.

``chance = 1 - (1 - share) ** later`` rises with the share, so no move is ranked otherwise than by its rollouts.
``data/calibration.toml`` holds `later` by what is played and how many play, with the games it comes from;
``python -m benchmarks.entracte_said`` holds what is said against what happens.
"""

from __future__ import annotations

from functools import lru_cache

from deduce.records.datafile import read_toml
from deduce_models.entracte.components.parts import DATA
from deduce_models.entracte.rules.setup import QUICK


def chance_of(share: float, later: float) -> float:
    """The chance of what happened in the `share` of the imagined games (cut to 0 to 1)."""
    return 1 - float((1 - min(1.0, max(0.0, share))) ** later)


@lru_cache(maxsize=16)
def later(play: str, seats: int, *, in_time: bool) -> float:
    """How much better a table of so many seats plays on: `play` is ``cooperative`` or ``convention``.

    `in_time`: by the longest row of the best result; else by the end.
    """
    row = read_toml(DATA / "calibration.toml").table(play).values["in_time" if in_time else "at_last"]
    return float(row[sorted(QUICK).index(seats)])
