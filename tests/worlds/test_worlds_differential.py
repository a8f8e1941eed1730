"""Diagrams, tables and assignments against brute force: counts, marginals, weights, sampling, projection, conversion."""

import contextlib
from collections import Counter
from math import isclose, log2

import numpy as np
import pytest
from amount import examples
from hypothesis import given
from hypothesis import strategies as st
from random_problems import MIXED, Small, brute_force, constraints, facts, problems, worlds

import deduce
from deduce import Diagram, Table
from deduce.language.facts import And, Or
from deduce.worlds.alternatives import Alternatives
from deduce.worlds.assignment import assignment_of
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of
from deduce.worlds.dnnf import DecisionDnnf


def close(a, b):
    return isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def forms(problem, data=None):
    """The same worlds as a diagram in two orders, a table, a decision-DNNF; an assignment or a deal where they are."""
    order = list(problem.scope) if data is None else data.draw(st.permutations(problem.scope))
    found = [
        deduce.compile(problem, "diagram"),
        deduce.compile(problem, order=order),
        deduce.compile(problem, "table"),
    ]
    rules = [rule.content for rule in problem.rules]
    with contextlib.suppress(deduce.TooLarge):  # sums beyond 64 bits
        found.append(DecisionDnnf.of(problem.scope, rules))
    others = [assignment_of(problem.scope, rules), deal_of(problem.scope, rules, compile_diagram)]
    return [*found, *(form for form in others if form is not None)]


@st.composite
def deals(draw):
    """Groups of variables that differ, conditions on single variables, and now and then a variable of no group."""
    problem = deduce.Problem("deal")
    stated = []
    for name, most in (("a", 5), ("b", 3)):
        size = draw(st.integers(3 if name == "a" else 0, most))
        pool = draw(st.permutations(MIXED))[: draw(st.integers(max(1, size - 1), size + 2))]
        members = []
        for i in range(size):
            fewest = min(len(pool), draw(st.sampled_from([1, 2, 3, 5])))
            domain = draw(st.lists(st.sampled_from(pool), min_size=fewest, max_size=len(pool), unique=True))
            members.append(problem.variable(f"{name}{i}", domain))
        if name == "a" or (members and draw(st.booleans())):
            stated.append(
                (
                    deduce.AllDifferent(members),
                    lambda world, members=members: len({world[v] for v in members}) == len(members),
                )
            )
    for variable in draw(st.lists(st.sampled_from(problem.scope), max_size=3)):
        stated.append(draw(facts([variable])))
    return Small(problem, problem.scope, tuple(stated))


def some_problems(**limits):
    """Any problem, or one whose worlds are an assignment."""
    return st.one_of(problems(**limits), deals())


def assert_same(form, found, weights):
    assert form.count() == len(found)
    assert worlds(form, form.variables) == worlds(found, form.variables)
    if not found:
        assert form.log2_weight() == -np.inf
        assert all(form.marginals(v) == {} for v in form.variables)
        assert form.entropy() == 0.0
        return
    whole = sum(weights)
    shares = [weight / whole for weight in weights]
    assert close(form.log2_weight(), log2(whole))
    for variable in form.variables:
        truth = Counter()
        for world, share in zip(found, shares, strict=True):
            truth[world[variable]] += share
        answer = form.marginals(variable)
        assert answer.keys() == truth.keys()
        assert all(close(answer[value], truth[value]) for value in truth)
        assert form.possible(variable) == set(truth)
        row = form.table([variable])[0]
        assert all(close(row[i], truth[value]) for i, value in enumerate(variable.domain))
    assert form.table().shape == (len(form.variables), max(map(len, form.arrays()), default=0))
    assert close(form.entropy(), -sum(p * log2(p) for p in shares))


@examples(16)
@given(some_problems(), st.data())
def test_every_form_agrees_with_brute_force(small, data):
    found = small.worlds
    for form in forms(small.required(), data):
        assert_same(form, found, [1.0] * len(found))


@examples(16)
@given(some_problems(max_constraints=2), st.data())
def test_restricting_afterwards_is_the_same(small, data):
    later = data.draw(st.lists(constraints(small.variables), min_size=1, max_size=3))
    meanings = [meaning for _, meaning in (*small.constraints, *later)]
    found = brute_force(small.variables, meanings)
    for form in forms(small.required(), data):
        one_by_one = form
        for constraint, _ in later:
            one_by_one = one_by_one.restrict(constraint)
        at_once = form.restrict(*(constraint for constraint, _ in later))
        for answer in (one_by_one, at_once):
            assert_same(answer, found, [1.0] * len(found))


