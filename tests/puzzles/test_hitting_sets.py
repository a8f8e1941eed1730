"""Smallest sets of items that close a question, beside every set tried."""

from __future__ import annotations

import random
from itertools import combinations
from types import SimpleNamespace

import pytest

from deduce.backends.sat import SatSolver
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp
from deduce.puzzles.hitting import (
    Hasty,
    Oracle,
    Patient,
    cheapest_sets,
    minimal_set,
    short_set,
    smallest_set,
)


def asked(solver, rng):
    """Items of one or two statements each over four unknowns, what is assumed in any case, and the plain truth."""
    unknown = [solver.fresh() for _ in range(4)]
    clauses = {}
    for _ in range(rng.randint(3, 7)):
        clause = [x * rng.choice([1, -1]) for x in rng.sample(unknown, rng.randint(1, 3))]
        on = solver.fresh()
        solver.clause(clause, on)
        clauses[on] = clause
    items, left = {}, list(clauses)
    while left:
        items[len(items) + 5] = [left.pop() for _ in range(min(len(left), rng.randint(1, 2)))]
    always = [-unknown[0]] if rng.random() < 0.5 else []

    def still_open(chosen):
        stated = [clauses[on] for item in chosen for on in items[item]] + [[x] for x in always]
        worlds = ({x for i, x in enumerate(unknown) if bits >> i & 1} for bits in range(16))
        return any(
            all(any((x > 0) == (abs(x) in world) for x in clause) for clause in stated) for world in worlds
        )

    return Oracle(SimpleNamespace(solver=solver), items, always, Deadline(None)), still_open


def by_hand(items, still_open):
    for size in range(len(items) + 1):
        found = {chosen for chosen in combinations(sorted(items), size) if not still_open(chosen)}
        if found:
            return found
    return set()


@pytest.mark.parametrize("seed", range(60))
def test_every_smallest_set_is_found_once(seed):
    rng = random.Random(seed)
    with SatSolver() as solver:
        oracle, still_open = asked(solver, rng)
        expected = by_hand(oracle.items, still_open)
        found = [tuple(chosen) for chosen in cheapest_sets(oracle)]
        assert len(found) == len(set(found))
        assert set(found) == expected
        least = len(next(iter(expected))) if expected else None
        if least is not None:
            assert set(map(tuple, cheapest_sets(oracle, most=least))) == expected
            assert least == 0 or list(cheapest_sets(oracle, most=least - 1)) == []
        first = smallest_set(oracle)
        assert first is None if not expected else (tuple(first[0]) in expected and first[1] is True)
        kept = minimal_set(oracle)
        assert (kept is None) == (not expected)
        if kept is not None:
            assert kept == sorted(kept)
            assert not still_open(kept)
            assert all(still_open([item for item in kept if item != out]) for out in kept)


@pytest.mark.parametrize("seed", range(30))
def test_cores_and_corrections_are_what_they_say(seed):
    rng = random.Random(1000 + seed)
    with SatSolver() as solver:
        oracle, still_open = asked(solver, rng)
        for _ in range(6):
            chosen = rng.sample(sorted(oracle.items), rng.randint(0, len(oracle.items)))
            assert oracle.open(chosen) == still_open(chosen)
            if still_open(chosen):
                oracle.open(chosen)
                gone = oracle.correction(chosen)
                rest = [item for item in oracle.items if item not in gone]
                assert set(chosen) <= set(rest)
                assert still_open(rest)
                assert not any(still_open([*rest, item]) for item in gone)
            else:
                core = oracle.core(chosen)
                assert set(core) <= set(chosen)
                assert not still_open(core)


def test_questions_allowed_are_counted_and_what_is_left_is_minimal():
    for seed in range(20):
        rng = random.Random(2000 + seed)
        with SatSolver() as solver:
            oracle, still_open = asked(solver, rng)
            oracle.left = 2
            oracle.open([])
            oracle.open([])
            with pytest.raises(GaveUp, match="were used up"):
                oracle.open([])
            assert oracle.left == 0
            oracle.left, oracle.deadline = None, Deadline(0.0)
            found = smallest_set(oracle)
            expected = by_hand(oracle.items, still_open)
            assert (found is None) == (not expected)
            if found is not None:
                chosen, smallest = found
                assert smallest is False
                assert not still_open(chosen)
                assert all(still_open([item for item in chosen if item != out]) for out in chosen)


class Slow:
    """Says that all items together close the question; what is asked of fewer takes too long where there is a bound."""

    effort = patience = None

    def __init__(self):
        self.asked = []

    def satisfiable(self, assumed):
        self.asked.append((len(assumed), self.effort, self.patience))
        if self.effort is not None:
            raise GaveUp("too long")
        return False

    def core(self):
        return [*range(100)]


def test_what_takes_too_long_is_taken_as_open_or_ends_the_search_and_all_items_are_asked_without_bounds():
    solver = Slow()
    asked = SimpleNamespace(solver=solver), {n: [n] for n in (1, 2, 3)}, [], Deadline(None), 7, 5
    patient = Patient(*asked)
    assert patient.open([1, 2]) is True
    assert patient.open([1, 2, 3]) is False
    assert solver.asked == [(2, 7, 5), (3, None, None)]
    assert minimal_set(patient) == [1, 2, 3]
    with pytest.raises(GaveUp, match="too long"):
        Hasty(*asked).open([1])
    assert solver.effort is solver.patience is None


@pytest.mark.parametrize(("number", "effort"), [(0, None), (3, 500), (20, 500), (40, 250)])
def test_the_more_items_the_less_is_spent_on_each_and_what_was_not_told_is_kept(number, effort):
    solver = Slow()
    items = {n: [n] for n in range(number)}
    found = short_set(SimpleNamespace(solver=solver), items, [], Deadline(None))
    assert found == (list(items), not number)
    assert {bounds for _, *bounds in map(tuple, solver.asked[1:]) for bounds in [tuple(bounds)]} == (
        {(None, None), (effort, 20)} if number else set()
    )
