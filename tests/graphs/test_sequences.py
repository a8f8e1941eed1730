"""Regular, Runs, Visible, Increasing, Lex, Table, Circuit: every form against brute force on small lines."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import groupby, product
from math import factorial
from random import Random
from typing import Any

import numpy as np
import pytest
from graphs_agreement import agree, by_cpsat
from hypothesis import given
from hypothesis import strategies as st

from deduce import AllDifferent, Problem
from deduce.graphs import ANY, Circuit, Increasing, Lex, Regular, Runs, Table, Visible

World = dict[Any, Hashable]


def line(
    luck: Random, problem: Problem, domain: list[Any], *, most: int = 7, mixed: bool = False
) -> list[Any]:
    """A line of variables; with `mixed`, some with part of the domain only, in another order."""
    size = luck.randint(1, most if len(domain) < 3 else most - 2)

    def own(_: int) -> list[Any]:
        if mixed and luck.random() < 0.3:
            return luck.sample(domain, luck.randint(1, len(domain)))
        return domain

    return list(problem.variables("x", range(size), own).values())


def regular(luck: Random, problem: Problem) -> Any:
    domain = luck.choice([[0, 1], ["a", "b", "c"]])
    x = line(luck, problem, domain, mixed=True)
    states = range(luck.randint(1, 4))
    step = {(q, v): luck.choice(states) for q in states for v in domain if luck.random() < 0.8}
    accepting = luck.sample(states, luck.randint(1, len(states)))

    def meaning(world: World) -> bool:
        state: Any = 0
        for i in range(len(x)):
            state = step.get((state, world[i]))
            if state is None:
                return False
        return state in accepting

    return Regular(x, step, 0, accepting), meaning


def runs(luck: Random, problem: Problem) -> Any:
    domain = luck.choice([[0, 1], [0, 1], [0, 1, 2]])
    x = line(luck, problem, domain, most=9)
    given: list[Any] = []
    for _ in range(luck.randint(0, 3)):
        length = luck.choice([1, 1, 2, 3, None])
        given.append((length, luck.choice([1, 2])) if domain[-1] == 2 and luck.random() < 0.7 else length)
    if domain[-1] == 2 and not any(isinstance(run, tuple) and run[1] == 2 for run in given):
        given = [run if isinstance(run, tuple) else (run, 1) for run in given]
    wanted = [run if isinstance(run, tuple) else (run, 1) for run in given]
    colours = {1, *(colour for _, colour in wanted)}

    def meaning(world: World) -> bool:
        blocks = [
            (len(list(same)), v) for v, same in groupby(world[i] for i in range(len(x))) if v in colours
        ]
        return len(blocks) == len(wanted) and all(
            v == colour and length in (None, n)
            for (n, v), (length, colour) in zip(blocks, wanted, strict=True)
        )

    return Runs(x, given), meaning


def visible(luck: Random, problem: Problem) -> Any:
    domain = luck.choice([[1, 2, 3], [3, 1, 2, 5], ["low", "mid", "high"], [0, 1, 2, 3]])
    x = line(luck, problem, domain, most=6, mixed=isinstance(domain[0], int))
    hidden = [0] if domain[0] == 0 and luck.random() < 0.5 else []
    low = luck.randint(0, 4)
    high = low if luck.random() < 0.5 else luck.randint(low, 5)

    def meaning(world: World) -> bool:
        heights = [
            domain.index(world[i]) if isinstance(domain[0], str) else world[i] for i in range(len(x))
        ]
        seen = [
            h
            for i, h in enumerate(heights)
            if h not in hidden and all(h > o for o in heights[:i] if o not in hidden)
        ]  # type: ignore[operator]
        return low <= len(seen) <= high

    return Visible(x, low, high, hidden=hidden), meaning


def increasing(luck: Random, problem: Problem) -> Any:
    domain = luck.choice([[0, 1, 2], [5, 3, 4, 1], ["a", "b", "c"]])
    x = line(luck, problem, domain, most=6, mixed=isinstance(domain[0], int))
    strict = luck.random() < 0.5

    def meaning(world: World) -> bool:
        keys: list[Any] = [
            domain.index(world[i]) if isinstance(domain[0], str) else world[i] for i in range(len(x))
        ]
        return keys == sorted(keys) and (not strict or len(set(keys)) == len(keys))

    return Increasing(x, strict=strict), meaning


def lex(luck: Random, problem: Problem) -> Any:
    n = luck.randint(1, 3)
    domain = luck.choice([[0, 1], [2, 0, 1], ["b", "a"]])
    x = list(problem.variables("x", range(2 * n), domain).values())
    strict = luck.random() < 0.5

    def meaning(world: World) -> bool:
        keys: list[Any] = [
            domain.index(world[i]) if isinstance(domain[0], str) else world[i] for i in range(2 * n)
        ]
        return keys[0::2] < keys[1::2] or (not strict and keys[0::2] == keys[1::2])

    return Lex(x[0::2], x[1::2], strict=strict), meaning


def table(luck: Random, problem: Problem) -> Any:
    domain = luck.choice([[0, 1], [0, 1, 2], ["a", "b", None]])
    x = line(luck, problem, domain, most=6)

    def entry() -> Any:
        return luck.choice(
            [ANY, luck.choice(domain), set(luck.sample(domain, luck.randint(1, len(domain))))]
        )

    rows = [tuple(entry() for _ in x) for _ in range(luck.randint(0, 5))]

    def fits(value: Hashable, allowed: Any) -> bool:
        return allowed is ANY or (value in allowed if isinstance(allowed, set) else value == allowed)

    def meaning(world: World) -> bool:
        return any(all(fits(world[i], allowed) for i, allowed in enumerate(row)) for row in rows)

    return Table(x, rows), meaning


def circuit(luck: Random, problem: Problem) -> Any:
    n = luck.randint(1, 5)
    optional = luck.random() < 0.5
    extra = ["nowhere"] if luck.random() < 0.2 and n < 5 else []
    x = problem.variables(
        "x",
        range(n),
        lambda _: luck.sample([*range(n), *extra], luck.randint(max(1, n - 2), n + len(extra))),
    )
    if all(v == "nowhere" for y in x.values() for v in y.domain):
        x = Problem("other").variables("x", range(n), range(n))

    def meaning(world: World) -> bool:
        on = [i for i in range(n) if not (optional and world[i] == i)]
        if not on:
            return True
        tour, here = [], on[0]
        for _ in on:
            tour.append(here)
            if not isinstance(world[here], int):
                return False
            here = world[here]  # type: ignore[assignment]
        return here == on[0] and sorted(tour) == on

    return Circuit(x, optional=optional), meaning


BUILD = {
    "regular": regular, "runs": runs, "visible": visible, "increasing": increasing,
    "lex": lex, "table": table, "circuit": circuit,
}  # fmt: skip


@pytest.mark.parametrize("kind", BUILD)
@given(seed=st.integers(0, 2**32))
def test_all_forms_agree_with_brute_force(kind: str, seed: int) -> None:
    luck = Random(seed)
    problem = Problem("random")
    constraint, meaning = BUILD[kind](luck, problem)
    owned = all(any(v is w for w in problem.scope) for v in constraint.scope)
    cp = owned and luck.random() < 0.1
    agree(problem, constraint, list(range(len(constraint.scope))), meaning, luck, cp=cp)


@pytest.mark.parametrize(
    ("n", "seen", "ways"), [(5, 1, 24), (5, 3, 35), (6, 2, 274), (7, 7, 1), (7, 4, 735)]
)
def test_skylines_are_counted_by_stirling_numbers(n: int, seen: int, ways: int) -> None:
    """Orders of n heights of which k can be seen: unsigned Stirling numbers of the first kind."""
    problem = Problem("skyline")
    x = problem.variables("x", range(n), range(n))
    problem.require(AllDifferent(x))
    problem.require(Visible(x, seen))
    assert problem.compile().count() == ways


@pytest.mark.parametrize("n", [2, 3, 5, 7])
def test_round_trips_are_counted_by_factorials(n: int) -> None:
    problem = Problem("trips")
    x = problem.variables("x", range(n), range(n))
    problem.require(Circuit(x))
    assert problem.compile().count() == factorial(n - 1)


def test_a_wide_row_of_wildcards_is_one_row() -> None:
    problem = Problem("wide")
    x = problem.variables("x", range(40), range(10))
    problem.require(Table(x, [(1, *[ANY] * 39), (*[ANY] * 39, 1)]))
    assert problem.compile().count() == 2 * 10**39 - 10**38


def test_a_round_trip_without_a_way_to_go_is_impossible_in_cp_sat_too() -> None:
    """Found by the campaign: CP-SAT refuses a circuit without arcs."""
    problem = Problem("stuck")
    x = problem.variables("x", range(2), lambda i: [i])
    assert by_cpsat(problem, Circuit(x), {}) == set()
    assert by_cpsat(problem, Circuit(x, optional=True), {}) == {(0, 1)}


def test_lex_leaves_out_what_both_lines_share() -> None:
    problem = Problem("square")
    x = problem.variables("x", list(product(range(2), range(2))), [0, 1])
    constraint = Lex([x[0, 0], x[0, 1]], [x[0, 0], x[1, 0]])
    assert constraint.scope == (x[0, 1], x[1, 0])


def test_sentences_of_lines() -> None:
    problem = Problem("said")
    x = problem.variables("x", range(3), [0, 1, 2])
    said = [
        (Runs(x, []), "x[0], x[1], x[2] are empty"),
        (Runs(x, [2]), "x[0], x[1], x[2] hold a run of 2"),
        (Runs(x, [2, None]), "x[0], x[1], x[2] hold runs of 2, any length"),
        (Runs(x, [(1, 1), (None, 2)]), "x[0], x[1], x[2] hold runs of 1 of 1, any length of 2"),
    ]
    assert [constraint.sentence() for constraint, _ in said] == [text for _, text in said]


@pytest.mark.parametrize("rows", [[], [(1,)], [([0, 2],)], [(ANY,)]])
def test_a_table_over_one_variable_has_the_values_of_its_rows(rows: list[Any]) -> None:
    problem = Problem("one")
    x = problem.variable("x", [0, 1, 2])
    constraint = Table([x], rows)
    allowed = {
        v
        for (entry,) in rows
        for v in (range(3) if entry is ANY else entry if isinstance(entry, list) else [entry])
    }
    assert [bool(fits) for fits in constraint.check({x: np.arange(3)})] == [v in allowed for v in range(3)]
    assert [constraint.holds([v]) for v in range(3)] == [v in allowed for v in range(3)]


def test_round_trips_through_one_node_alone() -> None:
    """A trip of one node is its own end; where nobody need go, all may stay but for the first."""
    problem = Problem("alone")
    x = problem.variables("x", ["a"], ["a", "b"])
    assert [Circuit(x).holds([value]) for value in "ab"] == [True, False]
    y = problem.variables("y", ["a", "b"], lambda node: ["a"])
    assert Circuit(y, optional=True).scope == tuple(y.values())
    assert not Circuit(y).holds(["a", "a"])
