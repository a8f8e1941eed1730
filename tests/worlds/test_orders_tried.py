"""The orders that are tried for a diagram's layers, and what they are thought to cost, beside plain second writings."""

import math
import random
from itertools import combinations
from unittest.mock import patch

import pytest

from deduce import AllDifferent, AtLeast, Count, Relation, Sum, Variable
from deduce.graphs import Connected, Grid
from deduce.language.variables import Scope, among
from deduce.worlds import sweeps
from deduce.worlds.layers import Open, greedily, greedy_order, leaves

SEEDS = range(30)


class Bound:
    """Kinds of variables, each of one to three, bound to each other by a few conditions: all hang together."""

    def __init__(self, seed, kinds=8):
        rng = random.Random(seed)
        touched = [()] * kinds
        while len(set(touched)) < kinds:  # what touches the same conditions would be one kind
            self.links = [{rng.randrange(i), i} for i in range(1, kinds)]
            self.links += [
                set(rng.sample(range(kinds), rng.randint(2, 4))) for _ in range(rng.randint(0, 5))
            ]
            rng.shuffle(self.links)
            touched = [
                tuple(n for n, link in enumerate(self.links) if kind in link) for kind in range(kinds)
            ]
        sizes = [rng.randint(1, 3) for _ in range(kinds)]
        self.groups = [[Variable(f"v{i}{j}", [0, 1]) for j in range(sizes[i])] for i in range(kinds)]
        opened = [self.open([v for kind in sorted(link) for v in self.groups[kind]]) for link in self.links]
        self.mine = {
            v: [item for item in opened if among(v, item.scope)] for group in self.groups for v in group
        }
        self.pulled = sweeps._Pulled(self.groups, self.mine)
        self.kinds = kinds

    @staticmethod
    def open(scope):
        return Open(scope, [0.0] + [1.0] * (len(scope) - 1))

    def near(self):
        return [set().union(*(link for link in self.links if k in link)) - {k} for k in range(self.kinds)]

    def filled(self, widest):
        near, left, order = self.near(), set(range(self.kinds)), []
        while left:
            missing = {
                kind: sum(b not in near[a] for a, b in combinations(sorted(near[kind]), 2)) for kind in left
            }
            chosen = min(left, key=lambda kind: (missing[kind], kind))
            if len(near[chosen]) > widest:
                return None
            left.remove(chosen)
            order.append(chosen)
            for other in near[chosen]:
                near[other] = (near[other] | near[chosen]) - {other, chosen}
        return order

    def waved(self):
        near, last = self.near(), 0
        for _ in range(3):
            order = [last]
            for kind in order:
                fresh = near[kind] - set(order)
                order += sorted(fresh, key=lambda k: (sum(k in link for link in self.links), k))
            last = order[-1]
        return order

    def span(self, places):
        return sum(max(places[k] for k in link) - min(places[k] for k in link) for link in self.links)

    def settled(self, places):
        """The first of the places pulled again and again after which the spans shrink no more, of twelve."""
        for _ in range(11):
            middle = [sum(places[k] for k in sorted(link)) / len(link) for link in self.links]
            own = [[middle[n] for n, link in enumerate(self.links) if k in link] for k in range(self.kinds)]
            wanted = [sum(each) / len(each) for each in own]
            order = sorted(range(self.kinds), key=wanted.__getitem__)
            after = [float(order.index(kind)) for kind in range(self.kinds)]
            if self.span(after) >= self.span(places):
                break
            places = after
        return list(places)


def placed(order):
    return [float(order.index(kind)) for kind in range(len(order))]


@pytest.mark.parametrize("seed", SEEDS)
def test_orders_by_fill_by_waves_and_by_pulling_are_those_of_their_rules(seed):
    some = Bound(seed)
    assert some.pulled.waved() == placed(some.waved())
    for widest in (1, 2, 3, 20):
        with patch.object(sweeps, "WIDEST_FILL", widest):
            expected = some.filled(widest)
            assert some.pulled.filled() == (expected if expected is None else placed(expected))
    places = [float(i) for i in range(some.kinds)]
    random.Random(seed).shuffle(places)
    assert some.pulled.settled(places) == some.settled(places)


def names(order):
    return [v.name for v in order]


