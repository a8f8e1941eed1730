"""Linear relaxations and advice by themselves, beside brute force over a few variables."""

import itertools
import math
import random
from collections import Counter

import pytest

from deduce import AllDifferent, Count, Sum, Variable
from deduce.backends import advisers
from deduce.backends.advisers import by_cpsat, by_diagram
from deduce.backends.relaxation import Branched, Relaxed, _dual, _when, branched, whole

cp_model = pytest.importorskip("ortools.sat.python.cp_model")


@pytest.mark.parametrize("seed", range(12))
def test_no_solution_is_better_than_the_bound_whichever_literals_are_denied(seed):
    """Of which just one is true, or at most one: 1 - x stands for x denied. Where the rows are whole the bound is met."""
    rng = random.Random(seed)
    for exactly in (True, False):
        model, size = cp_model.CpModel(), rng.randint(2, 5)
        numbers = [model.new_bool_var("") for _ in range(size)]
        denied = [rng.random() < 0.5 for _ in numbers]
        literals = [~x if no else x for x, no in zip(numbers, denied, strict=True)]
        (model.add_exactly_one if exactly else model.add_at_most_one)(literals)
        gains = [rng.randint(-5, 5) for _ in numbers]
        model.maximize(sum(gain * x for gain, x in zip(gains, numbers, strict=True)))
        best = max(
            sum(gain * x for gain, x in zip(gains, row, strict=True))
            for row in itertools.product((0, 1), repeat=size)
            if (sum(x != no for x, no in zip(row, denied, strict=True)) == 1)
            or (not exactly and all(x == no for x, no in zip(row, denied, strict=True)))
        )
        assert Relaxed(model).bound() == pytest.approx(best, abs=1e-6), (exactly, denied, gains)


def test_what_has_no_solution_has_no_bound():
    """Infinite, and no figure that could be taken for one."""
    model = cp_model.CpModel()
    x, y = (model.new_bool_var("") for _ in range(2))
    model.add(x + y >= 3)
    model.maximize(x - y)
    assert Relaxed(model).bound() == math.inf


@pytest.mark.parametrize("seed", range(8))
def test_a_dive_ends_in_whole_numbers_that_keep_the_rows(seed):
    """Or in nothing; what is not to be whole may be a part."""
    rng, ended = random.Random(seed), 0
    for _ in range(8):
        model, size = cp_model.CpModel(), rng.randint(4, 7)
        highest = rng.choice([1, 3])
        numbers = [model.new_int_var(0, highest, "") for _ in range(size)]
        rows = []
        for _ in range(rng.randint(2, 5)):
            factors = {at: rng.choice([-1, 1, 2, 3]) for at in rng.sample(range(size), 3)}
            top = sum(max(0, factor) * highest for factor in factors.values())
            rows.append((factors, rng.randint(0, top)))
            model.add(sum(factor * numbers[at] for at, factor in factors.items()) <= rows[-1][1])
        model.maximize(sum(rng.randint(1, 9) * x for x in numbers))
        relaxed = Relaxed(model)
        ints = set(rng.sample(range(size), rng.randint(size - 1, size)))
        assert math.isfinite(relaxed.bound())
        values = relaxed.dive(ints)
        ended += bool(values)
        for at in ints if values else ():
            assert values[at] == pytest.approx(round(values[at]), abs=1e-6)
        for factors, top in rows if values else ():
            assert sum(factor * values[at] for at, factor in factors.items()) <= top + 1e-6
    assert ended > 4


def fits(stated, given, scope):
    """Whether values in which all of this is so can be found, by trying all."""
    for row in itertools.product(*(v.domain for v in scope)):
        at = dict(zip(scope, row, strict=True))
        if all((at[v] == v.domain[place]) is so for v, place, so in given) and all(
            c.holds([at[v] for v in c.scope]) for c in stated
        ):
            return True
    return False


