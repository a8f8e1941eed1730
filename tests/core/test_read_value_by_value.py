"""Conditions read one value after another, and which values are the same to them, beside what they mean."""

import random
from itertools import product

import numpy as np
import pytest
import worlds_campaign as campaign

from deduce import Channel, Problem
from deduce.language import base, facts
from deduce.language.facts import Fact

WAYS = {
    "tabulated": {},
    "part by part": {(facts, "_TABLED"): 0, (facts, "MOST_TABLED"): 0},
    "not asked what they tell apart": {(facts, "MOST_TABLED"): 0, (base, "MOST_TABLED"): 0},
}


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    for (module, name), value in WAYS[request.param].items():
        monkeypatch.setattr(module, name, value)
    return request.param


def ended(automaton, order, rows):
    """For each row of domain positions the state after its last value; -1 where it was refused on the way.

    One that reads some of the variables alone reads them in the order that was asked for.
    """
    place = {v: i for i, v in enumerate(order)}
    places = [place[v] for v in automaton.order]
    assert places == sorted(places)
    states = np.full(len(rows), automaton.start, dtype=np.int64)
    alive = np.ones(len(rows), dtype=np.bool_)
    for position, column in enumerate(np.array(rows).T[places]):
        goes, following = automaton.step(position, np.where(alive, states, automaton.start), column)
        alive = alive if goes is None else alive & goes
        states = np.broadcast_to(following, len(rows))
        assert (states[alive] >= 0).all()
        assert (states[alive] < 1 << automaton.bits).all()
    return np.where(alive, states, -1)


def some(seed):
    """Conditions with their meanings, a problem each: counts, sums, tables, facts, and two views of one assignment."""
    rng = random.Random(f"read {seed}")
    if seed % 8 == 7:
        problem = Problem("views")
        size = 2
        who = problem.variables("who", range(size), range(size + 1))
        at = problem.variables("at", range(3), range(3))
        told = Channel(who, at)
        yield (
            rng,
            problem.scope,
            told,
            lambda row: all(
                (row[a] == b) == (row[size + b] == a) for a, b in product(range(size), range(3))
            ),
        )
        return
    case = campaign.posed(rng.randrange(10**6), seed)
    for told, means in (*case.rules, case.fact(), case.fact(), case.joint()):
        yield rng, case.scope, told, means


@pytest.mark.parametrize("seed", range(24))
def test_automata_accept_what_is_true_and_judges_say_whether_it_is(seed, way):
    for rng, scope, told, means in some(seed):
        if not told.scope:
            continue
        order = tuple(rng.sample(told.scope, len(told.scope)))
        rows = list(product(*(range(len(v.domain)) for v in order)))
        true = []
        for row in rows:
            value = {v: v.domain[i] for v, i in zip(order, row, strict=True)}
            true.append(means(tuple(value.get(v, v.domain[0]) for v in scope)))
        found = [ended(automaton, order, rows) for automaton in told.automata(order)]
        assert np.logical_and.reduce([states >= 0 for states in found]).tolist() == true, told
        if isinstance(told, Fact):
            assert ended(told.judge(order), order, rows).tolist() == [int(each) for each in true], told


@pytest.mark.parametrize("seed", range(24))
def test_values_with_one_label_are_the_same_to_a_condition(seed, way):
    for _, scope, told, means in some(seed):
        for at, v in enumerate(scope):
            labels = told.labels(v).tolist()
            assert len(labels) == len(v.domain)
            others = list(product(*(w.domain for w in scope if w is not v)))
            seen = [[means((*row[:at], value, *row[at:])) for row in others] for value in v.domain]
            for i, j in product(range(len(labels)), repeat=2):
                assert labels[i] != labels[j] or seen[i] == seen[j], told
            if way == "tabulated" and v in told.scope:
                assert len(set(labels)) == len(set(map(tuple, seen)))
            if v not in told.scope:
                assert len(set(labels)) <= 1
