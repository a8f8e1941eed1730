"""From what the planner says of a solo game to what comes of it: a line a day for each sort of decision.

A plan that is best of many is rated too high, what later days bring is a rule of thumb, and a small decision (an
objective, a quill) is valued as if nothing more were done today; all this shows when games are played to the end.
``python -m benchmarks.shakespeare_tuning calibration`` plays them and fits ``end = constant + slope * said`` by least
squares for every sort of decision and day; ``data/calibration.toml`` holds the lines with the seeds they come from. The
slopes are above 0, so no move is ranked otherwise than before.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from deduce.records.datafile import read_toml
from deduce_models.shakespeare.components.parts import DATA
from deduce_models.shakespeare.rules import phases

__all__ = ["SORTS", "LinearFit", "line_of"]


class LinearFit(NamedTuple):
    """What comes of a value that was said: `constant` + `slope` times it."""

    constant: float
    slope: float

    def of(self, value: float) -> float:
        """The calibrated value."""
        return self.constant + self.slope * value


SAME = LinearFit(0.0, 1.0)

SORTS: Mapping[str, tuple[int, ...]] = {
    "actions": (phases.DRAFT, phases.ACTION, phases.CRAFT, phases.QUILL),
    "keep": (phases.KEEP,),
    "under": (phases.UNDER,),
    "evening": (phases.AMBIANCE_QUILL, phases.AMBIANCE_BACK, phases.REHEARSAL_QUILL),
    "rest": (phases.REST,),
}
"""The phases whose decisions are valued alike, by the name of their lines."""

_SORT_OF = {phase: sort for sort, row in SORTS.items() for phase in row}


def line_of(phase: int, day: int, days: int) -> LinearFit:
    """The line for what is said in a phase of a day, 0 at the draft.

    Values stay as they are in games of another length.
    """
    lines = _lines()[_SORT_OF[phase]]
    return lines[day] if days == len(lines) - 1 else SAME


@lru_cache(maxsize=1)
def _lines() -> Mapping[str, tuple[LinearFit, ...]]:
    values = read_toml(DATA / "calibration.toml").table("planner").values
    return {sort: tuple(LinearFit(float(a), float(b)) for a, b in values[sort]) for sort in SORTS}