def orders_by_hand(some, rank, work=0, restarts=4):
    """Names of the variables in every order that is tried of a part, one after the other."""
    part = [v for group in some.groups for v in group]
    found = [sorted(part, key=rank.__getitem__)]
    if len(part) < 3 or work > sweeps.MOST_WORK:
        return list(map(names, found))
    found += [part, list(greedily(part, some.mine))]
    given = list(range(some.kinds))
    laid = [some.settled(placed(given)), placed(some.waved()), some.settled(placed(some.waved()))]
    luck, places = random.Random(len(part)), placed(given)
    for _ in range(restarts):
        luck.shuffle(places)
        laid.append(some.settled(places))
    least = some.filled(sweeps.WIDEST_FILL)
    laid += [] if least is None or some.kinds > sweeps.MOST_FILL else [placed(least)]
    for places in laid:
        found.append([v for kind in sorted(given, key=places.__getitem__) for v in some.groups[kind]])
    return list(map(names, found))


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_so_many_orders_are_tried_of_a_part_and_kinds_stay_together(seed):
    some = Bound(seed)
    part = [v for group in some.groups for v in group]
    mixed = random.Random(seed).sample(part, len(part))
    rank = {v: i for i, v in enumerate(mixed)}

    def tried(work):
        return list(map(names, sweeps._orders(part, some.mine, rank, work)))

    assert tried(0) == orders_by_hand(some, rank)
    with patch.object(sweeps, "MOST_WORK", 960):
        # Random beginnings are many passes more: only where a fourth of the rounds' work is left.
        assert tried(19) == orders_by_hand(some, rank)
        assert tried(20) == tried(960) == orders_by_hand(some, rank, restarts=0)
        assert tried(961) == [names(mixed)]
    with patch.object(sweeps, "MOST_FILL", 7):
        assert tried(0) == orders_by_hand(some, rank)
    with patch.object(sweeps, "MOST_FILL", 8):
        assert tried(0) == orders_by_hand(some, rank)
    with patch.object(sweeps, "WIDEST_FILL", 1):
        assert tried(0) == orders_by_hand(some, rank)


def test_a_part_of_two_has_one_order_and_one_of_three_has_several():
    for size in (2, 3):
        part = [Variable(f"v{i}", [0, 1]) for i in range(size)]
        bound = [Bound.open(part)]
        mine = dict.fromkeys(part, bound)
        rank = {v: -i for i, v in enumerate(part)}
        found = list(map(names, sweeps._orders(part, mine, rank, 0)))
        assert found[0] == names(part[::-1])
        assert (len(found) == 1) is (size == 2)


@pytest.mark.parametrize(
    ("keys", "columns"),
    [
        ([3, 1, 2, 5], [[3, 1, 2, 5]]),
        ([*"bcab"], [[0, 1, 2, 0]]),
        ([3, "x", 3, 1.5], [[0, 1, 0, 2]]),
        ([(2, 5), (1, 7), (1, 4), (0, 7)], [[2, 1, 1, 0], [5, 7, 4, 7]]),
        ([(2, "x"), (1, "y"), (1.5, "x"), (1, "z")], [[2, 1, 1.5, 1], [0, 1, 0, 2]]),
        ([(2, "x", 3), (1, "y", 3), (1, "x", 1), (0, "z", 1)], [[2, 1, 1, 0], [0, 1, 0, 2], [3, 3, 1, 1]]),
        ([(2, 5), (1, 7), 3, (0, 7)], []),
        ([None, None], []),
        ([(1,), None], []),
        ([(1, 2, 3, 4), (2, 2, 2, 2)], []),
    ],
)
def test_sweeps_go_along_each_coordinate_straight_and_leaning(keys, columns):
    part = [Variable(f"v{i}", [0, 1], key=key) for i, key in enumerate(keys)]
    found = [[key(v) for v in part] for key in sweeps._sweeps(part)]
    if len(columns) == 1:
        assert found == columns
        return
    # Straight ones lean so little that only ties are decided by it.
    expected = [
        [a + slant * b for a, b in zip(one, other, strict=True)]
        for one in columns
        for other in columns
        if one is not other
        for slant in (1e-4, 0.25, -0.25, 1.0, -1.0)
    ]
    assert found == [pytest.approx(each) for each in expected]


def test_a_kind_is_swept_where_its_middle_is():
    x = [Variable(f"x{key}", [0, 1], key=key) for key in (0, 9, 2, 3)]
    ends, one = Bound.open(x), Bound.open(x[2:])
    # The first two are alike: their middle is between the other two and beyond them.
    mine = {x[0]: [ends], x[1]: [ends], x[2]: [ends, one], x[3]: [ends, one]}
    found = list(map(names, sweeps._orders(x, mine, {v: i for i, v in enumerate(x)}, 0)))
    assert found[3] == ["x2", "x3", "x0", "x9"]


