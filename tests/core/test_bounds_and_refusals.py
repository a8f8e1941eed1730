"""Bounds of memory and size, and arguments that are refused, at the borders of the core."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import deduce
from deduce import (
    AllDifferent,
    AtLeast,
    Contradiction,
    Exactly,
    Knowledge,
    Problem,
    ProblemError,
    Replace,
    Shuffle,
    TooLarge,
    Transition,
)
from deduce.ground.errors import RecordError, RecordErrors
from deduce.language.expressions import expression_of


def mansion():
    problem = Problem("mansion")
    cell = problem.variables("cell", range(1, 10), domain=list("ABCDEFGHI"))
    problem.require(AllDifferent(cell), "each room is in one place")
    return cell, Knowledge(problem)


@pytest.mark.parametrize("n", range(2, 8))
def test_shuffles_of_many_cells_fit_and_are_explained(n):
    cell, k = mansion()
    k = k.observe(cell[8] == "A", "saw it").change(Shuffle([cell[i] for i in range(1, n + 1)]), "shuffled")
    assert k.count() == math.factorial(8)
    reason = k.why(cell[1] != "A")
    assert len(reason.because) == 2
    assert reason.check()


def test_a_shuffle_of_weighted_worlds_evens_them_out():
    cell, k = mansion()
    k = k.weigh(cell[1], {"A": 5.0}).change(Shuffle(cell[1], cell[2], cell[3]))
    chances = [k.probability(cell[i] == "A") for i in (1, 2, 3)]
    assert chances == pytest.approx([7 / 39] * 3)


def test_wide_knowledge_still_reports_its_contradiction():
    problem = Problem("square")
    cell = problem.variables("cell", range(81), domain=range(9))
    for i in range(9):
        problem.require(AllDifferent([cell[9 * i + j] for j in range(9)]), f"row {i}")
        problem.require(AllDifferent([cell[9 * j + i] for j in range(9)]), f"column {i}")
    k = Knowledge(problem)
    with pytest.raises(TooLarge):
        k.observe(cell[0] == 5).count()
    wrong = k.observe(cell[0] == 5, "first").observe(cell[1] == 5, "second")
    for ask in (wrong.count, wrong.entropy, lambda: wrong.marginals(cell[7])):
        with pytest.raises(Contradiction) as caught:
            ask()
        assert [s.text for s in caught.value.conflict.because] == ["row 0", "first", "second"]


def test_the_checker_settles_counting_arguments():
    problem = Problem("deal")
    holder = problem.variables("holder", range(18), domain=["Ann", "Bob", "Cid"])
    for name in ("Ann", "Bob", "Cid"):
        problem.require(Exactly(6, holder, name), f"{name} has six")
    k = Knowledge(problem)
    k = k.observe(AtLeast(4, [holder[i] for i in range(9)], "Ann"), "Ann: four of the first nine")
    k = k.observe(AtLeast(4, [holder[i] for i in range(9)], "Bob"), "Bob: four of the first nine")
    k = k.observe(AtLeast(4, [holder[i] for i in range(9)], "Cid"), "Cid: four of the first nine")
    conflict = k.conflict()
    assert len(conflict.because) == 3
    assert conflict.check(max_nodes=200_000)


def test_memory_is_bounded():
    problem = Problem("deal")
    holder = problem.variables("holder", range(60), domain=range(6))
    for player in range(6):
        problem.require(Exactly(10, holder, player))
    with pytest.raises(TooLarge, match="allowed: 2 MB"):
        deduce.compile(problem, "diagram", max_bytes=2_000_000)
    # Places that nothing tells apart are one: a deal needs next to nothing for the same.
    assert (
        deduce.compile(problem, max_bytes=2_000_000).count()
        == math.factorial(60) // math.factorial(10) ** 6
    )
    for wrong in (0, -1, 1.5):
        with pytest.raises(ProblemError, match="max_bytes"):
            deduce.compile(problem, max_bytes=wrong)


def test_bad_arguments_are_told_apart():
    cell, k = mansion()
    other = Problem("other").variable("x", list("ABCDEFGHI"))
    wrongs = (
        lambda: Problem("p").variable("u", 3),
        lambda: cell[1].is_in(3),
        lambda: Shuffle(cell[1], cell[2], weights={(0, 1): float("nan"), (1, 0): 1.0}),
        lambda: Replace(cell[1], {"A": float("inf")}),
        lambda: Replace(cell[1], "AB"),
        lambda: Transition(lambda value: None, cell[1]),
        lambda: Transition(lambda value: {value: float("inf")}, cell[1]),
        lambda: Transition(lambda value: {value: "often"}, cell[1]),
        lambda: k.change(Replace(cell[1], ["A"], without=[other])),
        lambda: k.marginals("cell[1]"),
        lambda: k.possible(cell),
        lambda: k.observe(cell[1] == "A", error="often"),
        lambda: deduce.compile(3),
    )
    for number, wrong in enumerate(wrongs):
        try:
            wrong()
        except ProblemError:
            continue
        pytest.fail(f"number {number} was accepted")


def test_ratios_may_be_any_real_numbers():
    cell, k = mansion()
    for two in (2, 2.0, Fraction(2), np.float32(2)):
        assert k.weigh(cell[1], {"A": two}).probability(cell[1] == "A") == pytest.approx(0.2)


def test_powers_of_a_stranger_are_not_worked_out():
    """Found with `x == 9**9**9**9` in a puzzle file: a number of 370 million digits was begun."""
    problem = Problem("powers")
    x = problem.variable("x", range(1, 4))
    for make in (lambda: expression_of(9) ** (9**9), lambda: x ** (10**9), lambda: (x + 7) ** 1_200):
        with pytest.raises(ProblemError, match="at most a thousand digits"):
            make()
    assert str((expression_of(2) ** 3_000).constant) == str(2**3_000)
    problem.require(expression_of(1) ** (10**9) + x**3 == 9)
    assert Knowledge(problem).certain() == {x: 2}


@pytest.mark.parametrize("kind", [ProblemError, TooLarge, RecordError])
def test_messages_lose_their_middle_rather_than_fill_the_screen(kind):
    """Found with a word list of a stranger: one word of 400 kB was quoted whole."""
    told = str(kind("begins " + "x" * 10**6 + " ends"))
    assert told.startswith("begins ")
    assert told.endswith(" ends")
    assert "[...]" in told
    assert len(told) <= 2_000
    short = "y" * 1_999
    assert str(kind(short)) == short
    many = RecordErrors([RecordError("z" * 10**6, line=i) for i in range(1, 100)])
    assert len(str(many)) < 25_000
    assert pickle.loads(pickle.dumps(kind(short))).args == (short,)
