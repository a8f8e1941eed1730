"""Deals: placements and their draws against brute force, whole deals against the other forms, and known numbers."""

from collections import Counter
from itertools import product
from math import comb, factorial, isclose, perm, prod
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import MIXED, Small, constraints, facts, same, worlds

import deduce
from deduce import AllDifferent, Count, Exactly, Knowledge, Problem, ProblemError, Relation, TooLarge
from deduce.language.facts import And
from deduce.worlds import deal as deals_module
from deduce.worlds.compile import DEAL_WORK, compile_diagram
from deduce.worlds.deal import Deal, deal_of
from deduce.worlds.draws import drawn
from deduce.worlds.placements import Placements
from deduce.worlds.scans import ways

# Placements.


@st.composite
def matrices(draw):
    """A few matrices with rows and columns that repeat, and ranges of every kind."""
    count, n, m = draw(st.integers(1, 3)), draw(st.integers(1, 5)), draw(st.integers(1, 4))
    entries = draw(st.sampled_from([[0.0, 1.0], [1.0], [0.0, 1.0, 1.0, 2.5], [0.25, 3.0]]))
    row = st.lists(st.sampled_from(entries), min_size=m, max_size=m)
    rows = draw(st.lists(st.lists(row, min_size=count, max_size=count), min_size=1, max_size=3))
    chosen = [draw(st.integers(0, len(rows) - 1)) for _ in range(n)]
    weights = np.array([[rows[i][b] for i in chosen] for b in range(count)])
    kinds = st.sampled_from([(0, 1), (0, n), (1, 1), (0, 2), (1, 2), (2, 2), (0, 0), (1, n)])
    ranges = tuple(draw(st.lists(kinds, min_size=m, max_size=m)))
    return Placements(weights, draw(st.sampled_from([ranges, ((0, 1),) * m])))


def every_way(placements, matrix):
    """Each way with its weight, by brute force."""
    _, n, m = placements.weights.shape
    found = {}
    for values in product(range(m), repeat=n):
        if all(low <= values.count(v) <= high for v, (low, high) in enumerate(placements.ranges)):
            weight = prod(placements.weights[matrix, i, v] for i, v in enumerate(values))
            if weight:
                found[values] = weight
    return found


@given(matrices())
def test_totals_counts_and_chances_are_those_of_brute_force(placements):
    totals, power = placements.totals
    for matrix in range(len(placements.weights)):
        found = every_way(placements, matrix)
        assert isclose(totals[matrix] * 2.0 ** power[matrix], sum(found.values()), rel_tol=1e-9)
        assert placements.counts[matrix] == len(found)
        chances = np.zeros(placements.weights.shape[1:])
        for values, weight in found.items():
            chances[range(len(values)), values] += weight / sum(found.values())
        assert np.allclose(placements.chances[matrix], chances, rtol=1e-9, atol=1e-12)


