"""Constraints over expressions mean in every form what Python says of the numbers."""

import random
from itertools import pairwise, product

import pytest
import worlds_campaign as campaign
from amount import amount
from test_backends_expressions import everywhere

from deduce import (
    AllDifferent,
    Channel,
    Count,
    Knowledge,
    Problem,
    ProblemError,
    Relation,
    Variable,
    element,
)
from deduce.backends.cpsat import optimise, satisfiable
from deduce.backends.cpsat_solver import CpSatModel
from deduce.explain.checker import unsatisfiable
from deduce.graphs import Circuit, Increasing, Lex, Regular
from deduce.language.facts import And
from deduce.language.reified import holding


def expressions(rng, scope, number, most=None):
    """So many expressions with what they mean: shifted and turned variables, folded ones, sums, products, facts."""
    found = []
    for _ in range(number):
        v, w = rng.sample(scope, 2)
        k = rng.randint(-2, 2)
        found.append(
            rng.choice(
                [
                    (v, lambda x, v=v: x[v]),
                    (v + k, lambda x, v=v, k=k: x[v] + k),
                    (k - v, lambda x, v=v, k=k: k - x[v]),
                    (abs(v - 1), lambda x, v=v: abs(x[v] - 1)),
                    (v % 2, lambda x, v=v: x[v] % 2),
                    (v + w, lambda x, v=v, w=w: x[v] + x[w]),
                    (v * w, lambda x, v=v, w=w: x[v] * x[w]),
                    ((v < w) + 0, lambda x, v=v, w=w: int(x[v] < x[w])),
                ]
            )
        )
    # A variable may stand once for itself.
    return [
        pair
        for i, pair in enumerate(found)
        if not any(pair[0] is other for other, _ in found[:i])
    ][:most]  # fmt: skip


def different(rng, scope):
    things = expressions(rng, scope, rng.randint(2, 4))
    return AllDifferent([e for e, _ in things]), lambda x: len({m(x) for _, m in things}) == len(things)


def counted(rng, scope):
    things = expressions(rng, scope, rng.randint(2, 4))
    values = {
        m(dict(zip(scope, row, strict=True)))
        for _, m in things
        for row in product(range(3), repeat=len(scope))
    }
    value, low = rng.choice(sorted(values)), rng.randint(0, 1)
    high = rng.randint(low, len(things))
    constraint = Count((e for e, _ in things), [value], low, high)
    return constraint, lambda x: low <= sum(m(x) == value for _, m in things) <= high


def related(rng, scope):
    things = expressions(rng, scope, rng.randint(2, 3))
    every = {
        tuple(m(dict(zip(scope, row, strict=True))) for _, m in things)
        for row in product(range(3), repeat=len(scope))
    }
    rows = [
        tuple(... if rng.random() < 0.3 else x for x in row) for row in sorted(every) if rng.random() < 0.4
    ]

    def meaning(x):
        found = [m(x) for _, m in things]
        return any(all(a is ... or a == b for a, b in zip(row, found, strict=True)) for row in rows)

    return Relation([e for e, _ in things], rows), meaning


def lexical(rng, scope):
    left, right = expressions(rng, scope, 2, 2), expressions(rng, scope, 2, 2)
    size = min(len(left), len(right))
    left, right, strict = left[:size], right[:size], rng.random() < 0.5
    if any(a is b for (a, _), (b, _) in product(left, right)):
        return different(rng, scope)

    def meaning(x):
        one, other = [m(x) for _, m in left], [m(x) for _, m in right]
        return one < other or (one == other and not strict)

    return Lex([e for e, _ in left], [e for e, _ in right], strict=strict), meaning


def inverse(rng, scope):
    things = [pair for pair in expressions(rng, scope, 6) if not isinstance(pair[0], Variable)][:4]
    if len(things) < 2:
        return different(rng, scope)
    left, right = dict(enumerate(things[::2])), dict(enumerate(things[1::2]))
    try:
        constraint = Channel({a: e for a, (e, _) in left.items()}, {b: e for b, (e, _) in right.items()})
    except ProblemError:  # no number of the left is a key of the right
        return different(rng, scope)
    return constraint, lambda x: all(
        (m(x) == b) == (n(x) == a) for a, (_, m) in left.items() for b, (_, n) in right.items()
    )


def tour(rng, scope):
    things = [pair for pair in expressions(rng, scope, 6) if not isinstance(pair[0], Variable)][:3]

    def meaning(x):
        following, here, seen = [m(x) for _, m in things], 0, []
        while 0 <= here < len(things) and here not in seen:
            seen.append(here)
            here = following[here]
        return here == 0 and len(seen) == len(things)

    try:
        return Circuit({i: e for i, (e, _) in enumerate(things)}), meaning
    except ProblemError:  # no number is a node
        return different(rng, scope)


def read(rng, scope):
    things = expressions(rng, scope, 3)
    end = rng.randint(0, 2)
    step = {(s, x): (s + x) % 3 for s in range(3) for x in range(-6, 7) if x != 3}

    def meaning(x):
        values = [m(x) for _, m in things]
        return 3 not in values and sum(values) % 3 == end

    return Regular([e for e, _ in things], step, 0, [end]), meaning


def rising(rng, scope):
    things = expressions(rng, scope, 3)
    return Increasing([e for e, _ in things]), lambda x: all(a[1](x) < b[1](x) for a, b in pairwise(things))


