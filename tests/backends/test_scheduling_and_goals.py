"""Tasks, wide numbers, goals and solutions in an order: every way of asking agrees with brute force."""

from itertools import combinations, product
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest

from deduce import AllDifferent, Knowledge, Problem, ProblemError, max_, min_, solutions, sum_
from deduce.backends import cpsat, cpsat_numbers
from deduce.backends import goals as listing
from deduce.graphs import Grid, Loop
from deduce.language.scheduling import Cumulative, Interval, NoOverlap


@pytest.fixture(params=[64, 2], ids=["by values", "by numbers"])
def width(request, monkeypatch):
    """Whether CP-SAT takes small variables by their values or as numbers of its own."""
    monkeypatch.setattr(cpsat_numbers, "_WIDE", request.param)


def tasks(rng):
    """A problem of some tasks, a constraint on them, and what it means of a row of values."""
    problem = Problem("tasks")
    n = rng.randint(2, 3)
    start = [problem.variable(f"start{i}", range(rng.randint(0, 1), rng.randint(3, 5))) for i in range(n)]
    machine = problem.variable("machine", range(2))
    longer = problem.variable("longer", range(3))
    durations = [rng.choice([0, 1, 2, 3]) for _ in range(n)]
    present = [rng.choice([None, 0, 1]) for _ in range(n)]
    grows = rng.choice([None, 0])
    spans = [
        Interval(
            start[i] if rng.random() < 0.7 else start[i] + 0,
            durations[i] if i != grows else longer,
            present=None if present[i] is None else machine == present[i],
        )
        for i in range(n)
    ]

    def busy(world):
        found = []
        for i in range(n):
            length = durations[i] if i != grows else world[longer]
            if present[i] in (None, world[machine]):
                found.append((i, range(world[start[i]], world[start[i]] + length)))
        return found

    if rng.random() < 0.5:
        made = NoOverlap(spans)

        def meant(world):
            return not any(set(a) & set(b) for (_, a), (_, b) in combinations(busy(world), 2))

    else:
        demands, capacity = [rng.randint(0, 3) for _ in range(n)], rng.randint(1, 4)
        made = Cumulative(spans, demands, capacity)

        def meant(world):
            return all(
                sum(demands[i] for i, moments in busy(world) if t in moments) <= capacity for t in range(10)
            )

    return problem, made, meant


def rows_of(problem, worlds):
    return sorted(tuple(v.position(world[v]) for v in problem.scope) for world in worlds)


def every(problem):
    return [
        dict(zip(problem.scope, row, strict=True)) for row in product(*(v.domain for v in problem.scope))
    ]


@pytest.mark.parametrize("seed", range(12))
def test_tasks_are_judged_for_many_worlds_at_once(seed):
    problem, made, meant = tasks(Random(seed))
    worlds = every(problem)
    columns = {v: np.array([v.position(world[v]) for world in worlds]) for v in made.scope}
    assert made.check(columns).tolist() == [meant(world) for world in worlds]


@pytest.mark.parametrize("truth", [True, False])
def test_tasks_mean_the_same_everywhere(width, truth):
    for seed in range(14):
        problem, made, meant = tasks(Random(seed))
        wanted = rows_of(problem, [w for w in every(problem) if meant(w) == truth])
        for world in every(problem):
            assert made.holds([world[v] for v in made.scope]) == meant(world)
        problem.require(made if truth else ~made)
        assert rows_of(problem, problem.compile("diagram")) == wanted, (seed, made)
        assert rows_of(problem, solutions(problem)) == wanted, (seed, made)
        assert rows_of(problem, cpsat.worlds(problem)) == wanted, (seed, made)


def test_numbers_of_its_own_are_what_values_would_be(width):
    for seed in range(25):
        rng = Random(seed)
        problem = Problem("numbers")
        v = [problem.variable(f"v{i}", rng.sample(range(-4, 6), rng.randint(2, 4))) for i in range(3)]
        a, b, c = rng.sample(v, 3)
        k = rng.randint(-4, 8)
        problem.require(
            rng.choice([
                2 * a - 3 * b <= k, a + b == k, a + 2 * b != k, a < b, a <= c, a == b, sum(v) == k,
                (a + b > k) | (c == c.domain[0]), (sum(v) <= k) >> (a < b), abs(a - b) >= 2, a.is_in(a.domain[:2]),
                max_(a, b) * c <= k, AllDifferent(v), (a - b) // 2 == c, (a < b) == (b < c),
            ])
        )  # fmt: skip
        wanted = rows_of(problem, problem.compile("diagram"))
        assert rows_of(problem, cpsat.worlds(problem)) == wanted, (seed, problem.rules)
        assert cpsat.satisfiable(problem) == bool(wanted)


