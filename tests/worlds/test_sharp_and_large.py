"""Weights beyond a float's range and counts beyond 64 bits, by every way that adds them up, beside closed formulas."""

import itertools
import math
import random
from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest

import deduce
from deduce import Diagram, Knowledge, Problem, Sum, Table
from deduce.kernels import library, using
from deduce.worlds import diagram, passes, product
from deduce.worlds.base import reweighed
from deduce.worlds.passes import assembled, primes_for

pytestmark = pytest.mark.filterwarnings("error")

PATHS = [False, *([True] if library() is not None else [])]


def log2(number):
    return math.log2(number.numerator) - math.log2(number.denominator)


def told(product, shift, exact):
    """Held against fractions: what is possible stays so, and is right unless a float beside the largest has no room."""
    top = max(exact)
    for got, wanted in zip(product, exact, strict=True):
        assert (got > 0) == (wanted > 0)
        if wanted and log2(wanted / top) > -800:
            assert math.log2(got) + shift == pytest.approx(log2(wanted), abs=1e-6)
    if top:
        assert 2.0**-400 < product.max() < 2.0**400


@pytest.mark.parametrize("seed", range(20))
def test_weights_multiplied_again_and_again_are_the_products(seed):
    rng = random.Random(seed)
    size = 3
    weights, shift = np.ones(size), 0
    exact = [Fraction(1)] * size
    spread = [1.0, 0.0, -40, 40, 100, -300, 300]
    for number in range(60):
        if seed < 4:  # always the same: up, down, or one after the other
            factor = [(1.9, 1.5, 0.7), (0.6, 0.51, 0.9), (1.0, 1e-30, 1e-60), (1e-30, 1.0, 1e-90)][seed]
            factor = np.roll(factor, number % 2 * (seed > 1))
        else:
            powers = rng.choices(spread, k=size)
            factor = np.array(
                [0.0 if p == 0.0 and seed % 3 == 0 else rng.random() * 10.0**p for p in powers]
            )
        weights, more = reweighed(weights, factor)
        shift += more
        exact = [old * Fraction(float(f)) for old, f in zip(exact, factor, strict=True)]
        # What has left the range beside the largest starts again from what is kept of it.
        exact = [
            Fraction(float(w)) * Fraction(2) ** shift if old and log2(old / max(exact)) < -700 else old
            for w, old in zip(weights, exact, strict=True)
        ]
        told(weights, shift, exact)
        if not max(exact):
            break


@pytest.mark.parametrize("small", [1e-290, 1e-200, 1.0, 1e200, 1e290])
def test_the_impossible_stays_so_beside_the_faint(small):
    for first, second in itertools.permutations(
        [(small, 1e-290), (0.0, 1.0), (small, small), (small, 1.0)], 2
    ):
        pairs = [first, (small, 1.0), second, (0.0, 0.0), (1.0, 0.0)]
        weights, factor = (np.array(column) for column in zip(*pairs, strict=True))
        product, shift = reweighed(weights, factor)
        told(product, shift, [Fraction(w) * Fraction(f) for w, f in pairs])
    nothing, _ = reweighed(np.array([0.0, 1.0]), np.array([5.0, 0.0]))
    assert nothing.tolist() == [0.0, 0.0]
    alike, shift = reweighed(np.array([1.0, 0.0]), np.array([1.0, 1.0]))
    assert (alike.tolist(), shift) == ([1.0, 0.0], 0)
    assert reweighed(np.zeros(0), np.zeros(0))[0].tolist() == []


def long(count, ratios):
    """A diagram of so many variables, all with the same likelihoods."""
    x = [deduce.Variable(f"x{i}", range(len(ratios))) for i in range(count)]
    free = Diagram.free(x)
    return Diagram(x, free.layers, [np.array(ratios)] * count, like=free), x


