"""The search's own pieces beside brute force: sets that are only minimal, worlds one by one, smallest hitting sets."""

import heapq
import itertools
import random
import signal
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import problems, worlds
from test_crowding import crowd, guests

from deduce import GaveUp, Knowledge, Problem
from deduce.explain.proposals import Proposals
from deduce.explain.search import Explainer
from deduce.ground.deadline import Deadline


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
        # Not before it began: a machine that is busy takes a while to begin.
        with pytest.raises(GaveUp), Deadline(0.05).watch():
            proposals.get()


class Oracle:
    """A solver that is interrupted so often, and then finds the first set or none."""

    def __init__(self, woken, found):
        self.woken, self.found, self.asked, self.cleared = woken, found, 0, 0

    def compute(self, *, expect_interrupt):
        assert expect_interrupt
        assert self.cleared == self.asked
        self.asked += 1
        return None if self.asked <= self.woken else self.found

    def interrupt(self):
        pass

    def clear_interrupt(self):
        self.cleared += 1


@pytest.mark.parametrize("woken", [0, 1, 2])
@pytest.mark.parametrize("there", [True, False])
def test_woken_too_early_it_looks_again_and_never_once_more_than_needed(woken, there, monkeypatch):
    with Proposals() as proposals, Deadline(60.0).watch():
        proposals.hit([7])
        oracle = Oracle(woken, [1, -2] if there else None)
        freed, proposals._sets.oracle = proposals._sets.oracle, oracle

        @contextmanager
        def waking(rest, interrupt):
            assert 0 < rest <= 60
            if oracle.asked < woken:
                interrupt()
            yield

        monkeypatch.setattr("deduce.explain.proposals.waking", waking)
        try:
            found = proposals.get()
        finally:
            proposals._sets.oracle = freed
        assert found == ([7] if there else None)
        assert oracle.asked == woken + 1


def test_where_there_is_no_set_that_is_said_and_solvers_are_freed():
    for limit in (None, 60.0):
        with Proposals() as proposals, Deadline(limit).watch():
            proposals.hit([1, 2])
            assert proposals.get() in ([1], [2])
            proposals.block([1])
            assert proposals.get() == [2]
            proposals.block([2])
            assert proposals.get() is None
            assert proposals._sets.oracle is not None
        assert proposals._sets.oracle is None


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


def wrong(rng):
    """Notes by lot that contradict each other, each a slip with its own chance."""
    while True:
        problem = Problem("wrong")
        cell = problem.variables("cell", range(4), range(3))
        k = Knowledge(problem)
        for number in range(rng.randint(5, 8)):
            a, b = rng.sample(range(4), 2)
            fact = rng.choice([cell[a] == cell[b], cell[a] != cell[b], cell[a] == rng.randrange(3)])
            k = k.observe(fact, f"note {number}", error=rng.choice([0.01, 0.1, 0.3]))
        if not k.is_consistent():
            return k


def test_no_set_of_slips_is_weighed_twice_and_no_conflict_found_twice(monkeypatch):
    most = 0
    for seed in range(25):
        k = wrong(random.Random(seed))
        pushed, cores = [], []
        push, shrunk = heapq.heappush, Explainer._shrunk

        def recorded(queue, entry, pushed=pushed, push=push):
            pushed.append(entry[1])
            push(queue, entry)

        def core(self, kept, cores=cores, shrunk=shrunk):
            cores.append(frozenset(shrunk(self, kept)))
            return list(cores[-1])

        with monkeypatch.context() as patch:
            patch.setattr(heapq, "heappush", recorded)
            patch.setattr(Explainer, "_shrunk", core)
            repairs = list(Explainer(k._timeline).corrections(limit=100))
        assert len(set(pushed)) == len(pushed)
        assert len(set(cores)) == len(cores)
        for remove, _ in repairs:
            assert consistent(k.problem, [s for s in k.statements if s not in remove])
        for limit in (0, 1, 2, len(repairs)):
            assert list(Explainer(k._timeline).corrections(limit=limit)) == repairs[:limit]
        most = max(most, len(repairs))
    assert most > 4


def test_of_a_correction_nothing_can_be_put_back():
    """What is left can be true, with all that was to be kept; with any more of what was taken out it cannot."""
    larger = 0
    for seed in range(60):
        rng = random.Random(seed)
        k = wrong(rng)
        explainer = Explainer(k._timeline)
        of = dict(zip(explainer.selectors, k.statements, strict=True))
        kept = [s for s in of if rng.random() < 0.3]
        if not explainer.solver.satisfiable(kept):
            continue
        out = explainer._correction()
        assert not set(out) & set(kept)
        rest = [statement for s, statement in of.items() if s not in out]
        assert consistent(k.problem, rest)
        for one in out:
            assert not consistent(k.problem, [*rest, of[one]])
        larger += len(out) > 1
    assert larger > 5


def test_the_first_set_proposed_meets_sets_found_apart(monkeypatch):
    """As many of them as share no statement: no set with fewer is ever asked about."""
    several = both = 0
    for seed in range(25):
        k = wrong(random.Random(seed))
        explainer = Explainer(k._timeline)
        assert not explainer.consistent()
        needed = explainer._needed()
        apart = list(explainer._disjoint_corrections(needed))
        assert len({s for each in apart for s in each}) == sum(map(len, apart))
        assert not {s for each in apart for s in each} & set(needed)
        sizes = []
        get = Proposals.get

        def recorded(self, sizes=sizes, get=get):
            found = get(self)
            sizes.append(len(found))
            return found

        with monkeypatch.context() as patch:
            patch.setattr(Proposals, "get", recorded)
            found, smallest = Explainer(k._timeline).smallest()
        assert smallest
        if sizes:  # else each is needed, and together they are enough
            assert len(needed) + len(apart) <= sizes[0]
            assert sizes[-1] == len(found)
            several += len(apart) > 1
            both += bool(needed)
    assert several > 3
    assert both > 1