def draw_weights(data, variables):
    """Ratios for some variables and some facts, and the weight of a world they amount to."""
    steps = []
    ratio = st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0, 7.5])
    for variable in variables:
        if data.draw(st.booleans()):
            size = len(variable.domain)
            steps.append((variable, data.draw(st.lists(ratio, min_size=size, max_size=size))))
    for fact, meaning in data.draw(st.lists(facts(variables), max_size=2)):
        steps.append((fact, data.draw(ratio), meaning))

    def weight(world):
        total = 1.0
        for step in steps:
            if len(step) == 2:
                total *= step[1][step[0].domain.index(world[step[0]])]
            elif step[2](world):
                total *= step[1]
        return total

    def apply(form):
        for step in steps:
            form = form.weigh(*step) if len(step) == 2 else form.weigh_fact(step[0], step[1])
        return form

    return apply, weight


@examples(16)
@given(some_problems(max_constraints=3), st.data())
def test_weighted_worlds_agree_with_brute_force(small, data):
    found = small.worlds
    apply, weight = draw_weights(data, small.variables)
    fact, meaning = data.draw(facts(small.variables))
    kept = [world for world in found if meaning(world)]
    for form in forms(small.required(), data):
        weighted = apply(form)
        assert_same(weighted, found, [weight(world) for world in found])
        if found:
            share = sum(map(weight, kept)) / sum(map(weight, found))
            assert close(weighted.probability(fact), share)
        assert_same(weighted.restrict(fact), kept, [weight(world) for world in kept])


@examples(16)
@given(some_problems(max_constraints=3), st.data())
def test_conversions_keep_worlds_and_weights(small, data):
    found = small.worlds
    apply, weight = draw_weights(data, small.variables)
    weights = [weight(world) for world in found]
    diagram, _, table, *others = (apply(form) for form in forms(small.required()))
    for form in (diagram.to_table(), table.to_diagram(), diagram.to_table().to_diagram().to_table()):
        assert_same(form, found, weights)
    for other in others:
        assert_same(other.to_table(), found, weights)
        assert_same(other.to_diagram(), found, weights)
        assert_same(other.unweighted(), found, [1.0] * len(found))
        assert worlds(list(other), small.variables) == worlds(found, small.variables)
    assert isinstance(table.to_diagram(), Diagram)
    assert isinstance(diagram.to_table(), Table)


@examples(16)
@given(some_problems(max_constraints=3), st.data())
def test_projections_add_up(small, data):
    found = small.worlds
    apply, weight = draw_weights(data, small.variables)
    chosen = data.draw(st.permutations(small.variables))[: data.draw(st.integers(0, len(small.variables)))]
    truth = Counter()
    for world in found:
        truth[tuple(world[v] for v in chosen)] += weight(world)
    for form in forms(small.required(), data):
        table = apply(form).project(chosen)
        assert table.variables == tuple(chosen)
        assert table.count() == len(truth)
        answer = dict(zip((tuple(w[v] for v in chosen) for w in table), table.weights, strict=True))
        assert answer.keys() == truth.keys()
        if truth:
            assert close(table.log2_weight(), log2(sum(truth.values())))
        assert all(
            close(answer[key] / sum(answer.values()), truth[key] / sum(truth.values())) for key in truth
        )


@examples(16)
@given(some_problems(max_constraints=2), st.data(), st.integers(0, 2**32))
def test_samples_are_worlds_in_proportion(small, data, seed):
    found = small.worlds
    apply, weight = draw_weights(data, small.variables)
    if not found:
        return
    total = sum(map(weight, found))
    truth = {row: weight(w) / total for row, w in zip(rows(found, small.variables), found, strict=True)}
    for form in forms(small.required()):
        weighted = apply(form)
        drawn = Counter(rows(weighted.sample(600, rng=seed), small.variables))
        assert drawn.keys() <= truth.keys()
        assert rows(weighted.sample(5, rng=seed), small.variables) == rows(
            weighted.sample(5, rng=seed), small.variables
        )
        for row, chance in truth.items():
            # Six standard deviations: a wrong sampler fails often, a right one practically never.
            assert abs(drawn[row] / 600 - chance) <= 6 * (chance * (1 - chance) / 600) ** 0.5 + 1 / 600


def rows(found, variables):
    return [tuple(v.domain.index(world[v]) for v in variables) for world in found]


