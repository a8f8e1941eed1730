"""The independent checker, judged by itself: the last thing that may be wrong.

Random problems of every class of constraint, satisfiable and not, against brute force with meanings of their own; what it
makes of values that are only partly left; how many steps it takes; and every small fault planted in it must show.
"""

from __future__ import annotations

import inspect
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amount import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutants import Mutant, mutants
from random_expressions import comparisons, reified
from random_problems import Meaning, brute_force, constraints, problems

from deduce import AllDifferent, Channel, Constraint, Exactly, GaveUp, Problem, Relation, Sum, Variable
from deduce.explain import checker
from deduce.graphs import Connected, Graph, Increasing, Visible
from deduce.ground.deadline import Deadline, alarmed
from deduce.language.constraints import Count
from deduce.language.facts import And, Or
from deduce.language.reified import Holds, Iff

Case = tuple[tuple[Variable, ...], list[tuple[Constraint, Meaning]]]


@st.composite
def stated(draw: Any) -> Case:
    """A few constraints of any class over a few variables, each with its meaning."""
    if draw(st.booleans()):
        small = draw(problems(max_variables=4, max_constraints=4))
        return small.variables, list(small.constraints)
    small = draw(problems(max_variables=3, max_constraints=1, whole_numbers=True))
    more = [constraints(small.variables)]
    if all(abs(value) < 10 for v in small.variables for value in v.domain):
        more += [reified(small.variables), comparisons(small.variables)]
    found = draw(st.lists(st.one_of(more), min_size=1, max_size=3))
    return small.variables, [*small.constraints, *found]


@given(stated())
@examples(60)
def test_random_problems_are_judged_rightly(case: Case) -> None:
    variables, parts = case
    worlds = brute_force(variables, [meaning for _, meaning in parts])
    assert checker.unsatisfiable([constraint for constraint, _ in parts]) == (not worlds)


@given(stated(), st.integers(0, 2**32))
@examples(60)
def test_values_left_are_never_struck_wrongly(case: Case, seed: int) -> None:
    """Where some assignment of the values left is right a constraint may hold; where all are settled it is exact."""
    variables, parts = case
    assert _struck_wrongly(variables, parts, seed) is None


def _struck_wrongly(variables: Any, parts: Any, seed: int) -> object:
    luck = Random(seed)
    for _ in range(4):
        most = luck.choice([1, 2, 9])
        left = {v: luck.sample(v.domain, luck.randint(1, min(most, len(v.domain)))) for v in variables}
        worlds = [dict(zip(left, values, strict=True)) for values in product(*left.values())]
        for constraint, meaning in parts:
            may = bool(checker._may_hold(constraint, left)) if constraint.scope else None
            truth = [meaning(world) for world in worlds]
            if may is False and any(truth):
                return constraint, left
            if may and len(worlds) == 1 and not truth[0]:
                return constraint, left
    return None


# What one look must see, before anything is tried: (constraint, values left, whether it may hold).


