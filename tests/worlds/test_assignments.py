"""Assignments under shuffles against brute force: pools, weights, vectors of all orderings, and what does not fit."""

from collections import Counter
from itertools import permutations
from math import factorial, isclose, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce
from deduce import Diagram, Knowledge, Shuffle, Swap, Table
from deduce.ground.errors import Contradiction, ProblemError
from deduce.worlds.assignment import Assignment
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.orderings import columns, rank
from deduce.worlds.permanents import Passes
from deduce.worlds.vectors import VectorMatchings


def deal(places, values):
    problem = deduce.Problem("deal")
    cell = problem.variables("cell", range(places), domain=list(range(values)))
    problem.require(deduce.AllDifferent(cell), "all differ")
    return problem, [cell[i] for i in range(places)]


@st.composite
def histories(draw, places, values):
    """Steps: a look, a likelihood, a swap, an even or an uneven shuffle."""
    steps = []
    for _ in range(draw(st.integers(1, 7))):
        kind = draw(st.sampled_from(["look", "weigh", "swap", "even", "even", "uneven"]))
        at = draw(st.integers(0, places - 1))
        if kind == "look":
            steps.append((kind, at, draw(st.sets(st.integers(0, values - 1), min_size=2))))
        elif kind == "weigh":
            ratio = st.sampled_from([0.0, 0.25, 1.0, 1.0, 3.0])
            steps.append((kind, at, draw(st.lists(ratio, min_size=values, max_size=values).filter(any))))
        else:
            count = 2 if kind == "swap" else draw(st.integers(2, min(3, places)))
            chosen = draw(st.permutations(range(places)))[:count]
            every = list(permutations(range(count)))
            weights = None
            if kind == "uneven":
                weights = {
                    p: draw(st.sampled_from([0.5, 1.0, 2.0])) for p in every[: draw(st.integers(1, 4))]
                }
            steps.append((kind, chosen, weights))
    return steps


def brute(places, values, steps):
    """Every world with its weight, as the documentation says."""
    found = dict.fromkeys(permutations(range(values), places), 1.0)
    for kind, at, what in steps:
        if kind == "look":
            found = {w: x for w, x in found.items() if w[at] in what}
        elif kind == "weigh":
            found = {w: x * what[w[at]] for w, x in found.items() if what[w[at]]}
        else:
            size = len(at)
            chances = what or (
                {(1, 0): 1.0} if kind == "swap" else dict.fromkeys(permutations(range(size)), 1.0)
            )
            total, after = sum(chances.values()), Counter()
            for world, weight in found.items():
                for order, chance in chances.items():
                    moved = list(world)
                    for i, place in enumerate(at):
                        moved[place] = world[at[order[i]]]
                    after[tuple(moved)] += weight * chance / total
            found = dict(after)
    return found


def learn(knowledge, cells, steps):
    for kind, at, what in steps:
        if kind == "look":
            knowledge = knowledge.observe(cells[at].is_in(what))
        elif kind == "weigh":
            for value, ratio in enumerate(what):
                if not ratio:
                    knowledge = knowledge.observe(cells[at] != value)
            knowledge = knowledge.weigh(cells[at], {v: r for v, r in enumerate(what) if r})
        elif kind == "swap":
            knowledge = knowledge.change(Swap(cells[at[0]], cells[at[1]]))
        else:
            knowledge = knowledge.change(Shuffle(*(cells[i] for i in at), weights=what))
    return knowledge


def assert_equal(worlds, cells, truth):
    assert worlds.count() == len(truth)
    if not truth:
        assert worlds.log2_weight() == -np.inf
        return
    total = sum(truth.values())
    assert isclose(2 ** worlds.log2_weight(), total, rel_tol=1e-9)
    for at, cell in enumerate(cells):
        expected = Counter()
        for world, weight in truth.items():
            expected[world[at]] += weight / total
        answer = worlds.marginals(cell)
        assert answer.keys() == expected.keys()
        assert all(isclose(answer[value], expected[value], rel_tol=1e-9) for value in expected)


@given(st.data(), st.sampled_from([(3, 3), (4, 4), (3, 5), (1 + 3, 5)]))
def test_shuffles_looks_and_likelihoods_in_any_order(data, size):
    places, values = size
    steps = data.draw(histories(places, values))
    problem, cells = deal(places, values)
    truth = brute(places, values, steps)
    worlds = learn(Knowledge(problem), cells, steps).worlds
    assert isinstance(worlds, Assignment)
    assert_equal(worlds, cells, truth)
    table = worlds.to_table()
    assert_equal(table, cells, truth)
    if truth:
        total = sum(truth.values())
        answer = dict(zip((tuple(w[c] for c in cells) for w in table), table.weights, strict=True))
        assert all(
            isclose(answer[w] / sum(answer.values()), x / total, rel_tol=1e-9) for w, x in truth.items()
        )
        assert isclose(
            worlds.entropy(), -sum(x / total * np.log2(x / total) for x in truth.values()), abs_tol=1e-9
        )