def cost_by_hand(rule, fixed):
    """The variables of a rule that are open where others are known, and its bits after none, one, ... is read."""
    scope = [v for v in rule.scope if v not in fixed]
    ways = [0.0]
    for size in sorted((len(v.domain) for v in scope), reverse=True)[:-1]:
        ways.append(ways[-1] + math.log2(size))
    if isinstance(rule, AllDifferent):
        values = {value for v in scope for value in v.domain}
        return scope, [math.log2(max(1, math.comb(len(values), n))) for n in range(len(scope))]
    if isinstance(rule, Count):
        one = rule.values[0]
        known = sum(v.domain[fixed[v]] == one for v in rule.scope if v in fixed)
        scope = [v for v in scope if one in v.domain]
        return scope, spread_by_hand([1] * len(scope), rule.low - known, min(rule.high - known, len(scope)))
    if isinstance(rule, Sum):
        known = sum(v.domain[fixed[v]] for v in rule.scope if v in fixed)
        tops = sorted((max(v.domain) for v in scope), reverse=True)
        return scope, list(map(min, spread_by_hand(tops, rule.low - known, rule.high - known), ways))
    (_, most), *_ = rule.spans()
    return scope, [min(most, each) for each in ways]


def spread_by_hand(tops, low, high):
    """How many whole numbers a total may be so that it matters: those from which the rest is sure to do are one."""
    found = []
    for read in range(len(tops)):
        rest = sum(tops[: len(tops) - read])
        some = {t for t in range(sum(tops[:read]) + 1) if t <= high and t + rest >= low}
        if high >= sum(tops):
            some = {min(t, max(low, 0)) for t in some}
        found.append(math.log2(max(1, len(some))))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_what_conditions_cost_over_what_is_not_known(seed):
    rng = random.Random(seed)
    x = [Variable(f"x{i}", range(rng.choice([1, 2, 2, 3, 4]))) for i in range(7)]
    some = rng.sample(x, 5)
    total = sum(len(v.domain) - 1 for v in some)
    low = rng.randint(0, 3)
    rules = [
        AllDifferent(rng.sample(x, 4)),
        Count(rng.sample(x, 5), 1, low, rng.randint(max(low, 1), 5)),
        Sum(some, rng.randint(-1, total), rng.randint(0, total + 2)),
        Relation(x[:3], [(0, 0, 0)]),
        AtLeast(2, x[3:6], 1),
    ]
    rng.shuffle(rules)
    masks = {v: rng.randint(1, v.full_mask) for v in rng.sample(x, rng.choice([0, 2, 4]))}
    fixed, opened = sweeps._reduced(rules, masks)
    bound = {v for rule in rules for v in rule.scope}
    alone = {v: 0 for v in x if len(v.domain) == 1 and v in bound}
    alone.update({v: mask.bit_length() - 1 for v, mask in masks.items() if mask.bit_count() == 1})
    # What counts settle beside it is what `_settle` says, until it says nothing more.
    for _ in range(4 if alone else 0):
        for rule in rules:
            if isinstance(rule, Count):
                sweeps._settle(rule, alone)
    assert fixed == alone
    expected = [cost_by_hand(rule, fixed) for rule in rules if sum(v not in fixed for v in rule.scope) > 1]
    for item, (scope, bits) in zip(opened, expected, strict=True):
        assert Scope(item.scope) == Scope(scope)
        assert list(item.bits) == pytest.approx(bits)


def states_by_hand(order, opened):
    """How many states the layers of an order have together, as the bits of what is open say; also those of the widest."""
    bits = []
    for place in range(1, len(order) + 1):
        read = [(item, sum(among(v, order[:place]) for v in item.scope)) for item in opened]
        bits.append(sum(item.bits[n] for item, n in read if n < len(item.scope)))
    return sum(2.0**each for each in bits), max(bits, default=0.0)