def looks() -> list[tuple[Constraint, dict[Variable, list[Any]], bool]]:
    problem = Problem("looks")
    a, b, c = (problem.variable(name, [1, 2, 3]) for name in "abc")
    every = [1, 2, 3]
    one = Count([a, b, c], 1, 1, 2)
    total = Sum([a, b, c], 6, 6, weights=[2, 1, -1])
    pairs = Relation([a, b], [(1, 2), (2, 3)])
    paired = Channel({1: a, 2: b}, {1: c})
    less, product = a < b, a * b == 6
    row = problem.variables("row", range(3), [1, 2, 3])
    line = Graph([(0, 1), (1, 2)])
    return [
        (AllDifferent([a, b, c]), {a: [1], b: [1], c: every}, False),
        (AllDifferent([a, b, c]), {a: [1], b: every, c: [2]}, True),
        (one, {a: [1], b: [1], c: [1]}, False),
        (one, {a: [1], b: [1], c: every}, True),
        (one, {a: [2], b: [2, 3], c: [3]}, False),
        (one, {a: [2], b: [1, 3], c: [3]}, True),
        (total, {a: [1], b: [1, 2], c: [2, 3]}, False),
        (total, {a: [3], b: [3], c: [1, 2]}, False),
        (total, {a: [3], b: [1, 3], c: [1, 3]}, True),
        (total, {a: [1], b: [3], c: [1, 2]}, False),
        (total, {a: [3], b: [1], c: [1, 2]}, True),
        (pairs, {a: [1], b: [1, 3]}, False),
        (pairs, {a: [1, 3], b: [1, 2]}, True),
        (paired, {a: [1], b: every, c: [2, 3]}, False),
        (paired, {a: [2, 3], b: every, c: [1]}, False),
        (paired, {a: [2, 3], b: every, c: [2]}, True),
        (paired, {a: every, b: [2, 3], c: [2]}, False),
        (a == b, {a: [1, 2], b: [3]}, False),
        (a == b, {a: [1, 2], b: [2, 3]}, True),
        (a != b, {a: [1], b: [1]}, False),
        (a != b, {a: [1, 2], b: [1]}, True),
        (less, {a: [3], b: [3]}, False),
        (less, {a: [1], b: [2]}, True),
        (Holds(AllDifferent([a, b])), {a: [1], b: [1]}, False),
        (Holds(AllDifferent([a, b, c])), {a: [1], b: [1], c: every}, False),
        (Holds(AllDifferent([a, b]), False), {a: [1], b: [2]}, False),
        (Holds(AllDifferent([a, b]), False), {a: [1], b: [1]}, True),
        (Holds(AllDifferent([a, b, c]), False), {a: [1], b: [1], c: every}, True),
        (a.is_in([1, 2]), {a: [3]}, False),
        (a.is_in([1, 2]), {a: [2, 3]}, True),
        ((a == 1) | (b == 1), {a: [2, 3], b: [3]}, False),
        ((a == 1) | (b == 1), {a: [2, 3], b: [1, 3]}, True),
        ((a == 1) & (b == 1), {a: every, b: [3]}, False),
        ((a == 1) & (b == 1), {a: every, b: every}, True),
        (~((a == 1) & (b == 1)), {a: [1], b: [1]}, False),
        (_iff(a == 1, b == 1), {a: [1], b: [2, 3]}, False),
        (_iff(a == 1, b == 1), {a: [1], b: every}, True),
        (_iff(a == 1, b == 1), {a: [2], b: [3]}, True),
        (_iff(a.is_in([1, 2]), c == 1), {a: [2, 3], c: [2]}, True),
        (_iff((a == 1) | (b == 1), c == 1), {a: [1], b: every, c: [2, 3]}, False),
        (_iff((a == 1) | (b == 1), c == 1), {a: [2, 3], b: [2], c: [1]}, False),
        (_iff((a == 1) | (b == 1), c == 1), {a: [2, 3], b: [2], c: [2]}, True),
        (_iff((a == 1) | (b == 1), c == 1), {a: [1, 2], b: [2], c: [2]}, True),
        (_iff((a == 1) | (b == 1), c == 1), {a: [1, 2], b: [2], c: [1]}, True),
        (_iff((a == 1) & (b == 1), c == 1), {a: [2], b: every, c: [1]}, False),
        (_iff((a == 1) & (b == 1), c == 1), {a: [1], b: [1], c: [2]}, False),
        (_iff((a == 1) & (b == 1), c == 1), {a: [1], b: [1], c: [1]}, True),
        (_iff((a == 1) & (b == 1), c == 1), {a: [1], b: [1, 2], c: [2]}, True),
        (_iff(less, c == 1), {a: every, b: every, c: [2]}, True),
        (_iff(Holds(AllDifferent([a, b])), c == 1), {a: every, b: every, c: [2]}, True),
        (_iff(product, c == 1), {a: every, b: every, c: [2]}, True),
        (product, {a: [1, 3], b: [1, 3]}, False),
        (product, {a: [1, 3], b: [2, 3]}, True),
        (product, {a: [2], b: [2]}, False),
        (Increasing([a, b, c]), {a: [2], b: [1], c: [3]}, False),
        (Increasing([a, b, c]), {a: [1], b: [2], c: [3]}, True),
        (Increasing([a, b, c]), {a: [2], b: [1], c: every}, True),
        (Increasing([a, b, c]), {a: every, b: every, c: every}, True),
        (a + b == 6, {a: [3], b: [3]}, True),
        (a + b == 6, {a: [1], b: [3]}, False),
        (Relation([a, b, c], [(1, 2, 3), (2, 2, 2)]), {a: [3], b: every, c: every}, False),
        (Relation([a, b, c], [(1, 2, 3), (2, 2, 2)]), {a: [1, 3], b: every, c: [3]}, True),
        (_iff(_iff(a == 1, b == 1), c == 1), {a: [1], b: [1], c: [2, 3]}, False),
        (_iff(_iff(a == 1, b == 1), c == 1), {a: every, b: every, c: [2]}, True),
        (Connected(row, line, value=1), {row[0]: [1], row[1]: [2], row[2]: [1, 2]}, True),
        (Connected(row, line, value=1), {row[0]: [1], row[1]: [2, 3], row[2]: [1]}, False),
    ]  # fmt: skip


