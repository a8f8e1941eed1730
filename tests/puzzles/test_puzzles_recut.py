"""The grade is one however rules are cut: any puzzle's statements joined, taken apart, said twice, in other words."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from amount import seeded
from puzzles_random import random_puzzle

from deduce import AllDifferent, Contradiction, Count, Knowledge, Problem, Sum
from deduce.graphs import Grid, Loop
from deduce.language.facts import And, Or, Within
from deduce.puzzles import grade, steps


def _latin(rng):
    """A Latin square with some numbers given."""
    problem, grid = Problem("latin"), Grid(4)
    cell = problem.variables("cell", grid.cells, range(4))
    lines = [AllDifferent([cell[x] for x in line]) for line in grid.lines]
    world = _drawn(problem, lines, rng)
    given = [cell[x] == world[cell[x]] for x in rng.sample(grid.cells, 6)]
    return problem.scope, [*lines, *given]


def _stars(rng):
    """Stars that do not touch, so many in rows and columns."""
    problem, grid = Problem("stars"), Grid(4)
    star = problem.variables("star", grid.cells, [0, 1])
    lines = [Count([star[x] for x in line], 1, 1, 1) for line in grid.lines]
    apart = [Count([star[x] for x in block], 1, 0, 1) for block in grid.windows(2, 2)]
    empty = [star[x] == 0 for x in rng.sample(grid.cells, 3)]
    return problem.scope, [*lines, *apart, *empty]


def _loops(rng):
    """A Slitherlink."""
    problem, grid = Problem("loop"), Grid(2, 3)
    line = problem.variables("line", grid.corners.edges, [0, 1])
    world = _drawn(problem, [Loop(line)], rng)
    numbers = [
        Count(sides, 1, n, n)
        for x in rng.sample(grid.cells, 4)
        for sides in [[line[side] for side in grid.sides(x)]]
        for n in [sum(world[v] == 1 for v in sides)]
    ]
    return problem.scope, [Loop(line), *numbers]


def _cages(rng):
    """A Latin square without givens; cages of two to four cells say what they add up to."""
    problem, grid = Problem("cages"), Grid(4)
    cell = problem.variables("cell", grid.cells, range(1, 5))
    lines = [AllDifferent([cell[x] for x in line]) for line in grid.lines]
    world = _drawn(problem, lines, rng)
    sums = []
    for x in rng.sample(grid.cells, 8):
        cage = rng.choice(
            [grid.row(x[0])[:3], grid.column(x[1])[1:], [x, *grid.neighbours(x)][: rng.randint(2, 4)]]
        )
        cells = [cell[y] for y in cage]
        sums.append(Sum(cells, total := sum(world[v] for v in cells), total))
    return problem.scope, [*lines, *sums]


def _words(rng):
    """Any conditions on a few variables."""
    knowledge = random_puzzle(rng.randrange(10**6), variables=4, values=3, rules=3, clues=4)
    return knowledge.scope, [s.content for s in knowledge.statements]


def _drawn(problem, constraints, rng):
    world = Knowledge(_stated(problem, constraints)).sample(1, rng.randrange(10**6))[0]
    by_name = {v.name: value for v, value in world.items()}
    return {v: by_name[v.name] for v in problem.scope}


FAMILIES = {"latin": _latin, "stars": _stars, "loops": _loops, "cages": _cages, "words": _words}


def _stated(problem, constraints, group=""):
    made = Problem(problem.name)
    copy = {v: made.variable(v.name, v.domain) for v in problem.scope}
    for constraint in constraints:
        made.require(constraint.over(copy), group=group)
    return made


def _pieces(constraint):
    """The same in smaller statements, where there are some that say it."""
    if isinstance(constraint, AllDifferent):
        return [a != b for a, b in combinations(constraint.scope, 2)]
    if isinstance(constraint, Count) and constraint.high == 1 < len(constraint.scope):
        value = constraint.values[0]
        pairs = [~((a == value) & (b == value)) for a, b in combinations(constraint.scope, 2)]
        return pairs + ([Or(*(v == value for v in constraint.scope))] if constraint.low == 1 else [])
    if isinstance(constraint, Count) and constraint.low == constraint.high:
        n = constraint.low
        return [
            Count(constraint.scope, constraint.values[0], 0, n),
            Count(constraint.scope, constraint.values[0], n, len(constraint.scope)),
        ]
    if isinstance(constraint, Within) and len(constraint.variable.domain) > 1:
        return [constraint.variable != x for x in constraint.variable.domain if x not in constraint.values]
    return list(constraint.parts())


def _recut(constraints, rng):
    """Some taken apart, some said twice, some joined, in another order."""
    cut = [piece for c in constraints for piece in (_pieces(c) if rng.random() < 0.6 else [c])]
    cut += rng.sample(cut, rng.randint(0, min(3, len(cut))))
    rng.shuffle(cut)
    joined = []
    while cut:
        several = [cut.pop() for _ in range(min(len(cut), rng.choice([1, 1, 2, 3])))]
        joined.append(several[0] if len(several) == 1 else And(*several))
    return joined


def _graded(problem):
    try:
        found = grade(problem)
    except Contradiction:
        return None
    assert found.canonical
    return found.level, found.seen, found.effort, found.rounds, found.solved


@pytest.mark.parametrize("family", FAMILIES)
@seeded(5, 100)
def test_the_grade_is_the_same_however_statements_are_cut(family, seed):
    rng = random.Random(seed)
    scope, constraints = FAMILIES[family](rng)
    problem = Problem("as first said")
    for v in scope:
        problem.variable(v.name, v.domain)
    copy = dict(zip(scope, problem.scope, strict=True))
    said = [c.over(copy) for c in constraints]
    first = _graded(_stated(problem, said))
    for _ in range(2):
        assert _graded(_stated(problem, _recut(said, rng))) == first


def test_a_group_counts_once_in_steps_too():
    problem, grid = Problem("stars"), Grid(4)
    star = problem.variables("star", grid.cells, [0, 1])
    for line in grid.lines:
        problem.require(Count([star[x] for x in line], 1, 1, 1))
    for block in grid.windows(2, 2):
        problem.require(Count([star[x] for x in block], 1, 0, 1), group="stars do not touch")
    walk = steps(Knowledge(problem).observe(star[1, 2] == 1, "a star at (1, 2)"))
    assert walk.solved
    for step in walk.steps:
        assert len({s.text for s in step.statements}) == len(step.statements)
    assert any(s.text == "stars do not touch" for step in walk.steps for s in step.statements)
