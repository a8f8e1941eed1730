"""The order of a diagram's layers: shared things scored at once give what scoring each variable anew gives."""

import random
import tracemalloc
from unittest.mock import patch

import pytest

from deduce import AllDifferent, AtLeast, Problem, Sum
from deduce.worlds import layers
from deduce.worlds.layers import greedy_order


def mixed(seed):
    """Variables with pairs by lot and a few wide conditions, over all of them or over half."""
    rng = random.Random(seed)
    problem = Problem("mixed")
    x = problem.variables("x", range(12), range(3))
    scope = list(x.values())
    for _ in range(rng.randint(0, 14)):
        one, other = rng.sample(scope, 2)
        problem.require(one != other)
    problem.require(Sum(scope, 4, 19))
    if rng.random() < 0.5:
        problem.require(AtLeast(2, scope[6:], 1))
    if rng.random() < 0.5:
        problem.require(Sum(rng.sample(scope, 7), 2, 9))
    if rng.random() < 0.3:
        problem.require(~AllDifferent(scope[:4]))
    return problem


@pytest.mark.parametrize("seed", range(40))
def test_what_is_shared_may_be_scored_at_once(seed):
    problem = mixed(seed)
    stated = [rule.content for rule in problem.rules]
    with patch.object(layers, "_WIDE_SCOPE", 5), patch.object(layers, "_WIDE_KINDS", 0):
        one_queue = greedy_order(problem.scope, stated)
    with patch.object(layers, "_WIDE_SCOPE", 5):
        several = greedy_order(problem.scope, stated)
    assert several == one_queue == greedy_order(problem.scope, stated)


def test_an_order_for_a_sum_over_thousands_of_variables_takes_no_room_to_speak_of():
    problem = Problem("sum")
    x = problem.variables("x", range(2_000), [0, 1])
    problem.require(Sum(x, 5, 9))
    stated = [rule.content for rule in problem.rules]
    tracemalloc.start()
    order, bits = greedy_order(problem.scope, stated)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert set(order) == set(problem.scope)
    assert bits < 5
    assert peak < 20 << 20
