"""Compiled kernels against numpy: whole numbers bit for bit, floats to rounding. Skipped where nothing is compiled."""

import copy
import pickle
import signal
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st
from random_problems import constraints, facts, problems

import deduce
from deduce.ground.deadline import Deadline
from deduce.kernels import library, matchings, using
from deduce.worlds import orderings
from deduce.worlds.dnnf import DecisionDnnf
from deduce.worlds.permanents import Passes

pytestmark = pytest.mark.skipif(library() is None, reason="no kernels were compiled")


def both(ask):
    """What `ask` gives with the kernels and without."""
    with using(True) as compiled:
        assert compiled
        one = ask()
    with using(False) as compiled:
        assert not compiled
        return one, ask()


def asked(worlds):
    """Everything the passes tell about some worlds."""
    marginals = [worlds.possible(v) for v in worlds.variables]
    return worlds.count(), marginals, worlds.log2_weight(), worlds.table(), worlds.entropy()


def assert_alike(one, other):
    assert one[0] == other[0]
    assert one[1] == other[1]
    assert np.allclose(one[2], other[2], rtol=1e-12, atol=1e-12)
    assert np.allclose(one[3], other[3], rtol=1e-10, atol=1e-13)
    assert np.allclose(one[4], other[4], rtol=1e-9, atol=1e-9)


@examples(32)
@given(problems(), st.data())
def test_every_form_answers_alike(small, data):
    problem = small.required()
    order = data.draw(st.permutations(problem.scope))
    ratios = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=8, max_size=8))
    variable = data.draw(st.sampled_from(problem.scope))

    def ask(form):
        worlds = deduce.compile(problem, order=order) if form == "diagram" else deduce.compile(problem)
        weighed = worlds.weigh(variable, [ratios[i % 8] for i in range(len(variable.domain))])
        again = weighed.weigh_fact((problem.scope[0] == problem.scope[0].domain[0]), 0.25)
        return [asked(each) for each in (worlds, weighed, again)]

    for form in ("diagram", "fitting"):
        for one, other in zip(*both(lambda form=form: ask(form)), strict=True):
            assert_alike(one, other)


