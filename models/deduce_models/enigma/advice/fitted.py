"""What was fitted to games of the players here and measured in them: `data/evaluation.toml`, read once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from deduce.ground.reading import shipped_toml
from deduce.worlds.base import Floats

DATA: Final = Path(__file__).parents[1] / "data" / "evaluation.toml"
DOUBT: Final = ("one", "habit", "share", "blank")
"""What the chance of a doubt is made of, of who does not know: how often that seat doubts and how likely a lie is to it,
both as logits, and whether it knows nothing at all: then every room is possible there, and little is lost by silence."""
STRAIGHT: Final = ("shift", "slope")
"""What a chance is set right by: the line of its logit."""
LIMIT: Final = 5.0
"""No logit that enters a fit is farther from 0."""


@lru_cache(maxsize=16)
def _row(kind: str, names: tuple[str, ...]) -> Floats:
    return np.array([shipped_toml(DATA)[kind][name] for name in names], dtype=float)


def weights(kind: str, names: Sequence[str]) -> Floats:
    """The numbers called `names` under `kind`, shape (names,)."""
    return _row(kind, tuple(names))


def usual_gains(rooms: Sequence[str]) -> Floats:
    """What the effects of `rooms` are worth on average to who names one, as measured in games."""
    return weights("gains", rooms)


def usual_lies(rooms: Sequence[str]) -> Floats:
    """How lies are shared out among `rooms`, as measured in games; sums to 1."""
    shares = weights("lies", rooms)
    found: Floats = shares / shares.sum()
    return found


def usual_cost() -> float:
    """What being silenced costs on average, as measured in games."""
    return float(shipped_toml(DATA)["silence"]["cost"])
