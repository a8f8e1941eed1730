"""Pieces of the forms by themselves, each beside a plain writing of what it promises."""

import itertools
import math
import random
from dataclasses import replace
from itertools import product
from math import factorial

import numpy as np
import pytest

from deduce import AllDifferent, Count, Diagram, GaveUp, Problem, ProblemError, Sum, TooLarge, Variable
from deduce.ground.deadline import Deadline
from deduce.kernels import using
from deduce.language.facts import Or, Within
from deduce.worlds import Alternatives, Assignment, DecisionDnnf
from deduce.worlds.assignment import Group, assignment_of
from deduce.worlds.base import Worlds
from deduce.worlds.cardinalities import Cardinalities
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of
from deduce.worlds.draws import _numbers
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.orderings import columns, fitting
from deduce.worlds.passes import _is_prime, exact_count, faint
from deduce.worlds.shares import Bunches
from deduce.worlds.sharing import SharedMatchings
from deduce.worlds.sweeps import _settle
from deduce.worlds.table import Table


def test_orderings_that_fit_are_those_with_an_allowed_value_at_every_place():
    orders = columns(3).T.tolist()
    assert sorted(map(tuple, orders)) == list(itertools.permutations(range(3)))
    for masks in itertools.product(range(8), repeat=3):
        wanted = [
            at for at, order in enumerate(orders) if all(masks[p] >> v & 1 for p, v in enumerate(order))
        ]
        assert sorted(fitting(masks).tolist()) == wanted, masks


def test_primes_are_what_nothing_divides():
    for n in range(63, 20_000, 2):
        assert _is_prime(n) == all(n % divisor for divisor in range(3, math.isqrt(n) + 1, 2)), n


def test_without_a_world_nothing_is_counted():
    assert exact_count([], [], -math.inf) == 0


@pytest.mark.parametrize(
    ("weights", "arcs", "small"),
    [
        ([[1.0, 0.0], [1e300]], [None, None], False),
        ([[0.0], [0.0]], [None, None], False),
        ([[1e-60, 0.5], [1e-30]], [None, None], False),
        ([[1e-60, 0.5], [1e-50]], [None, None], True),
        ([[1e-60, 0.5], [1.0]], [None, np.array([[0.0, 1e-50]])], True),
        ([[1e-60, 0.5], [1e50]], [None, np.array([[2.0, 1e-50]])], True),
    ],
)
def test_weights_are_faint_by_the_least_of_every_layer_together(weights, arcs, small):
    assert faint([np.array(each) for each in weights], arcs) is small


def test_a_condition_on_one_variable_is_judged_by_worlds_that_are_not_told_how_it_restricts():
    """Some say which values they allow, some have to be tried."""
    problem = Problem("one")
    x = problem.variable("x", [1, 2, 3])
    table = Table.of(problem.scope, [{x: 1}, {x: 2}])
    stated = [
        (AllDifferent([x]), True),
        (Sum([x], low=1, high=2), True),
        (Sum([x], low=3), False),
        (Sum([x], low=2), None),
        (Count([x], 2, low=1, high=1), None),
        (x == 3, False),
        (x != 3, True),
    ]
    kinds = {constraint.support(x) is None for constraint, _ in stated}
    assert kinds == {True, False}
    for constraint, said in stated:
        assert Worlds.verdict(table, constraint) is said, constraint


@pytest.mark.parametrize("form", ["table", "diagram", "dnnf"])
@pytest.mark.parametrize("left", range(5))
def test_doubt_in_bits_is_that_of_the_worlds_listed(form, left):
    """None and one are no doubt, two alike one bit, others by their weights."""
    problem = Problem("doubt")
    x = problem.variable("x", range(4))
    made = {
        "table": lambda: Table.of(problem.scope, [{x: value} for value in range(4)]),
        "diagram": lambda: Diagram.free(problem.scope),
        "dnnf": lambda: DecisionDnnf.of(problem.scope, []),
    }[form]()
    for weights in ([1.0] * left, [0.5, 2.0, 1.0, 4.0][:left]):
        chances = [weight / sum(weights) for weight in weights]
        found = made.weigh(x, [*weights, *[0.0] * (4 - left)]) if left < 4 or weights[0] != 1.0 else made
        assert found.entropy() == pytest.approx(-sum(p * math.log2(p) for p in chances))


@pytest.mark.parametrize("variables", [1, 3])
@pytest.mark.parametrize("weighted", [False, True])
def test_a_table_of_what_was_searched_takes_no_more_than_is_allowed(variables, weighted):
    """While they are listed a place takes eight bytes, and so does a weight; one byte less than that is refused."""
    problem = Problem("rows")
    x = problem.variables("x", range(variables), range(4))
    found = DecisionDnnf.of(problem.scope, [])
    if weighted:
        found = found.weigh(x[0], [1.0, 2.0, 1.0, 1.0])
    rows = list(itertools.product(range(4), repeat=variables))
    least = len(rows) * (8 * variables + (8 if weighted else 0))
    with pytest.raises(TooLarge, match=f"a table of {len(rows):,} worlds of {variables} variables"):
        found.to_table(max_bytes=least - 1)
    table = found.to_table(max_bytes=len(rows) * (8 * variables + 16))
    assert table.nbytes <= least
    assert sorted(map(tuple, table.columns.T.tolist())) == rows
    assert table.marginals(x[0])[1] == pytest.approx(0.4 if weighted else 0.25)