def test_counts_of_every_size():
    # 3 to 400 bits: floats, whole numbers of 64 bits, residues, Python's integers.
    for n in (2, 20, 30, 36, 38, 60, 120, 250):
        problem = deduce.Problem("counts")
        x = problem.variables("x", range(n), domain=range(3))
        problem.require(deduce.AtLeast(n // 2, x, 1))

        def ask(problem=problem):
            worlds = deduce.compile(problem)
            return worlds.count(), worlds.weigh(problem.scope[0], [0.0, 1.0, 0.25]).count()

        one, other = both(ask)
        assert one == other


def test_sharp_weights_are_scaled():
    problem = deduce.Problem("sharp")
    x = problem.variables("x", range(40), domain=[0, 1])
    problem.require(deduce.AtLeast(1, x, 1))

    def ask():
        worlds = deduce.compile(problem)
        for variable in x.values():
            worlds = worlds.weigh(variable, [1.0, 1e-30])
        return asked(worlds)

    assert_alike(*both(ask))


def test_a_diagram_survives_copying_and_pickling():
    problem = deduce.Problem("copies")
    x = problem.variables("x", range(5), domain=range(5))
    problem.require(deduce.AllDifferent(x))
    worlds = deduce.compile(problem, "diagram").restrict(x[0] != 1)
    before = worlds.count(), worlds.table()
    for again in (pickle.loads(pickle.dumps(worlds)), copy.deepcopy(worlds), copy.copy(worlds)):
        assert again.count() == before[0]
        assert np.array_equal(again.table(), before[1])
        first = again.variables[0]
        assert again.weigh(first, [1.0, 1.0, 0.0, 0.0, 1.0]).count() == 2 * factorial(4)


@pytest.mark.parametrize("shape", [(1, 1, 1), (1, 9, 9), (3, 4, 7), (200, 5, 5), (2, 3, 11)])
def test_permanents(shape):
    rng = np.random.default_rng(sum(shape))
    weights = rng.random(shape) * (rng.random(shape) > 0.3)

    def ask():
        passes = Passes(weights)
        return (
            passes.totals,
            passes.marginals(),
            passes.draw(np.zeros(0, np.int64), np.zeros((0, shape[1]))),
        )

    (totals, marginals, _), (others, their, _) = both(ask)
    assert np.allclose(totals, others, rtol=1e-12, atol=0)
    assert np.allclose(marginals, their, rtol=1e-12, atol=1e-300)
    if shape[2] <= 7:
        truth = [
            sum(
                np.prod([w[i, v] for i, v in enumerate(row)])
                for row in permutations(range(shape[2]), shape[1])
            )
            for w in weights[:3]
        ]
        assert np.allclose(totals[:3], truth)


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_vectors_of_orderings(n):
    rng = np.random.default_rng(n)
    matrix = rng.random((n, n)) * (rng.random((n, n)) > 0.3)
    vector = rng.random(factorial(n))
    places = sorted(rng.choice(n, size=min(n, 3), replace=False).tolist())
    for ask in (
        lambda: orderings.product(matrix),
        lambda: orderings.tally(vector, n),
        lambda: orderings.mixed(vector, n, places),
    ):
        one, other = both(ask)
        assert np.allclose(one, other, rtol=1e-12, atol=0)


def shape(worlds):
    """Nodes by layer, arcs, and bytes: the reduced diagram of an order is one and the same however it was made."""
    return [len(layer) for layer in worlds._children], worlds.arcs, worlds.nbytes


@examples(32)
@given(problems(), st.data())
def test_products_have_the_same_shape(small, data):
    problem = small.required()
    order = data.draw(st.permutations(problem.scope))
    later = data.draw(st.lists(constraints(small.variables), min_size=1, max_size=3))
    heavy = data.draw(facts(small.variables))[0]

    def ask():
        worlds = deduce.compile(problem, "diagram", order=order)
        found = [worlds]
        # Weights of arcs stand between two products: their layers keep nodes apart.
        for change in (lambda w: w.weigh_fact(heavy, 0.5), lambda w: w):
            worlds = change(worlds)
            for constraint, _ in later:
                worlds = worlds.restrict(constraint)
                found.append(worlds)
        return [(shape(each), each.count(), each.log2_weight(), each.table()) for each in found]

    for one, other in zip(*both(ask), strict=True):
        assert one[:2] == other[:2]
        assert np.allclose(one[2], other[2], rtol=1e-12, atol=1e-12)
        assert np.allclose(one[3], other[3], rtol=1e-10, atol=1e-13)


def wide(n):
    problem = deduce.Problem("wide")
    x = problem.variables("x", range(n), domain=range(n))
    problem.require(deduce.AllDifferent(x))
    return problem


def test_what_does_not_fit_is_refused_alike():
    def ask():
        with pytest.raises(deduce.TooLarge) as caught:
            deduce.compile(wide(14), "diagram", max_bytes=500_000)
        return str(caught.value)

    one, other = both(ask)
    assert one == other
    assert "MB" in one


def test_a_product_ends_at_its_deadline():
    # Without the deadline it would run for minutes, or be refused for its size.
    with using(True), pytest.raises(deduce.GaveUp), Deadline(0.05).watch():
        deduce.compile(wide(24), "diagram", max_bytes=1 << 36)


class Rung(Exception):
    """What the handler of a signal raises."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no such signal")
@pytest.mark.parametrize("moment", [0.02, 0.03, 0.05])
def test_what_the_handler_of_a_signal_raises_ends_a_search(moment):
    """It is raised before the first line of what compiled code asks, so it was lost: a search that Ctrl-C did not end."""

    def ring(*_):
        raise Rung

    problem, before = wide(40), signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, moment)
        with using(True), pytest.raises(Rung):
            DecisionDnnf.of(problem.scope, [rule.content for rule in problem.rules])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@given(st.integers(1, 6), st.integers(0, 2), st.data())
def test_assignments_are_permanents_of_masks(places, more, data):
    values = places + more
    masks = data.draw(st.lists(st.integers(0, (1 << values) - 1), min_size=places, max_size=places))
    matrix = np.array([[float(mask >> value & 1) for value in range(values)] for mask in masks])
    totals, tallies = matchings.assignments(masks, values)
    with using(False):
        plain = Passes(matrix[None])
        assert totals.tolist() == plain.totals.tolist()
        assert tallies.tolist() == plain.marginals().tolist()