@examples(16)
@given(some_problems(max_constraints=3), st.data())
def test_a_world_is_in_or_out(small, data):
    inside = worlds(small.worlds, small.variables)
    world = {v: data.draw(st.sampled_from(v.domain)) for v in small.variables}
    row = tuple(v.domain.index(world[v]) for v in small.variables)
    for form in forms(small.required()):
        assert form.contains(world) == (row in inside)


def test_sharp_weights_do_not_underflow():
    problem = deduce.Problem("sharp")
    x = problem.variables("x", range(60), domain=[0, 1])
    k = deduce.Knowledge(problem)
    for i in range(60):
        k = k.weigh(x[i], {0: 1e-30, 1: 1e-31})
    assert k.count() == 2**60
    assert close(k.marginals(x[7])[0], 10 / 11)
    assert k.possible(x[59]) == {0, 1}
    wild = k.weigh(x[0], {0: 1e-300}).weigh(x[0], {0: 1e-300})
    assert wild.possible(x[0]) == {0, 1}
    assert wild.holds(x[0] == 1) is None
    assert close(k.worlds.log2_weight(), 60 * log2(1.1e-30))
    for _ in range(20):
        k = k.weigh((x[1] == 1) | (x[2] == 1), 1e-40).weigh((x[3] == 1) & (x[4] == 1), 1e40)
    assert k.count() == 2**60
    assert k.holds((x[1] == 1) | (x[2] == 1)) is None
    # Nearly all weight is on x[1] = x[2] = 0 and x[3] = x[4] = 1; the 56 others are free.
    heaviest = 2 * log2(1e-30) + 2 * log2(1e-31) + 20 * log2(1e40)
    assert close(k.worlds.log2_weight(), heaviest + 56 * log2(1.1e-30))


def test_only_the_heaviest_worlds_matter_and_the_others_stay():
    problem = deduce.Problem("floor")
    x = problem.variables("x", range(3), domain=[0, 1])
    k = deduce.Knowledge(problem)
    for _ in range(20):
        k = k.weigh((x[0] == 1) & (x[1] == 1), 1e-40)
    assert k.count() == 8
    assert k.possible(x[0]) == {0, 1}
    assert k.worlds.to_table().count() == 8


def test_all_marginals_in_one_array_even_of_domains_of_different_sizes():
    problem = deduce.Problem("table")
    a, b = problem.variable("a", [*"xyz"]), problem.variable("b", [*"xy"])
    problem.require(a != b)
    k = deduce.Knowledge(problem)
    assert np.allclose(k.table(), [[1 / 4, 1 / 4, 1 / 2], [1 / 2, 1 / 2, 0]])
    assert np.allclose(k.worlds.table([b]), [[1 / 2, 1 / 2]])
    with pytest.raises(deduce.Contradiction):
        k.observe(a == b).table()


def test_possible_is_the_same_before_and_after_the_marginals():
    problem = deduce.Problem("order of questions")
    x = problem.variables("x", range(4), domain=range(4))
    problem.require(deduce.AllDifferent(x))
    for asked_first in (False, True):
        worlds = deduce.compile(problem, "diagram").restrict(x[0] != 1, x[1] == 2)
        if asked_first:
            worlds.arrays()
        assert [worlds.possible(v) for v in x.values()] == [{0, 3}, {2}, {0, 1, 3}, {0, 1, 3}]


def test_no_form_is_weighed_by_what_is_no_ratio():
    """Chances of nan would come of it, or worlds that are none."""
    problem = deduce.Problem("ratios")
    a, b, c = (problem.variable(name, range(3)) for name in "abc")
    problem.require(deduce.AllDifferent(a, b, c))
    every = forms(problem)
    assert {type(form).__name__ for form in every} >= {"Diagram", "Table", "DecisionDnnf", "Assignment"}
    every.append(Alternatives(deduce.Variable("d", range(3)), {0: (every[0], 0.0), 2: (every[0], 1.0)}))
    for form in every:
        for wrong in (
            [1, float("inf"), 1],
            [1, float("nan"), 1],
            [1, -1, 1],
            [1, 2],
            [1, 1, 1, 1],
            "abc",
            1.0,
        ):
            for variable in (form.variables[0], form.variables[-1]):
                with pytest.raises(
                    deduce.ProblemError, match="worlds are weighed by 3 finite numbers from 0"
                ):
                    form.weigh(variable, wrong)
        for wrong in (float("inf"), float("nan"), -1.0, "1.5x"):
            for fact in (a == 1, a < b, (a == 1) | (b == 2), And(), Or()):
                with pytest.raises(deduce.ProblemError, match="by a finite number from 0, not"):
                    form.weigh_fact(fact, wrong)