def test_conditions_on_the_switch_and_on_the_others_keep_every_part_in_its_form():
    """And the worlds are those of a list, whichever they speak of; both together are asked of one diagram."""
    problem = Problem("apart")
    s, x, y = (problem.variable(name, range(3)) for name in "sxy")
    free = Table.of([x, y], [{x: a, y: b} for a in range(3) for b in range(3)])
    parts = {0: (free.restrict(x != y), 0.0), 2: (DecisionDnnf.of([x, y], [x == y]), 1.0)}
    weights = {(c, a, b): (1.0, 0.0, 2.0)[c] for c, a, b in itertools.product(range(3), repeat=3)}
    weights = {w: p for w, p in weights.items() if p and (w[1] == w[2]) == (w[0] == 2)}
    whole = Alternatives(s, parts)
    cases = [
        ([s != 0], lambda c, a, b: c != 0, Alternatives),
        ([Sum([s], low=1)], lambda c, a, b: c >= 1, None),
        ([x == 1], lambda c, a, b: a == 1, Alternatives),
        (
            [x != 1, s == 0, Sum([x, y], low=2)],
            lambda c, a, b: a != 1 and c == 0 and a + b >= 2,
            Alternatives,
        ),
        ([(s == 0) | (x == 2)], lambda c, a, b: c == 0 or a == 2, Diagram),
        ([s == 1], lambda c, a, b: False, Alternatives),
        ([s == 2, x != y], lambda c, a, b: False, Alternatives),
    ]
    for stated, holds, form in cases:
        found = whole.restrict(*stated)
        left = {w: p for w, p in weights.items() if holds(*w)}
        assert form is None or type(found) is form, stated
        assert sorted((w[s], w[x], w[y]) for w in found) == sorted(left), stated
        assert found.count() == len(left)
        assert found.log2_weight() == (pytest.approx(math.log2(sum(left.values()))) if left else -math.inf)
        for at, v in enumerate((s, x, y)):
            shares = [sum(p for w, p in left.items() if w[at] == value) for value in range(3)]
            told = found.arrays()[found.place(v)].tolist()
            assert told == pytest.approx([p / max(1e-9, sum(left.values())) for p in shares]), stated


def test_without_a_matrix_nothing_is_scanned():
    none = Bunches(np.zeros((0, 2, 2)), ((0, 1), (0, 1)))
    assert (none.work, none.scan_bytes, none.log2_totals.tolist()) == (0.0, 0.0, [])


def test_orderings_as_a_vector_become_a_diagram_of_the_same_worlds():
    """Values in another order for each place, so that numbers of values and places of a domain differ."""
    v = [Variable(name, list(word)) for name, word in zip("abc", ("pqr", "rpq", "qrp"), strict=True)]
    found = assignment_of(v, [AllDifferent(v)])
    (group,) = found.groups
    dense = Group(group.places, group.values, group.index, group.state.dense(), group.spread, True)
    weighed = Assignment(v, [dense]).weigh(v[1], [1.0, 2.0, 4.0]).restrict(v[0] != "r")
    truth = {w: {"r": 1.0, "p": 2.0, "q": 4.0}[w[1]] for w in itertools.permutations("pqr") if w[0] != "r"}
    made = weighed.to_diagram()
    assert isinstance(made, Diagram)
    assert sorted(tuple(w[x] for x in v) for w in made) == sorted(truth)
    total = sum(truth.values())
    assert made.log2_weight() == pytest.approx(math.log2(total))
    for at, x in enumerate(v):
        for value in "pqr":
            share = sum(p for w, p in truth.items() if w[at] == value) / total
            assert made.marginals(x).get(value, 0.0) == pytest.approx(share)


def test_a_count_settles_what_every_way_to_keep_it_has():
    """Beside all ways: what is settled is so in all of them, and nothing else is."""
    rng = random.Random(0)
    settled = 0
    for _ in range(200):
        v = [Variable(f"v{i}", range(rng.choice([2, 2, 3]))) for i in range(4)]
        low = rng.randint(0, 4)
        count = Count(v, 1, low=low, high=rng.randint(low, 4))
        fixed = {x: rng.randrange(len(x.domain)) for x in v if rng.random() < 0.4}
        every = itertools.product(*([fixed[x]] if x in fixed else x.domain for x in v))
        ways = [way for way in every if low <= way.count(1) <= count.high]
        if not ways:
            continue
        found = dict(fixed)
        _settle(count, found)
        sure = {x: ways[0][i] for i, x in enumerate(v) if len({way[i] for way in ways}) == 1}
        assert found == sure, (count, fixed)
        settled += len(found) > len(fixed)
    assert settled > 20


