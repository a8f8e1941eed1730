"""Generated puzzles: unique and of the wished difficulty by brute force, none superfluous, reproducible."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles_random import all_worlds, contents, random_constraint

from deduce import Contradiction, GaveUp, Problem, ProblemError
from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.puzzles import PuzzleFamily, difficulty, generate
from deduce.puzzles.generation import _one, _wish
from deduce_models.classics import einstein, sudoku

seeds = st.integers(0, 10**6)


def _family(seed):
    """A random problem with a pool that can say everything."""
    rng = random.Random(seed)
    problem = Problem(f"family {seed}")
    xs = [problem.variable(f"x{i}", range(rng.randint(2, 3))) for i in range(rng.randint(2, 4))]
    truth = {x: rng.choice(x.domain) for x in xs}
    rule = random_constraint(rng, xs)
    if rule.holds([truth[v] for v in rule.scope]):
        problem.require(rule)
    clues = [x == value for x in xs for value in x.domain]
    clues += [x != value for x in xs for value in x.domain]
    clues += [random_constraint(rng, xs) for _ in range(12)]
    return PuzzleFamily(problem, [Statement(c, f"clue {i}", "observation") for i, c in enumerate(clues)])


@given(seed=seeds)
def test_generated_puzzles_are_unique_and_minimal(seed):
    family = _family(seed)
    (made,) = generate(family, rng=seed)
    rules = contents(family.problem.rules)
    worlds = all_worlds(family.problem.scope, [*rules, *contents(made.clues)])
    assert worlds == [made.verdict.solution]
    for clue in made.clues:
        fewer = contents(c for c in made.clues if c is not clue)
        assert len(all_worlds(family.problem.scope, [*rules, *fewer])) > 1
    assert made.verdict.check()
    assert set(made.clues) <= set(family.pool)
    assert made.difficulty == difficulty(made.puzzle)


@given(seed=seeds, most=st.integers(1, 2))
def test_generated_puzzles_have_the_wished_difficulty(seed, most):
    family = _family(seed)
    # The pool has every "x is so", so clues given back always make a puzzle easy enough.
    (made,) = generate(family, rng=seed, difficulty=(1, most), attempts=5)
    assert 1 <= difficulty(made.puzzle).hardest <= most
    assert len(all_worlds(family.problem.scope, contents(made.puzzle.statements))) == 1


def test_some_of_each_difficulty():
    for wish in (1, 2, 3):
        (made,) = generate(einstein.family(3), difficulty=wish, rng=5)
        assert difficulty(made.puzzle).hardest == wish
        assert made.verdict.check()


def test_the_same_seed_gives_the_same_puzzles_whatever_was_asked_before():
    def texts(rng):
        return [[c.text for c in made.clues] for made in generate(einstein.family(3), rng=rng, n=3)]

    first = texts(11)
    assert len({tuple(clues) for clues in first}) == 3
    assert texts(11) == first
    assert texts(np.random.default_rng(11)) == first
    assert texts(12) != first


def test_a_pool_may_depend_on_the_solution():
    problem = sudoku.rules(4)

    def givens(solution):
        return [Statement(v == x, f"{v} is {x}", "observation") for v, x in solution.items()]

    (made,) = generate(PuzzleFamily(problem, givens), rng=2)
    assert made.verdict.unique
    assert 4 <= len(made.clues) <= 8


def test_a_wish_may_be_a_function():
    (made,) = generate(einstein.family(3), difficulty=lambda found: found.total >= 8, rng=1)
    assert made.difficulty.total >= 8
    assert str(made).startswith("1. ")


def test_progress_is_for_people(capsys):
    generate(einstein.family(3), rng=1, progress=True)
    assert "1/1 puzzles" in capsys.readouterr().err
    generate(einstein.family(3), rng=1)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (lambda found: False, "of the wished difficulty: 0 were easier, 1 harder, 4 refused"),
        ((2, 3), "of difficulty 2 to 3: 2 were easier, 1 harder, 2 refused"),
        (1, "of difficulty 1: 1 were easier, 1 harder, 3 refused"),
    ],
)
def test_tries_in_vain_are_counted_by_what_was_wrong_with_them(wish, said):
    """Puzzles of difficulty 0, 1 and 5, one that is not proved, and one that its steps do not solve."""
    made = iter(
        SimpleNamespace(difficulty=SimpleNamespace(hardest=hardest, solved=solved, proved=proved))
        for hardest, solved, proved in [
            (0, True, True),
            (1, True, wish != 1),
            (5, True, True),
            (2, True, False),
            (0, False, True),
        ]
    )
    maker = SimpleNamespace(attempt=lambda most, deadline: (next(made), ()))
    with pytest.raises(GaveUp, match=f"5 tries made no puzzle {said}"):
        _one(maker, _wish(wish), 5, Deadline(None))


def test_what_cannot_be_made_is_said():
    problem = Problem("two")
    a, b = problem.variable("a", [1, 2]), problem.variable("b", [1, 2])
    poor = PuzzleFamily(
        problem, [Statement(a == 1, "a is 1", "observation"), Statement(a == 2, "a is 2", "observation")]
    )
    with pytest.raises(ProblemError, match="do not make it unique"):
        generate(poor)
    rich = PuzzleFamily(
        problem, [Statement(c, str(c), "observation") for c in (a == 1, a == 2, b == 1, b == 2)]
    )
    with pytest.raises(GaveUp, match="difficulty 3: 4 were easier, 0 harder"):
        generate(rich, difficulty=3, attempts=4)
    with pytest.raises(GaveUp, match="time limit"):
        generate(rich, time_limit=1e-9)
    with pytest.raises(ProblemError, match="at least one"):
        generate(rich, n=0)
    with pytest.raises(ProblemError, match="difficulty"):
        generate(rich, difficulty=0)
    problem.require((a == 1) & (a == 2))
    with pytest.raises(Contradiction):
        generate(PuzzleFamily(problem, rich.pool))


@pytest.mark.parametrize("wish", ["easy", 1.5, (1,), True, (1, 2, 3), (2, 1), (1, "2"), 0])
def test_a_faulty_difficulty_is_refused(wish):
    with pytest.raises(ProblemError, match="a whole number from 1, or a range such as"):
        generate(einstein.family(3), difficulty=wish)


def test_what_is_no_family_and_no_seed_is_refused():
    with pytest.raises(ProblemError, match="expected a PuzzleFamily"):
        generate(3)
    with pytest.raises(ProblemError, match="rng is a seed"):
        generate(einstein.family(3), rng="x")


def test_einstein_refuses_more_than_there_is():
    with pytest.raises(ProblemError, match="groups is a number from 1 to 4"):
        einstein.family(4, groups=9)
    with pytest.raises(ProblemError, match="houses is a number from 1 to 5"):
        einstein.family(9)
    assert len(einstein.family(5, groups=4).problem.scope) == 20
