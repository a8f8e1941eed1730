"""The logit of a chance, its inverse, and a straight line of it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.logits import logistic, logit, straightened

CHANCES = st.floats(1e-9, 1 - 1e-9)


@given(CHANCES)
def test_the_inverse_gives_the_chance_back(chance):
    assert float(logistic(logit(chance))) == pytest.approx(chance, rel=1e-6)
    assert float(logit(chance)) == pytest.approx(math.log(chance / (1 - chance)), rel=1e-6, abs=1e-9)


def test_limits_and_certainties():
    assert logit(np.array([0.0, 0.5, 1.0]), limit=5.0).tolist() == [-5.0, 0.0, 5.0]
    assert logit(np.array([0.0, 1.0])).tolist() == [-math.inf, math.inf]
    assert logistic(np.array([-math.inf, 0.0, math.inf])).tolist() == [0.0, 0.5, 1.0]
    assert [straightened(chance, 3.0, 0.5) for chance in (0.0, 1.0)] == [0.0, 1.0]


@given(CHANCES, CHANCES, st.floats(-3, 3), st.floats(0.1, 3))
def test_a_line_keeps_the_order(one, other, shift, slope):
    low, high = sorted((one, other))
    assert straightened(low, shift, slope) <= straightened(high, shift, slope)
    assert straightened(one, 0.0, 1.0) == pytest.approx(one)
    assert straightened(one, shift, slope) == pytest.approx(float(logistic(shift + slope * logit(one))))