KINDS = [different, counted, related, lexical, inverse, tour, read, rising]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(amount(7, 100)))
def test_the_same_worlds_in_every_form(kind, seed):
    rng = random.Random(f"{kind.__name__} {seed}")
    problem = Problem("expressions")
    for name in "uvwx"[: rng.randint(2, 4)]:
        problem.variable(name, rng.choice([range(3), [2, 0, 1], range(3)]))
    scope = list(problem.scope)
    constraint, meaning = kind(rng, scope)
    everywhere(problem, constraint, meaning)
    everywhere(problem, holding(constraint), meaning)
    everywhere(problem, ~holding(constraint), lambda x: not meaning(x))
    copy = Problem("search")
    names = {v: copy.variable(v.name, v.domain) for v in scope}
    copy.require(constraint.over(names))
    every = [dict(zip(scope, row, strict=True)) for row in product(*(v.domain for v in scope))]
    true = sum(map(meaning, every))
    assert copy.compile("dnnf").count() == true
    assert unsatisfiable([constraint]) == (true == 0)


def test_queens_in_one_line_each():
    problem = Problem("queens")
    q = problem.variables("q", range(8), range(8))
    problem.require(AllDifferent(q))
    problem.require(AllDifferent(q[i] + i for i in q))
    problem.require(AllDifferent(q[i] - i for i in q))
    assert Knowledge(problem).count() == 92
    told = Knowledge(problem).observe(q[0] == 0).observe(q[1] == 4)
    assert set(told.candidates()[q[2]]) == {v for v in range(8) if told.holds(q[2] == v) is not False}
    reason = told.why(q[2] != 6)
    assert reason is None or reason.check()


def test_wide_numbers_are_told_apart_by_the_backend():
    problem = Problem("golomb")
    mark = [problem.variable(f"mark {i}", range(80)) for i in range(5)]
    problem.require(mark[0] == 0)
    problem.require(Increasing(mark))
    problem.require(AllDifferent(b - a for i, a in enumerate(mark) for b in mark[i + 1 :]))
    assert optimise(problem, mark[-1], "min").value == 11


def test_each_number_that_differs_is_a_variable_to_cpsat():
    """OR-Tools before 9.15 refuses sums among them; later ones take these as well."""
    x = Problem("x").variables("x", range(3), range(70))
    model = CpSatModel()
    model.add(AllDifferent([x[0] - x[1], abs(x[1] - 30), x[2] * x[2], x[2]]))
    (told,) = [each.all_diff for each in model.model.proto.constraints if "all_diff" in str(each)]
    assert [len(number.vars) for number in told.exprs] == [1, 1, 1, 1]


def test_an_element_of_expressions():
    problem = Problem("element")
    x, y, i = (
        problem.variable("x", range(3)),
        problem.variable("y", range(3)),
        problem.variable("i", range(2)),
    )
    fact = element([x + 1, y * x], i) == 2
    everywhere(problem, fact, lambda w: (w[x] + 1, w[y] * w[x])[w[i]] == 2)


def test_what_stands_for_a_number_has_the_values_of_its_variable_in_their_order():
    """So the automata of the constraint are read with other names; of two variables many numbers are not tried."""
    problem = Problem("stand-ins")
    x = problem.variable("x", [1, 3, 2])
    made = AllDifferent(7 - x, x * 10)
    assert [stand.domain for stand in made.stands] == [(6, 4, 5), (10, 30, 20)]
    even = problem.variables("even", range(2), range(0, 300, 2))
    few = problem.variables("few", range(2), [0, 40])
    several = AllDifferent(even[0] + even[1], few[0] + few[1], few[0])
    # 22,500 combinations: every number between the ends stands there, come up or not; of four those that come up.
    assert [stand.domain for stand in several.stands] == [tuple(range(597)), (0, 40, 80)]


def test_what_cannot_stand_is_refused_in_a_sentence():
    problem = Problem("refused")
    word, n = problem.variable("word", ["a", "b"]), problem.variable("n", range(2_000))
    m = problem.variable("m", range(2_000))
    with pytest.raises(ProblemError, match="whole number"):
        AllDifferent(word, word + 1)
    with pytest.raises(ProblemError, match="at most 1,048,576 can stand"):
        AllDifferent(n * m, m)
    with pytest.raises(ProblemError, match="twice"):
        AllDifferent(n, n)
    with pytest.raises(ProblemError, match=r"more than 2,000,000 tuples where \.\.\. is any value"):
        Relation([n, m], [(..., ...)])


def test_constants_and_the_same_variable_twice():
    problem = Problem("twice")
    x, y = problem.variable("x", range(4)), problem.variable("y", range(4))
    everywhere(problem, AllDifferent(x, x + 1, y), lambda w: len({w[x], w[x] + 1, w[y]}) == 3)
    everywhere(problem, AllDifferent(x - x, y), lambda w: w[y] != 0)
    assert not satisfiable(problem, [And(AllDifferent(x - x, y * 0)._held())])


@pytest.mark.parametrize("seed", range(12))
def test_the_best_sum_of_truths_is_that_of_all_worlds(seed):
    """Of facts about several variables, denied ones among them, each with its weight."""
    case = campaign.posed(4 * seed, 11)
    rng, worlds = case.rng, case.truth()
    asked = [case.fact() for _ in range(4)]
    joint = [(told, means) for told, means in asked if len(told.scope) > 1]
    x, y = case.scope[:2]
    first, last = x.domain[0], y.domain[-1]
    joint += [
        (x != y, lambda row: row[0] != row[1]),
        (~(x < y), lambda row: not row[0] < row[1]),
        ((x == first) | (y == last), lambda row: row[0] == first or row[1] == last),
    ]
    weights = [rng.choice([-2, -1, 1, 3]) for _ in joint]
    number = sum(weight * told for weight, (told, _) in zip(weights, joint, strict=True)) + x
    values = [
        row[0] + sum(weight * means(row) for weight, (_, means) in zip(weights, joint, strict=True))
        for row in worlds
    ]
    if values:
        assert optimise(case.problem, number, "max").value == max(values)
        assert optimise(case.problem, number, "min").value == min(values)
