"""Draws of every form by the weights of all worlds, and what is laid anew, each beside a list of the worlds."""

import math
import random
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

import deduce
from deduce import AllDifferent, Count, Problem, Sum, Variable
from deduce.kernels import library, using
from deduce.worlds import Alternatives
from deduce.worlds.assignment import assignment_of, shuffled_of
from deduce.worlds.cardinalities import Cardinalities
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of
from deduce.worlds.dnnf import DecisionDnnf
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.shares import Shares
from deduce.worlds.vectors import VectorMatchings

PATHS = [False, *([True] if library() is not None else [])]
DRAWS = 500


def alternatives_of(v, rules):
    """Worlds apart by the first variable: a diagram, a table and a search in turn."""
    whole, parts = compile_diagram(v, rules), {}
    for at, value in enumerate(v[0].domain):
        part = whole.restrict(v[0] == value).project(v[1:])
        if part.count():
            parts[at] = (part.to_diagram() if at % 2 else part, 0.0)
    return Alternatives(v[0], parts)


def made(kind, v, rules):
    if kind == "table":
        return compile_diagram(v, rules).to_table()
    if kind == "deal":
        return deal_of(v, rules, compile_diagram)
    makers = {
        "diagram": compile_diagram,
        "search": DecisionDnnf.of,
        "apart": alternatives_of,
        "assignment": assignment_of,
    }
    return shuffled_of(v, rules, [v[1:3]]) if kind == "shared" else makers[kind](v, rules)


def assert_drawn(form, v, truth, seed):
    """The rows drawn are worlds, each as often as it weighs: within five standard deviations."""
    place, total = [form.place(x) for x in v], sum(truth.values())
    drawn = Counter(map(tuple, form.sample_rows(DRAWS, rng=seed)[:, place].tolist()))
    assert drawn.keys() <= {row for row, weight in truth.items() if weight}
    for row, weight in truth.items():
        mean = DRAWS * weight / total
        assert abs(drawn[row] - mean) <= 5 * math.sqrt(mean) + 1


KINDS = ["diagram", "table", "search", "apart", "assignment", "deal", "shared"]


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_draws_are_by_weight(seed, kind, compiled):
    rng = random.Random(seed)
    v = [Variable(f"v{i}", rng.sample(range(4), size)) for i, size in enumerate([4, 3, 4, 2])]
    rules = [
        AllDifferent(v[:3]) if kind in ("assignment", "deal") else Sum(v[:3], 2, 6),
        v[2] != v[2].domain[1],
    ]
    if kind == "shared":
        rules = [Count(v[:3], v[0].domain[0], 0, 1), v[2] != v[2].domain[1]]
    ratios = {x: [rng.choice([0.5, 1.0, 3.0]) for _ in x.domain] for x in (v[0], v[3])}
    ratios[v[0]][rng.randrange(4)] = 0.0
    with using(compiled):
        form = made(kind, v, rules)
        for x, row in ratios.items():
            form = form.weigh(x, row)
        truth = {}
        for row in product(*(range(len(x.domain)) for x in v)):
            values = dict(zip(v, (x.domain[i] for x, i in zip(v, row, strict=True)), strict=True))
            if all(rule.holds([values[x] for x in rule.scope]) for rule in rules):
                truth[row] = ratios[v[0]][row[0]] * ratios[v[3]][row[3]]
        assert_drawn(form, v, truth, seed)


@pytest.mark.parametrize("kind", ["assignment", "shared"])
@pytest.mark.parametrize("places", [(0, 1, 2), (2, 0), (0, 1, 2, 3)])
def test_draws_after_an_even_shuffle_of_what_was_seen_and_weighed(kind, places):
    v = [Variable(f"v{i}", range(4)) for i in range(4)]
    form = made(kind, v, [AllDifferent(v)])
    form = form.weigh(v[0], [1.0, 3.0, 0.5, 2.0]).restrict(v[2] != 1)
    form = form.shuffled([v[i] for i in places], None)
    form = form.restrict(v[places[0]] != 3)
    truth, share = Counter(), 1 / math.factorial(len(places))
    for row in permutations(range(4)):
        if row[2] != 1:
            for order in permutations(places):
                new = list(row)
                for place, source in zip(places, order, strict=True):
                    new[place] = row[source]
                if new[places[0]] != 3:
                    truth[tuple(new)] += [1.0, 3.0, 0.5, 2.0][row[0]] * share
    assert_drawn(form, v, truth, 7)
    total = sum(truth.values())
    assert form.count() == len(truth)
    assert form.log2_weight() == pytest.approx(math.log2(total))
    for i, x in enumerate(v):
        shares = [sum(w for row, w in truth.items() if row[i] == at) / total for at in range(4)]
        assert form.arrays()[form.place(x)].tolist() == pytest.approx(shares)


