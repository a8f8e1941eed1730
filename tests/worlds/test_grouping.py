"""Automata that ask the same question are made into one first: the worlds and the reduced diagram stay what they are."""

from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce
from deduce import AtLeast, AtMost, Count, Exactly, Problem
from deduce.kernels import library, using
from deduce.worlds import grouping
from deduce.worlds.compile import compile_diagram

PATHS = [False, *([True] if library() is not None else [])]


@st.composite
def deals(draw):
    """Who holds which card: sizes of hands, cards named of which one is with somebody, cards somebody has not."""
    n, players = draw(st.integers(3, 6)), draw(st.integers(2, 4))
    cards, holders = st.integers(0, n - 1), st.integers(0, players - 1)
    counts = []
    for holder in range(players):
        low = draw(st.integers(0, 3))
        counts.append((range(n), {holder}, low, low + draw(st.integers(0, 2))))
    for _ in range(draw(st.integers(0, 6))):
        some = sorted(draw(st.sets(cards, min_size=1, max_size=4)))
        held = draw(st.sets(holders, min_size=1, max_size=players - 1))
        low = draw(st.integers(0, len(some)))
        counts.append((some, held, low, draw(st.integers(low, len(some)))))
    without = draw(st.lists(st.tuples(cards, holders), max_size=5))
    return n, players, counts, without, draw(st.permutations(range(n)))


def stated(dealt):
    n, players, counts, without, order = dealt
    problem = Problem("deal")
    holder = problem.variables("holder", range(n), domain=range(players))
    either = AtLeast(1, [holder[0], holder[n - 1]], 0)
    made = [Count([holder[c] for c in some], held, low, high) for some, held, low, high in counts]
    # A disjunction says the same as a count, by a table.
    made += [(holder[0] == 1) | (holder[n // 2] == 1), either, *(holder[c] != h for c, h in without)]
    return [holder[c] for c in order], made


def listed(dealt):
    n, players, counts, without, _ = dealt
    for deal in product(range(players), repeat=n):
        if not (deal[0] == 1 or deal[n // 2] == 1) or not (deal[0] == 0 or deal[n - 1] == 0):
            continue
        if any(deal[c] == h for c, h in without):
            continue
        if all(low <= sum(deal[c] in held for c in some) <= high for some, held, low, high in counts):
            yield deal


@given(deals())
def test_deals_are_those_of_brute_force(dealt):
    variables, constraints = stated(dealt)
    truth = sorted(tuple(deal[c] for c in dealt[-1]) for deal in listed(dealt))
    shapes = []
    for compiled in PATHS:
        with using(compiled):
            found = compile_diagram(variables, constraints, order=variables)
        assert sorted(found.rows()) == truth
        shapes.append([len(layer) for layer in found.layers])
    with using(False), patch.object(grouping, "MOST_READERS", 0):
        alone = compile_diagram(variables, constraints, order=variables)
    assert all(shape == [len(layer) for layer in alone.layers] for shape in shapes)


def evening(suggestions):
    """18 cards in five hands of three and an envelope of three kinds, with some suggestions open."""
    problem = Problem("evening")
    holder = problem.variables("holder", range(18), domain=range(6))
    for kind in (range(5), range(5, 10), range(10, 18)):
        problem.require(Exactly(1, [holder[card] for card in kind], 0))
    for player in range(1, 6):
        problem.require(Exactly(3, holder, player))
    for i in range(suggestions):
        named = [holder[i * 2 % 5], holder[5 + i * 3 % 5], holder[10 + i * 5 % 8]]
        problem.require(AtLeast(1, named, 1 + i * i % 5))
    return problem


@pytest.mark.parametrize("compiled", PATHS)
def test_what_a_product_passes_through_stays_near_its_result(compiled):
    # Without groups a product of these needs tens of megabytes, in stages still one and a half.
    with using(compiled):
        found = deduce.compile(evening(12), "diagram", max_bytes=1_000_000)
        assert found.nbytes > 40_000
        with patch.object(grouping, "MOST_READERS", 0), using(False), pytest.raises(deduce.TooLarge):
            deduce.compile(evening(12), "diagram", max_bytes=1_000_000)


def test_large_groups_stay_as_they_were():
    problem = evening(12)
    counted = []
    for most in (grouping.GROUP_BYTES, 0):
        with using(False), patch.object(grouping, "GROUP_BYTES", most):
            counted.append(deduce.compile(problem, "diagram").count())
    assert counted[0] == counted[1] > 0


def test_at_most_beside_at_least():
    problem = Problem("both sides")
    x = problem.variables("x", range(8), domain=list("abc"))
    for rule in (AtMost(3, x, "a"), AtLeast(3, x, "a"), AtLeast(2, [x[0], x[1], x[2]], ["a"])):
        problem.require(rule)
    truth = sum(w.count("a") == 3 and w[:3].count("a") >= 2 for w in map("".join, product("abc", repeat=8)))
    assert problem.compile("diagram").count() == truth