def assert_independent(made, x, able):
    """Variables of the same likelihoods, of which nothing else is known, by every question."""
    each, choices = sum(able), sum(a > 0 for a in able)
    share = [a / each for a in able]
    assert made.log2_weight() == pytest.approx(len(x) * math.log2(each), rel=1e-12)
    assert made.count() == choices ** len(x)
    for v in (x[0], x[5], x[-1]):
        assert made.arrays()[made.place(v)].tolist() == pytest.approx(share, rel=1e-9)
        assert made.possible(v) == {i for i, a in enumerate(able) if a}
    bits = -sum(p * math.log2(p) for p in share if p)
    assert made.entropy() == pytest.approx(len(x) * bits)
    part = made.project([x[3], x[0]])
    assert part.log2_weight() == pytest.approx(made.log2_weight(), rel=1e-12)
    truth = {(i, j): p * q for (i, p), (j, q) in itertools.product(enumerate(share), repeat=2) if p * q}
    assert dict(zip(part.rows(), part.weights / part.weights.sum(), strict=True)) == pytest.approx(truth)
    drawn = made.sample_rows(100 if len(x) > 12 else 1000, rng=1)
    for i, p in enumerate(share):
        assert (drawn == i).mean() == pytest.approx(p, abs=0.05)
    assert made.probability(x[1] == x[2]) == pytest.approx(sum(p * p for p in share))
    if len(set(able)) > 1:
        fact = (x[0] == 1) | (x[-1] == 1)
        p = 1 - (1 - share[1]) ** 2
        assert made.weigh_fact(fact, 3.0).probability(fact) == pytest.approx(3 * p / (1 + 2 * p))


HEAVY, LIGHT, ALIKE = (1.9, 1.1), (0.0, 1e-60, 3e-60), (1.0, 1.0, 1.0)


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize(
    ("count", "able"), [(700, HEAVY), (12, LIGHT), (700, ALIKE)], ids=["heavy", "light", "alike"]
)
def test_totals_that_leave_the_range_of_floats(compiled, count, able):
    with using(compiled):
        assert_independent(*long(count, able), able)


@pytest.mark.parametrize("able", [HEAVY, ALIKE, (0.2, 0.3), (0.0, 0.25, 0.5), (1e-60, 3e-60)])
@pytest.mark.parametrize("count", [7, 8])
def test_totals_that_leave_any_range_are_scaled_node_by_node(able, count, monkeypatch):
    """A range so narrow that few layers leave it."""
    monkeypatch.setattr(passes, "_LOW", 0.9)
    monkeypatch.setattr(passes, "_HIGH", 1.1)
    with using(False):
        assert_independent(*long(count, able), able)


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("count", [*range(31, 42, 2), 44, 100, 950])
def test_counts_about_the_ends_of_floats_and_of_64_bits(count, compiled):
    with using(compiled):
        made, x = long(count, [1.0, 1.0, 1.0])
        assert made.count() == 3**count
        odd = made.restrict((x[0] != x[1]) | (x[2] == 0))
        assert odd.count() == 7 * 3 ** (count - 2)
        assert made.restrict(x[0] != 1).count() == 2 * 3 ** (count - 1)
        weighed = made.weigh(x[4], [0.5, 3.0, 1.0])
        assert weighed.count() == 3**count
        assert not weighed.uniform
        fact = (x[0] == 1) | (x[1] == 1)
        for ratio, worlds in ((2.0, 3**count), (0.0, 4 * 3 ** (count - 2))):
            assert made.weigh_fact(fact, ratio).count() == worlds


