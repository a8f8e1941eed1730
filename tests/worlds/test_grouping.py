"""Automata that ask the same question are made into one first: the worlds and the reduced diagram stay what they are."""

from itertools import product
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deduce
from deduce import AllDifferent, AtLeast, AtMost, Count, Exactly, Problem, Sum, Variable
from deduce.kernels import library, using
from deduce.language.variables import Scope
from deduce.worlds import grouping
from deduce.worlds.compile import compile_diagram
from deduce.worlds.grouping import Reader, gathered, readers_of

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


def gathered_by_hand(counts, order):
    """The longest first, each to the first group that reads its layers and asks the same of them; and what groups ask."""
    groups = []
    for count in sorted(counts, key=lambda count: -len(count.scope)):
        asked = {}
        for v in sorted(count.scope, key=order.index):
            first = v.domain[0] in count.values
            asked[order.index(v)] = {x for x in v.domain if (x in count.values) != first}
        if max(len(v.domain) for v in count.scope) == 2:
            groups.append(([count], None))  # there is nothing to gain
            continue
        for group, told in groups:
            inside = told is not None and all(place in told and own in (set(), told[place])
                                              for place, own in asked.items())  # fmt: skip
            if inside and any(asked.values()):
                group.append(count)
                break
        else:
            groups.append(([count], asked))
    return groups


@pytest.mark.parametrize("seed", range(30))
def test_what_asks_no_more_than_another_is_one_with_it(seed):
    rng = Random(seed)
    order = Scope(Variable(f"v{i}", rng.sample("abcd", rng.randint(2, 4))) for i in range(6))
    counts = []
    for _ in range(rng.randint(1, 6)):
        some = rng.sample(order, rng.randint(2, 6))
        values = rng.sample(some[0].domain, rng.randint(1, 2))
        counts.append(Count(some, values, 0, rng.randint(0, len(some) - 1)))
    counts = [count for count in counts if count.automata(count.scope)]
    rank = {v: i for i, v in enumerate(order)}

    def read(rule):
        return readers_of(rule.automata(tuple(sorted(rule.scope, key=rank.__getitem__))), rank)

    readers = [reader for count in counts for reader in read(count)]
    # What tells more than two kinds of values stays alone, beside its like too.
    different = [*read(AllDifferent(order[:4])), *read(AllDifferent(order[1:4]))]
    found = gathered([*different, *readers])
    assert [each for each in found if each[0][0] in different] == [([reader], {}) for reader in different]
    found = [each for each in found if each[0][0] not in different]
    whose = {id(reader): count for count, reader in zip(counts, readers, strict=True)}
    expected = gathered_by_hand(counts, order)
    assert sorted(sorted(id(whose[id(r)]) for r in group) for group, _ in found) == sorted(
        sorted(map(id, group)) for group, _ in expected
    )
    for group, masks in found:
        told = next(told for mine, told in expected if whose[id(group[0])] is mine[0])
        values = {p: {x for i, x in enumerate(order[p].domain) if m >> i & 1} for p, m in masks.items()}
        assert values == (told if len(group) > 1 else {})


def test_readers_of_many_kinds_of_values_of_large_domains_and_without_data_stay_alone():
    w = Scope(Variable(f"w{i}", range(3)) for i in range(3))
    rank = {v: i for i, v in enumerate(w)}
    sums = [
        reader
        for rule in (Sum(w, 2, 4), Sum(w[:2], 1, 3))
        for reader in readers_of(rule.automata(rule.scope), rank)
    ]
    counts = [
        r
        for rule in (Count(w, 1, 1, 2), Count(w[:2], 1, 0, 1))
        for r in readers_of(rule.automata(rule.scope), rank)
    ]
    assert [len(group) for group, _ in gathered(counts)] == [2]
    unknown = [Reader(reader.automaton, None, reader.layers) for reader in counts]
    assert [(len(group), masks) for group, masks in gathered([*sums, *unknown])] == [(1, {})] * 4
    for size, groups in ((64, [2]), (65, [1, 1])):
        wide = Scope(Variable(f"w{i}", range(size)) for i in range(3))
        rank = {v: i for i, v in enumerate(wide)}
        rules = (Count(wide, 1, 1, 2), Count(wide[:2], 1, 0, 1))
        readers = [reader for rule in rules for reader in readers_of(rule.automata(rule.scope), rank)]
        assert [len(group) for group, _ in gathered(readers)] == groups
