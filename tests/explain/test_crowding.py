"""Conflicts by counting: what is found without a solver is held against brute force over sets of statements."""

import itertools
import random

import pytest

from deduce import AllDifferent, Knowledge, Problem, Sum
from deduce.explain.crowding import crowded, may_be_crowded
from deduce.puzzles import verify


def guests(rng):
    """A few variables, and statements of kinds by lot: pairs, groups, limits, a sum, an or."""
    problem = Problem("guests")
    number, places = rng.randint(3, 5), rng.randint(2, 4)
    seat = problem.variables("seat", range(number), range(places))
    pairs = [(a, b) for a, b in itertools.combinations(range(number), 2) if rng.random() < 0.9]
    for a, b in pairs:
        problem.require(seat[a] != seat[b])
    if rng.random() < 0.3:
        problem.require(AllDifferent(seat[i] for i in rng.sample(range(number), 3)))
    for _ in range(rng.randint(0, 2)):
        problem.require(
            seat[rng.randrange(number)].is_in(rng.sample(range(places), rng.randint(1, places - 1)))
        )
    if rng.random() < 0.3:
        a, b = rng.sample(range(number), 2)
        problem.require((seat[a] != seat[b]) & (seat[a] != rng.randrange(places)))
    if rng.random() < 0.2:
        problem.require(Sum(seat, 1, 2 * number))
    if rng.random() < 0.2:
        a, b = rng.sample(range(number), 2)
        problem.require((seat[a] == 0) | (seat[b] == 1))
    return problem


def smallest_size(problem):
    """The size of a smallest set of rules without a world, by trying them all; None if all can be true."""
    scope = problem.scope
    statements = problem.rules
    worlds = list(itertools.product(*(v.domain for v in scope)))
    true = [
        sum(
            1 << w
            for w, world in enumerate(worlds)
            if s.content.holds([world[scope.index(v)] for v in s.content.scope])
        )
        for s in statements
    ]
    for size in range(1, len(statements) + 1):
        for chosen in itertools.combinations(true, size):
            left = -1
            for each in chosen:
                left &= each
            if not left & ((1 << len(worlds)) - 1):
                return size
    return None


def test_a_conflict_by_counting_is_a_smallest_one_by_brute_force():
    seen = 0
    for seed in range(400):
        problem = guests(random.Random(seed))
        found = crowded(Knowledge(problem)._timeline)
        if found is not None:
            seen += 1
            assert len(found) == smallest_size(problem), seed
            assert Knowledge(problem).conflict().check()
    assert seen > 40


def crowd(rng):
    """Few variables and many limits, and statements of other kinds that spoil a witness."""
    problem = Problem("crowd")
    number, places = rng.randint(3, 4), rng.randint(2, 3)
    seat = problem.variables("seat", range(number), range(places))
    for a, b in itertools.combinations(range(number), 2):
        if rng.random() < 0.85:
            problem.require(seat[a] != seat[b])
    for _ in range(rng.randint(1, 4)):
        left = rng.sample(range(places), rng.randint(1, places - 1))
        problem.require(seat[rng.randrange(number)].is_in(left))
    for _ in range(rng.choice([0, 0, 1, 2])):
        a, b = rng.sample(range(number), 2)
        kind = rng.randrange(4)
        if kind == 0:
            problem.require((seat[a] == 0) | (seat[b] == 1))
        elif kind == 1:
            problem.require((seat[a] != seat[b]) & (seat[a] != rng.randrange(places)))
        elif kind == 2:
            problem.require(Sum([seat[a], seat[b]], rng.randint(0, 2), rng.randint(2, 3)))
        else:
            problem.require(AllDifferent(seat[i] for i in rng.sample(range(number), 3)))
    return problem


def test_witnesses_among_many_limits_prove_what_brute_force_finds():
    sizes = []
    for seed in range(1500):
        problem = crowd(random.Random(seed))
        found = crowded(Knowledge(problem)._timeline)
        if found is not None:
            sizes.append(len(found))
            assert len(found) == smallest_size(problem), seed
    assert len(sizes) > 100
    assert sum(size > 3 for size in sizes) > 30


@pytest.mark.parametrize("spare", range(1, 5))
def test_limits_one_by_one_are_witnessed(spare):
    """As many guests as chairs, all limited to one chair fewer by statements of their own."""
    problem = Problem("limits")
    seat = problem.variables("seat", range(5), range(5 + spare))
    for one, other in itertools.combinations(range(5), 2):
        problem.require(seat[one] != seat[other])
    for guest in range(5):
        for chair in range(4, 5 + spare):
            problem.require(seat[guest] != chair)
    found = crowded(Knowledge(problem)._timeline)
    assert len(found) == 10 + 5 * (1 + spare)


@pytest.mark.parametrize(("number", "places"), [(3, 2), (8, 7), (30, 29)])
def test_pigeons_said_pair_by_pair(number, places):
    problem = Problem("guests")
    seat = problem.variables("seat", range(number), range(places))
    for one, other in itertools.combinations(range(number), 2):
        problem.require(seat[one] != seat[other])
    verdict = verify(problem)
    assert (verdict.status, verdict.method, verdict.complete) == ("none", "counting", True)
    assert verdict.conflict.smallest
    assert len(verdict.conflict.because) == number * (number - 1) // 2
    fewer = Problem("guests")
    seat = fewer.variables("seat", range(number), range(places))
    for one, other in itertools.islice(itertools.combinations(range(number), 2), 1, None):
        fewer.require(seat[one] != seat[other])
    assert verify(fewer).status == "several"


def test_hidden_among_notes_and_other_rules():
    problem = Problem("guests")
    seat = problem.variables("seat", range(20), range(25))
    problem.require(AllDifferent(seat))
    other = problem.variables("hat", range(4), ["red", "blue"])
    problem.require(other[0] != other[1])
    k = Knowledge(problem)
    for guest in range(20):
        k = k.observe(seat[guest].is_in(range(19)), f"guest {guest} sits in front")
    conflict = k.conflict()
    assert conflict.smallest
    assert len(conflict.because) == 21
    assert verify(k).method == "counting"


def test_after_a_change_the_present_is_counted():
    from deduce.changes import Unknown

    problem = Problem("guests")
    seat = problem.variables("seat", "abc", range(3))
    for one, other in itertools.combinations("abc", 2):
        problem.require(seat[one] != seat[other])
    k = Knowledge(problem).observe(seat["a"].is_in([0, 1])).change(Unknown(seat["a"]))
    k = k.observe(seat["a"] != 2).observe(seat["b"] != 2)
    assert k.count() > 0
    assert crowded(k._timeline) is None
    k = k.observe(seat["c"] != 2)
    conflict = k.conflict()
    assert conflict.smallest
    assert len(conflict.because) == 6


def test_a_glance_is_not_taken_where_it_cannot_pay():
    problem = Problem("square")
    cell = problem.variables("cell", range(9), range(9))
    problem.require(AllDifferent(cell))
    assert not may_be_crowded(problem.rules)
