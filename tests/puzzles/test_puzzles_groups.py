"""Steps and grades are the same however a rule was cut, if its parts are one group."""

from __future__ import annotations

from itertools import combinations, product

from amount import examples
from hypothesis import given
from hypothesis import strategies as st

from deduce import AllDifferent, Count, Knowledge, Problem
from deduce.language.facts import And
from deduce.puzzles import difficulty, steps

CELLS = list(product(range(4), repeat=2))
TOUCHING = [(a, b) for a, b in combinations(CELLS, 2) if abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1]


def stars(cut: str, given_cells: list[tuple[int, int]]) -> Knowledge:
    """Four stars, one a row and column, that do not touch: "do not touch" cut in four ways."""
    problem = Problem(cut)
    cell = problem.variables("cell", CELLS, [0, 1])
    for i in range(4):
        problem.require(Count([cell[i, j] for j in range(4)], 1, 1, 1), f"one star in row {i}")
        problem.require(Count([cell[j, i] for j in range(4)], 1, 1, 1), f"one star in column {i}")
    apart = {pair: ~((cell[pair[0]] == 1) & (cell[pair[1]] == 1)) for pair in TOUCHING}
    blocks = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in range(3) for c in range(3)]
    group = "stars do not touch"
    if cut == "one":
        problem.require(And(*apart.values()), group)
    elif cut == "pairs":
        for fact in apart.values():
            problem.require(fact, group=group)
    elif cut == "cells":
        for own in CELLS:
            facts = [fact for pair, fact in apart.items() if pair[0] == own]
            if facts:
                problem.require(And(*facts), group=group)
    else:
        for block in blocks:
            problem.require(Count([cell[key] for key in block], 1, 0, 1), group=group)
    k = Knowledge(problem)
    for key in given_cells:
        k = k.observe(cell[key] == 0, f"no star at {key}")
    return k


@examples(10)
@given(
    st.lists(
        st.sampled_from([key for key in CELLS if key not in {(0, 1), (1, 3), (2, 0), (3, 2)}]), max_size=6
    )
)
def test_a_grade_does_not_depend_on_how_a_rule_was_cut(cells: list[tuple[int, int]]) -> None:
    cells = sorted(set(cells))
    grades = {cut: difficulty(stars(cut, cells)).to_dict() for cut in ("one", "pairs", "cells", "blocks")}
    assert grades["pairs"] == grades["cells"] == grades["blocks"] == grades["one"]


def test_a_group_is_called_by_its_name() -> None:
    walk = steps(stars("pairs", []))
    assert walk.solved is False or any(
        s.text == "stars do not touch" for step in walk.steps for s in step.statements
    )


def test_statements_without_a_group_stay_apart() -> None:
    problem = Problem()
    a, b, c = (problem.variable(name, [1, 2, 3]) for name in "abc")
    problem.require(AllDifferent(a, b, c))
    problem.require(a + b == 3, group="sums")
    problem.require(b + c == 4, group="sums")
    problem.require(a < c)
    assert difficulty(problem).counts[0][0] == 1