def readings() -> list[tuple[Constraint, bool]]:
    """Conditions, and whether the checker reads them before all values are known."""
    problem = Problem("read")
    a, b, c, d = (problem.variable(name, [1, 2, 3]) for name in "abcd")
    wide, odd = Increasing([a, b, c]), Visible([a, b, c, d], 2)
    return [
        (AllDifferent([a, b, c]), True),
        (Channel({1: a, 2: b}, {1: c}), True),
        (_iff(a == 1, (b == 1) | (c == 1)), True),
        (odd, False),
        (wide, False),
        (Increasing([a, b]), True),
        (a < b, True),
        (Holds(Count([a, b, c], 1, 1, 2)), True),
        (Holds(odd), False),
        (And((a == 1) & (b == 2), Holds(odd)), False),
        (And((a == 1) & (b == 2), Holds(Sum([a, b, c], 4, 5))), True),
        ((c == 2) | Holds(odd), False),
        ((a == 1) | (b == 2), True),
        ((a == 1) >> Holds(odd), False),
        ((a == 1) >> (b == 2), True),
    ]


def test_it_says_what_it_reads() -> None:
    for constraint, read in readings():
        assert checker.reads(constraint) is read, constraint


def _iff(left: Any, right: Any) -> Any:
    return Iff(left, right)


@pytest.mark.parametrize(("constraint", "left", "may"), looks())
def test_one_look_sees_what_it_should(constraint: Constraint, left: Any, may: bool) -> None:
    assert checker._may_hold(constraint, left) == may


# How many steps it takes: a checker that has lost its sight of what is left, or its budget, needs others.


def puzzles() -> list[tuple[list[Constraint], bool, int]]:
    """Constraints, whether they are unsatisfiable, and exactly how many values are tried."""
    problem = Problem("steps")
    pigeon = problem.variables("pigeon", range(7), range(6))
    guest = problem.variables("guest", range(5), range(5))
    few = problem.variables("few", range(3), [1, 2, 3])
    x = problem.variables("x", range(6), [0, 1, 2])
    apart = [guest[i] != guest[i + 1] for i in range(4)]
    y, z = problem.variables("y", range(3), [0, 1]), problem.variables("z", range(3), [0, 1])
    ring = [z[i] != z[(i + 1) % 3] for i in range(3)]
    settled = (
        [(1, 4, 5, 0), 6],
        [(0, 3, 1), 4],
        [(4, 5), 2],
        [(0, 2), 3],
    )  # some of a wide sum are settled early
    odd = [Sum([x[i], x[(i + 1) % 5]], 3, 3) for i in range(5)]
    return [
        ([AllDifferent(pigeon)], True, 42),
        ([AllDifferent(guest), Sum(guest, 11)], True, 1250),
        ([AllDifferent(guest), guest[0] < guest[1], guest[1] < guest[2]], False, 104),
        (odd, True, 43),
        ([Sum([x[i] for i in some], total, total) for some, total in settled], False, 102),
        ([Sum([y[0], y[1], y[2], z[0]], 1, 3), *ring], True, 34),
        ([*odd[:4], Exactly(2, x, 1), x[5] != x[0]], False, 49),
        ([x[0] == 1, x[0] != 1], True, 3),
        ([AllDifferent(few), few[1] != 3, few[2] != 3], False, 24),
        (
            [Sum(guest, 10, 10), *apart, guest[0] * guest[4] == 6, guest[1] == guest[3]],
            False,
            115,
        ),
        (
            [Sum(guest, 3, 3), guest[1] + guest[3] == 3, guest[0] != guest[2], guest[0] < guest[4]],
            True,
            115,
        ),
        ([(x[i] < x[i + 1]) for i in range(3)], True, 45),
        ([(x[0] == x[1]) | (x[2] == x[3]), x[0] < x[1], x[2] < x[3]], True, 108),
    ]


