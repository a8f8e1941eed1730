"""Worlds found by a search from the top down: known numbers, both searches, budgets; see also the differential tests."""

import math
import random
from itertools import product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import problems, worlds

import deduce
from deduce import AllDifferent, Exactly, GaveUp, Knowledge, Problem, ProblemError, Relation, Sum, TooLarge
from deduce.ground.deadline import Deadline
from deduce.kernels import library, using
from deduce.worlds import compile as compiling
from deduce.worlds import descent
from deduce.worlds.dnnf import DecisionDnnf

PATHS = [False, *([True] if library() is not None else [])]


def searched(problem, **options):
    return DecisionDnnf.of(problem.scope, [rule.content for rule in problem.rules], **options)


def clauses(variables, many, seed, width=3):
    rng = random.Random(seed)
    problem = Problem("clauses")
    x = problem.variables("x", range(variables), [0, 1])
    stated = []
    for _ in range(many):
        literals = [(v, rng.randint(0, 1)) for v in rng.sample(range(variables), width)]
        stated.append(literals)
        fact = x[literals[0][0]] == literals[0][1]
        for v, value in literals[1:]:
            fact |= x[v] == value
        problem.require(fact)
    return problem, stated


def queens(side):
    problem = Problem("queens")
    q = problem.variables("q", range(side), range(side))
    problem.require(AllDifferent(q))
    for i in range(side):
        for j in range(i):
            problem.require(abs(q[i] - q[j]) != i - j)
    return problem


def magic(side):
    problem = Problem("magic")
    cells = list(product(range(side), repeat=2))
    c = problem.variables("c", cells, range(1, side * side + 1))
    problem.require(AllDifferent(c))
    whole = side * (side * side + 1) // 2
    lines = [[c[i, j] for j in range(side)] for i in range(side)]
    lines += [[c[i, j] for i in range(side)] for j in range(side)]
    lines += [[c[i, i] for i in range(side)], [c[i, side - 1 - i] for i in range(side)]]
    for line in lines:
        problem.require(Sum(line, whole, whole))
    return problem


def latin(side):
    problem = Problem("latin")
    cell = problem.variables("cell", list(product(range(side), repeat=2)), range(side))
    for i in range(side):
        problem.require(AllDifferent([cell[i, j] for j in range(side)]))
        problem.require(AllDifferent([cell[j, i] for j in range(side)]))
    return problem


@pytest.mark.parametrize("compiled", PATHS)
def test_numbers_that_others_have_counted(compiled):
    with using(compiled):
        assert searched(queens(6)).count() == 4
        assert searched(magic(3)).count() == 8
        assert searched(latin(4)).count() == 576
        if compiled:
            assert searched(queens(8)).count() == 92
            assert searched(latin(5)).count() == 161_280


@pytest.mark.skipif(library() is None, reason="no kernels were compiled")
def test_what_no_diagram_holds_is_counted_all_the_same():
    assert Knowledge(magic(4)).count() == 7_040
    problem, _ = clauses(60, 200, 5)
    k = Knowledge(problem)
    assert isinstance(k.worlds, DecisionDnnf)
    # Every world that is drawn is one, and chances are shares of counts.
    drawn = k.sample(20, rng=1)
    assert all(rule.content.holds([w[v] for v in rule.content.scope]) for w in drawn for rule in k.rules)
    x = k.scope[7]
    half = Knowledge(problem).observe(x == 1)
    assert k.marginals(x)[1] == pytest.approx(half.count() / k.count())


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("seed", range(8))
def test_clauses_by_the_table_of_truth(seed, compiled):
    problem, stated = clauses(11, 14 + 3 * seed, seed)
    rows = np.array(list(product((0, 1), repeat=11)))
    true = np.ones(len(rows), dtype=bool)
    for literals in stated:
        true &= np.any([rows[:, v] == value for v, value in literals], axis=0)
    with using(compiled):
        found = searched(problem)
        assert found.count() == true.sum()
        if true.any():
            shares = rows[true].mean(axis=0)
            assert np.allclose([row[1] for row in found.arrays()], shares)
            assert sorted(found.rows()) == sorted(map(tuple, rows[true].tolist()))


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize(("low", "high"), [(3, None), (None, 3), (2, 4), (3, 3)])
def test_sums_bind_by_the_side_that_is_not_reached_yet(low, high, compiled):
    """Two sums that share one number: while either side of one can still be left, its numbers hang together."""
    problem = Problem("sums")
    x = problem.variables("x", range(5), [0, 1, 2])
    for some in ((0, 1, 2), (2, 3, 4)):
        problem.require(Sum([x[i] for i in some], low, high))
    least, most = low or 0, 6 if high is None else high
    worlds = [
        w for w in product(range(3), repeat=5) if all(least <= sum(w[i:][:3]) <= most for i in (0, 2))
    ]
    with using(compiled):
        assert searched(problem).count() == len(worlds)


