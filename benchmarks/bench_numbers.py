"""Wide sums, tasks in time and all candidates at once.

Fifty tasks on four machines, beside CP-SAT's intervals by hand: a plan within the horizon, and models built each time.
What a cryptarithm with wide sums can spare, beside the same with CP-SAT in place of columns of clauses. All values still
possible in a 16 by 16 sudoku, beside single questions, and once more after one digit more.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import Any
from unittest.mock import patch

from ortools.sat.python import cp_model

from benchmarks.harness import Row, timed
from deduce import AllDifferent, Knowledge, Problem, Variable
from deduce.backends import chains, cpsat, live
from deduce.language.scheduling import Cumulative, Interval
from deduce.puzzles import redundant

__all__ = ["rows"]

TASKS, MACHINES = 50, 4
BOX = 4


def rows() -> Iterator[Row]:
    """All rows; answers are found equal first."""
    yield from schedule_rows()
    yield from cryptarithm_rows()
    yield from candidate_rows()


def _lengths() -> tuple[list[int], int]:
    rng = random.Random(1)
    lengths = [rng.randint(1, 9) for _ in range(TASKS)]
    return lengths, sum(lengths) // MACHINES + 5


def plan() -> bool:
    """Whether the tasks fit, by `Cumulative`."""
    lengths, horizon = _lengths()
    problem = Problem("tasks")
    start = [
        problem.variable(f"start {i}", range(horizon - length + 1)) for i, length in enumerate(lengths)
    ]
    tasks = [Interval(at, length) for at, length in zip(start, lengths, strict=True)]
    problem.require(Cumulative(tasks, 1, MACHINES))
    for i in range(0, TASKS - 1, 7):
        problem.require(tasks[i].end <= tasks[i + 1].start)
    return cpsat.satisfiable(problem)


def plan_by_hand() -> bool:
    """The same in CP-SAT's own words."""
    lengths, horizon = _lengths()
    model: Any = cp_model.CpModel()
    start = [model.new_int_var(0, horizon - length, "") for length in lengths]
    tasks = [
        model.new_fixed_size_interval_var(at, length, "") for at, length in zip(start, lengths, strict=True)
    ]
    model.add_cumulative(tasks, [1] * TASKS, MACHINES)
    for i in range(0, TASKS - 1, 7):
        model.add(start[i] + lengths[i] <= start[i + 1])
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return bool(solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE))


def schedule_rows() -> Iterator[Row]:
    case = f"plan, {TASKS} tasks, {MACHINES} machines"
    mine, fits = timed(plan)
    peer, too = timed(plan_by_hand)
    assert fits == too
    yield Row(case, "deduce", mine)
    yield Row(case, "CP-SAT by hand", peer, peer / mine, None, "one worker both")


def cryptarithm() -> Problem:
    """SATURN + URANUS + NEPTUNE + PLUTO = PLANETS."""
    words, total = ["SATURN", "URANUS", "NEPTUNE", "PLUTO"], "PLANETS"
    problem = Problem("planets")
    digit = problem.variables("digit", sorted({*"".join(words), *total}), range(10))
    number = {w: sum(digit[x] * 10**i for i, x in enumerate(reversed(w))) for w in (*words, total)}
    problem.require(AllDifferent(digit))
    for word in (*words, total):
        problem.require(digit[word[0]] != 0)
    problem.require(sum(number[word] for word in words) == number[total])
    return problem


def cryptarithm_rows() -> Iterator[Row]:
    case = "redundant, a wide cryptarithm"

    def spare() -> int:
        return len(redundant(cryptarithm()).smallest)

    mine, found = timed(spare, repeat=3)
    with patch.object(chains, "MAX_COLUMNED", 0), patch.object(live, "MAX_COLUMNED", 0):
        slow, same = timed(spare, repeat=1)
    assert found == same
    yield Row(case, "deduce", mine)
    yield Row(case, "deduce, CP-SAT for the sum", slow, slow / mine)


def sudoku() -> tuple[Knowledge, dict[Variable, int]]:
    """A 16 by 16 sudoku of ninety digits, and a solution."""
    n, rng = BOX * BOX, random.Random(1)
    problem = Problem("sudoku")
    cell = problem.variables("cell", list(product(range(n), repeat=2)), range(1, n + 1))
    for i in range(n):
        problem.require(AllDifferent(cell[i, j] for j in range(n)))
        problem.require(AllDifferent(cell[j, i] for j in range(n)))
        r, c = BOX * (i // BOX), BOX * (i % BOX)
        problem.require(AllDifferent(cell[r + j // BOX, c + j % BOX] for j in range(n)))
    signs = rng.sample(range(1, n + 1), n)
    lines = [
        [r + BOX * band for band in rng.sample(range(BOX), BOX) for r in rng.sample(range(BOX), BOX)]
        for _ in range(2)
    ]
    solution: dict[Variable, int] = {
        cell[i, j]: signs[(BOX * (lines[0][i] % BOX) + lines[0][i] // BOX + lines[1][j]) % n]
        for i, j in cell
    }
    knowledge = Knowledge(problem)
    for variable in rng.sample(list(solution), 90):
        knowledge = knowledge.observe(variable == solution[variable])
    return knowledge, solution


def fresh_candidates() -> Mapping[Variable, set[Hashable]]:
    """All candidates of the sudoku, built anew."""
    return sudoku()[0].candidates()


def candidate_rows() -> Iterator[Row]:
    case = "candidates, sudoku 16 by 16"
    knowledge, solution = sudoku()
    mine, found = timed(fresh_candidates, repeat=2)
    wanted, single = timed(lambda: {v: knowledge.possible(v) for v in knowledge.scope}, repeat=1)
    assert {v.name: values for v, values in found.items()} == {v.name: x for v, x in single.items()}
    yield Row(case, "deduce, candidates()", mine)
    yield Row(case, "deduce, single questions", wanted, wanted / mine)
    knowledge.candidates()
    variable = next(v for v, values in single.items() if len(values) > 1)
    more, _ = timed(lambda: knowledge.observe(variable == solution[variable]).candidates(), repeat=2)
    yield Row(case, "deduce, after one digit more", more, more / mine)
