"""How far a share among samples may be from the chance that it stands for."""

from __future__ import annotations

import math


def error_of_share(share: float, count: int, z: float = 1.0) -> float:
    """The standard error of a share of `count` samples, or of the mean of as many values from 0 to 1 if it is less.

    Half of the Wilson interval of `z` standard errors: where all of 40 samples are alike it is 0.012, not 0. Infinite for
    no samples.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    if not count:
        return math.inf
    spread = max(0.0, share * (1 - share))
    return z / (1 + z * z / count) * math.sqrt(spread / count + (z / (2 * count)) ** 2)
