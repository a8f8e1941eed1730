"""Variables said to differ pair by pair: cliques are found, counted out, and their conflicts proved smallest."""

from __future__ import annotations

from itertools import combinations, product
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import Problem
from deduce.backends import sat
from deduce.backends.counting import Counting
from deduce.puzzles import verify


def pairwise(number: int, values: int) -> Problem:
    problem = Problem("pairs")
    x = problem.variables("x", range(number), range(values))
    for a, b in combinations(range(number), 2):
        problem.require(x[a] != x[b])
    return problem


@given(st.data())
def test_graphs_of_different_pairs(data: st.DataObject) -> None:
    n = data.draw(st.integers(3, 5))
    domains = [data.draw(st.sets(st.integers(0, 3), min_size=1, max_size=3)) for _ in range(n)]
    problem = Problem("graph")
    x = [problem.variable(f"x{i}", sorted(domain)) for i, domain in enumerate(domains)]
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), min_size=2, max_size=12))
    facts = [x[a] != x[b] if data.draw(st.booleans()) else ~(x[b] == x[a]) for a, b in pairs]

    def possible(chosen: list[tuple[int, int]]) -> bool:
        return any(all(row[a] != row[b] for a, b in chosen) for row in product(*domains))

    # Advice from the first conflict on: then the counting arguments are what answers.
    with patch.object(sat, "_FIRST", 1), patch.object(sat, "_GLANCE", 1), sat.SatSolver() as solver:
        selectors = []
        for i, fact in enumerate(facts):
            selectors.append(solver.fresh() if i % 4 else None)
            solver.add(fact, selectors[-1])
        for _ in range(4):
            on = {s for s in selectors if s is not None and data.draw(st.booleans())}
            stated = [p for p, s in zip(pairs, selectors, strict=True) if s is None or s in on]
            assert solver.satisfiable(sorted(on)) == possible(stated)
            if not possible(stated):
                core = set(solver.core())
                assert core <= on
                assert not possible(
                    [p for p, s in zip(pairs, selectors, strict=True) if s is None or s in core]
                )


def test_a_lemma_rests_on_the_pairs_of_its_own_variables() -> None:
    counting = Counting()
    literals = [{value: 10 * i + value + 1 for value in range(2)} for i in range(4)]
    for each in literals:
        counting.demand(list(each.values()), 1, None)
    whens = {}
    for number, (a, b) in enumerate(combinations(range(4), 2)):
        whens[a, b] = 100 + number
        counting.differ((a, literals[a]), (b, literals[b]), whens[a, b])
    # Without the pair (0, 1) no four differ, but two sets of three do.
    on = [when for pair, when in whens.items() if pair != (0, 1)]
    lemmas, _ = counting.lemmas(on, set())
    assert len(lemmas) == 1
    assert {-x for x in lemmas[0]} in (
        {whens[0, 2], whens[0, 3], whens[2, 3]},
        {whens[1, 2], whens[1, 3], whens[2, 3]},
    )
    assert counting.lemmas([whens[0, 1], whens[2, 3]], set())[0] == []


@pytest.mark.parametrize("number", [5, 12])
def test_the_smallest_conflict_of_pigeons_in_pairs(number: int) -> None:
    problem = pairwise(number, number - 1)
    other = problem.variables("y", range(3), range(3))
    problem.require(other[0] != other[1])
    verdict = verify(problem)
    assert verdict.status == "none"
    assert verdict.conflict is not None
    assert len(verdict.conflict.because) == number * (number - 1) // 2
    assert verdict.conflict.smallest
    assert verify(pairwise(number, number)).status == "several"