@given(problems(max_constraints=5), st.sampled_from(PATHS), st.data())
def test_both_searches_find_the_same_worlds(small, compiled, data):
    problem = small.required()
    try:
        with using(compiled):
            found = searched(problem)
    except TooLarge:
        return
    assert worlds(list(found), small.variables) == worlds(small.worlds, small.variables)
    assert found.count() == len(small.worlds)
    if small.worlds:
        chosen = data.draw(st.permutations(problem.scope))[:2]
        table = found.project(chosen)
        assert set(map(tuple, ([w[v] for v in chosen] for w in table))) == {
            tuple(w[v] for v in chosen) for w in small.worlds
        }


def test_counts_beyond_a_word_are_exact():
    problem = Problem("free")
    x = problem.variables("x", range(100), range(5))
    for i in range(0, 100, 4):
        problem.require(Exactly(2, [x[i], x[i + 1], x[i + 2]], 0))
    assert searched(problem).count() == (3 * 4 * 5) ** 25
    assert searched(problem).log2_weight() == pytest.approx(25 * math.log2(60))


def test_parts_that_fall_asunder_are_gone_through_once():
    """Copies of one part behind a switch: nodes grow with the parts, not with their product."""
    problem = Problem("parts")
    switch = problem.variable("switch", [0, 1])
    x = problem.variables("x", range(40), range(4))
    for i in range(0, 40, 4):
        problem.require(AllDifferent(x[i], x[i + 1], x[i + 2], x[i + 3]) | (switch == 0))
    found = searched(problem)
    assert found.count() == 24**10 + 4**40
    assert found.nodes < 2_000


@pytest.mark.parametrize("compiled", PATHS)
def test_whom_a_condition_binds_no_more_is_no_part_of_it(compiled):
    """A variable brought the others of a clause that it could not make true any more, which were counted twice."""
    with using(compiled):
        for seed in (0, 3, 5, None):
            rng = random.Random(seed)
            problem = Problem("clauses and others")
            x = problem.variables("x", range(8), range(3))
            if seed is None:  # the compiled search too: six of 5,000 random problems
                problem.require((x[1] == 2) | (x[5] == 2) | (x[0] == 1))
                problem.require(x[3] + x[1] == x[2])
                problem.require(Exactly(0, [x[3], x[4]], 0))
            for _ in range(7 if seed is not None else 0):
                a, b, c = (x[i] for i in rng.sample(range(8), 3))
                either = (a == 0) | (b == 1) | (c == 2)
                problem.require(rng.choice([either, (a != b) | (c == 1), a <= b, Sum([a, b, c], 1, 4)]))
            found, wanted = searched(problem), deduce.compile(problem, "diagram")
            assert found.count() == wanted.count()
            assert all(found.marginals(v) == pytest.approx(wanted.marginals(v)) for v in x.values())
        # Of two variables one is left, whichever value the other has: nothing hangs together then.
        problem = Problem("two")
        a, b = problem.variables("y", range(2), range(5)).values()
        problem.require(a <= b)
        assert searched(problem).nodes == 2


