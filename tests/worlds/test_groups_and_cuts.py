"""What is shared out and what is gone through in a deal: groups and cuts by plain second writings of their rules."""

import math
import random
from itertools import product

import pytest

from deduce import AllDifferent, Count, Sum, Variable
from deduce.language.facts import Or
from deduce.language.variables import Scope
from deduce.worlds.cardinalities import Cardinalities, gathered
from deduce.worlds.cases import cut_of
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of


def said(rng, v):
    """Statements by lot: some say how often values are taken in a group, some seem to, some say other things."""
    some = rng.sample(v, rng.randint(2, 4))
    low = rng.randint(0, 2)
    return rng.choice(
        [
            lambda: AllDifferent(some),
            lambda: Count(some, rng.randrange(3), low, rng.randint(low, 3)),
            lambda: Count(some, [0, 1], low, 3),
            lambda: some[0] != some[1],
            lambda: some[0] == some[1],
            lambda: some[0] != 2,
        ]
    )()


def shares_out(part):
    """Whether a statement says how often one value, or every value, is taken by its variables."""
    count = part.counted()
    return len(part.scope) > 1 and (part.apart or (count is not None and len(count.values) == 1))


def holds(parts, v, row):
    at = dict(zip(v, row, strict=True))
    return all(part.holds([at[x] for x in part.scope]) for part in parts)


@pytest.mark.parametrize("seed", range(40))
def test_groups_share_no_variable_and_say_with_the_rest_what_was_said(seed):
    rng = random.Random(seed)
    v = [Variable(f"v{i}", rng.sample(range(3), 3)) for i in range(5)]
    parts = [said(rng, v) for _ in range(rng.randint(1, 5))]
    if rng.random() < 0.6:  # once more about one of the scopes, in another order
        some = list(rng.choice(parts).scope)
        rng.shuffle(some)
        parts.append(Count(some, 1, 0, 1))
    groups, rest = gathered(iter(parts))
    every = [rule for group in groups for rule in group.constraints()] + rest
    for row in product(range(3), repeat=5):
        assert holds(parts, v, row) == holds(every, v, row)
    # The largest scopes first, as far as they share no variable with those before.
    scopes, taken = [], set()
    for part in sorted(filter(shares_out, parts), key=lambda part: -len(part.scope)):
        if taken.isdisjoint(part.scope):
            scopes.append(Scope(part.scope))
            taken |= set(part.scope)
    assert [Scope(group.scope) for group in groups] == scopes
    own = [set(scope) for scope in scopes]
    for part in rest:
        assert not (shares_out(part) and set(part.scope) in own)
        # That some differ is no news where all do.
        inside = [group for group in groups if set(part.scope) <= set(group.scope) and part.apart]
        assert all(max(high for _, high in group.ranges) > 1 for group in inside)
    for group in groups:
        assert group.values == tuple(dict.fromkeys(x for w in group.scope for x in w.domain))
        for value, (low, high) in zip(group.values, group.ranges, strict=True):
            mine = [part for part in parts if shares_out(part) and set(part.scope) == set(group.scope)]
            counts = [c for part in mine if (c := part.counted()) is not None and c.values[0] == value]
            lows, highs = [0, *(c.low for c in counts)], [len(group.scope), *(c.high for c in counts)]
            assert (low, high) == (max(lows), min(*highs, 1 if any(p.apart for p in mine) else 9))