@given(matrices(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_draws_are_fair(placements, seed):
    for matrix in range(len(placements.weights)):
        found = every_way(placements, matrix)
        if not found:
            continue
        rows = drawn(placements, np.full(500, matrix), np.random.default_rng(seed))
        times = Counter(map(tuple, rows.tolist()))
        assert times.keys() <= found.keys()
        for values, weight in found.items():
            p = weight / sum(found.values())
            assert abs(times[values] / 500 - p) <= 6 * (p * (1 - p) / 500) ** 0.5 + 1 / 500


def test_both_sides_are_scanned():
    slots = Placements((np.arange(52) != np.arange(13)[:, None]).astype(float)[None], ((0, 1),) * 52)
    few = Placements(
        (np.arange(52) + np.arange(13)[:, None] % 2 >= 1).astype(float)[None] * np.arange(1, 53),
        ((0, 1),) * 52,
    )
    places = Placements(np.ones((1, 52, 4)), ((13, 13),) * 4)
    assert few.by_value
    assert not places.by_value
    assert places.counts == [factorial(52) // factorial(13) ** 4]
    # The first card, which is not for seven of the slots, is in one of the six others or in none.
    assert few.counts == [6 * perm(51, 12) + perm(51, 13)]
    # Inclusion and exclusion over which slots hold the one card that they may not.
    assert slots.counts == [sum((-1) ** k * comb(13, k) * perm(52 - k, 13 - k) for k in range(14))]


def test_counts_of_any_length_are_exact():
    for n, m, most in ((40, 60, 1), (60, 30, 3), (50, 5, 50)):
        one = Placements(np.ones((1, n, m)), ((0, most),) * m)
        assert one.counts == [ways(((0, most),) * m, n)[n]]
    assert ways(((0, 3),) * 30, 60)[60] == exponential(30, 3, 60)


def exponential(m, most, n):
    """n! times the coefficient of x**n in (1 + x + ... + x**most / most!)**m."""
    from fractions import Fraction

    poly = [Fraction(1)] + [Fraction(0)] * n
    for _ in range(m):
        poly = [sum(poly[t - j] / factorial(j) for j in range(min(most, t) + 1)) for t in range(n + 1)]
    return poly[n] * factorial(n)


# Whole deals, of problems that say how often values are taken and tie cards to other variables.


@st.composite
def hands(draw):
    """Slots or cards that share out values, modes beside them, and conditions of all kinds."""
    problem = Problem("hands")
    pool = draw(st.permutations(MIXED))[: draw(st.integers(2, 5))]
    cards = [
        problem.variable(f"card{i}", draw(st.lists(st.sampled_from(pool), min_size=2, unique=True)))
        for i in range(draw(st.integers(2, 5)))
    ]
    modes = [problem.variable(f"mode{i}", pool[:2]) for i in range(draw(st.integers(0, 2)))]
    stated = []
    known = list(dict.fromkeys(value for v in cards for value in v.domain))
    if draw(st.booleans()):
        stated.append(
            (
                AllDifferent(cards),
                lambda world: (
                    not any(same(world[v], world[w]) for i, v in enumerate(cards) for w in cards[:i])
                ),
            )
        )
    for value in draw(
        st.lists(st.sampled_from(known), min_size=0 if stated else 1, max_size=3, unique=True)
    ):
        low = draw(st.integers(0, 2))
        high = draw(st.integers(low, len(cards)))

        def enough(world, value=value, low=low, high=high):
            return low <= sum(same(world[v], value) for v in cards) <= high

        stated.append((Count(cards, [value], low, high), enough))
    others = constraints([*cards, *modes]) | facts([*modes, draw(st.sampled_from(cards))])
    stated += draw(st.lists(others, max_size=2))
    return Small(problem, problem.scope, tuple(stated))


@given(hands(), st.data())
@settings(max_examples=25)
def test_a_deal_is_the_same_worlds_as_a_diagram(small, data):
    found = small.worlds
    problem = small.required()
    rules = [rule.content for rule in problem.rules]
    deal, diagram = deal_of(problem.scope, rules, compile_diagram), deduce.compile(problem, "diagram")
    if deal is None:
        return  # all that it says is about single variables
    assert deal.count() == diagram.count() == len(found)
    assert worlds(deal, problem.scope) == worlds(found, problem.scope)
    ratios = data.draw(st.lists(st.sampled_from([0.0, 0.5, 1.0, 3.0]), min_size=9, max_size=9))
    weighed = problem.scope[data.draw(st.integers(0, len(problem.scope) - 1))]
    fact, _ = data.draw(facts(problem.scope))
    later, _ = data.draw(constraints(problem.scope))
    pair = [
        form.weigh(weighed, ratios[: len(weighed.domain)]).weigh_fact(fact, 0.3).restrict(later)
        for form in (deal, diagram)
    ]
    assert pair[0].count() == pair[1].count()
    assert isclose(2 ** pair[0].log2_weight(), 2 ** pair[1].log2_weight(), rel_tol=1e-9, abs_tol=1e-12)
    assert np.allclose(pair[0].table(problem.scope), pair[1].table(problem.scope), atol=1e-9)
    assert isclose(pair[0].entropy(), pair[1].entropy(), abs_tol=1e-8)
    for variable in problem.scope:
        assert pair[0].possible(variable) == pair[1].possible(variable)
    names = dict(zip(problem.scope, [v.renamed(f"new {v.name}") for v in problem.scope], strict=True))
    assert np.allclose(pair[0].relabel(names).table(), pair[1].table(problem.scope), atol=1e-9)


def test_a_deal_that_is_none_is_refused_by_name():
    problem = Problem("free")
    problem.variables("x", range(3), range(3))
    with pytest.raises(ProblemError, match="no deal"):
        deduce.compile(problem, "deal")


# Known numbers.


def distinct(n, m):
    problem = Problem("cards")
    card = problem.variables("card", range(n), range(m))
    problem.require(AllDifferent(card))
    return problem, card


@pytest.mark.parametrize(("n", "m"), [(10, 24), (6, 36), (5, 52), (13, 52), (20, 50), (25, 52)])
def test_hands_of_distinct_cards_are_counted(n, m):
    problem, card = distinct(n, m)
    k = Knowledge(problem)
    assert isinstance(k.worlds, Deal)
    assert k.count() == perm(m, n)
    k = k.observe(card[0].is_in(range(m // 2))).observe(card[1] != 3)
    # The first is of the lower half; the second is not card 3, nor the first one's.
    first_is_3 = (m - 1) * perm(m - 2, n - 2)
    other = (m // 2 - 1) * (m - 2) * perm(m - 2, n - 2)
    assert k.count() == first_is_3 + other
    assert sum(k.marginals(card[1]).values()) == pytest.approx(1.0)
    assert k.possible(card[1]) == set(range(m)) - {3}
    for world in k.sample(20, rng=1):
        assert len({world[v] for v in problem.scope}) == n
        assert world[card[0]] < m // 2


def test_five_card_poker_hands():
    """Flushes and full houses of five unknown cards, against the textbook's numbers."""
    problem = Problem("poker")
    deck = [(rank, suit) for rank in range(13) for suit in "CDHS"]
    card = problem.variables("card", range(5), deck)
    problem.require(AllDifferent(card))
    k = Knowledge(problem)
    hearts = [each for each in deck if each[1] == "H"]
    assert k.probability(Count(card, hearts, 5, 5)) == pytest.approx(1287 / 2598960, rel=1e-12)
    assert k.probability(Count(card, hearts, 3, 4)) == pytest.approx(
        sum(comb(13, h) * comb(39, 5 - h) for h in (3, 4)) / 2598960, rel=1e-12
    )
    aces, kings = ([each for each in deck if each[0] == rank] for rank in (12, 11))
    full = k.observe(Count(card, aces, 3, 3)).observe(Count(card, kings, 2, 2))
    assert full.count() == 24 * factorial(5)
    pair = deduce.Predicate(lambda a, b: a[0] == b[0], card[0], card[1])
    assert k.probability(pair) == pytest.approx(3 / 51, rel=1e-12)


def test_hanabi_hands():
    """Four hands of five from fifty cards, of which copies are alike: what is said of them, and a known card more."""
    problem = Problem("hanabi")
    copies = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
    deck = [(colour, number, i) for colour in "RYGBW" for number in copies for i in range(copies[number])]
    card = problem.variables("card", [(p, i) for p in range(4) for i in range(5)], deck)
    problem.require(AllDifferent(card))
    red = [each for each in deck if each[0] == "R"]
    red_one = [each for each in red if each[1] == 1]
    k = Knowledge(problem)
    assert isinstance(k.worlds, Deal)
    assert k.probability(card[0, 0].is_in(red_one)) == pytest.approx(3 / 50)
    for i in range(5):
        said = card[0, i].is_in(red)
        k = k.observe(said if i < 2 else ~said)
    assert k.probability(card[0, 0].is_in(red_one)) == pytest.approx(0.3)
    assert k.marginals(card[0, 4])["Y", 5, 0] == pytest.approx(1 / 40)
    k = k.observe(card[1, 0].is_in(red_one)).observe(card[2, 0].is_in(red_one))
    assert k.probability(card[0, 0].is_in(red_one)) == pytest.approx(1 / 8)
    # Two of the hand are ones of one colour: of C(8, 2) pairs none has two red ones any more.
    assert k.holds(Count([card[0, 0], card[0, 1]], red_one, 2, 2)) is False


def entracte(passes, code_count=6, cards=8):
    """Cards in a deck or one of two hands of two, and a code for each hand; a pass proves that all of a hand fits."""
    fits = {c: [code for code in range(code_count) if (c * code + c + code) % 3 == 0] for c in range(cards)}
    problem = Problem("passes")
    where = problem.variables("where", range(cards), ["deck", "A", "B"])
    code = problem.variables("code", "AB", range(code_count))
    problem.require(AllDifferent(code))
    for seat in "AB":
        problem.require(Exactly(2, where, seat))
    for seat in passes:
        problem.require(And(*[(where[c] == seat) >> code[seat].is_in(fits[c]) for c in range(cards)]))
    return problem, fits


def test_what_a_pass_proves_of_a_hand():
    problem, fits = entracte("AB")
    deal = deal_of(problem.scope, [rule.content for rule in problem.rules], compile_diagram)
    found = 0
    for a, b in product(range(6), repeat=2):
        hand_a = {c for c in range(8) if a in fits[c]}
        hand_b = {c for c in range(8) if b in fits[c]}
        if a != b:
            both = len(hand_a & hand_b)
            # Two of A's, then two of B's that are left.
            found += sum(
                comb(both, taken) * comb(len(hand_a) - both, 2 - taken) * comb(len(hand_b) - taken, 2)
                for taken in range(min(both, 2) + 1)
            )
    assert deal.count() == found
    diagram = deduce.compile(problem, "diagram")
    assert diagram.count() == found
    assert np.allclose(deal.table(problem.scope), diagram.table(problem.scope), atol=1e-12)


def test_conditions_that_couple_too_much_are_refused_and_left_to_others(monkeypatch):
    problem, card = distinct(8, 9)
    deal = deal_of(problem.scope, [rule.content for rule in problem.rules], compile_diagram)
    chain = [card[i] < card[i + 1] for i in range(7)]
    monkeypatch.setattr(deals_module, "MOST_WORK", 10.0)
    with pytest.raises(TooLarge, match="multiplications"):
        deal.restrict(*chain)
    assert Knowledge(problem).observe(And(*chain)).count() == 9


def test_worlds_are_listed_without_a_diagram(monkeypatch):
    problem, card = distinct(4, 5)
    problem.require((card[0] == 1) | (card[1] < card[2]))
    rules = [rule.content for rule in problem.rules]
    deal = deal_of(problem.scope, rules, compile_diagram)

    def refused(_self):
        raise TooLarge("no")

    monkeypatch.setattr(Deal, "to_diagram", refused)
    assert worlds(deal, problem.scope) == worlds(deduce.compile(problem, "table"), problem.scope)


def test_values_that_nothing_tells_apart_are_one():
    problem, card = distinct(13, 52)
    deal = deal_of(problem.scope, [rule.content for rule in problem.rules], compile_diagram)
    deal = deal.restrict(card[0].is_in([1, 2, 3]), card[5] != 2)
    (shares,) = deal._shares
    placements = Placements(shares.bunches.weights, shares.group.ranges)
    variables, values = placements.alike
    assert sorted(map(len, variables)) == [1, 1, 11]
    assert sorted(map(len, values)) == [1, 2, 49]


def pairs_and_supply(pairs):
    """Spaces filled from a supply of six colours, some in pairs of one colour (the last goes with all)."""
    problem = Problem("set")
    spaces = problem.variables("space", range(14), domain=[*"KPUBGY"])
    rows = [(a, b) for a in "KPUBGY" for b in "KPUBGY" if a == b or "Y" in (a, b)]
    for k in range(pairs):
        problem.require(Relation((spaces[k], spaces[13 - k]), rows), f"pair {k}")
    for colour, most in zip("KPUBGY", (11, 10, 8, 7, 4, 6), strict=True):
        problem.require(Count(spaces.values(), [colour], 0, most), f"{most} {colour}")
    return problem


def test_a_deal_of_many_cases_gives_way_to_what_is_small():
    problem = pairs_and_supply(5)
    rules = [rule.content for rule in problem.rules]
    deal = deal_of(problem.scope, rules, compile_diagram)
    assert deal.work > DEAL_WORK
    found = deduce.compile(problem)
    assert not isinstance(found, Deal)
    assert found.count() == deduce.compile(problem, "diagram").count()


def test_a_deal_of_few_cases_stays_and_is_the_same_worlds():
    problem = pairs_and_supply(2)
    deal = deduce.compile(problem, "deal")
    assert deal.work < DEAL_WORK
    assert (
        deal.count()
        == deduce.compile(problem, "diagram").count()
        == deduce.compile(problem, "dnnf").count()
    )


@pytest.mark.parametrize("scale", [0.0, 40.0, -1200.0])
@pytest.mark.parametrize("own", [0.0, 3.0])
def test_weights_of_cases_count_with_their_scale(scale, own):
    """Beside logarithms: chances do not depend on a common scale, the whole weight does."""
    weights = np.array([1.0, 0.0, 3.0])
    shares = [SimpleNamespace(log2_totals=np.array([2.0, 5.0, 1.0]))]
    stub = SimpleNamespace(
        _cases=SimpleNamespace(weights=weights, scale=scale),
        _shares=shares,
        _said=SimpleNamespace(scale=own),
    )
    chances, total = Deal._posterior.work(stub)
    assert chances == pytest.approx([0.4, 0.0, 0.6])
    assert total == pytest.approx(np.log2(4.0 + 6.0) + scale + own)
