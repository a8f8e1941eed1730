"""Counting where no diagram is narrow: a search from the top down, beside ganak on the same clauses.

Twenty instances in clauses of the kinds that competitions pose (`benchmarks/clauses.py`); the model of propositions is
made beforehand, everything after it is timed. The last three are stated in the library's own constraints, and to ganak
in clauses where that is a fair writing. A row more each says what the chances of all variables take besides; ganak gives
a count alone. What we do not finish is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from benchmarks.clauses import INSTANCES, Clauses, queens
from benchmarks.harness import Row, timed
from deduce import AllDifferent, Problem, Sum, TooLarge
from deduce.language.facts import Or
from deduce.worlds import DecisionDnnf, Worlds, compile_problem

__all__ = ["rows"]


def stated(clauses: Clauses) -> Problem:
    """The same clauses as facts about variables."""
    number, every = clauses
    problem = Problem("clauses")
    x = problem.variables("x", range(1, number + 1), [0, 1])
    for clause in every:
        problem.require(Or(*(x[abs(literal)] == int(literal > 0) for literal in clause)))
    return problem


def queens_apart(side: int) -> Problem:
    """Queens, one a row."""
    problem = Problem("queens")
    q = problem.variables("q", range(side), range(side))
    problem.require(AllDifferent(q))
    for i, j in product(range(side), repeat=2):
        if j < i:
            problem.require(abs(q[i] - q[j]) != i - j)
    return problem


def magic(side: int) -> Problem:
    """Magic squares."""
    problem = Problem("magic")
    every = range(side)
    c = problem.variables("c", list(product(every, repeat=2)), range(1, side * side + 1))
    problem.require(AllDifferent(c))
    whole = side * (side * side + 1) // 2
    lines = [[c[i, j] for j in every] for i in every] + [[c[i, j] for i in every] for j in every]
    for line in [*lines, [c[i, i] for i in every], [c[i, side - 1 - i] for i in every]]:
        problem.require(Sum(line, whole, whole))
    return problem


def _counted(problem: Problem) -> tuple[int, Worlds] | None:
    try:
        worlds = compile_problem(problem)
    except TooLarge:
        return None
    return worlds.count(), worlds


def _ganak(clauses: Clauses) -> int:
    import pyganak

    counter = pyganak.Counter()
    number, every = clauses
    counter.add_clauses(every)
    # Propositions beyond the last that a clause names are free.
    return int(counter.count()) << (number - max(abs(literal) for clause in every for literal in clause))


def rows() -> Iterator[Row]:
    """Two lines an instance, three where all chances were asked."""
    cases = {name: (stated(make()), make()) for name, make in INSTANCES.items()}
    own: dict[str, tuple[Problem, Clauses | None]] = {
        **cases,
        "12 queens, own constraints": (queens_apart(12), None),
        "8 queens, own constraints": (queens_apart(8), queens(8)),
        "magic squares 4x4": (magic(4), None),
    }
    for case, (problem, clauses) in own.items():
        seconds, found = timed(lambda problem=problem: _counted(problem), repeat=1)  # type: ignore[misc]
        if found is None:
            yield Row(case, "deduce", seconds, note="gave up: the work allowed was done")
        else:
            count, worlds = found
            kind = f"{worlds.nodes:,} nodes" if isinstance(worlds, DecisionDnnf) else "a diagram"
            yield Row(case, "deduce", seconds, note=f"{count:,}; {kind}")
            more, _ = timed(worlds.arrays, repeat=1)
            yield Row(case, "deduce, all chances besides", more, more / seconds)
        if clauses is None:
            continue
        theirs, same = timed(lambda clauses=clauses: _ganak(clauses), repeat=1)  # type: ignore[misc]
        assert found is None or found[0] == same, (case, found, same)
        ratio = theirs / seconds if found is not None else None
        yield Row(case, "ganak", theirs if same else math.nan, ratio)
