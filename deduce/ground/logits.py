"""The logit of a chance, its inverse, and a straight line of it: how what is said is set to what happens."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def logit(chances: Floats | float, *, limit: float = np.inf) -> Floats:
    """``log(p / (1 - p))`` of chances p from 0 to 1, of any shape, at most `limit` from 0."""
    with np.errstate(divide="ignore"):
        found: Floats = np.clip(np.log(chances) - np.log1p(-np.asarray(chances)), -limit, limit)
    return found


def logistic(lines: Floats | float) -> Floats:
    """The chances with these logits."""
    with np.errstate(over="ignore"):
        found: Floats = 1 / (1 + np.exp(-np.asarray(lines, dtype=float)))
    return found


def straightened(chance: float, shift: float, slope: float) -> float:
    """The chance whose logit is ``shift + slope * logit(chance)``; 0 and 1 stay what they are, whatever the line."""
    if not 0 < chance < 1:
        return chance
    # One number at a time: `math` takes a tenth of the time of numpy here.
    line = shift + slope * (math.log(chance) - math.log1p(-chance))
    if line >= 0:
        return 1 / (1 + math.exp(-line))
    odds = math.exp(line)
    return odds / (1 + odds)
