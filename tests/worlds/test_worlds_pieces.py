"""Pieces of the forms beside second writings: paths walked one by one, weights kept, sizes in memory."""

import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import problems, worlds

import deduce
from deduce import Diagram, Problem, Sum, Table
from deduce.kernels import using
from deduce.worlds.base import reweighed


def walked(diagram):
    """Every path through the layers: its values, its nodes."""
    layers = diagram.layers
    below = [*(len(layer) for layer in layers[1:]), 1]
    found = [((), (0,))]
    for layer, dead in zip(layers, below, strict=True):
        found = [
            ((*values, value), (*nodes, int(node)))
            for values, nodes in found
            for value, node in enumerate(layer[nodes[-1]])
            if node != dead
        ]
    return found


@settings(max_examples=40)
@given(problems(max_variables=4, max_constraints=3))
def test_paths_are_worlds_and_width_and_arcs_are_what_they_visit(small):
    diagram = deduce.compile(small.required(), "diagram")
    paths = walked(diagram)
    # What one variable alone is denied may be a weight of nought instead of an arc left out.
    able = [{v.domain.index(x) for x in diagram.possible(v)} for v in diagram.variables]
    living = [w for w, _ in paths if all(x in some for x, some in zip(w, able, strict=True))]
    assert sorted(living) == worlds(small.worlds, diagram.variables)
    if paths:
        nodes = [len({path[i] for _, path in paths}) for i in range(len(diagram.variables))]
        assert diagram.width == max(nodes)
        visited = {(i, p[i], v[i]) for v, p in paths for i in range(len(v))}
        assert diagram.arcs == len(visited)


@settings(max_examples=25)
@given(problems(max_variables=4, max_constraints=3))
def test_forms_of_nothing_and_of_no_variables_stay_so(small):
    for table in (Table.of(small.variables, []), Table.of(small.variables, small.worlds)):
        made = table.to_diagram()
        assert made.count() == table.count()
        assert made.variables == table.variables
        assert sorted(made.rows()) == sorted(table.rows())
    assert Diagram.free(()).count() == 1
    assert Diagram.free(()).to_table().to_diagram().count() == 1


@settings(max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.one_of(st.just(0.0), st.floats(1e-300, 1e300)),
            st.one_of(st.just(0.0), st.floats(1e-300, 1e300)),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_what_is_weighed_is_possible_exactly_where_both_are(pairs):
    weights, factor = (np.array(column) for column in zip(*pairs, strict=True))
    product, shift = reweighed(weights, factor)
    assert np.isfinite(product).all()
    exact = [math.log2(w) + math.log2(f) if w > 0 and f > 0 else -math.inf for w, f in pairs]
    top = max(exact)
    for got, wanted in zip(product, exact, strict=True):
        assert (got > 0) == (wanted > -math.inf)
        # A float spans some 2,000 powers of two; what is smaller beside the largest is kept at the smallest.
        if got > 0 and wanted > top - 650:
            assert math.log2(got) + shift == pytest.approx(wanted, abs=1e-9)
    if top > -math.inf:
        assert 2.0**-1000 < product.max() < 2.0**1000


@pytest.mark.parametrize("weighted", [False, True])
def test_bytes_are_those_that_are_held(weighted):
    """Beside the length of the pickle, which holds the same arrays, some words, and compresses nothing."""
    problem = Problem("many")
    cell = problem.variables("cell", range(6), range(6))
    problem.require(Sum(cell, 14, 16))
    diagram = deduce.compile(problem, "diagram")
    table = diagram.to_table()
    for form in (table, Table.of(problem.scope, list(table))):
        held = form.weigh(problem.scope[0], [1.0, 2, 3, 4, 5, 6]) if weighted else form
        assert held.nbytes == pytest.approx(len(pickle.dumps(held)), rel=0.15)
        assert held.nbytes >= form.count() * len(problem.scope)
    half = table.restrict(problem.scope[0] <= 2)
    assert half.nbytes / table.nbytes == pytest.approx(half.count() / table.count())
    assert diagram.nbytes > diagram.arcs
    assert Diagram.free(problem.scope).nbytes < diagram.nbytes < 100 * diagram.arcs


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("number", range(40))
def test_pairs_that_cross_share_words(compiled, number):
    """Comparisons begun and not ended yet, several in one word, beside brute force."""
    rng = np.random.default_rng(number)
    size, count = 4, 5
    with using(compiled):
        problem = Problem("crossing")
        cell = problem.variables("cell", range(count), range(size))
        v = [cell[i] for i in range(count)]
        tests = []
        for i, j in [(0, 3), (1, 4), (0, 2), (2, 4)][: int(rng.integers(2, 5))]:
            apart, kind = int(rng.integers(-1, 2)), int(rng.integers(4))
            left, right = (v[i], v[j] + apart) if rng.random() < 0.5 else (v[i] + apart, v[j])
            moved = (0, apart) if left is v[i] else (apart, 0)
            fact = [left == right, left != right, left < right, left >= right][kind]

            def test(w, i=i, j=j, moved=moved, kind=kind):
                a, b = w[i] + moved[0], w[j] + moved[1]
                return [a == b, a != b, a < b, a >= b][kind]

            problem.require(fact)
            tests.append(test)
        found = sorted(
            w for w in itertools.product(range(size), repeat=count) if all(test(w) for test in tests)
        )
        made = deduce.compile(problem, order=v)
        assert sorted(made.rows()) == found
        assert made.count() == len(found)
        extra = v[0] == v[4]
        assert made.restrict(extra).count() == sum(w[0] == w[4] for w in found)
        if found:
            assert made.probability(extra) == pytest.approx(sum(w[0] == w[4] for w in found) / len(found))
            weighed = made.weigh_fact(extra, 3.0)
            share = sum(3.0 * (w[0] == w[4]) for w in found)
            assert weighed.probability(extra) == pytest.approx(
                share / (share + sum(w[0] != w[4] for w in found))
            )