@pytest.mark.parametrize("memory", [1 << 22, 500], ids=["whole", "in parts"])
@pytest.mark.parametrize("advise", [by_diagram, by_cpsat])
@pytest.mark.parametrize("seed", range(2))
def test_advice_is_a_world_or_what_cannot_be_beside_what_is_assumed(seed, advise, memory, monkeypatch):
    """Where the whole is too large its parts are asked: what hangs together, the arithmetic, the differences."""
    monkeypatch.setattr(advisers, "_DIAGRAM_BYTES", memory)
    rng, met = random.Random(f"{seed} {advise.__name__}"), Counter()
    for _ in range(12):
        scope = [Variable(f"x{i}", range(1, 4)) for i in range(5)]
        some = [rng.sample(scope, 3) for _ in range(4)]
        active = [
            AllDifferent(some[0]),
            Sum(some[1], low := rng.randint(3, 8), low + 1),
            Count(some[2], rng.randint(1, 3), low=rng.randint(0, 3)),
            scope[0] != rng.randint(1, 3),
            (some[3][0] == 1) | (some[3][1] == 2),
        ]
        active = rng.sample(active, rng.randint(2, 5))
        fixed = {
            n: (v, rng.randrange(3), rng.random() < 0.5) for n, v in enumerate(rng.sample(scope, 3), 1)
        }
        advice, right = advise(active, fixed), fits(active, fixed.values(), scope)
        met[type(advice)] += 1
        if isinstance(advice, dict):
            assert right
            assert all(c.holds([advice[v] for v in c.scope]) for c in active)
            assert all((advice[v] == v.domain[at]) is so for v, at, so in fixed.values() if v in advice)
        elif advice is not None:
            assert all(any(one is other for other in active) for one in advice)
            assert not fits(advice, fixed.values(), scope)
        if memory > 500:
            assert advice is not None
            assert isinstance(advice, dict) is right
    assert len(met) > 1


def test_a_condition_loosened_to_rows_holds_where_it_should_and_nowhere_else() -> None:
    """Every value of two numbers and two literals, one of them denied; an equation has two limits that are one number."""
    for low, high in ((-math.inf, 3), (2, math.inf), (1, 4), (5, 5)):
        domains = [(0, 3), (-1, 2), (0, 1), (0, 1)]
        for when in ([2], [-4], [2, -4]):
            rows = _when([(0, 2), (1, -1)], low, high, when, domains)
            for point in itertools.product(*(range(a, b + 1) for a, b in domains)):
                asked = all(point[each] if each >= 0 else not point[-each - 1] for each in when)
                holds = low <= 2 * point[0] - point[1] <= high
                kept = all(
                    least <= sum(factor * point[number] for number, factor in terms) <= most
                    for terms, least, most in rows
                )
                assert kept == (holds or not asked)


def test_prices_of_rows_bound_every_point_that_fits_whatever_they_are() -> None:
    """Weak duality, against all whole points; a price on a limit that is none counts for nothing."""
    rng = random.Random(6)
    for _ in range(40):
        domains = [(0, rng.randint(1, 3)) for _ in range(3)]
        costs = {number: float(rng.randint(-3, 3)) for number in range(3)}
        rows = []
        for _ in range(3):
            terms = [(number, float(rng.randint(-2, 2))) for number in range(3)]
            low, high = rng.choice([(-math.inf, 2.0), (0.0, math.inf), (-1.0, 3.0), (0.0, 0.0)])
            rows.append((terms, low, high, rng.choice([0.0, -0.5, 0.5, 1.5, -2.0])))
        fitting = [
            sum(costs[number] * value for number, value in enumerate(point))
            for point in itertools.product(*(range(low, high + 1) for low, high in domains))
            if all(low <= sum(f * point[n] for n, f in terms) <= high for terms, low, high, _ in rows)
        ]
        found = _dual(costs, domains, rows)
        assert math.isfinite(found)
        assert found <= min(fitting, default=math.inf) + 1e-9
        free = [(terms, low, high, 0.0) for terms, low, high, _ in rows]
        least = sum(min(costs[number] * end for end in domains[number]) for number in range(3))
        assert _dual(costs, domains, free) == pytest.approx(least)
    # 2x >= 3 at a cost of 1 each: the right price proves one and a half.
    assert _dual({0: 1.0}, [(0, 5)], [([(0, 2.0)], 3.0, math.inf, 0.5)]) == pytest.approx(1.5)


def test_whole_numbers_are_bounded_by_their_optimum():
    """Against all pairs of numbers; without a solution nothing is bounded."""
    cp = pytest.importorskip("ortools.sat.python.cp_model")
    model = cp.CpModel()
    one, two = (model.new_int_var(0, 5, name) for name in "xy")
    model.add(2 * one + 3 * two <= 12)
    model.maximize(3 * one + 4 * two)
    best = max(3 * x + 4 * y for x in range(6) for y in range(6) if 2 * x + 3 * y <= 12)
    found = branched(model, time_limit=5)
    assert found.ended
    assert found.bound == pytest.approx(best)
    assert 3 * found.values[0] + 4 * found.values[1] == pytest.approx(best)
    assert branched(model, time_limit=5, whole=()).bound == pytest.approx(15 + 4 * 2 / 3)
    model.add(one + two >= 9)
    assert branched(model, time_limit=5) == Branched(math.inf)


@pytest.mark.parametrize(
    ("bound", "most"),
    [(3.2, 3), (2.9999999, 3), (3.0, 3), (-0.5, -1), (math.inf, math.inf), (-math.inf, -math.inf)],
)
def test_a_bound_of_whole_numbers_is_the_whole_number_below(bound, most):
    """What rounding took off a whole number is given back."""
    assert whole(bound) == most