WAYS = {
    "floats": {},
    "whole numbers": {"FITTING_BITS": 2000.0},
    "primes": {"FITTING_BITS": -1.0},
    "Python": {"FITTING_BITS": -1.0, "_MANY_PRIMES": 0},
}


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("way", WAYS)
def test_what_a_fact_has_ruled_out_is_not_counted(way, compiled):
    rng = random.Random(way)
    problem = Problem("some")
    x = problem.variables("x", range(4), range(3))
    v = problem.scope
    with using(compiled), pytest.MonkeyPatch.context() as changed:
        for name, value in WAYS[way].items():
            for module in (passes, diagram):
                if hasattr(module, name):
                    changed.setattr(module, name, value)
        for _ in range(8):
            made, rows = Diagram.free(v), list(itertools.product(range(3), repeat=4))
            for _ in range(rng.randint(1, 3)):
                i, j = rng.sample(range(4), 2)
                a, b, ratio = rng.randrange(3), rng.randrange(3), rng.choice([0.0, 0.0, 0.5])
                made = made.weigh_fact((x[i] == a) & (x[j] != b), ratio)
                rows = [r for r in rows if ratio or not (r[i] == a and r[j] != b)]
            i = rng.randrange(4)
            made = made.restrict(x[i] != 2)
            rows = [r for r in rows if r[i] != 2]
            assert made.count() == len(rows)
            assert sorted(made.rows()) == rows
            assert made.unweighted().count() == len(rows)
            assert made.weigh(x[0], [1.0, 1.0, 0.0]).count() == sum(r[0] < 2 for r in rows)


def test_primes_enough_for_the_bits_and_none_where_python_is_better():
    for quarter in range(61 * 4, 1500 * 4, 3):
        bits = quarter / 4
        primes = primes_for(bits)
        if primes is None:
            assert bits > 1400
            continue
        assert len(set(primes)) == len(primes)
        # What floats say of a count may be a little less than the count.
        assert math.prod(primes) > 2 ** (int(bits) + 2)
    assert primes_for(3000.0) is None
    for number in (0, 1, 2**61, 3**200, math.factorial(90)):
        primes = primes_for(max(61.0, math.log2(number or 1)))
        assert assembled(primes, [number % p for p in primes]) == number
    assert assembled([], []) == 0


def test_possible_is_what_is_possible_after_the_marginals_too():
    """Weights whose shares are below the least float, asked about before and after everything else."""
    for compiled, first in itertools.product(PATHS, (False, True)):
        with using(compiled):
            problem = Problem("faint")
            x = problem.variables("x", range(12), range(3))
            made = Diagram.free(problem.scope).restrict(x[0] != x[11], x[3] != 1)
            for v in problem.scope[:6]:
                made = made.weigh(v, [1.0, 1e-60, 0.0])
            made = made.weigh_fact((x[0] == 1) | (x[5] == 1), 1e-30)
            if first:
                made.arrays(), made.entropy(), made.count()
            able = [{0, 1}] * 3 + [{0}] + [{0, 1}] * 2 + [{0, 1, 2}] * 6
            assert [made.possible(v) for v in problem.scope] == able
            # All that is ruled out: which of two differ, and the rest is free.
            pairs = sum(a != b for a in (0, 1) for b in range(3))
            assert made.count() == pairs * 2**4 * 3**5
            whole = Diagram.free(problem.scope).restrict(x[0] != x[11], x[3] != 1)
            if first:
                whole.arrays()
            assert whole.possible(x[3]) == {0, 2}


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("joint", [True, False])
def test_what_was_faint_beside_what_is_ruled_out_now_is_told_rightly(compiled, joint):
    """Found by this test: with 2**-2000 of the weight left, no world was said to be left, and 128 counted."""
    x = [deduce.Variable(f"x{i}", range(3)) for i in range(8)]
    with using(compiled):
        made = Diagram.free(x)
        if joint:
            for v in x[1:]:
                for value, ratio in enumerate((1e-90, 3e-90, 1e-90)):
                    made = made.weigh_fact((x[0] == 1) & (v == value), ratio)
        else:
            # Those with the second value of the first variable have none of the likely values of the others.
            made = made.restrict(
                *((x[0] != 1) | (v != 0) for v in x[1:]), *((x[0] == 1) | (v == 0) for v in x[1:])
            )
            for v in x[1:]:
                made = made.weigh(v, [1.0, 3e-90, 1e-90])
        most = 2 * 3**7 if joint else 2
        values = 3 if joint else 2
        assert made.count() == most + values**7
        table = made.to_table()
        assert table.count() == made.count()
        assert all(table.possible(v) == made.possible(v) for v in x)
        left = made.restrict(x[0] == 1)
        assert left.count() == values**7
        each = [0.2, 0.6, 0.2] if joint else [0.0, 0.75, 0.25]
        weight = 5e-90 if joint else 4e-90
        assert left.log2_weight() - made.log2_weight() == pytest.approx(
            7 * math.log2(weight) - math.log2(most)
        )
        for v in x[1:]:
            assert left.arrays()[left.place(v)].tolist() == pytest.approx(each)
            assert left.possible(v) == {i for i, p in enumerate(each) if p}
        assert left.arrays()[0].tolist() == [0.0, 1.0, 0.0]
        assert left.entropy() == pytest.approx(-7 * sum(p * math.log2(p) for p in each if p))
        drawn = left.sample_rows(2000, rng=4)
        assert (drawn[:, 0] == 1).all()
        assert (drawn[:, 1:] == 1).mean() == pytest.approx(each[1], abs=0.03)
        part = left.project([x[3]])
        assert part.log2_weight() == pytest.approx(left.log2_weight())


