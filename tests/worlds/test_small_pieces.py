"""Pieces of the forms by themselves, each beside a plain writing of what it promises."""

import itertools
import math

import numpy as np
import pytest

from deduce import AllDifferent, Count, Problem, Sum
from deduce.worlds.base import Worlds
from deduce.worlds.orderings import columns, fitting
from deduce.worlds.passes import _in_range, _is_prime, exact_count
from deduce.worlds.table import Table


def test_orderings_that_fit_are_those_with_an_allowed_value_at_every_place():
    orders = columns(3).T.tolist()
    assert sorted(map(tuple, orders)) == list(itertools.permutations(range(3)))
    for masks in itertools.product(range(8), repeat=3):
        wanted = [
            at for at, order in enumerate(orders) if all(masks[p] >> v & 1 for p, v in enumerate(order))
        ]
        assert sorted(fitting(masks).tolist()) == wanted, masks


def test_primes_are_what_nothing_divides():
    for n in range(63, 20_000, 2):
        assert _is_prime(n) == all(n % divisor for divisor in range(3, math.isqrt(n) + 1, 2)), n


def test_without_a_world_nothing_is_counted():
    assert exact_count([], [], -math.inf) == 0


@pytest.mark.parametrize(
    ("weights", "fits"),
    [
        ([1.0], True),
        ([0.0], True),
        ([1e-300], False),
        ([1e250], False),
        ([1e-199], True),
        ([1e-201, 1.0], True),
    ],
)
def test_weights_are_in_range_by_the_largest_of_a_layer(weights, fits):
    assert _in_range([np.array([1.0]), np.array(weights)]) == fits
    assert _in_range([np.array(weights), np.array([1.0, 0.5])]) == fits
    assert not _in_range([np.array(weights), np.array([])])


def test_a_condition_on_one_variable_is_judged_by_worlds_that_are_not_told_how_it_restricts():
    """Some say which values they allow, some have to be tried."""
    problem = Problem("one")
    x = problem.variable("x", [1, 2, 3])
    table = Table.of(problem.scope, [{x: 1}, {x: 2}])
    stated = [
        (AllDifferent([x]), True),
        (Sum([x], low=1, high=2), True),
        (Sum([x], low=3), False),
        (Sum([x], low=2), None),
        (Count([x], 2, low=1, high=1), None),
        (x == 3, False),
        (x != 3, True),
    ]
    kinds = {constraint.support(x) is None for constraint, _ in stated}
    assert kinds == {True, False}
    for constraint, said in stated:
        assert Worlds.verdict(table, constraint) is said, constraint