def goals(rng, v):
    a, b, c = v
    x, y = rng.sample(range(1, 4), 2)
    return rng.sample(
        [
            (a + x * b - y * c, lambda w: w[0] + x * w[1] - y * w[2]),
            (max_(a, b + 1, c), lambda w: max(w[0], w[1] + 1, w[2])),
            (min_(a, 2 * c), lambda w: min(w[0], 2 * w[2])),
            (abs(a - b) * c, lambda w: abs(w[0] - w[1]) * w[2]),
            ((a < b) + 2 * (b == c), lambda w: (w[0] < w[1]) + 2 * (w[1] == w[2])),
            ((a - 3) // 2 + b % 3, lambda w: (w[0] - 3) // 2 + w[1] % 3),
        ],
        2,
    )


def test_goals_one_after_another_with_soft_constraints(width):
    for seed in range(15):
        rng = Random(seed)
        problem = Problem("goals")
        v = [problem.variable(name, range(rng.randint(0, 2), rng.randint(4, 6))) for name in "abc"]
        problem.require(v[0] + v[1] != 5)
        rows = [w for w in product(*(x.domain for x in v)) if w[0] + w[1] != 5]
        (first, one), (second, other) = goals(rng, v)
        sense, turn = rng.choice([("max", -1), ("min", 1)])
        plain = cpsat.optimise(problem, first, sense)
        assert (plain.status, plain.value) == ("optimal", turn * min(turn * one(w) for w in rows))
        both = cpsat.optimise(problem, [first, second], sense)
        assert both.value == both.bound
        assert tuple(turn * x for x in both.value) == min((turn * one(w), turn * other(w)) for w in rows)
        row = tuple(both.world[x] for x in v)
        assert (one(row), other(row)) == both.value
        soft = {v[0] == 3: 2, AllDifferent(v): 3, v[2] >= v[1]: 1}

        def cost(w):
            return 2 * (w[0] != 3) + 3 * (len(set(w)) < 3) + (w[2] < w[1])

        alone = cpsat.optimise(problem, None, "min", soft=soft)
        assert alone.value == min(map(cost, rows))
        mixed = cpsat.optimise(problem, first, sense, soft=soft)
        assert turn * mixed.value == min(turn * one(w) + cost(w) for w in rows)


@pytest.mark.parametrize("left", [[-7, -5], [-5, 4], [5, 7]])
@pytest.mark.parametrize("right", [[2, 3], [-3, -2], [-2, 3]])
def test_quotients_and_remainders_are_rounded_downwards(left, right):
    """CP-SAT itself rounds towards 0."""
    problem = Problem("divided")
    a, b = problem.variable("a", left), problem.variable("b", right)
    for sense, best in (("min", min), ("max", max)):
        for goal, of in ((a // b, int.__floordiv__), (a % b, int.__mod__)):
            assert cpsat.optimise(problem, goal, sense).value == best(of(x, y) for x in left for y in right)


def test_solutions_come_lazily_and_in_order():
    problem = Problem("order")
    v = [problem.variable(name, range(4)) for name in "abc"]
    problem.require(AllDifferent(v))
    rows = [w for w in product(range(4), repeat=3) if len(set(w)) == 3]
    found = [tuple(w[x] for x in v) for w in solutions(problem, order=[v[0] + v[1], v[2]])]
    assert sorted(found) == rows
    assert [(a + b, c) for a, b, c in found] == sorted((a + b, c) for a, b, c in rows)
    greatest = next(solutions(problem, order=v[2] - v[0], sense="max"))
    assert greatest[v[2]] - greatest[v[0]] == 3
    assert len({tuple(w[x] for x in v[:2]) for w in solutions(problem, over=v[:2])}) == 12
    assert len(list(solutions(problem, over=v[:1]))) == 4
    assert len(list(solutions(Knowledge(problem).observe(v[0] == 1)))) == 6
    knowledge = Knowledge(problem)
    assert [knowledge.count(), knowledge.count(over=v[:2]), knowledge.count(over=[v[0]])] == [24, 12, 4]
    assert knowledge.count(over=v[1], given=v[0] == 2) == 3
    large = Problem("large")
    cell = large.variables("cell", range(200), range(9))
    large.require(AllDifferent(cell[i] for i in range(9)))
    few = solutions(large)
    assert next(few) != next(few)


def test_slips_are_refused():
    problem = Problem("slips")
    a, word = problem.variable("a", range(5)), problem.variable("word", ["x", "y"])
    stranger = Problem("other").variable("stranger", range(3))
    for wrong, match in (
        (lambda: Interval(word, 2), "no whole numbers"),
        (lambda: Interval(a, a - 2), "can be -2"),
        (lambda: Interval(a, 2, present=True), "present is a fact"),
        (lambda: NoOverlap([a]), "takes intervals"),
        (lambda: Cumulative([Interval(a, 2)], [1, 2], 3), "1 intervals but 2 demands"),
        (lambda: Cumulative([Interval(a, 2)], -1, 3), "whole numbers from 0"),
        (lambda: cpsat.optimise(problem, word), "no whole numbers"),
        (lambda: cpsat.optimise(problem, stranger), "belongs to another problem"),
        (lambda: cpsat.optimise(problem, 3), "an objective is an expression"),
        (lambda: cpsat.optimise(problem, None), "a goal is needed"),
        (lambda: cpsat.optimise(problem, a, soft={a == 1: 0.5}), "a whole number from 1"),
        (lambda: cpsat.optimise(problem, a, "most"), "sense"),
        (lambda: solutions(problem, over=stranger), "belongs to another problem"),
        (lambda: solutions(problem, order=a, sense="up"), "sense"),
    ):
        with pytest.raises(ProblemError, match=match):
            wrong()


def test_wide_numbers_need_no_literal_a_value():
    problem = Problem("wide")
    a, b = problem.variable("a", range(5_000)), problem.variable("b", range(5_000))
    problem.require(3 * a + 7 * b == 11_111)
    problem.require((a + 100 <= b) | (b + 100 <= a))
    problem.require(a >= 40)
    posted = cpsat.Posted(problem)
    assert posted.model.size < 20
    found = cpsat.optimise(problem, abs(a - b), "min")
    best = min(abs(x - y) for y in range(1588) for x in [(11_111 - 7 * y) // 3]
               if 3 * x + 7 * y == 11_111 and abs(x - y) >= 100 and x >= 40)  # fmt: skip
    assert found.value == best


@pytest.mark.parametrize("taken", [True, False])
def test_what_a_backend_does_not_take_as_a_whole_is_said_moment_by_moment(taken):
    problem = Problem("posted")
    a, b = problem.variable("a", range(3)), problem.variable("b", range(3))
    posted = []
    model = SimpleNamespace(cumulative=lambda *_: taken)
    whole = Cumulative([Interval(a, 1), Interval(b, 1)], [1, 1], 1)
    with patch.object(
        Cumulative, "parts", lambda _: [SimpleNamespace(post=lambda *said: posted.append(said))] * 2
    ):
        whole.post(model, None)
    assert posted == ([] if taken else [(model, None)] * 2)


@pytest.mark.parametrize(("low", "high"), [(5, 4), (1, -1)])
def test_bounds_that_cross_are_stated_as_what_cannot_be(low, high):
    """A wide sum between them is the backend's own: an empty clause under its condition, and nothing else."""
    clauses = []
    owner = SimpleNamespace(fits=lambda _: True, clause=lambda *said: clauses.append(said))
    numbers = SimpleNamespace(_owner=owner, wide=lambda _: True, integer=lambda _: 1)
    x = Problem("wide").variable("x", range(9))
    assert cpsat_numbers.Numbers.summed(numbers, [(1, x)], low, high, 7)
    assert clauses == [([], 7)]


@pytest.mark.parametrize("bunch", [None, 5, 4_096], ids=["by clauses", "five", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_solutions_are_the_same_however_many_are_listed_at_a_time(bunch, seed, monkeypatch):
    """Loops, which CP-SAT is told of when a world breaks them, beside a sum; each solution comes once."""
    if bunch is not None:
        monkeypatch.setattr(listing, "_MANY_CLAUSES", -1)
        monkeypatch.setattr(listing, "_BUNCH", bunch)
    rng = Random(seed)
    grid = Grid(3, 3)
    problem = Problem("loops")
    edge = problem.variables("edge", grid.edges, [0, 1])
    number = problem.variable("number", range(3))
    problem.require(Loop(edge))
    known = (
        Knowledge(problem)
        .observe(edge[rng.choice(grid.edges)] == 1)
        .observe(number <= sum_(edge.values()) - 6)
    )
    worlds = {tuple(world[v] for v in problem.scope) for world in known.worlds}
    assert len(worlds) > 4
    found = [tuple(world[v] for v in problem.scope) for world in solutions(known)]
    assert (len(found), set(found)) == (len(worlds), worlds)
    over = rng.sample(list(edge.values()), 4)
    shown = [tuple(world[v] for v in over) for world in solutions(known, over=over)]
    places = [problem.scope.index(v) for v in over]
    assert sorted(shown) == sorted({tuple(row[at] for at in places) for row in worlds})
