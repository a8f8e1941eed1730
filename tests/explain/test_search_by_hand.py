"""The search's own pieces beside brute force: sets that are only minimal, worlds one by one, smallest hitting sets."""

import itertools
import random
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import problems, worlds
from test_crowding import crowd, guests

from deduce import GaveUp, Knowledge
from deduce.deadline import Deadline
from deduce.explain.proposals import Proposals
from deduce.explain.search import Explainer


def consistent(problem, statements):
    scope = problem.scope
    return any(
        all(s.content.holds([world[scope.index(v)] for v in s.content.scope]) for s in statements)
        for world in itertools.product(*(v.domain for v in scope))
    )


@pytest.mark.parametrize("seed", range(60))
def test_in_no_time_a_minimal_set_is_found_and_not_called_smallest(seed):
    problem = (crowd if seed % 2 else guests)(random.Random(seed))
    explainer = Explainer(Knowledge(problem)._timeline)
    found = explainer.smallest(soft=0.0)
    if found is None:
        assert consistent(problem, problem.rules)
        return
    statements, smallest = found
    assert not smallest
    assert not consistent(problem, statements)
    for left_out in statements:
        assert consistent(problem, [s for s in statements if s is not left_out])
    best, proved = explainer.smallest()
    assert proved
    assert len(best) <= len(statements)
    assert not consistent(problem, best)
    for size in range(len(best)):
        for fewer in itertools.combinations(problem.rules, size):
            assert consistent(problem, fewer)


@given(problems(max_constraints=3), st.integers(0, 6))
def test_worlds_are_listed_up_to_one_more_than_asked(small, most):
    problem = small.required()
    found = Explainer(Knowledge(problem)._timeline).worlds(problem.scope, most)
    assert len(found) == min(len(small.worlds), most + 1)
    rows = worlds(found, small.variables)
    assert len(set(rows)) == len(found)
    assert set(rows) <= set(worlds(small.worlds, small.variables))


@pytest.mark.parametrize("watched", [False, True])
@given(sets=st.lists(st.sets(st.integers(1, 6), min_size=1, max_size=4), max_size=6))
def test_proposals_meet_every_set_and_are_smallest(watched, sets):
    sizes = [
        size
        for size in range(7)
        if any(
            all(each & set(chosen) for each in sets) for chosen in itertools.combinations(range(1, 7), size)
        )
    ]
    with Deadline(60.0 if watched else None).watch(), Proposals() as proposals:
        for each in sets:
            proposals.hit(sorted(each))
        found = set(proposals.get() or ())
    assert all(found & each for each in sets)
    assert len(found) == sizes[0]


def test_a_search_that_was_interrupted_proposes_nothing():
    rng = random.Random(1)
    with Proposals() as proposals:
        for _ in range(400):
            proposals.hit(sorted(rng.sample(range(1, 60), 8)))
        with pytest.raises(GaveUp), Deadline(0.001).watch():
            proposals.get()


def test_a_signal_that_nobody_minds_ends_no_search():
    """A window that changes its size (a handler that returns) wakes the solver; the search goes on."""
    rng, heard = random.Random(1), []
    sets = [sorted(rng.sample(range(1, 31), 4)) for _ in range(120)]
    sizes = []
    for every in (0.0, 0.002):
        before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
        try:
            with Proposals() as proposals, Deadline(60.0).watch():
                for each in sets:
                    proposals.hit(each)
                signal.setitimer(signal.ITIMER_REAL, every, every)
                found = proposals.get()
                signal.setitimer(signal.ITIMER_REAL, 0.0)
        finally:
            signal.signal(signal.SIGALRM, before)
        assert found is not None
        assert all(set(each) & set(found) for each in sets)
        sizes.append(len(found))
    assert heard
    assert sizes[0] == sizes[1]