class Ends:
    """In place of a generator: every draw is the least that can be, or the greatest."""

    def __init__(self, draw):
        self.draw = draw

    def random(self, size):
        return np.full(size, self.draw)


@pytest.mark.parametrize("seed", range(20))
def test_the_least_draw_is_the_first_world_and_the_greatest_the_last(seed):
    rng = random.Random(seed)
    problem = Problem("ends")
    x = problem.variables("x", range(3), range(4))
    made = Diagram.free(problem.scope).restrict(
        Sum(x, rng.randint(0, 3), rng.randint(4, 7)), x[1] != rng.randrange(4)
    )
    for v in problem.scope:
        made = made.weigh(v, [rng.choice([0.0, 0.3, 1.0, 1.7]) for _ in range(4)])
    rows = sorted(made.rows())
    if not rows:
        pytest.skip("no world is left")
    for draw, expected in ((0.0, rows[0]), (1 - 2**-53, rows[-1])):
        with patch.object(diagram, "generator", lambda rng, draw=draw: Ends(draw)):
            assert made.sample_rows(2).tolist() == [list(expected)] * 2


def test_nodes_whose_hashes_clash_stay_apart_and_right():
    rng = random.Random(7)
    for _ in range(10):
        problem = Problem("clash")
        x = problem.variables("x", range(4), range(3))
        low, pair = rng.randint(0, 4), rng.sample(range(4), 2)
        with using(False), patch.object(product, "_multipliers", lambda n: np.zeros(n, dtype=np.uint64)):
            problem.require(Sum(x, low, low + 2))
            problem.require(x[pair[0]] != x[pair[1]])
            made = deduce.compile(problem, "diagram")
        rows = [
            r for r in itertools.product(range(3), repeat=4)
            if low <= sum(r) <= low + 2 and r[pair[0]] != r[pair[1]]
        ]  # fmt: skip
        assert made.count() == len(rows)
        order = [made.place(v) for v in problem.scope]
        assert sorted(tuple(r[i] for i in order) for r in made.rows()) == rows


class Wide:
    """As much of a variable as a table looks at; a real one of 65,537 values takes its time."""

    def __init__(self, size):
        self.name, self.domain = "wide", range(size)


@pytest.mark.parametrize("size", [255, 256, 257, 65535, 65536, 65537])
def test_tables_hold_the_last_of_many_values(size):
    v, w = Wide(size), Wide(2)
    table = Table((v, w), np.array([[size - 1, 0, size - 2], [1, 0, 1]]))
    assert list(table.rows()) == [(size - 1, 1), (0, 0), (size - 2, 1)]
    assert table.nbytes == 3 * 2 * (1 if size <= 256 else 2 if size <= 65536 else 4)
    assert table.log2_weight() == pytest.approx(math.log2(3))
    assert table.weigh(w, [0.0, 1.0]).count() == 2