def in_steps(stated: list[Constraint], expected: bool, most: int) -> bool:
    """Whether the verdict is given with a budget of `most` values, and not with one less."""
    if checker.unsatisfiable(stated, max_nodes=most) != expected:
        return False
    try:
        checker.unsatisfiable(stated, max_nodes=most - 1)
    except GaveUp as error:
        return str(error) == "the checker reached its limit; allow more with max_nodes"
    return False


@pytest.mark.parametrize("number", range(len(puzzles())))
def test_it_takes_so_many_steps_and_no_more(number: int) -> None:
    assert in_steps(*puzzles()[number])


def test_conditions_on_nothing_are_judged() -> None:
    assert checker.unsatisfiable([Or()])
    assert not checker.unsatisfiable([And()])
    assert not checker.unsatisfiable([])


def test_it_tries_a_million_values_unless_told_otherwise() -> None:
    assert inspect.signature(checker.unsatisfiable).parameters["max_nodes"].default == 1_000_000


# Every small fault planted in it shows.

EQUIVALENT = {
    "_listed: True -> False": "a row and the scope of a list of combinations are equally long",
}
"""Faults that change nothing, each with the reason."""


@cache
def corpus() -> list[tuple[Case, bool]]:
    """Random cases with their verdicts by brute force, always the same."""
    found: list[tuple[Case, bool]] = []

    @settings(max_examples=150, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(stated())
    def collect(case: Case) -> None:
        variables, parts = case
        found.append((case, not brute_force(variables, [meaning for _, meaning in parts])))

    collect()
    return found


def survives() -> bool:
    """Whether the checker as it is now passes what stands above."""
    for constraint, left, may in looks():
        if bool(checker._may_hold(constraint, left)) != may:
            return False
    if any(checker.reads(constraint) is not read for constraint, read in readings()):
        return False
    for stated, expected, most in puzzles():
        if not in_steps(stated, expected, most):
            return False
    if inspect.signature(checker.unsatisfiable).parameters["max_nodes"].default != 1_000_000:
        return False
    if not ends_in_time():
        return False
    if not checker.unsatisfiable([Or()]) or checker.unsatisfiable([And()]) or checker.unsatisfiable([]):
        return False
    for number, ((variables, parts), expected) in enumerate(corpus()):
        if checker.unsatisfiable([constraint for constraint, _ in parts], max_nodes=5_000) != expected:
            return False
        if _struck_wrongly(variables, parts, number) is not None:
            return False
    return True


def ends_in_time() -> bool:
    """Whether a time limit is kept: none is left here."""
    problem = Problem("late")
    x = problem.variables("x", range(3), range(3))
    try:
        with Deadline(0.0).watch():
            checker.unsatisfiable([AllDifferent(x), x[0] == 1])
    except GaveUp:
        return True
    return False


def shown(mutant: Mutant) -> bool:
    """Whether a fault shows: a wrong verdict, an error, or no end."""
    with mutant.planted(checker):
        try:
            with alarmed(20.0):
                return not survives()
        except Exception:
            return True


def test_every_planted_fault_shows() -> None:
    assert survives(), "the control: without a fault everything passes"
    planted = list(mutants(Path(checker.__file__)))
    assert len(planted) > 150
    alive = {str(mutant) for mutant in planted if not shown(mutant)}
    assert alive == set(EQUIVALENT)
    assert survives(), "the control: nothing is left behind"
