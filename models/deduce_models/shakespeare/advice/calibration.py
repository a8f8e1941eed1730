"""From what the planner says of a solo game to what comes of it: one line a day, fitted to games of self-play.

A plan that is best of many is rated too high, and what later days bring is a rule of thumb; both show when games are
played to the end. ``python -m benchmarks.shakespeare_tuning calibration`` plays them and fits ``end = constant + slope *
said`` by least squares for every day; ``data/calibration.toml`` holds the lines with the seeds they come from. The slopes
are above 0, so no move is ranked otherwise than before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from deduce.records.datafile import read_toml
from deduce_models.shakespeare.components.parts import DATA

__all__ = ["Line", "line_of"]


class Line(NamedTuple):
    """What comes of a value that was said: `constant` + `slope` times it."""

    constant: float
    slope: float

    def of(self, value: float) -> float:
        """The calibrated value."""
        return self.constant + self.slope * value


SAME = Line(0.0, 1.0)


def line_of(setting: str, day: int, days: int) -> Line:
    """The line of a setting (``planner`` or ``patient``) for what is said on a day, 0 at the draft.

    Values stay as they are on the last of the `days`, where they are final scores, and in games of another length.
    """
    lines = _lines()[setting]
    return lines[day] if day < days == len(lines) else SAME


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, tuple[Line, ...]]:
    table = read_toml(DATA / "calibration.toml")
    return {
        setting: tuple(Line(float(a), float(b)) for a, b in table.table(setting).values["lines"])
        for setting in table.values
    }
