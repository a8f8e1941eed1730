"""Answers do not depend on the way: what is chosen by size is forced on problems small enough for brute force."""

import contextlib
import itertools
import random

import numpy as np
import pytest
from amount import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import problems
from test_assignments import assert_equal, brute, deal, learn
from test_worlds_differential import assert_same, draw_weights, forms, some_problems
from worlds_campaign import agree

import deduce
from deduce import Knowledge
from deduce.kernels import using
from deduce.worlds import (
    assignment,
    cardinalities,
    diagram,
    estimate,
    grouping,
    layers,
    mixture,
    passes,
    permanents,
    product,
    sweeps,
)
from deduce.worlds import compile as compiling
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.vectors import VectorMatchings

WAYS = {
    "sums by einsum": [(passes, "_SMALL", 0)],
    "counts by primes": [(passes, "FITTING_BITS", -1.0), (diagram, "FITTING_BITS", -1.0)],
    "counts in Python": [
        (passes, "FITTING_BITS", -1.0),
        (diagram, "FITTING_BITS", -1.0),
        (passes, "_MANY_PRIMES", 0),
    ],
    "keys sorted": [(product, "_DENSE_KEYS", 0)],
    "keys word after word": [(product, "MAX_BITS", 1)],
    "stages of one": [
        (compiling, "STAGE_BYTES", 1),
        (compiling, "STAGE_SIZE", 1),
        (compiling, "PROBE_BYTES", 1),
    ],
    "wide scopes": [
        (compiling, "SMALL_SCOPE", 0),
        (layers, "_WIDE_SCOPE", 0),
        (layers, "_WIDE_KINDS", 0),
    ],
    "another order": [(sweeps, "LITTLE", 0), (sweeps, "BETTER", 1e9)],
    "no groups": [(grouping, "MOST_READERS", 0)],
    "groups of few values": [(grouping, "MOST_VALUES", 1)],
    "groups without room": [(grouping, "GROUP_BYTES", 1)],
    "one matrix at a time": [(permanents, "BUNCH", 1)],
    "few states": [(cardinalities, "MOST_STATES", 1)],
    "narrow weights": [(assignment, "WIDEST", 0.0)],
    "totals rescaled at every layer": [(passes, "_LOW", 0.9), (passes, "_HIGH", 1.1)],
}


@contextlib.contextmanager
def forced(way, compiled):
    with pytest.MonkeyPatch.context() as patch, using(compiled):
        for module, name, value in WAYS.get(way, ()):
            patch.setattr(module, name, value)
        yield


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("way", WAYS)
def test_worlds_and_weights_by_another_way(way, compiled):
    @settings(max_examples=amount(4, 1_000))
    @given(some_problems(max_constraints=3), st.data())
    def agree(small, data):
        apply, weight = draw_weights(data, small.variables)
        found = small.worlds
        with forced(way, compiled):
            for form in forms(small.required(), data):
                assert_same(form, found, [1.0] * len(found))
                assert_same(apply(form), found, [weight(world) for world in found])

    agree()


@pytest.mark.parametrize("number", range(100, 104))
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("way", [*WAYS, None])
def test_a_problem_agrees_in_every_form_by_another_way(way, compiled, number):
    """One of the campaign's, one of each kind: quick enough to be asked of every fault."""
    with forced(way, compiled):
        agree(number, 1)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_shuffles_in_few_matrices_and_in_vectors(limit, monkeypatch):
    before = MatrixMatchings.shuffled

    def shuffled(self, places, chances=None, *, limit=limit, dense=True):
        return before(self, places, chances, limit=limit, dense=dense)

    monkeypatch.setattr(MatrixMatchings, "shuffled", shuffled)
    monkeypatch.setattr(mixture, "FEW", 0)
    for seed in range(25):
        steps = histories_of(seed)
        problem, cells = deal(4, 4)
        worlds = learn(Knowledge(problem), cells, steps).worlds
        assert_equal(worlds, cells, brute(4, 4, steps))
        if seed < 8:
            assert_equal(worlds.to_diagram(), cells, brute(4, 4, steps))