@pytest.mark.parametrize("compiled", PATHS)
def test_what_is_laid_in_a_known_order_is_moved_in_both_forms(compiled):
    every = list(permutations(range(4)))
    ratios = np.array([0.5, 2.0, 1.0, 3.0])
    with using(compiled):
        for places, order in (((3, 1), (1, 0)), ((0, 3, 2), (1, 2, 0)), ((2, 1, 0, 3), (3, 0, 1, 2))):
            after = {}
            for row in every:
                new = list(row)
                for place, source in zip(places, order, strict=True):
                    new[place] = row[places[source]]
                after[tuple(new)] = ratios[row[1]] * (row[3] != 2)
            for state in (MatrixMatchings.all(4), VectorMatchings.all(4)):
                moved = state.weigh(1, ratios).restrict(3, 0b1011).laid(places, order)
                assert moved.weights_of(np.array(every)) == pytest.approx([after[row] for row in every])
                assert moved.count() == sum(weight > 0 for weight in after.values())
                drawn = moved.draw(50, np.random.default_rng(1))
                assert all(after[tuple(row)] for row in drawn.tolist())


@pytest.mark.parametrize("cases", range(4))
@pytest.mark.parametrize("wide", [(), (0,), (1, 2), (0, 1, 2)])
def test_a_matrix_of_every_case_has_what_its_variables_may_be(cases, wide):
    rng = random.Random(cases)
    v = [Variable(f"v{i}", rng.sample(range(5), 3)) for i in range(3)]
    group = Cardinalities.of(v)
    allowed = [
        np.array([[rng.random() < 0.6 for _ in range(3)] for _ in range(max(1, cases) if i in wide else 1)])
        for i in range(3)
    ]
    ratios = {v[1]: np.array([2.0, 0.5, 3.0])}
    shares = Shares.of(group, allowed, ratios, cases)
    assert len(shares.matrix) == cases
    for case, number in enumerate(shares.matrix):
        for i, x in enumerate(v):
            row = np.zeros(len(group.values))
            for at, value in enumerate(x.domain):
                mine = allowed[i][case if len(allowed[i]) > 1 else 0]
                row[group.values.index(value)] = mine[at] * ratios.get(x, np.ones(3))[at]
            assert shares.bunches.weights[number, i].tolist() == row.tolist()
    # Cases that are alike share a matrix.
    kinds = {tuple(tuple(a[c if len(a) > 1 else 0].tolist()) for a in allowed) for c in range(cases)}
    assert len(shares.bunches.weights) == len(kinds)
    assert len(set(shares.matrix)) == len(kinds)


def test_sums_that_leave_floats_are_those_of_domains_of_any_size():
    """Layers of different widths, node by node: beside the logarithms of whole numbers."""
    problem = Problem("wide")
    v = [problem.variable(f"v{i}", range(2 + i % 3)) for i in range(6)]
    problem.require(Sum(v, 3, 7))
    rows = [r for r in product(*(range(len(x.domain)) for x in v)) if 3 <= sum(r) <= 7]
    for path in PATHS:
        with using(path):
            form = deduce.compile(problem, "diagram")
            for x in v:
                form = form.weigh(x, [1e-120 * (1 + i) for i in range(len(x.domain))])
            weights = [math.prod(1 + i for i in row) for row in rows]
            assert form.log2_weight() == pytest.approx(math.log2(sum(weights)) + 6 * math.log2(1e-120))
            for at, x in enumerate(v):
                share = [
                    sum(w for r, w in zip(rows, weights, strict=True) if r[at] == i)
                    for i in range(len(x.domain))
                ]
                assert form.arrays()[form.place(x)].tolist() == pytest.approx(
                    [s / sum(weights) for s in share]
                )
