"""Reasons found near a fact are smallest of all: beside every set of statements, and beside the search everywhere."""

import random
from contextlib import closing
from itertools import combinations, product

import pytest

from deduce import AllDifferent, Contradiction, Count, Knowledge, Problem
from deduce.explain import nearby as module
from deduce.explain.nearby import nearby
from deduce.explain.search import Explainer
from deduce_models.classics import mines


def stated(rng, variables):
    scope = rng.sample(variables, rng.randint(2, 3))
    if rng.random() < 0.6:
        low = rng.randint(0, len(scope))
        return Count(scope, 1, low, min(len(scope), low + rng.randint(0, 1)))
    return rng.choice([scope[0] != scope[1], scope[0] == scope[1], (scope[0] == 1) >> (scope[1] == 0)])


def smallest(knowledge, fact):
    """The size of a smallest set of statements after which the fact is true in every world; by all of them."""
    scope = knowledge.scope
    worlds = [dict(zip(scope, row, strict=True)) for row in product(*(v.domain for v in scope))]
    every = [s.content for s in knowledge.statements]
    obeyed = [{i for i, c in enumerate(every) if c.holds([w[v] for v in c.scope])} for w in worlds]
    against = [
        kept for kept, w in zip(obeyed, worlds, strict=True) if not fact.holds([w[v] for v in fact.scope])
    ]
    for size in range(len(every) + 1):
        for chosen in combinations(range(len(every)), size):
            if not any(kept.issuperset(chosen) for kept in against):
                return size
    return None


@pytest.mark.parametrize("seed", range(60))
def test_beside_every_set_of_statements(seed, monkeypatch):
    """With and without a statement about all variables, which is left out of the search near the fact.

    Where there is none the smallest reason is found there; where there are two nothing is said.
    """
    monkeypatch.setattr(module, "_WIDE", 4)
    rng = random.Random(seed)
    problem = Problem("near")
    v = list(problem.variables("v", range(7), [0, 1]).values())
    for _ in range(seed % 4 if seed % 4 < 3 else 1):
        low = rng.randint(0, 6)
        problem.require(Count(v, 1, low, min(7, low + rng.randint(0, 2))))
    knowledge = Knowledge(problem)
    for _ in range(rng.randint(3, 8)):
        knowledge = knowledge.observe(stated(rng, v))
    for variable, value in product(v[:4], (0, 1)):
        fact = variable == value
        try:
            reason = knowledge.why(fact)
        except Contradiction:
            return
        size = smallest(knowledge, fact)
        assert (reason is None) == (size is None)
        found = nearby(knowledge._timeline, variable != value)
        assert found is None or seed % 4 != 2
        assert found is not None or seed % 4 or size is None
        assert found is None or not found[1] or len(found[0]) == size
        if reason is not None:
            assert reason.smallest
            assert len(reason.because) == size
            assert reason.check()


@pytest.mark.parametrize("seed", range(4))
def test_beside_the_search_everywhere(seed):
    rng = random.Random(seed)
    mined = set(rng.sample(list(product(range(7), range(9))), 10))
    near = {
        (r, c): sum((r + a, c + b) in mined for a, b in product((-1, 0, 1), repeat=2))
        for r, c in product(range(7), range(9))
    }
    rows = [
        "".join("?" if (r, c) in mined or rng.random() < 0.7 else str(near[r, c]) for c in range(9))
        for r in range(7)
    ]
    board = mines.board("\n".join(rows), 10)
    for variable, value in list(board.certain().items())[:3]:
        reason = board.why(variable == value)
        with closing(Explainer(board._timeline)) as explainer:
            wanted, proved = explainer.smallest(variable != value)
        assert proved
        assert len(reason.because) == len(wanted)
        assert reason.check()


def test_a_chain_is_followed_as_far_as_it_goes():
    problem = Problem("chain")
    v = problem.variables("v", range(12), range(3))
    for i in range(11):
        problem.require(v[i] == v[i + 1])
    knowledge = Knowledge(problem).observe(v[0] == 2)
    reason = knowledge.why(v[11] == 2)
    assert (len(reason.because), reason.smallest) == (12, True)


def test_what_needs_a_wide_statement_is_left_to_the_search_everywhere():
    problem = Problem("wide")
    v = problem.variables("v", range(60), [0, 1])
    problem.require(Count(v, 1, 2, 2))
    knowledge = Knowledge(problem).observe(v[0] == 1).observe(v[1] == 1)
    assert nearby(knowledge._timeline, v[2] == 1) is None
    assert len(knowledge.why(v[2] == 0).because) == 3


def test_what_follows_from_nothing_and_what_does_not_follow():
    problem = Problem("none")
    v = problem.variables("v", range(3), range(3))
    problem.require(AllDifferent(v))
    assert Knowledge(problem).why(v[0] == 1) is None
    assert Knowledge(problem).why((v[0] == 1) | (v[0] != 1)).because == ()


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_a_smaller_reason_farther_away_is_the_one_that_is_found(size):
    """A chain of statements that ends so many steps away, beside one more of them that all speak of the fact itself."""
    problem = Problem("far")
    v = problem.variables("v", range(size), range(size + 2))
    for i in range(size - 1):
        problem.require(v[i] == v[i + 1])
    knowledge = Knowledge(problem).observe(v[size - 1] == 0)
    for value in range(1, size + 2):
        knowledge = knowledge.observe(v[0] != value)
    found, proved = nearby(knowledge._timeline, v[0] != 0)
    assert proved
    assert list(found) == list(knowledge.statements[:size])
    assert knowledge.why(v[0] == 0).because == found


def test_a_reason_of_one_statement_has_no_smaller_with_a_wide_one():
    problem = Problem("wide")
    v = problem.variables("v", range(60), [0, 1])
    problem.require(Count(v, 1, 1, 59))
    knowledge = Knowledge(problem).observe(v[0] == 1)
    assert nearby(knowledge._timeline, v[0] == 0) == ((knowledge.statements[1],), True)


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("denied", [1, 2])
def test_a_wide_count_is_set_aside_exactly_where_the_others_leave_room_for_it(size, denied):
    """Whatever all that the others speak of turns out to be: some of those left over make up for it, by trying them."""
    count, scopes = 9, (3, 2, 1, 1)
    for low, high in combinations(range(count + 1), 2):
        problem = Problem("aside")
        v = list(problem.variables("v", range(count), [0, 1]).values())
        problem.require(Count(v, 1, low, high))
        timeline = Knowledge(problem)._timeline
        narrow = dict(enumerate(set(v[:number]) for number in scopes))
        spoken = denied + sum(scopes[: max(0, size - 2)])
        room = all(
            any(low <= taken + more <= high for more in range(count - spoken + 1))
            for taken in range(spoken + 1)
        )
        fact = v[0] == 1 if denied == 1 else v[0] == v[1]
        found = module._aside(timeline, timeline.statements[0], narrow, fact, size)
        assert found is (size <= 1 or room), (low, high)


def test_what_is_no_count_or_leaves_a_variable_no_choice_is_not_set_aside():
    three, uneven = [range(3)] * 3, [[0, 1], [0, 7], [0, 7]]
    for domains, rule in (
        (three, AllDifferent),
        (three, lambda v: Count(v, [0, 1, 2], 0, 9)),
        (uneven, lambda v: Count(v, [7], 0, 2)),
    ):
        problem = Problem("aside")
        v = [problem.variable(f"v{i}", domain) for i, domain in enumerate(domains)]
        statement = problem.require(rule(v))
        for size, aside in ((1, True), (2, False)):
            assert module._aside(Knowledge(problem)._timeline, statement, {}, v[0] == 1, size) is aside