def test_tables_of_many_columns_tell_their_rows_apart():
    """Seventy columns are more bits than a number has: rows that differ in the first, a middle or the last one alone."""
    v = [deduce.Variable(f"v{i}", range(2)) for i in range(70)]
    rows = [[0] * 70 for _ in range(8)]
    for number, place in enumerate((0, 1, 5, 35, 68, 69)):
        rows[number][place] = 1
    table = Table.gathered(v, np.array(rows).T)
    assert table.count() == 7
    assert table.weights.sum() == 8.0
    assert sorted(table.rows()) == sorted({tuple(r) for r in rows})
    assert dict(zip(table.rows(), table.weights, strict=True))[(0,) * 70] == 2.0
    for wrong in (np.zeros((1, 3)), np.zeros(3), np.zeros((70, 2, 1))):
        with pytest.raises(deduce.ProblemError, match="one column a variable, not an array of shape"):
            Table(v[:2] if wrong.ndim == 2 else v, wrong)


def test_the_entropy_of_weights_far_apart():
    v = deduce.Variable("v", range(3))
    for weights in ([1e300, 1e-300, 1e300], [1e-320, 1e300, 1e300]):
        table = Table((v,), np.arange(3)[None, :], np.array(weights))
        assert table.entropy() == pytest.approx(1.0)
        assert table.weigh(v, [1.0, 1.0, 2.0]).entropy() == pytest.approx(math.log2(3) - 2 / 3)


@pytest.mark.parametrize("compiled", PATHS)
def test_a_value_of_one_world_among_more_than_floats_tell_is_possible(compiled):
    """With the second value of the first variable all others have their first: one world beside 2**1100."""
    n = 1100
    x = [deduce.Variable(f"x{i}", [0, 1]) for i in range(n + 1)]
    first, last = np.array([[0, 1]], dtype=np.int32), np.array([[0, 0], [0, 1]], dtype=np.int32)
    middle = np.array([[0, 0], [1, 2]], dtype=np.int32)
    with using(compiled):
        for asked_first in (False, True):
            made = Diagram(x, [first, *[middle] * (n - 1), last], [np.ones(2)] * (n + 1))
            if asked_first:
                made.arrays()
            assert [made.possible(v) for v in (x[0], x[1], x[-1])] == [{0, 1}] * 3
            assert made.count() == 2**n + 1
            assert made.restrict(x[0] == 1).count() == 1
            assert made.restrict(x[0] == 1).possible(x[-1]) == {0}
            assert made.verdict(x[0] == 0) is None


