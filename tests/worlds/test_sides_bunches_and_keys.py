"""What is done in one of several ways for the sake of speed, every way forced: sides, bunches, glances, keys."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations, product
from math import isclose, prod
from types import SimpleNamespace

import numpy as np
import pytest

from deduce import (
    AllDifferent,
    Count,
    Diagram,
    GaveUp,
    Knowledge,
    Problem,
    Relation,
    Replace,
    Shuffle,
    Sum,
    Swap,
    Table,
    TooLarge,
    Variable,
)
from deduce.ground.deadline import Deadline
from deduce.kernels import using
from deduce.language.expressions import expression_of
from deduce.worlds import asking, following, placements, shares
from deduce.worlds.assignment import assignment_of
from deduce.worlds.cases import _exact
from deduce.worlds.compile import compile_diagram
from deduce.worlds.conditions import Conditions
from deduce.worlds.deal import deal_of
from deduce.worlds.descent import _Descent, descended
from deduce.worlds.draws import _given, drawn
from deduce.worlds.elimination import cohesion
from deduce.worlds.placements import Placements
from deduce.worlds.product import prune
from deduce.worlds.scans import planned
from deduce.worlds.shares import Bunches
from deduce.worlds.sharing import SharedMatchings, _orders


def every_way(weights, ranges):
    """Each way to give every variable a value with its weight, by brute force."""
    n, m = weights.shape
    found = {}
    for values in product(range(m), repeat=n):
        if all(low <= values.count(v) <= high for v, (low, high) in enumerate(ranges)):
            weight = prod(weights[i, v] for i, v in enumerate(values))
            if weight:
                found[values] = weight
    return found


@pytest.mark.parametrize("by_value", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_placements_are_the_same_scanned_from_either_side(by_value, seed, monkeypatch):
    """Value by value and variable by variable: whichever was the cheaper."""
    plan = placements.planned

    def preferred(*arguments, single, **options):
        return replace(plan(*arguments, single=single, **options), cost=float(single is by_value))

    monkeypatch.setattr(placements, "planned", preferred)
    rng = random.Random(seed)
    count, n, m = rng.randint(1, 3), rng.randint(1, 5), rng.randint(1, 4)
    entries = rng.choice([[0.0, 1.0], [1.0], [0.0, 1.0, 1.0, 2.5]])
    rows = [[[rng.choice(entries) for _ in range(m)] for _ in range(count)] for _ in range(3)]
    weights = np.array(rng.choices(rows, k=n)).transpose(1, 0, 2)
    kinds = [(0, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, n), (0, 0), (0, n)]
    ranges = tuple(rng.choice(kinds[: 3 + seed % 6]) for _ in range(m))
    made = Placements(weights, ranges)
    assert made.by_value is by_value
    totals, power = made.totals
    for matrix in range(count):
        ways = every_way(weights[matrix], ranges)
        assert isclose(totals[matrix] * 2.0 ** power[matrix], sum(ways.values()), rel_tol=1e-9)
        assert made.counts[matrix] == len(ways)
        chances = np.zeros((n, m))
        for values, weight in ways.items():
            chances[range(n), values] += weight / sum(ways.values())
        assert np.allclose(made.chances[matrix], chances, rtol=1e-9, atol=1e-12)
        if ways:
            some = drawn(made, np.full(20, matrix), np.random.default_rng(seed))
            assert set(map(tuple, some.tolist())) <= ways.keys()


BUNCHED = {
    "alone": (-(10**9), 1 << 23),
    "one by one": (10**9, 1),
    "three": (10**9, None),
    "together": (10**9, 1 << 23),
}


@pytest.mark.parametrize("way", BUNCHED)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8])
def test_matrices_are_the_same_scanned_alone_in_bunches_or_together(way, count, monkeypatch):
    """Matrices of one way each, so that what is drawn is known, and each with a weight of its own."""
    orders = random.Random(count).sample(list(permutations(range(4))), count)
    weights = np.zeros((count, 4, 4))
    for i, order in enumerate(orders):
        weights[i, range(4), order] = 1.0
        weights[i, 0] *= 2.0**i
    alone, numbers = BUNCHED[way]
    monkeypatch.setattr(shares, "_ALONE", alone)
    whole = Placements(weights, ((0, 1),) * 4).plan.whole
    monkeypatch.setattr(shares, "_LAYER_NUMBERS", 3.5 * whole if numbers is None else numbers)
    found = Bunches(weights, ((0, 1),) * 4)
    size = {"alone": 1, "one by one": 1, "three": 3, "together": count}[way]
    assert [end - begin for begin, end in found._bunches] == [
        min(size, count - begin) for begin in range(0, count, size)
    ]
    assert found.log2_totals == pytest.approx(list(range(count)))
    assert found.counts == [1] * count
    chances = np.arange(1.0, count + 1)
    mean = np.zeros((4, 4))
    for chance, order in zip(chances, orders, strict=True):
        mean[range(4), order] += chance
    assert found.mean(chances) == pytest.approx(mean)
    asked = np.array([*range(count), *range(count)][::-1])
    rows = found.draw(asked, np.random.default_rng(0)).tolist()
    assert [tuple(row) for row in rows] == [orders[i] for i in asked]


@pytest.mark.parametrize("count", [1, 2, 5, 6])
def test_what_a_scan_takes_is_by_its_bunches(count, monkeypatch):
    """Of equal matrices each costs the same: the multiplications of one so many times, and a beginning a bunch."""
    one = np.triu(np.ones((4, 6)))[None]
    single = Placements(one, ((0, 1),) * 6)
    monkeypatch.setattr(shares, "_ALONE", 10**6)
    monkeypatch.setattr(shares, "_LAYER_NUMBERS", 2.5 * single.plan.whole)
    found = Bunches(np.repeat(one, count, axis=0), ((0, 1),) * 6)
    assert found.work == pytest.approx(count * single.cost + 10**6 * -(-count // 2))
    assert found.scan_bytes == pytest.approx(8 * single.plan.whole * min(2, count))


@pytest.mark.parametrize("groups", [1, 2, 3])
def test_a_condition_on_a_group_is_of_that_group_alone(groups):
    """Wherever it stands among others: each is counted by itself, and the worlds are the ways of all."""
    v = [[Variable(f"v{g}{i}", range(4)) for i in range(3)] for g in range(groups)]
    every = [x for scope in v for x in scope]
    deal = deal_of(every, [AllDifferent(scope) for scope in v], compile_diagram)
    assert deal.count() == 24**groups
    for scope in v:
        for said in (Count(scope, 0, low=1, high=1), Count(scope, 3, low=0, high=0)):
            rows = list(permutations(range(4), 3))
            left = sum(said.holds(row) for row in rows)
            made = deal.restrict(said)
            assert made.count() == left * 24 ** (groups - 1)
            for x in every:
                assert made.possible(x) == (set(range(4)) if x not in set(scope) or said.low else {0, 1, 2})
    both = deal.restrict(*(Count(scope, 0, low=1, high=1) for scope in v))
    assert both.count() == 18**groups


def test_the_memory_of_a_deal_stays_what_was_allowed_when_it_is_renamed():
    v = [Variable(f"v{i}", range(8)) for i in range(6)]
    deal = deal_of(v, [AllDifferent(v)], compile_diagram, max_bytes=100)
    for made in (deal, deal.relabel({v[0]: Variable("w", range(8))})):
        with pytest.raises(TooLarge, match=r"allowed: .* 0\.0 MB"):
            made.prepared()


@pytest.mark.parametrize("seed", range(20))
def test_orders_of_rows_are_as_many_as_there_are(seed):
    rng = random.Random(seed)
    rows = [tuple(rng.choice([(1, 2), (3,), (1,)])) for _ in range(seed % 6)]
    assert _orders(rows) == len(set(permutations(rows)))


CHANGES = {
    "swap": (lambda x, y, z: Swap(x, z), lambda a, b, c: {(c, b, a): 1.0}),
    "shuffle": (Shuffle, lambda *row: Counter(permutations(row))),
    "two shuffled": (lambda x, y, z: Shuffle(x, y), lambda a, b, c: Counter([(a, b, c), (b, a, c)])),
    "drawn anew": (
        lambda x, y, z: Replace(y, {0: 1.0, 2: 3.0}),
        lambda a, b, c: {(a, 0, c): 1.0, (a, 2, c): 3.0},
    ),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("rule", ["sum", "different", "free"])
def test_a_change_that_takes_more_than_a_glance_is_made_all_the_same(change, rule, monkeypatch):
    """Beside all worlds, each followed by hand; some of what is ruled leaves no form that keeps the change."""
    made, follow = CHANGES[change]
    problem = Problem("glance")
    v = [problem.variable(name, range(3)) for name in "xyz"]
    rules = {"sum": [Sum(v, low=2, high=4)], "different": [AllDifferent(v)], "free": []}[rule]
    for one in rules:
        problem.require(one)
    before = [
        row for row in product(range(3), repeat=3) if row[0] != 2 and all(r.holds(row) for r in rules)
    ]
    after = Counter()
    for row in before:
        for new, weight in follow(*row).items():
            if all(r.holds(new) for r in rules) and new[2] != 0:
                after[new] += weight
    monkeypatch.setattr(following, "_CHANGE_BYTES", 1)
    known = Knowledge(problem).observe(v[0] != 2).change(made(*v)).observe(v[2] != 0)
    assert known.count() == len(after)
    for at, variable in enumerate(v):
        shares_ = [sum(w for row, w in after.items() if row[at] == value) for value in range(3)]
        told = [known.marginals(variable).get(value, 0.0) for value in range(3)]
        assert told == pytest.approx([share / sum(shares_) for share in shares_]), variable


def eliminated(scopes, variables):
    """Which variable goes when, by hand: always one with the fewest neighbours, the first of several."""
    near = {v: {w for scope in scopes if v in scope for w in scope} - {v} for v in range(variables)}
    left = {v for v in near if near[v]}
    places, widest = [0.0] * variables, 0
    while left:
        v = min(left, key=lambda each: (len(near[each]), each))
        left.remove(v)
        widest = max(widest, len(near[v]))
        places[v] = 1.0 + max(places)
        for w in near[v]:
            near[w] = (near[w] | near[v]) - {v, w}
    return places, widest


@pytest.mark.parametrize("seed", range(20))
def test_what_goes_last_is_tried_first_where_few_hold_the_others_together(seed):
    rng = random.Random(seed)
    n = rng.randint(6, 20)
    scopes = [sorted(rng.sample(range(n), rng.randint(1, 3))) for _ in range(n // 2 + seed % 6)]
    places, widest = eliminated(scopes, n)
    assert cohesion(scopes, n) == (places if widest <= n / 3 else [0.0] * n)


def test_a_path_falls_into_halves_and_what_is_one_lump_or_too_much_into_nothing():
    path = [(i, i + 1) for i in range(9)]
    assert sorted(cohesion(path, 10)) == [float(i) for i in range(1, 11)]
    assert cohesion([tuple(range(10))], 10) == [0.0] * 10
    assert cohesion([tuple(range(500))], 600) == [0.0] * 600  # 250,000 pairs
    lumps = [tuple(range(41)), tuple(range(50, 91))]
    assert any(cohesion(lumps, 200))  # 40 neighbours each
    assert not any(cohesion([tuple(range(42))], 200))


def test_components_that_are_not_alike_have_different_keys():
    """Where a sum so far reads as the values of a variable more: a condition is no variable."""
    v = [Variable(f"v{i}", range(4)) for i in range(4)]
    rows = [(a, b) for a in range(4) for b in range(4) if (a + b) % 3]
    stated = [
        *(Relation(pair, rows) for pair in ([v[0], v[1]], [v[1], v[2]], [v[0], v[2]])),
        Sum([v[0], v[1], v[3]], low=4, high=6),
    ]
    made = _Descent(Conditions.of(v, stated, {}), [0.0] * 4, 1e9, 10**9)
    keys = {}
    for variables, binding in (
        ([0, 1], [0, 3]),
        ([0, 1], [0]),
        ([0, 1, 2], [0, 1, 2]),
        ([0, 1, 2], [0, 1, 2, 3]),
    ):
        for last, two in product(range(4), range(1, 16)):
            made.dom = [15, 15, two, 1 << last]
            what = (*variables, *binding, two if 2 in variables else 0, last if 3 in binding else 0)
            keys.setdefault(made._key(variables, binding), set()).add(what)
    assert {len(alike) for alike in keys.values()} == {1}
    assert len(keys) == 4 + 1 + 15 + 15 * 4


@pytest.mark.parametrize("seed", range(40))
def test_ways_that_at_least_one_support_allows_are_counted_once(seed):
    """Supports that overlap, ranges of every kind: beside all ways, each tried."""
    rng = random.Random(seed)
    places, values = rng.randint(1, 4), rng.randint(1, 4)
    kinds = [(0, 1), (1, 1), (0, 2), (1, 2), (2, 3), (0, places), (1, places)]
    ranges = tuple(rng.choice(kinds) for _ in range(values))
    supports = [
        tuple(rng.randint(1, 2**values - 1) for _ in range(places)) for _ in range(rng.randint(2, 3))
    ]
    stub = SimpleNamespace(ranges=ranges, places=places)
    ways = [
        way
        for way in product(range(values), repeat=places)
        if all(low <= way.count(v) <= high for v, (low, high) in enumerate(ranges))
        and any(all(mask >> v & 1 for mask, v in zip(rows, way, strict=True)) for rows in supports)
    ]
    assert SharedMatchings._union(stub, supports) == len(ways)


@pytest.mark.parametrize(
    "ranges", [((0, 1), (0, 2)), ((1, 2), (0, 1), (0, 2)), ((2, 2), (0, 3)), ((0, 1),) * 3]
)
def test_things_are_given_out_within_the_ranges_and_every_way_as_often(ranges):
    number, rng = 3 if ranges[0] != (0, 1) or len(ranges) != 2 else 2, np.random.default_rng(1)
    ways = [
        way
        for way in product(range(len(ranges)), repeat=number)
        if all(low <= way.count(v) <= high for v, (low, high) in enumerate(ranges))
    ]
    draws = 100 * len(ways)
    times = Counter(tuple(_given(ranges, number, rng).tolist()) for _ in range(draws))
    assert times.keys() == set(ways)
    assert all(abs(n - 100) < 60 for n in times.values())


def test_ways_of_cases_are_counted_one_by_one_where_floats_do_not_tell_them():
    """Whether numbers are read off weights, or each case is restricted to: how many worlds each has."""
    v = [Variable(name, range(3)) for name in "abc"]
    modes = compile_diagram(v, [Sum(v, low=2, high=4), v[0] != v[1]])
    worlds = [row for row in product(range(3), repeat=3) if 2 <= sum(row) <= 4 and row[0] != row[1]]
    for places in ([], [0], [1, 2], [2, 0], [0, 1, 2]):
        cases = modes.project([v[i] for i in places])
        wanted = [
            sum(all(w[p] == x for p, x in zip(places, row, strict=True)) for w in worlds)
            for row in cases.rows()
        ]
        assert _exact(modes, cases) == wanted
        scaled = Table(cases.variables, cases.columns, cases.weights * 0.5, scale=1)
        assert _exact(modes, scaled) == wanted


def test_items_that_take_of_the_same_classes_are_scanned_together():
    """In whatever order they are named: what is held meanwhile is the same, so the work is."""
    kinds = np.repeat(np.eye(4, dtype=bool), 5, axis=0)
    least = planned(kinds, [5] * 4, [1] * 20, single=False).cost
    for seed in range(5):
        mixed = np.random.default_rng(seed).permutation(kinds)
        assert planned(mixed, [5] * 4, [1] * 20, single=False).cost == least


def slots():
    return Placements(1.0 - np.eye(5)[None], ((0, 1),) * 5)


def scanned(*parts):
    """Placements of which these parts are known beforehand."""
    made = slots()
    for part in parts:
        getattr(made, part)
    return made


@pytest.mark.parametrize("part", ["plan", "back", "chances", "counts"])
def test_a_scan_gives_up_at_the_watched_deadline(part):
    made = scanned(*{"plan": (), "back": ("plan",)}.get(part, ("plan", "back", "totals")))
    with Deadline(0).watch(), pytest.raises(GaveUp):
        getattr(made, part)
    assert getattr(slots(), part) is not None


def test_values_and_numbers_told_apart_give_up_at_the_watched_deadline(monkeypatch):
    monkeypatch.setattr(asking, "_PROJECTED", 0)
    v = [Variable(name, range(3)) for name in "ab"]
    worlds = compile_diagram(v, [v[0] != v[1]])
    worlds.arrays()
    for thing in (v[0], v[0] < v[1], expression_of(v[0] + v[1])):
        assert asking.chances(worlds, [thing])
        with Deadline(0).watch(), pytest.raises(GaveUp):
            asking.chances(worlds, [thing])
    with Deadline(0).watch(), pytest.raises(GaveUp):
        list(asking._halved(worlds, expression_of(v[0] + v[1]), 0, 4))


def test_a_search_without_kernels_gives_up_at_the_watched_deadline():
    v = [Variable(f"v{i}", range(3)) for i in range(4)]
    rows = [(a, b) for a in range(3) for b in range(3) if (a + b) % 3]
    conditions = Conditions.of(v, [Relation(pair, rows) for pair in pairwise(v)], {})
    with using(False):
        assert len(descended(conditions, 10**9).node)
        with Deadline(0).watch(), pytest.raises(GaveUp):
            descended(conditions, 10**9)


@pytest.mark.parametrize("common", [-400.0, 0.0, 400.0])
@pytest.mark.parametrize(
    ("bits", "wide"), [([0.0, 300.0, 0.0], False), ([0.0, -300.0, 300.0], True), ([0.0] * 3, False)]
)
def test_ratios_are_wide_by_what_is_between_them_whatever_they_have_in_common(common, bits, wide):
    v = [Variable(name, range(3)) for name in "xyz"]
    made = assignment_of(v, [AllDifferent(v)]).weigh(v[0], [2.0 ** (common + each) for each in bits])
    assert isinstance(made, Diagram) is wide
    assert made.log2_weight() == pytest.approx(common + max(bits) + (1 if any(bits) else np.log2(6)))
    assert isinstance(made.weigh(v[1], [1.0, 2.0**300, 1.0]), Diagram) is (wide or any(bits))


def test_values_are_free_where_none_has_to_be_taken_and_each_may_be_everywhere():
    for low, high in product(range(3), range(1, 4)):
        for other in ((0, 2), (0, 5)):
            made = SharedMatchings.sharing(2, (other, (low, high)))
            assert made.free is (low == 0 and high >= 2)


def test_nodes_with_equal_futures_are_one_in_every_layer():
    """Where nothing is to be merged below too."""
    below = [np.array([[0, 1]]), np.array([[0, 1], [0, 1]]), np.array([[0, 0], [0, 1]])]
    children, _ = prune([layer.astype(np.int32) for layer in below], [None] * 3, 2)
    assert [layer.tolist() for layer in children] == [[[0, 0]], [[0, 1]], [[0, 0], [0, 1]]]


def test_a_step_has_the_chances_of_what_is_below_and_none_where_nothing_is():
    v = [Variable(name, range(3)) for name in "ab"]
    worlds = compile_diagram(v, [v[0] < v[1]]).weigh(v[1], [1.0, 1.0, 3.0])
    chances, nodes = worlds.step(0, 0)
    assert chances.tolist() == pytest.approx([4 / 7, 3 / 7, 0.0])
    for value, wanted in ((0, [0.0, 0.25, 0.75]), (1, [0.0, 0.0, 1.0])):
        assert worlds.step(1, int(nodes[value]))[0].tolist() == pytest.approx(wanted)
    nothing = worlds.weigh(v[1], [0.0, 0.0, 1.0]).restrict(v[0] == 2)
    assert nothing.step(0, 0)[0].tolist() == [0.0] * 3


def test_layers_that_have_gone_far_are_brought_near_one_by_powers_of_two():
    layer = np.array([[1e-200, 4e-200], [3e150, 0.0], [0.0, 0.0], [1.0, 0.5]])
    found, shift = placements._scaled(layer)
    assert np.ldexp(found, shift[:, None]).tolist() == layer.tolist()
    assert all(0.5 <= peak <= 1 or not peak for peak in found.max(axis=1))
    near, none = placements._scaled(layer[2:])
    assert (near.tolist(), none.tolist()) == (layer[2:].tolist(), [0, 0])
