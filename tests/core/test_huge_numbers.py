"""Sums beyond 64 bits: exact, or refused with a sentence; never a false contradiction."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from deduce import Knowledge, Problem, ProblemError, Replace, Sum, TooLarge, Transition
from deduce.backends.sat import SatSolver
from deduce.puzzles import verify
from deduce.puzzles.files import loads


def test_two_amounts_of_ten_to_the_eighteen() -> None:
    problem = Problem("large")
    x = problem.variables("x", (1, 2), [0, 10])
    problem.require(Sum(x, 2 * 10**19, weights=[10**18, 10**18]))
    assert Knowledge(problem).count() == 1
    assert verify(problem).unique


def test_twelve_milliards_of_milliards_in_a_puzzle_file() -> None:
    names = ", ".join(f'"n{i}"' for i in range(12))
    total = " + ".join(f"1000000000*x[n{i}]" for i in range(12))
    file = loads(f"""
[variables]
x = {{ for = [{names}], values = [0, 1000000000] }}
[[rule]]
says = "{total} >= 1"
""")
    assert file.puzzle.count() == 4095


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, 2**64, 10**40])
def test_values_beyond_a_word(value: int) -> None:
    problem = Problem("large")
    x = problem.variables("x", range(3), [0, 1, value])
    problem.require(Sum(x, value, value + 1))
    assert Knowledge(problem).count() == sum(
        value <= sum(row) <= value + 1 for row in product([0, 1, value], repeat=3)
    )


def test_sums_whose_totals_share_no_divisor_agree_with_python_integers() -> None:
    luck = Random(5)
    for _ in range(60):
        n = luck.randint(2, 7)
        domains = [[luck.randint(-(2**70), 2**70) for _ in range(luck.randint(1, 3))] for _ in range(n)]
        domains = [list(dict.fromkeys(d)) for d in domains]
        weights = [luck.randint(-(2**40), 2**40) for _ in range(n)]
        totals = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in product(*domains)]
        low, high = sorted((luck.choice(totals), luck.choice(totals)))
        problem = Problem("large")
        x = [problem.variable(f"x{i}", d) for i, d in enumerate(domains)]
        rule = Sum(x, low, high, weights=weights)
        problem.require(rule)
        expected = sum(low <= total <= high for total in totals)
        assert Knowledge(problem).count() == expected
        table = Knowledge(Problem.from_constraint(problem.to_constraint())).count()
        assert table == expected
        assert problem.compile("table").restrict(rule).count() == expected
        with SatSolver() as solver:
            solver.add(rule)
            assert solver.satisfiable() == (expected > 0)


def test_more_totals_than_can_be_listed_are_refused() -> None:
    luck = Random(6)
    problem = Problem("large")
    x = problem.variables("x", range(24), [0, 1])
    weights = [luck.randint(1, 2**80) for _ in range(24)]
    problem.require(Sum(x, sum(weights) // 2, weights=weights))
    with pytest.raises(TooLarge, match="different totals"):
        problem.compile()


def test_ratios_and_chances_beyond_floats_are_refused() -> None:
    problem = Problem("large")
    x = problem.variable("x", [0, 1])
    with pytest.raises(ProblemError, match="that a float can hold"):
        Knowledge(problem).weigh(x, {0: 10**400})
    with pytest.raises(ProblemError, match="the chance"):
        Transition(lambda _: {0: 10**400}, x)
    with pytest.raises(ProblemError, match="positive chances"):
        Replace(x, {0: 10**400})


def test_expressions_of_any_size_agree_with_python_integers() -> None:
    luck = Random(11)
    for _ in range(40):
        n = luck.randint(1, 4)
        problem = Problem("large")
        domains = [
            sorted({luck.choice([0, 1, 10**9, -(10**18), 2**62, 10**25]) for _ in range(3)})
            for _ in range(n)
        ]
        x = [problem.variable(f"x{i}", domain) for i, domain in enumerate(domains)]
        factors = [luck.choice([1, -1, 3, 10**9, -(10**19)]) for _ in range(n)]
        bound = luck.choice([0, 1, 10**18, 2 * 10**34, -(10**27)])
        total = sum(factor * variable for factor, variable in zip(factors, x, strict=True))
        problem.require(total >= bound)
        expected = sum(
            sum(f * v for f, v in zip(factors, row, strict=True)) >= bound for row in product(*domains)
        )
        assert problem.compile().count() == expected, (domains, factors, bound)


def test_what_is_worked_out_step_by_step_is_refused_beyond_2_to_the_53() -> None:
    problem = Problem("large")
    a, b = problem.variable("a", [0, 10**12]), problem.variable("b", [0, 10**12])
    for made in (lambda: a * b == 1, lambda: abs(10**9 * a - b) >= 2, lambda: 10**9 * a % 7 == 1):
        with pytest.raises(ProblemError, match=r"at most 2\^53 is allowed"):
            made()


@pytest.mark.parametrize("factor", [2**53, -(2**53)])
def test_two_to_the_53_itself_is_worked_out_and_one_more_is_refused(factor: int) -> None:
    problem = Problem("at the limit")
    x = problem.variable("x", [0, 1])
    assert [world[x] for world in Knowledge(problem).observe(abs(factor * x) == 2**53).worlds] == [1]
    with pytest.raises(ProblemError, match="could become as large as 9,007,199,254,740,993; at most"):
        abs((factor + (1 if factor > 0 else -1)) * x)
