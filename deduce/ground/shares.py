"""How far a share among samples may be from the chance that it stands for."""

from __future__ import annotations

import math


def error_of_share(share: float, count: int) -> float:
    """The standard error of a share of `count` samples, or of the mean of as many values from 0 to 1 if it is less.

    Half of the Wilson interval of one standard error (see `deduce.arena.share_of`): where all of 40 samples are alike it
    is 0.012, not 0. Infinite for no samples.
    """
    if not count:
        return math.inf
    spread = max(0.0, share * (1 - share))
    return math.sqrt(spread / count + 1 / (4 * count * count)) / (1 + 1 / count)