def test_a_group_is_said_in_as_few_words_as_will_do():
    v = [Variable(f"v{i}", range(3)) for i in range(3)]
    free = Cardinalities.of(v)
    assert free.ranges == ((0, 3),) * 3
    assert free.constraints() == []
    for ranges, sentences in (
        (((0, 1), (0, 1), (0, 1)), [AllDifferent(v)]),
        (((1, 1), (0, 1), (0, 1)), [AllDifferent(v), Count(v, 0, 1, 1)]),
        (((0, 1), (0, 0), (0, 1)), [AllDifferent(v), Count(v, 1, 0, 0)]),
        (((0, 3), (0, 2), (1, 3)), [Count(v, 1, 0, 2), Count(v, 2, 1, 3)]),
        (((0, 3), (2, 1), (0, 3)), [Or()]),
    ):
        found = Cardinalities(tuple(v), (0, 1, 2), ranges).constraints()
        assert list(map(str, found)) == list(map(str, sentences))
    assert free.entered(AllDifferent(v[:2])) is None
    assert free.entered(Sum(v, 1, 2)) is None
    assert free.entered(AllDifferent(v[::-1])).ranges == ((0, 1),) * 3
    assert free.entered(AllDifferent(v)).implies(AllDifferent(v[:2]))
    assert free.entered(AllDifferent(v)).implies(AllDifferent(v[::-1]))
    assert not free.implies(AllDifferent(v[:2]))
    assert not free.entered(AllDifferent(v)).implies(Count(v, 1, 0, 1))
    assert not free.entered(AllDifferent(v)).implies(AllDifferent([*v, Variable("w", range(3))]))


def cut_by_hand(scopes, grouped, begun):
    """Next comes the one in most conditions with others of its kind; then that of the fewest values, then by name."""
    cut = set(begun)
    while True:
        crowded = [left for scope in scopes if len(left := (set(scope) & grouped) - cut) > 1]
        if not crowded:
            return cut
        every = {v for left in crowded for v in left}
        cut.add(min(every, key=lambda v: (-sum(v in left for left in crowded), len(v.domain), v.name)))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_gone_through_leaves_one_of_a_group_in_every_condition(seed):
    rng = random.Random(seed)
    v = [Variable(f"v{rng.randrange(100)}.{i}", range(rng.randint(2, 4))) for i in range(8)]
    grouped = set(v[:6])
    rules = [Sum(rng.sample(v, rng.randint(2, 4)), 1, 4) for _ in range(rng.randint(1, 5))]
    begun = rng.sample(v[:6], rng.choice([0, 0, 1, 2]))
    cut = cut_of(iter(rules), grouped, iter(begun))
    assert cut == cut_by_hand([rule.scope for rule in rules], grouped, begun)
    assert all(len(set(rule.scope) & grouped - cut) < 2 for rule in rules)


@pytest.mark.parametrize("seed", range(12))
def test_cases_are_bounded_by_what_is_gone_through_before_any_is_made(seed):
    """The variables of no group and what is cut, each with all of its values; a group that is cut whole is none."""
    rng = random.Random(seed)
    v = [Variable(f"v{i}", range(4)) for i in range(4)]
    w = [Variable(f"w{i}", range(3)) for i in range(2)]
    m = [Variable(f"m{i}", range(2 + i)) for i in range(2)]
    joint = [Sum(rng.sample([*v, *m], 3), 1, 5) for _ in range(rng.randint(0, 2))]
    if seed % 3 == 0:
        joint += [Sum([w[0], w[1], m[0]], 1, 3)] + [Sum([w[1], w[0], v[0]], 0, 5)] * (seed % 2)
    fact = (v[0] == 1) | (v[1] == 2)
    deal = deal_of([*v, *w, *m], [AllDifferent(v), AllDifferent(w), *joint], compile_diagram)
    if seed % 4 == 1:
        deal = deal.weigh_fact(fact, 2.0)
    begun = set(fact.scope) if seed % 4 == 1 else set()
    tied, groups = [rule.scope for rule in joint], [set(v), set(w)]
    tied += [fact.scope] if begun else []
    while True:
        grouped = set().union(*groups)
        cut = cut_by_hand(tied, grouped, begun & grouped)
        whole = [group for group in groups if group <= cut]
        if not whole:
            break
        groups = [group for group in groups if not group <= cut]
        tied += map(tuple, whole)
    expected = sum(math.log2(len(x.domain)) for x in [*v, *w, *m] if x in cut or x not in grouped)
    assert deal.case_bits == pytest.approx(expected)
    assert len(deal._cases) <= 2**expected * (1 + 1e-9)
    assert deal.count() == compile_diagram(deal.variables, deal._said.constraints()).count()
