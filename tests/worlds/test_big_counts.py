"""Counts far beyond what can be listed, against closed formulas."""

from math import comb, factorial

import pytest

import deduce
from deduce import AllDifferent, Exactly, Problem, TooLarge


def test_a_bridge_deal():
    problem = Problem("bridge")
    holder = problem.variables("holder", range(52), domain=["North", "East", "South", "West"])
    for seat in ["North", "East", "South", "West"]:
        problem.require(Exactly(13, holder, seat))
    worlds = deduce.compile(problem)
    count = worlds.count()
    assert count == factorial(52) // factorial(13) ** 4
    assert count > 2**95
    assert worlds.marginals(holder[7])["West"] == pytest.approx(0.25, abs=1e-12)
    without = worlds.restrict(holder[0] == "North", holder[1] != "North")
    # North has one of the two cards settled; the other goes to one of three hands.
    assert without.count() == 3 * comb(50, 12) * comb(38, 12) * comb(26, 13)


def test_many_independent_parts_multiply():
    problem = Problem("parts")
    for part in range(40):
        row = problem.variables(f"row{part}", range(6), domain=range(6))
        problem.require(AllDifferent(row))
    assert deduce.compile(problem).count() == factorial(6) ** 40
    worlds = deduce.compile(problem, "diagram")
    assert worlds.count() == factorial(6) ** 40
    assert worlds.arcs == 40 * deduce.compile(_one_part(), "diagram").arcs
    assert worlds.entropy() == pytest.approx(40 * 9.491853096329674)


def _one_part():
    problem = Problem("part")
    problem.require(AllDifferent(problem.variables("row", range(6), domain=range(6))))
    return problem


def test_very_large_counts_stay_exact():
    problem = Problem("free")
    problem.variables("x", range(500), domain=range(7))
    assert deduce.compile(problem).count() == 7**500


def test_what_does_not_fit_is_refused_with_advice():
    problem = Problem("sudoku-like")
    cell = problem.variables("cell", [(r, c) for r in range(9) for c in range(9)], domain=range(9))
    for i in range(9):
        problem.require(AllDifferent([cell[i, j] for j in range(9)]))
        problem.require(AllDifferent([cell[j, i] for j in range(9)]))
    with pytest.raises(TooLarge, match=r"variable order|viewpoint"):
        deduce.compile(problem)
    small = Problem("wide")
    row = small.variables("row", range(14), domain=range(14))
    small.require(AllDifferent(row))
    with pytest.raises(TooLarge, match="max_bytes"):
        deduce.compile(small, "diagram", max_bytes=100_000)
    assert deduce.compile(small, max_bytes=100_000).count() == factorial(14)
    with pytest.raises(TooLarge, match="table"):
        deduce.compile(small, "table")
