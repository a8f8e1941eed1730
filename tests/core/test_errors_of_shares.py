"""What is said of a chance by samples is not more sure than samples are."""

import math

import pytest

from deduce.arena import share_of
from deduce.games.base import Advice
from deduce.ground.shares import error_of_share
from deduce.ground.wording import in_percent


@pytest.mark.parametrize("count", [1, 4, 40, 600])
@pytest.mark.parametrize("tenths", range(11))
def test_the_error_of_a_share_is_half_of_wilsons_interval(count, tenths):
    hits = round(count * tenths / 10)
    interval = share_of(hits, count, confidence=math.erf(1 / math.sqrt(2)))
    half = (interval.high - interval.low) / 2
    error = error_of_share(hits / count, count)
    assert error > 0
    # At its ends the interval is told as far as 0 and 1 are.
    assert error == pytest.approx(half, rel=1e-9) or (hits in (0, count) and error <= 2 * half)
    assert error_of_share(0.5, 0) == math.inf


def test_no_samples_make_a_chance_certain():
    assert [in_percent(x, sampled=True) for x in (0.0, 0.004, 0.5, 0.999, 1.0)] == [
        "<1%",
        "<1%",
        "50%",
        ">99%",
        ">99%",
    ]
    assert [in_percent(x) for x in (0.0, 1.0)] == ["0%", "100%"]
    assert Advice("go", 1.0, "", 0.012, "sampled", unit="win").figure() == ">99% +- 1.2% to win"
    assert Advice("go", 1.0, "", unit="win").figure() == "100% to win"