@pytest.mark.parametrize("compiled", PATHS)
def test_a_search_that_is_too_much_says_so(compiled):
    with using(compiled):
        for most in (1, 5_000):
            with pytest.raises(TooLarge, match="max_bytes"):
                searched(queens(9), max_bytes=most)
        wide = Problem("wide")
        wide.variable("w", range(65))
        with pytest.raises(TooLarge, match="64"):
            searched(wide)
        with pytest.raises(GaveUp), Deadline(1e-6).watch():
            searched(magic(4) if compiled else queens(8), max_bytes=1 << 28)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("work", "what"), [(1e9, "took more memory than"), (0.0, "took as much work as")])
def test_memory_is_what_refuses_where_work_does_not(work, what, compiled):
    problem, _ = clauses(60, 150, 1)
    with using(compiled), patch.object(descent, "WORK_A_BYTE", work), pytest.raises(TooLarge, match=what):
        searched(problem, max_bytes=20_000)


def test_evidence_weights_and_names():
    problem = latin(4)
    found = searched(problem)
    one, two, *_ = problem.scope
    assert found.restrict(one == 0).count() == 144
    assert found.restrict(one == 0, one == 1).count() == 0
    assert found.restrict(one < two).count() == 288
    weighed = found.weigh_fact(one < two, 3.0)
    assert weighed.count() == 576
    assert weighed.probability(one < two) == pytest.approx(0.75)
    assert weighed.weigh_fact(one == 0, 0.0).count() == 432
    assert [v.name for v in weighed.variables] == [v.name for v in problem.scope]
    assert weighed.sample_rows(5, 1).shape == (5, 16)
    other = deduce.Variable("other", one.domain)
    assert found.relabel({one: other}).possible(other) == {0, 1, 2, 3}
    empty = found.restrict(one == 0, one == 1)
    with pytest.raises(ProblemError, match="no world"):
        empty.sample(1)
    assert list(empty) == []
    assert empty.possible(one) == set()
    strange = Problem("strange").variable("s", [0, 1])
    with pytest.raises(ProblemError, match="no variable"):
        found.restrict(strange == 1)


def test_tiny_weights_are_no_impossibility():
    problem = Problem("tiny")
    x = problem.variables("x", range(8), [0, 1])
    problem.require(Relation([x[0], x[1], x[2]], [(0, 0, 0), (1, 1, 1), (0, 1, 0)]))
    found = searched(problem)
    for _ in range(12):
        found = found.weigh(x[0], [1.0, 1e-200])
    assert found.possible(x[0]) == {0, 1}
    assert found.count() == 3 * 2**5
    assert found.to_table().count() == found.count()


def test_the_form_is_one_of_those_compile_knows():
    problem = magic(3)
    found = deduce.compile(problem, "dnnf")
    assert isinstance(found, DecisionDnnf)
    assert "DecisionDnnf" in repr(found)
    assert found.to_diagram().count() == found.to_table().count() == 8
    assert found.nbytes > 0
    assert found.unweighted() is found


def test_of_a_wide_diagram_and_a_search_the_one_that_fits_is_taken():
    problem, _ = clauses(14, 40, 3)
    whole = deduce.compile(problem, "diagram").count()
    with patch.object(compiling, "HOPELESS_BITS", 0.0):
        found = deduce.compile(problem)
    assert isinstance(found, DecisionDnnf)
    assert found.count() == whole
    with (
        patch.object(compiling, "HOPELESS_BITS", 0.0),
        patch.object(descent, "WORK_A_BYTE", 0.0),
        pytest.raises(TooLarge, match="a layer"),
    ):
        deduce.compile(problem)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_component_without_worlds_leaves_none_whatever_was_found_of_others(compiled):
    """Found by a campaign: the worlds of ``w <= v`` were taken for those of all."""
    problem = Problem("two parts")
    v, w, x, z = (problem.variable(name, (0, 5)) for name in "vwxz")
    with using(compiled):
        for stated in ([AllDifferent(x, z), w <= v], [w <= v, AllDifferent(x, z)]):
            found = DecisionDnnf.of([v, w, x, z], stated)
            assert found.count() == 6
            assert found.probability(x == z) == 0
            assert found.restrict(x == z).count() == 0
            assert not list(found.restrict(x == z).rows())
