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
