"""Error bars: means with standard errors, and Wilson intervals for shares."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

from deduce.ground.errors import ProblemError
from deduce.ground.shares import error_of_share
from deduce.ground.shown import Plain


@dataclass(frozen=True, slots=True)
class Mean(Plain):
    """A mean of `count` independent values, with its standard error (NaN for fewer than two)."""

    value: float
    error: float
    count: int

    def __str__(self) -> str:
        return f"{self.value:.3f} +- {self.error:.3f}" if self.count > 1 else f"{self.value:.3f}"


@dataclass(frozen=True, slots=True)
class Share(Plain):
    """A share of successes, with its Wilson interval."""

    value: float
    low: float
    high: float
    count: int

    def __str__(self) -> str:
        return f"{self.value:6.1%} [{self.low:.1%}, {self.high:.1%}]"


def mean_of(values: Iterable[float]) -> Mean:
    """The mean of independent values and its standard error; NaN where there is too little to say."""
    listed = list(values)
    count = len(listed)
    if not count:
        return Mean(math.nan, math.nan, 0)
    mean = math.fsum(listed) / count
    if count == 1:
        return Mean(mean, math.nan, 1)
    return Mean(mean, math.sqrt(math.fsum((x - mean) ** 2 for x in listed) / (count - 1) / count), count)


def share_of(successes: float, count: int, *, confidence: float = 0.95) -> Share:
    """The share of successes with its Wilson score interval.

    Unlike the mean with its standard error it stays honest at 0 and at 100 percent (`deduce.ground.shares`). A fractional
    number of successes (shared wins) is allowed. With `count` 0 all is possible: the interval is 0 to 1.

    Raises `ProblemError` unless 0 <= successes <= count and 0 < confidence < 1.
    """
    if not 0 <= successes <= count:
        raise ProblemError(f"{successes} successes in {count}: expected from 0 to {count}")
    if not 0 < confidence < 1:
        raise ProblemError(f"confidence must be between 0 and 1, not {confidence}")
    if count == 0:
        return Share(math.nan, 0.0, 1.0, 0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / count
    centre = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = error_of_share(share, count, z)
    # The formula gives the ends 0 and 1 exactly only up to rounding.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == count else min(1.0, centre + half)
    return Share(share, low, high, count)
