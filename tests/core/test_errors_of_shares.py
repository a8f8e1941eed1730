"""What is said of a chance by samples is not more sure than samples are."""

import math

import pytest

from deduce.games.base import Advice
from deduce.ground.shares import error_of_share
from deduce.ground.wording import in_percent


@pytest.mark.parametrize("count", [1, 4, 40, 600])
@pytest.mark.parametrize("tenths", range(11))
@pytest.mark.parametrize("z", [1.0, 1.96])
def test_the_error_of_a_share_is_half_of_wilsons_interval(count, tenths, z):
    """Of the chances that `z` of their own standard errors part from the share: the roots of a square."""
    share, square = round(count * tenths / 10) / count, z * z / count
    first, second, third = 1 + square, -(2 * share + square), share * share
    half = math.sqrt(second * second - 4 * first * third) / (2 * first)
    assert error_of_share(share, count, z) == pytest.approx(half, rel=1e-9)
    assert half > 0
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