def histories_of(seed):
    """Looks, likelihoods and shuffles by lot."""
    rng = random.Random(seed)
    steps = []
    for _ in range(rng.randint(2, 6)):
        kind = rng.choice(["look", "weigh", "even", "even", "uneven"])
        if kind == "look":
            steps.append((kind, rng.randrange(4), set(rng.sample(range(4), rng.randint(2, 3)))))
        elif kind == "weigh":
            steps.append((kind, rng.randrange(4), [rng.choice([0.25, 1.0, 3.0]) for _ in range(4)]))
        else:
            places = rng.sample(range(4), rng.randint(2, 3))
            every = list(itertools.permutations(range(len(places))))
            weights = {p: rng.choice([0.5, 1.0, 2.0]) for p in every[: rng.randint(1, 4)]}
            steps.append((kind, places, weights if kind == "uneven" else None))
    return steps


@given(st.data())
def test_each_form_of_matchings_tells_every_number(data):
    """Totals, tallies, marginals and weights of several sets at once, against the sum over assignments."""
    prior = np.array(data.draw(st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=1, max_size=3)))
    every = list(itertools.permutations(range(3)))
    weights = np.outer(prior, np.ones(len(every)))
    states = [MatrixMatchings.all(3, prior=prior), VectorMatchings.all(3, prior)]
    ratio = st.sampled_from([0.0, 0.25, 1.0, 3.0])
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, 2))
        ratios = np.array([data.draw(st.lists(ratio, min_size=3, max_size=3).filter(any)) for _ in prior])
        states = [state.weigh(at, ratios) for state in states]
        weights *= np.array([[row[order[at]] for order in every] for row in ratios])
    tallies = np.zeros((len(prior), 3, 3))
    for number, order in enumerate(every):
        for place, value in enumerate(order):
            tallies[:, place, value] += weights[:, number]
    for state in states:
        assert np.allclose(state.totals, weights.sum(axis=1))
        assert np.allclose(state.tallies, tallies)
        assert np.isclose(state.total, weights.sum())
        assert np.allclose(state.weights_of(np.array(every)), weights.sum(axis=0))
        assert state.count() == np.count_nonzero(weights.sum(axis=0))
        shares = tallies.sum(axis=0) / (weights.sum() or 1.0)
        assert np.allclose(state.marginals(), shares)


@given(problems(max_constraints=4))
def test_a_diagram_has_no_more_arcs_than_were_foretold(small):
    problem = small.required()
    rules = [rule.content for rule in problem.rules]
    bound = estimate.bound_arcs(problem.scope, rules)
    made = deduce.compile(problem, "diagram")
    assert sum(layer.size for layer in made._children) <= bound


@pytest.mark.parametrize("name", ["_MOST_VARIABLES", "_MOST_VALUES", "_MOST_CONSTRAINTS", "_MOST_FRONT"])
def test_what_is_too_much_to_foretell_is_said_to_be_endless(name, monkeypatch):
    problem = deduce.Problem("wide")
    cell = problem.variables("cell", range(14), range(4))
    for i in range(13):
        problem.require(cell[i] != cell[i + 1])
    problem.require(deduce.Sum(cell, 10, 20))
    rules = [rule.content for rule in problem.rules]
    assert estimate.bound_arcs(problem.scope, rules) < float("inf")
    monkeypatch.setattr(estimate, name, {"_MOST_VALUES": 56, "_MOST_FRONT": 60}.get(name, 14))
    assert estimate.bound_arcs(problem.scope, rules) < float("inf")
    if name != "_MOST_FRONT":
        monkeypatch.setattr(estimate, name, 55 if name == "_MOST_VALUES" else 13)
        assert estimate.bound_arcs(problem.scope, rules) == float("inf")