@given(st.data())
def test_matrices_and_vectors_answer_alike(data):
    steps = data.draw(histories(4, 4))
    truth = brute(4, 4, steps)
    for dense_after in range(len(steps) + 1):
        state = MatrixMatchings.all(4)
        for number, (kind, at, what) in enumerate(steps):
            if number == dense_after:
                state = state.dense()
            if kind == "look":
                state = state.restrict(at, sum(1 << v for v in what))
            elif kind == "weigh":
                state = state.weigh(at, np.array(what))
            elif kind == "swap":
                state = state.laid(at, (1, 0))
            else:
                whole = sum(what.values()) if what else 1
                state = state.shuffled(at, {p: x / whole for p, x in what.items()} if what else None)
        assert state.count() == len(truth)
        assert isclose(state.total, sum(truth.values()), rel_tol=1e-9, abs_tol=1e-12)
        every = np.array(list(permutations(range(4))))
        given_by = state.weights_of(every)
        assert np.allclose(given_by, [truth.get(tuple(w), 0.0) for w in every.tolist()])
        if truth:
            drawn = Counter(map(tuple, state.draw(800, np.random.default_rng(1)).tolist()))
            for world in permutations(range(4)):
                share = truth.get(world, 0.0) / sum(truth.values())
                # Six standard deviations; what is impossible is never drawn.
                assert (
                    abs(drawn[world] / 800 - share)
                    <= 6 * (share * (1 - share) / 800) ** 0.5 + (share > 0) / 800
                )


def test_a_shuffle_that_nothing_is_learned_of_makes_no_more_matrices():
    state = MatrixMatchings.all(9).restrict(0, 0b11).restrict(1, 0b110).restrict(2, 0b1100)
    assert len(state.shuffled((0, 1, 2)).branches) == 1
    assert len(state.shuffled((0, 1, 2)).restrict(0, 0b1).branches) == 1
    assert len(state.shuffled((0, 1, 2)).supports) == 6


def test_many_shuffles_end_in_vectors_and_stay_exact():
    rng = np.random.default_rng(5)
    state = MatrixMatchings.all(6)
    truth = dict.fromkeys(permutations(range(6)), 1.0)
    for _ in range(12):
        at, places = int(rng.integers(6)), rng.permutation(6)[:3].tolist()
        ratios = rng.uniform(0.5, 2.0, 6)
        state = state.weigh(at, ratios).shuffled(places)
        weighed = {w: x * ratios[w[at]] for w, x in truth.items()}
        truth = Counter()
        for world, weight in weighed.items():
            for order in permutations(range(3)):
                moved = list(world)
                for i, place in enumerate(places):
                    moved[place] = world[places[order[i]]]
                truth[tuple(moved)] += weight / 6
    assert isinstance(state, VectorMatchings)
    every = np.array(list(permutations(range(6))))
    assert np.allclose(state.weights_of(every), [truth[tuple(w)] for w in every.tolist()])


@given(st.integers(1, 4), st.integers(0, 2), st.integers(0, 2**32))
def test_permanents_are_sums_over_assignments(places, more, seed):
    values = places + more
    weights = np.random.default_rng(seed).choice([0.0, 0.5, 1.0, 2.0], size=(3, places, values))
    both = Passes(weights)
    for matrix, total, marginals in zip(weights, both.totals, both.marginals(), strict=True):
        every = {
            w: prod(matrix[i, v] for i, v in enumerate(w)) for w in permutations(range(values), places)
        }
        assert isclose(total, sum(every.values()), rel_tol=1e-12)
        for at in range(places):
            for value in range(values):
                assert isclose(
                    marginals[at, value], sum(x for w, x in every.items() if w[at] == value), rel_tol=1e-12
                )


def test_orderings_stand_in_order():
    every = columns(5).T.astype(np.int64)
    assert len(every) == factorial(5)
    assert [tuple(each) for each in every.tolist()] == list(permutations(range(5)))
    assert rank(every).tolist() == list(range(factorial(5)))


