"""Forms beside lists of worlds: what a form says of itself, weights that meet, orders and how wide they may be."""

import itertools
import math
import random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from random_problems import problems, worlds

import deduce
from deduce import AllDifferent, Diagram, Problem, Sum, Table, TooLarge
from deduce.worlds import compile as compiling
from deduce.worlds.assignment import assignment_of
from deduce.worlds.compile import layer_order


@pytest.mark.parametrize("seed", range(30))
def test_likelihoods_that_meet_are_those_of_the_worlds(seed):
    """Weighed again and again, so that no ratio is left as it was given: marginals, totals, and the same as a diagram."""
    rng = random.Random(seed)
    problem = Problem("deal")
    cell = problem.variables("cell", range(3), range(rng.randint(3, 5)))
    v = [cell[i] for i in range(3)]
    size = len(v[0].domain)
    found = assignment_of(v, [AllDifferent(v)])
    weight = dict.fromkeys(itertools.permutations(range(size), 3), 1.0)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(3)
        ratios = [rng.choice([0.25, 0.5, 1.0, 2.0, 3.0]) for _ in range(size)]
        found = found.weigh(v[at], ratios)
        weight = {row: w * ratios[row[at]] for row, w in weight.items()}
    total = sum(weight.values())
    for form in (found, found.to_diagram(), found.to_table()):
        assert form.log2_weight() == pytest.approx(math.log2(total))
        assert form.count() == len(weight)
        for at in range(3):
            for value in range(size):
                share = sum(w for row, w in weight.items() if row[at] == value) / total
                assert form.marginals(v[at]).get(value, 0.0) == pytest.approx(share)


@settings(max_examples=25)
@given(problems(max_constraints=3))
def test_forms_are_uniform_until_worlds_weigh_differently(small):
    """No form says so falsely; a diagram and a table that were never weighed say it."""
    problem = small.required()
    diagram = deduce.compile(problem, "diagram")
    rows = worlds(small.worlds, small.variables)
    for made in (diagram, Table.of(small.variables, small.worlds)):
        assert made.uniform
        for at, variable in enumerate(small.variables):
            able = sorted({row[at] for row in rows})
            size = len(variable.domain)
            assert made.weigh(variable, [1.0] * size).unweighted().uniform
            if len(able) < 2:
                continue
            weighed = made.weigh(variable, [4.0 if i == able[0] else 1.0 for i in range(size)])
            assert not weighed.uniform
            assert weighed.unweighted().uniform
            assert weighed.count() == len(rows)
            first = sum(row[at] == able[0] for row in rows)
            share = 4 * first / (len(rows) + 3 * first)
            assert weighed.marginals(variable)[variable.domain[able[0]]] == pytest.approx(share)
            # Taken out by a likelihood of nought: those that are left weigh the same.
            some = made.weigh(variable, [0.0 if i == able[0] else 1.0 for i in range(size)])
            assert some.count() == len(rows) - first
            if made is diagram:
                assert some.uniform


def test_rows_of_one_variable_and_of_none():
    for size in range(1, 5):
        variable = Problem("one").variable("x", range(size))
        free = Diagram.free((variable,))
        for able in itertools.product((False, True), repeat=size):
            rows = [(i,) for i in range(size) if able[i]]
            made = free.weigh(variable, [float(x) for x in able]) if rows else None
            if made is not None:
                assert list(made.rows()) == rows == list(made.to_table().rows())
    assert list(Diagram.free(()).rows()) == [()]
    for number in range(4):
        table = Table.of((), [{}] * number)
        for form in (table, table.to_diagram()):
            assert list(form.rows()) == [()] * min(number, 1)
            assert form.count() == min(number, 1)
            assert form.log2_weight() == (math.log2(number) if number else -math.inf)


def test_a_table_drops_rows_without_weight_and_no_others():
    variable = Problem("one").variable("x", range(5))
    weights = np.array([0.0, 1e-300, 0.5, 1.0, 3.0])
    for able in itertools.product((False, True), repeat=5):
        given = np.where(able, weights, 0.0)
        table = Table((variable,), np.arange(5)[None, :], given)
        assert [row for (row,) in table.rows()] == [i for i in range(5) if given[i] > 0]
        assert table.weights.tolist() == [w for w in given if w > 0]


@settings(max_examples=40)
@given(problems(max_variables=5, max_constraints=4))
def test_a_layer_has_no_more_states_than_the_bits_say(small):
    stated = [constraint for constraint, _ in small.constraints]
    order, bits = layer_order(small.variables, stated)
    assert sorted(v.name for v in order) == sorted(v.name for v in small.variables)
    made = compiling.compile_diagram(order, stated, order=order)
    # One node more may stand for all that is impossible.
    assert max(map(len, made.layers)) <= 2**bits * (1 + 1e-9)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_what_is_hopeless_is_refused_by_its_bits(size):
    """All different: after some variables the set of used values is what is remembered, so many as to choose from."""
    problem = Problem("deal")
    cell = problem.variables("cell", range(size), range(size + 2))
    several = AllDifferent(cell)
    problem.require(several)
    problem.require(Sum(cell, 0, size * size))
    _, bits = layer_order(problem.scope, [several])
    assert bits == pytest.approx(
        max(math.log2(math.comb(size + 2, read)) for read in range(size)), abs=1e-9
    )
    _, both = layer_order(problem.scope, [rule.content for rule in problem.rules])
    with patch.object(compiling, "HOPELESS_BITS", both - 1e-6), pytest.raises(TooLarge, match="a layer"):
        deduce.compile(problem, "diagram")
    with patch.object(compiling, "HOPELESS_BITS", both):
        assert deduce.compile(problem, "diagram").count() > 0
