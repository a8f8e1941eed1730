"""From what a model says to how often it happens: two numbers for each chance, fitted to games (`data/calibration.toml`).

A chance p becomes the chance whose logit is ``shift + slope * logit(p)``: rising with p, and 0 and 1 stay what they are.
Those of all codes together are raised to a power: above 1 they are sharper, below flatter, in the same order.
The games are those of the strongest players among themselves (`benchmarks/decrypto_calibration.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from deduce.ground import logits
from deduce.ground.reading import shipped_toml
from deduce_models.decrypto.knowledge.similarity import FloatArray

DATA: Final = Path(__file__).parents[1] / "data" / "calibration.toml"


def numbers(about: str) -> dict[str, Any]:
    """The fitted numbers of one table of the data file."""
    found: dict[str, Any] = shipped_toml(DATA)[about]
    return found


def straightened(about: str, chance: float) -> float:
    """The chance of what `about` names ("decode", "strangers", ...), for what the model says of it."""
    row = shipped_toml(DATA)[about]
    return logits.straightened(chance, row["shift"], row["slope"])


def straightened_all(about: str, chances: FloatArray) -> FloatArray:
    """`straightened` for chances of any shape."""
    row = shipped_toml(DATA)[about]
    return logits.logistic(row["shift"] + row["slope"] * logits.logit(chances))


def happening(about: str, chance: float) -> float:
    """How often what `about` names ("feared") happens where `chance` is said of it: a line through fitted points."""
    if not 0 < chance < 1:
        return chance
    row = shipped_toml(DATA)[about]
    # In logits, and in the distance of the last point beyond it.
    told, seen = (logits.logit(np.array(row[key])) for key in ("said", "happened"))
    at = float(logits.logit(chance))
    inside = min(max(at, float(told[0])), float(told[-1]))
    line = float(np.interp(inside, told, seen)) + at - inside
    return float(logits.logistic(line))


def raised(about: str, chances: FloatArray) -> FloatArray:
    """The chances of the 24 codes of the "own" team or the "rivals": each to a power, so that their order stays."""
    weights = chances ** shipped_toml(DATA)[about]["power"]
    found: FloatArray = weights / weights.sum()
    return found