def test_compile_chooses_the_form_and_says_where_it_does_not_fit():
    problem, cells = deal(5, 5)
    assert isinstance(deduce.compile(problem), Assignment)
    assert isinstance(deduce.compile(problem, "diagram"), Diagram)
    assert isinstance(deduce.compile(problem, "table"), Table)
    problem.require((cells[0] == 1) | (cells[1] == 2))
    assert isinstance(deduce.compile(problem), Diagram)
    with pytest.raises(ProblemError, match="are no assignment"):
        deduce.compile(problem, "assignment")


def test_what_joins_two_variables_makes_a_diagram():
    problem, cells = deal(4, 4)
    knowledge = Knowledge(problem).change(Shuffle(*cells[:3])).observe((cells[0] == 1) | (cells[3] == 1))
    assert isinstance(knowledge.worlds, Diagram)
    assert knowledge.count() == 12


def test_likelihoods_too_far_apart_for_one_float_go_to_the_diagram():
    problem, cells = deal(4, 4)
    knowledge = Knowledge(problem)
    for cell in cells:
        for _ in range(3):
            knowledge = knowledge.weigh(cell, {0: 1e-200, 1: 1e-100})
    assert knowledge.count() == 24
    assert all(knowledge.possible(cell) == {0, 1, 2, 3} for cell in cells)


@pytest.mark.parametrize("joint", [False, True])
def test_what_is_weighed_however_far_apart_where_no_world_is_left_leaves_none(joint):
    problem, cells = deal(4, 4)
    knowledge = Knowledge(problem).observe(cells[0] == 1).observe(cells[0] == 2)
    for _ in range(3):
        told = (cells[0] == cells[1], 1e-200) if joint else (cells[1], {0: 1e-200, 1: 1e-100})
        knowledge = knowledge.weigh(*told)
    with pytest.raises(Contradiction, match=r"cell\[0\] is 2"):
        knowledge.count()


def test_a_form_of_ones_own_is_checked_and_used():
    problem, cells = deal(4, 4)
    own = deduce.compile(problem, "table")
    knowledge = Knowledge(problem, worlds=own).observe(cells[0] == 2)
    assert isinstance(knowledge.worlds, Table)
    assert knowledge.count() == 6
    reason = knowledge.why(cells[1] != 2)
    assert reason is not None
    assert "all differ" in str(reason)
    assert isinstance(knowledge.without(*knowledge.log).worlds, Table)
    with pytest.raises(ProblemError, match="leave out"):
        Knowledge(deal(5, 5)[0], worlds=own)
    with pytest.raises(ProblemError, match="must be a form of Worlds"):
        Knowledge(problem, worlds=[1, 2])
    more = deduce.Problem("fewer")
    more.variable("lone", [1, 2])
    with pytest.raises(ProblemError, match="leave out lone"):
        Knowledge(more, worlds=own)


def test_a_shuffle_leaves_independent_parts_of_a_diagram_alone():
    problem = deduce.Problem("two halves")
    left = problem.variables("left", range(4), domain=range(4))
    right = problem.variables("right", range(8), domain=range(8))
    problem.require(deduce.AllDifferent(left))
    problem.require(deduce.AllDifferent(right))
    knowledge = Knowledge(problem, max_bytes=1 << 20).observe((left[0] == 1) | (left[1] == 2))
    knowledge = knowledge.change(Shuffle(left[0], left[1], left[2]))
    assert isinstance(knowledge.worlds, Diagram)
    mine = [w for w in permutations(range(4)) if w[0] == 1 or w[1] == 2]
    mixed = {tuple(w[i] for i in order) + w[3:] for w in mine for order in permutations(range(3))}
    assert knowledge.count() == len(mixed) * factorial(8)


def test_worlds_side_by_side_and_apart():
    problem = deduce.Problem("two parts")
    left = problem.variables("l", range(3), domain=list("abc"))
    right = problem.variables("r", range(2), domain=list("xy"))
    problem.require(deduce.AllDifferent(left))
    whole = deduce.compile(problem, "diagram", order=[right[0], *left.values(), right[1]])
    for asked in ([left[0], left[1], left[2]], [left[1]]):
        parts = whole.factor(asked)
        assert parts is not None
        mine, rest = parts
        assert set(mine.variables) == set(left.values())
        assert [mine.count(), rest.count()] == [6, 4]
        assert mine.beside(rest).count() == 24
    with pytest.raises(ProblemError, match="share"):
        mine.beside(mine)
    joined = whole.restrict((left[2] == "a") | (right[0] == "x"))
    parts = joined.factor([left[1]])
    assert parts is not None
    assert set(parts[0].variables) == {*left.values(), right[0]}
    assert joined.restrict((left[2] == "b") | (right[1] == "x")).factor([left[0]]) is None
    assert deduce.compile(problem, "table").factor([left[0]]) is None