@pytest.mark.parametrize("compiled", PATHS)
def test_what_lies_above_makes_up_for_what_lies_below(compiled):
    """Either of two parts has more worlds, or weighs less, than floats tell: both halves were not there by turns."""
    n = 1100
    x = [deduce.Variable(f"x{i}", [0, 1]) for i in range(2 * n + 1)]
    first = np.array([[0, 1]], dtype=np.int32)
    # Behind the first value the first half is free and the second fixed, behind the other it is the other way round.
    one, other = np.array([[0, 0], [1, 2]], dtype=np.int32), np.array([[0, 2], [1, 1]], dtype=np.int32)
    last = np.array([[0, 1], [0, 0]], dtype=np.int32)
    ones = [np.ones(2)] * (2 * n + 1)
    with using(compiled):
        made = Diagram(x, [first, *[one] * n, *[other] * (n - 1), last], ones)
        assert made.count() == 2 ** (n + 1)
        assert made.log2_weight() == pytest.approx(n + 1) == made.entropy()
        assert made.marginals(x[0]) == pytest.approx({0: 0.5, 1: 0.5})
        assert [made.marginals(x[i])[1] for i in (1, n, n + 1, 2 * n)] == pytest.approx([0.25] * 4)
        assert made.probability(x[0] == 1) == pytest.approx(0.5)
        assert made.probability((x[0] == 1) & (x[-1] == 1)) == pytest.approx(0.25)
        assert made.project([x[0], x[1]]).arrays()[1].tolist() == pytest.approx([0.75, 0.25])
        assert 60 < made.sample_rows(200, rng=1)[:, 0].sum() < 140

        faint = Diagram.free(x[:4]).restrict(*(x[i] == x[i + 1] for i in range(3)))
        for variable, ratios in zip(
            x, ([1e-300, 1.0], [1e-300, 1.0], [3.0, 1e-200], [1.0, 1e-200]), strict=False
        ):
            faint = faint.weigh(variable, ratios)
        # 3e-600 against 1e-400.
        assert faint.log2_weight() == pytest.approx(-400 * math.log2(10))
        for v in x[:4]:
            assert faint.marginals(v)[1] == pytest.approx(1.0)
            assert faint.possible(v) == set(faint.marginals(v)) == {0, 1}
        assert faint.project([x[3]]).arrays()[0][1] == pytest.approx(1.0)
        assert faint.sample_rows(50, rng=1).all()
        assert faint.restrict(x[0] == 0).log2_weight() == pytest.approx(math.log2(3) - 600 * math.log2(10))


@pytest.mark.parametrize("form", ["diagram", "table", "dnnf"])
def test_no_likelihood_makes_a_value_impossible(form):
    """However faint, it has a chance, and what it is the only one of is certain."""
    problem = Problem("faint")
    a, b, c = (problem.variable(name, [1, 2, 3]) for name in "abc")
    for one, other in ((a, b), (b, c)):
        problem.require(one == other)
    k = deduce.Knowledge(problem, worlds=problem.compile(form))
    for variable in (a, b, c):
        k = k.weigh(variable, {1: 1e-200})
    assert k.marginals(a) == pytest.approx({1: 0.0, 2: 0.5, 3: 0.5})
    assert set(k.marginals(a)) == k.possible(a) == {1, 2, 3}
    assert k.table()[0][0] > 0
    seen = k.observe(a == 1)
    assert (seen.count(), seen.marginals(b), seen.certain()[c]) == (1, {1: 1.0}, 1)


@pytest.mark.parametrize("compiled", PATHS)
def test_weights_of_a_single_column_are_kept_as_a_diagram(compiled):
    v = deduce.Variable("v", range(4))
    with using(compiled):
        table = Table((v,), np.array([[0, 2, 3]]), np.array([1.0, 2.0, 5.0]), scale=3)
        made = table.to_diagram()
        assert made.marginals(v) == pytest.approx({0: 1 / 8, 2: 2 / 8, 3: 5 / 8})
        assert made.log2_weight() == pytest.approx(6.0) == table.log2_weight()
    # What many diagrams share cannot be written.
    assert diagram._row(0b101, 4).tolist() == [1.0, 0.0, 1.0, 0.0]
    assert not diagram._row(0b101, 4).flags.writeable