def test_a_product_in_numpy_hears_at_every_layer_that_its_time_is_up():
    """The compiled one hears of it once in a while."""
    problem = Problem("late")
    x = problem.variables("x", range(6), range(3))
    free = Diagram.free(problem.scope)
    late = Deadline(0.0)
    with using(False), late.watch(), pytest.raises(GaveUp):
        free.restrict(Sum([x[i] for i in range(6)], 3, 9))


def least_memory(form, condition):
    """The fewest bytes with which the form can be asked once a condition is known, by halving."""
    refused, enough = 0, 1 << 16
    form.restrict(condition, max_bytes=enough)
    while enough - refused > 1:
        middle = (refused + enough) // 2
        try:
            form.restrict(condition, max_bytes=middle)
        except TooLarge:
            refused = middle
        else:
            enough = middle
    return enough


@pytest.mark.parametrize("order", [1, -1])
def test_a_deal_takes_no_less_memory_for_one_group_more(order):
    """A scan of the largest has to fit, whichever stands first."""
    problem = Problem("two decks")
    large = problem.variables("a", range(4), range(5))
    small = problem.variables("b", range(2), range(2))
    groups = [AllDifferent(large), AllDifferent(small)][::order]
    alone = deal_of(list(large.values()), [AllDifferent(large)], compile_diagram)
    both = deal_of(problem.scope, groups, compile_diagram)
    told = large[0] != 3
    assert least_memory(both, told) >= least_memory(alone, told)


def test_every_matrix_has_a_weight_for_each_set():
    """However likelihoods, looks and shuffles have made them: one set where values are shared."""
    shared = SharedMatchings.sharing(3, ((0, 1), (0, 2), (1, 3)))
    several = MatrixMatchings.all(3, prior=np.array([1.0, 2.0]))
    for state, sets in ((shared, 1), (several, 2)):
        for made in (
            state,
            state.weigh(0, np.full((sets, 3), 2.0)),
            state.weigh(1, np.array([1.0, 2.0, 0.5])),
            state.weigh(1, np.array([1.0, 2.0, 0.5])).shuffled([0, 1, 2]).restrict(2, 0b011),
        ):
            assert made.sets == sets
            assert {len(weight) for weight in made.branches.values()} == {sets}


def test_how_often_values_may_be_taken_says_that_all_differ_only_where_each_is_taken_once():
    problem = Problem("taken")
    scope = list(problem.variables("x", range(3), range(3)).values())
    for highs in product((0, 1, 2, 3), repeat=3):
        taken = replace(Cardinalities.of(scope), ranges=tuple((0, high) for high in highs))
        assert taken.implies(AllDifferent(scope[:2])) == (max(highs) <= 1)
        assert not taken.implies(Count(scope, [0], 0, 1))
        rules = taken.constraints()
        for row in product(range(3), repeat=3):
            world = dict(zip(scope, row, strict=True))
            said = all(rule.holds([world[v] for v in rule.scope]) for rule in rules)
            assert said == all(row.count(value) <= high for value, high in enumerate(highs))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 3), (1, 3), (2, 2)])
def test_how_many_an_item_takes_is_drawn_by_the_weights_that_are_left(low, high):
    """A draw of each number that has any weight, and of no other."""
    weights = np.array([[[0.5]], [[0.25]], [[0.125]], [[2.0]]])[: high + 1]
    index = np.zeros(4000, dtype=np.int64)
    found = _numbers(list(weights), low, high, index, index, np.random.default_rng(1))
    ratios = [weights[j, 0, 0] / factorial(j) * (j >= low) for j in range(high + 1)]
    for j, ratio in enumerate(ratios):
        assert (found == j).mean() == pytest.approx(ratio / sum(ratios), abs=0.03)


def test_a_condition_on_something_else_is_refused_by_worlds_that_lie_apart():
    problem, other = Problem("apart"), Problem("other").variable("z", [0, 1])
    s, x = problem.variable("s", [0, 1]), problem.variable("x", [0, 1])
    worlds = Alternatives(s, {0: (compile_diagram([x], []), 0.0), 1: (compile_diagram([x], []), 0.0)})
    for condition in (Within(other, 1), Or(x == 0, other == 1), Or(s == 0, other == 1)):
        with pytest.raises(ProblemError, match="z"):
            worlds.restrict(condition)


@pytest.mark.parametrize("tilt", [0.0, 1.0, -2.0])
@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (4, 1)])
def test_worlds_that_lie_apart_are_alike_where_each_weighs_the_same(sizes, tilt):
    problem = Problem("alike")
    s, x = problem.variable("s", [0, 1]), problem.variable("x", range(4))
    parts = {
        place: (compile_diagram([x], [Within(x, (1 << size) - 1)]), place * tilt)
        for place, size in enumerate(sizes)
    }
    worlds = Alternatives(s, parts)
    assert worlds._alike == (tilt == 0)
    assert worlds.count() == sum(sizes)
