"""Functions and strings of python-constraint that are sums are read as sums; the solutions are the same."""

from __future__ import annotations

from itertools import product
from random import Random

import constraint
import pytest
from amount import amount

from deduce import Knowledge, Problem
from deduce.backends.pyconstraint_linear import linear_of
from deduce.language.constraints import Sum


def test_linear_functions_mean_what_they_say() -> None:
    luck = Random(3)
    kinds = ["==", "<=", ">=", "<", ">"]
    for _ in range(amount(80, 2_000)):
        n = luck.randint(1, 4)
        problem = Problem()
        scope = [problem.variable(f"x{i}", range(-2, 3)) for i in range(n)]
        factors = [luck.choice([-3, -1, 0, 1, 2, 0.5, 0.25]) for _ in range(n)]
        shift, kind = luck.choice([0, 1, -2, 0.5]), luck.choice(kinds)
        text = f"{' + '.join(f'{f} * v[{i}]' for i, f in enumerate(factors))} - 1 {kind} {shift} - v[0]"

        def function(*v: object, text: str = text) -> object:
            return eval(text, {"v": v})

        found = linear_of(function, scope, always=True)
        assert isinstance(found, Sum)
        for row in product(range(-2, 3), repeat=n):
            world = dict(zip(scope, row, strict=True))
            assert found.holds([world[v] for v in found.scope]) == bool(function(*row)), text


def test_what_is_not_linear_is_left_alone() -> None:
    problem = Problem()
    a, b = problem.variable("a", range(3)), problem.variable("b", range(3))
    for function in (
        lambda x, y: x * y == 2,
        lambda x, y: x != y,
        lambda x, y: 0 <= x + y <= 2,
        lambda x, y: x > y or y > x,
        lambda x, y: abs(x - y) == 1,
        lambda x, y: x // 2 == y,
    ):
        assert linear_of(function, [a, b], always=True) is None


def test_a_wide_sum_beyond_the_tabulation_limit() -> None:
    theirs = constraint.Problem()
    theirs.addVariables("ABCDEFGH", range(10))
    theirs.addConstraint(lambda *x: sum(x) == 3, "ABCDEFGH")
    theirs.addConstraint("A + 2*B + C <= 4 and D + E + F + G + H + A + B >= 1")
    ours = Problem.from_constraint(theirs)
    expected = sum(
        row[0] + 2 * row[1] + row[2] <= 4 and sum(row) - row[2] >= 1
        for row in product(range(4), repeat=8)
        if sum(row) == 3
    )
    assert Knowledge(ours).count() == expected


@pytest.mark.parametrize(
    ("kind", "bound", "multipliers"),
    [
        (constraint.MinSumConstraint, 1, [1 / 3, 2 / 3]),
        (constraint.MaxSumConstraint, 10 / 3, [1, 2]),
        (constraint.MaxSumConstraint, float("inf"), [1, 2]),
        (constraint.MinSumConstraint, 4 / 3, None),
        (constraint.ExactSumConstraint, 0.5, [0.5, 1 / 7]),
    ],
)
def test_what_no_short_decimal_says_is_summed_as_it_is(kind, bound, multipliers) -> None:
    theirs = constraint.Problem()
    theirs.addVariables("ab", range(4))
    theirs.addConstraint(kind(bound, multipliers), "ab")
    assert Knowledge(Problem.from_constraint(theirs)).count() == len(theirs.getSolutions())


def test_division_by_zero_and_spare_multipliers_and_decimals() -> None:
    theirs = constraint.Problem()
    theirs.addVariables("ab", [0, 1, 2])
    theirs.addConstraint(lambda a, b: a / b >= 1, "ab")
    assert Knowledge(Problem.from_constraint(theirs)).count() == 3
    theirs = constraint.Problem()
    theirs.addVariables("ab", [0, 1, 2])
    theirs.addConstraint(constraint.MinSumConstraint(2, [1, 1, 5]), "ab")
    theirs.addConstraint(constraint.MaxSumConstraint(0.3, [0.1, 0.2]), "ab")
    ours = Knowledge(Problem.from_constraint(theirs))
    rows = [(a, b) for a in range(3) for b in range(3) if a + b >= 2 and a + 2 * b <= 3]
    assert ours.count() == len(rows)