@pytest.mark.parametrize("compiled", PATHS)
def test_independent_parts_are_found_apart_and_set_side_by_side(compiled):
    """Three pairs, each joined in itself: some variables are held by the pairs that they are in, and no others."""
    x = [deduce.Variable(f"x{i}", range(3)) for i in range(6)]
    with using(compiled):
        made = Diagram.free(x).restrict(*(x[i] != x[i + 1] for i in (0, 2, 4)))
        for v in x[1:5]:
            made = made.weigh(v, [2.0, 4.0, 3.0])
        made = made.weigh_fact((x[2] == 0) & (x[3] == 1), 5.0)
        assert made._scale != 0
        assert made.factor([]) is None
        for size in range(1, 4):
            for asked in itertools.combinations(range(6), size):
                pairs = {i // 2 for i in asked}
                run = [i for pair in sorted(pairs) for i in (2 * pair, 2 * pair + 1)]
                parts = made.factor([x[i] for i in asked])
                if len(run) == 6:
                    assert parts is None
                    continue
                mine, rest = parts
                assert mine.variables == tuple(x[i] for i in run)
                assert rest.variables == tuple(v for v in x if v not in mine.variables)
                both = mine.beside(rest)
                assert both.count() == made.count() == 6**3 == mine.count() * rest.count()
                assert both.log2_weight() == pytest.approx(made.log2_weight())
                assert both.beside(Diagram.free(())).log2_weight() == pytest.approx(made.log2_weight())
                twice = mine.relabel(
                    {v: deduce.Variable(f"other {v.name}", v.domain) for v in mine.variables}
                )
                assert mine.beside(twice).log2_weight() == pytest.approx(2 * mine.log2_weight())
                for v in x:
                    assert both.arrays()[both.place(v)].tolist() == pytest.approx(
                        made.arrays()[made.place(v)].tolist()
                    )
        with pytest.raises(deduce.ProblemError, match="may not share variables; both have x2, x3"):
            made.factor(x[2:4])[0].beside(Diagram.free(x[2:]))


@pytest.mark.parametrize("compiled", PATHS)
def test_that_no_world_is_left_is_told_without_a_warning(compiled):
    with using(compiled):
        x = [deduce.Variable(f"x{i}", range(3)) for i in range(3)]
        free = Diagram.free(x)
        joint = free.restrict(x[0] < x[1], x[1] < x[2])
        for made in (
            free.restrict(x[0] == 0, x[0] == 1),
            joint.restrict(x[0] == 2),
            joint.restrict(x[0] == x[1]),
            joint.weigh_fact(x[0] != x[1], 0.0),
            joint.weigh_fact(x[0] != x[1], 1e-9).restrict(x[1] == 0),
        ):
            assert made.log2_weight() == -math.inf
            assert made.count() == made.unweighted().count() == 0
            assert all(chances.tolist() == [0.0] * 3 for chances in made.arrays())
            assert [made.marginals(v) for v in x] == [{}] * 3
            assert [made.possible(v) for v in x] == [set()] * 3
            assert made.entropy() == made.probability(x[0] == x[2]) == 0.0
            assert made.project(x[:2]).count() == made.to_table().count() == 0
            assert list(made.rows()) == []


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_far_likelihoods_of_one_thing_are_those_of_exact_fractions(seed, later):
    """Of a variable, or of a fact about two: also where what the likeliest value says is ruled out, before or after.

    Found with `later`: 1e-400 and 4e-400 were taken as alike once what was likelier had been ruled out.
    """
    rng = random.Random(seed)
    problem = Problem("far")
    x = problem.variables("x", range(3), range(3))
    fact = (x[0] == 1) | (x[1] == 1)
    rules = [[], [x[0] != 0], [fact], [~fact]][seed % 4]
    k = Knowledge(problem)
    for rule in rules if not later else ():
        k = k.observe(rule)
    weights = dict.fromkeys(itertools.product(range(3), repeat=3), Fraction(1))
    for _ in range(rng.randint(1, 12)):
        exponents = [rng.choice([-300, -150, 0, 45, 150, 300]) for _ in range(3)]
        if seed % 3:
            k = k.weigh(x[0], {i: float(f"1e{e}") for i, e in enumerate(exponents)})
        else:
            k = k.weigh(fact, float(f"1e{exponents[0]}"))
        for world in weights:
            e = exponents[world[0]] if seed % 3 else exponents[0] * (1 in world[:2])
            weights[world] *= Fraction(10) ** e
    for rule in rules if later else ():
        assert k.count() == 27
        k = k.observe(rule)
    held = {
        w: n
        for w, n in weights.items()
        if all(rule.true_in(dict(zip(x.values(), w, strict=True))) for rule in rules)
    }
    total = sum(held.values())
    assert k.worlds.log2_weight() == pytest.approx(log2(total), rel=1e-9, abs=1e-6)
    for i, v in x.items():
        chances = k.marginals(v)
        for value in range(3):
            chance = float(sum(n for w, n in held.items() if w[i] == value) / total)
            assert chances.get(value, 0.0) == pytest.approx(chance, rel=1e-9, abs=1e-290)


@pytest.mark.parametrize("compiled", PATHS)
@pytest.mark.parametrize("seed", range(24))
def test_passes_over_any_weights_are_those_of_exact_fractions(compiled, seed):
    """Of values and of arcs, near each other or as far apart as floats are; some are nought."""
    rng = random.Random(seed)
    n, wide, size = 10, 3, 3
    reach = [0, 3, 60, 140, 300][seed % 5]

    def number():
        return 0.0 if rng.random() < 0.1 else float(f"{rng.uniform(1, 9)}e{rng.randint(-reach, reach)}")

    nodes = [1, *[wide] * (n - 1)]
    ends = [*nodes[1:], 1]  # one more is dead
    children = [
        np.array([[rng.randint(0, end - (rng.random() < 0.8)) for _ in range(size)] for _ in range(here)])
        for here, end in zip(nodes, ends, strict=True)
    ]
    weights = [np.array([number() for _ in range(size)]) for _ in nodes]
    arcs = [
        np.array([[number() for _ in range(size)] for _ in range(here)]) if seed % 2 and rng.random() < 0.5 else None
        for here in nodes
    ]  # fmt: skip

    def exact(i, node, v):
        arc = arcs[i]
        return Fraction(weights[i][v]) * (1 if arc is None else Fraction(arc[node, v]))

    below = [*([Fraction(0)] * (end + 1) for end in nodes), [Fraction(1), Fraction(0)]]
    for i in reversed(range(n)):
        for node in range(nodes[i]):
            below[i][node] = sum(
                exact(i, node, v) * below[i + 1][children[i][node, v]] for v in range(size)
            )
    above = [[Fraction(1)], *([Fraction(0)] * (end + 1) for end in ends)]
    share = [[Fraction(0)] * size for _ in nodes]
    every = [(i, node, v) for i in range(n) for node in range(nodes[i]) for v in range(size)]
    for i, node, v in every:
        weight, child = above[i][node] * exact(i, node, v), children[i][node, v]
        above[i + 1][child] += weight
        share[i][v] += weight * below[i + 1][child]
    total = below[0][0]
    x = [deduce.Variable(f"x{i}", range(size)) for i in range(n)]
    with using(compiled):
        made = Diagram(x, [c.astype(np.int32) for c in children], weights, arcs)
        if not total:
            assert made.log2_weight() == -math.inf
            return
        assert made.log2_weight() == pytest.approx(log2(total), rel=1e-12, abs=1e-9)
        for i, v in enumerate(x):
            assert made.possible(v) == {value for value in range(size) if share[i][value]}
            for value, chance in enumerate(made.arrays()[i]):
                assert (chance > 0) == (share[i][value] > 0)
                assert chance == pytest.approx(float(share[i][value] / total), rel=1e-9, abs=1e-290)
        part = made.project([x[3]])
        assert part.log2_weight() == pytest.approx(log2(total), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("compiled", PATHS)
def test_more_worlds_than_floats_tell_take_the_steps_that_fewer_take(compiled, monkeypatch):
    """No power of two is worked out for arcs whose ends are near each other: four in five of the time went to it."""
    made, _ = long(1200, ALIKE)
    sizes, frexp = [0], np.frexp
    monkeypatch.setattr(np, "frexp", lambda numbers: sizes.append(np.size(numbers)) or frexp(numbers))
    with using(compiled):
        assert made.log2_weight() == pytest.approx(1200 * math.log2(3))
        assert made.marginals(made.variables[7]) == pytest.approx(dict.fromkeys(range(3), 1 / 3))
    assert max(sizes) <= 1