def assembled_by_hand(v, opened, loose, rank):
    """Part by part, the widest first; what only loose conditions or none speak of comes last."""
    tight = [item for item in opened if item.length <= loose]
    mine = {x: [item for item in tight if among(x, item.scope)] for x in v}
    left, parts = [x for x in v if mine[x]], []
    while left:
        reached = {left[0]}
        for _ in v:
            reached |= {y for x in reached for item in mine[x] for y in item.scope}
        part = [x for x in left if x in reached]
        left = [x for x in left if x not in reached]
        own = [item for item in tight if among(part[0], item.scope) or reached & set(item.scope)]
        tried = sweeps._orders(part, {x: mine[x] for x in part}, rank, sum(map(len, mine.values())))
        parts.append(
            min(((states_by_hand(order, own)[0], order) for order in tried), key=lambda each: each[0])
        )
    parts.sort(key=lambda each: -each[0])
    return [*(x for _, order in parts for x in order), *(x for x in v if not mine[x])]


@pytest.mark.parametrize("seed", SEEDS[:12])
def test_parts_one_after_the_other_each_in_its_best_order(seed, monkeypatch):
    loose = (1, 3, 16)[seed % 3]
    for name, value in (("LITTLE", 0), ("_LOOSE", loose), ("_RESTARTS", 1)):
        monkeypatch.setattr(sweeps, name, value)
    rng = random.Random(seed)
    v = [Variable(f"v{i}", range(rng.choice([1, 2, 3, 3, 4])), key=(i % 3, i)) for i in range(12)]
    rules = []
    for _ in range(rng.randint(4, 9)):
        some = rng.sample(v[:6] if rng.random() < 0.5 else v[6:11], rng.randint(2, 3))
        rules.append(rng.choice([AllDifferent(some), Sum(some, 1, 2), Count(some, 0, 0, 1)]))
    rules.append(Sum(v[:11], 3, 9))
    rules += [x != 0 for x in rng.sample(v, rng.choice([0, 0, 3])) if len(x.domain) == 2]
    rng.shuffle(v)
    joint = leaves(rules)
    fixed, opened = sweeps._reduced(joint, sweeps._masks(rules))
    touching = {x: [item for item in opened if among(x, item.scope)] for x in v}
    chosen, _ = greedy_order(v, rules)
    known = [x for x in fixed if among(x, v)]
    first = [*known, *(x for x in chosen if x not in fixed)]
    free = [x for x in v if x not in fixed]
    rank = {x: i for i, x in enumerate(chosen)}
    other = [*known, *assembled_by_hand(free, opened, max(loose, len(free) / 4), rank)]
    before, after = states_by_hand(first, opened)[0], states_by_hand(other, opened)[0]
    assert sweeps._states(other, touching) == pytest.approx(after)
    for better in (0.5, (0.999 + 0.002 * (seed % 2)) * after / before):
        monkeypatch.setattr(sweeps, "BETTER", better)
        order, bits = sweeps.layer_order(v, rules)
        assert names(order) == names(other if after <= better * before else first)
        assert bits == pytest.approx(states_by_hand(order, opened)[1])


def test_the_first_order_is_kept_where_its_layers_have_so_few_states_together():
    """Eight layers of a count of eight have 2 + 3 + ... states: as many as are little, or one more."""
    v = [Variable(f"v{i}", [0, 1], key=-i) for i in range(8)]
    rules = [Count(v, 1, 2, 6), v[5] == 1]
    greedy, widest = greedy_order(v, rules)
    with patch.object(sweeps, "LITTLE", math.ceil(2**widest * 8)):
        assert names(sweeps.layer_order(v, rules)[0]) == names(greedy) == names(v)
    with patch.object(sweeps, "LITTLE", math.ceil(2**widest * 8) - 1):
        order, bits = sweeps.layer_order(v, rules)
    assert names(order) == names([v[5], *v[:5], *v[6:]])
    assert bits < widest
    wide = [Open(v, [0.0] + [500.0] * 7) for _ in range(3)]
    assert sweeps._states(v, dict.fromkeys(v, wide)) == math.inf
    assert sweeps.layer_order((), ()) == ((), 0.0)
    # Where something remembers a front that moves, nothing else is tried.
    grid = Grid(2, 2)
    cell = [Variable(f"c{i}", [0, 1]) for i in range(4)]
    both = [Connected(dict(zip(grid.cells, cell, strict=True)), grid), *rules]
    with patch.object(sweeps, "LITTLE", 0), patch.object(sweeps, "BETTER", 1e9):
        assert sweeps.layer_order([*v, *cell], both) == greedy_order([*v, *cell], both)
        assert names(sweeps.layer_order(v, rules)[0]) != names(greedy)
    assert sweeps.layer_order(v, rules, bits=lambda rule: [9.0] * 8) == greedy_order(
        v, rules, bits=lambda rule: [9.0] * 8
    )
