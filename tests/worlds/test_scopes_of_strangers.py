"""A constraint of anybody's may keep its variables in a plain tuple: what it is asked goes by identity."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest

from deduce import AllDifferent, Knowledge, Problem
from deduce.ground.deadline import Deadline
from deduce.language.base import Constraint
from deduce.puzzles import verify
from deduce.puzzles.solutions import solutions_of
from deduce_models import pencil
from deduce_models.pencil.rules.latin import Straight


def test_labels_tell_values_apart_in_any_place_of_the_scope() -> None:
    problem = Problem("three")
    a, b, c = problem.variables("n", "abc", (1, 2, 3, 7)).values()
    line = Straight([a, b])
    for v in (a, b):
        # 7 has no neighbour, 2 has two, and 1 and 3 go with it alone.
        first, second, third, last = Constraint.labels(line, v).tolist()
        assert first == third
        assert len({first, second, last}) == 3
    assert not np.any(Constraint.labels(line, c))


@pytest.mark.parametrize("size", [2, 3])
def test_dealt_hands_with_such_a_constraint_are_counted_right(size: int) -> None:
    problem = Problem("hands")
    n = problem.variables("n", range(4), range(1, 7))
    m = problem.variables("m", range(3), range(1, 5))
    problem.require(AllDifferent(n))
    problem.require(AllDifferent(m))
    problem.require(Straight([m[0], n[1], n[3]][:size]))
    wanted = 0
    for x, y in product(permutations(range(1, 7), 4), permutations(range(1, 5), 3)):
        line = sorted([y[0], x[1], x[3]][:size])
        wanted += line == list(range(line[0], line[0] + size))
    assert Knowledge(problem).count() == wanted


def test_the_solutions_of_a_variant_with_a_renban_line_are_listed() -> None:
    text = (
        "6 6\n"
        + "- - - - - -\n" * 5
        + "1 2 3 4 5 6\n"
        + "\n".join(
            [
                "palindrome r1c6 r2c5 r3c4",
                "renban r2c4 r3c4 r3c5",
                "cage 9 r4c5 r4c6",
                "anti-king",
                "white r2c1 r2c2",
            ]
        )
    )
    knowledge = pencil.read("variantsudoku", text)
    found = solutions_of(knowledge, knowledge.problem.key, Deadline(60))
    assert found.exact
    assert found.count == len(verify(knowledge, limit=None).solutions)
