"""(a) Nine cards in nine cells, all different; 18 times a card is excluded from a cell.

The question after each piece of evidence: how many arrangements are left, and the probability of each card
in each cell (81 numbers). python-constraint2 and CP-SAT enumerate and tally; they get the evidence in its
best form (values left out of the domains), python-constraint2 its fastest solver of three, CP-SAT one worker
(with more it silently loses solutions) and whole-number variables under its own all-different. The table is
numpy's: one uint8 column a cell, compressed by each piece of evidence, tallied by bincount. "Next step"
starts from an answered state, "from nothing" includes compiling or building. Enumerators always start from
nothing: they keep no state. They are measured at 241,920 arrangements left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from benchmarks.harness import Row, peak, timed
from deduce import AllDifferent, Knowledge, Problem

N = 9
Answer = tuple[int, Any]


def evidence() -> list[tuple[int, int]]:
    """18 pairs (cell, card): the card is not in the cell. After the third, 241,920 arrangements are left."""
    rng = np.random.default_rng(9)
    hidden = rng.permutation(N)
    found = [(cell, 0) for cell in range(N) if hidden[cell] != 0][:3]
    while len(found) < 18:
        cell, card = (int(x) for x in rng.integers(N, size=2))
        if hidden[cell] != card and (cell, card) not in found:
            found.append((cell, card))
    return found


EVIDENCE = evidence()


def mansion() -> tuple[Knowledge, list[Any]]:
    problem = Problem("mansion")
    cells = list(problem.variables("cell", range(N), domain=range(N)).values())
    problem.require(AllDifferent(cells))
    return Knowledge(problem), cells


def asked(k: Knowledge, cells: list[Any]) -> Answer:
    return k.count(), [k.marginals(cell) for cell in cells]


def learned(k: Knowledge, cells: list[Any], cell: int, card: int) -> Answer:
    return asked(k.observe(cells[cell] != card), cells)


def ours_replay(pieces: int = 18) -> list[Answer]:
    k, cells = mansion()
    answers = []
    for cell, card in EVIDENCE[:pieces]:
        k = k.observe(cells[cell] != card)
        answers.append(asked(k, cells))
    return answers


def ours_once(pieces: int) -> Answer:
    k, cells = mansion()
    for cell, card in EVIDENCE[:pieces]:
        k = k.observe(cells[cell] != card)
    return asked(k, cells)


def table() -> list[Any]:
    rows = np.array([list(p) for p in permutations(range(3))], dtype=np.uint8)
    for n in range(3, N):
        # Every arrangement of n cards, with card n put in every place.
        rows = np.concatenate([np.insert(rows, place, n, axis=1) for place in range(n + 1)])
    return [np.ascontiguousarray(column) for column in rows.T]


def table_step(columns: list[Any], cell: int, card: int) -> tuple[list[Any], Answer]:
    keep = columns[cell] != card
    columns = [column[keep] for column in columns]
    count = len(columns[0])
    return columns, (count, [np.bincount(column, minlength=N) / count for column in columns])


def table_replay(pieces: int = 18) -> list[Answer]:
    columns, answers = table(), []
    for cell, card in EVIDENCE[:pieces]:
        columns, answer = table_step(columns, cell, card)
        answers.append(answer)
    return answers


def domains(pieces: int) -> list[list[int]]:
    out = set(EVIDENCE[:pieces])
    return [[card for card in range(N) if (cell, card) not in out] for cell in range(N)]


def python_constraint(pieces: int, solver: int = 0) -> Answer:
    import constraint

    kinds = [
        constraint.OptimizedBacktrackingSolver,
        constraint.BacktrackingSolver,
        constraint.RecursiveBacktrackingSolver,
    ]
    problem = constraint.Problem(kinds[solver]())
    for cell, allowed in enumerate(domains(pieces)):
        problem.addVariable(cell, allowed)
    problem.addConstraint(constraint.AllDifferentConstraint())
    found = problem.getSolutions()
    tally = np.zeros((N, N))
    for cell in range(N):
        column = np.fromiter((solution[cell] for solution in found), np.uint8, len(found))
        tally[cell] = np.bincount(column, minlength=N)
    return len(found), tally / len(found)


def cp_sat(pieces: int) -> Answer:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [
        model.new_int_var_from_domain(cp_model.Domain.from_values(allowed), "")
        for allowed in domains(pieces)
    ]
    model.add_all_different(cells)
    tally = np.zeros((N, N), dtype=np.int64)
    places = range(N)

    class Tally(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self) -> None:
            self.count += 1
            for i in places:
                tally[i, self.value(cells[i])] += 1

    solver, seen = cp_model.CpSolver(), Tally()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(model, seen)
    assert status == cp_model.OPTIMAL
    return seen.count, tally / seen.count


def same(one: Answer, other: Answer) -> bool:
    def dense(chances: Any) -> Any:
        rows = [[row.get(i, 0.0) for i in range(N)] if isinstance(row, dict) else row for row in chances]
        return np.asarray(rows, dtype=np.float64)

    return one[0] == other[0] and bool(np.allclose(dense(one[1]), dense(other[1]), rtol=1e-9, atol=1e-12))


def rows() -> Iterator[Row]:
    mine, answers = timed(ours_replay)
    theirs, table_answers = timed(table_replay, repeat=2)
    assert all(same(a, b) for a, b in zip(answers, table_answers, strict=True))
    assert answers[2][0] == 241_920
    case = "18 pieces, from nothing"
    yield Row(
        case, "deduce", mine, None, peak(ours_replay), f"{answers[-1][0]:,} arrangements left at the end"
    )
    yield Row(
        case, "numpy table", theirs, theirs / mine, peak(table_replay), "building 362,880 rows included"
    )

    k, cells = mansion()
    columns = table()
    total_mine = total_theirs = 0.0
    case = "next step, at 241,920 left"
    steps: list[Row] = []
    for i, (cell, card) in enumerate(EVIDENCE):
        here, before = k, columns
        mine, answer = timed(partial(learned, here, cells, cell, card), repeat=20)
        theirs, (columns, table_answer) = timed(partial(table_step, before, cell, card), repeat=5)
        assert same(answer, table_answer)
        total_mine, total_theirs = total_mine + mine, total_theirs + theirs
        k = k.observe(cells[cell] != card)
        k.count()
        if i == 2:
            steps = [
                Row(case, "deduce", mine, None, None, "one more piece of evidence, count and 81 marginals"),
                Row(case, "numpy table", theirs, theirs / mine, None, "the same from the compressed table"),
            ]
    yield from steps
    yield Row("all 18 steps, once built", "deduce", total_mine)
    yield Row("all 18 steps, once built", "numpy table", total_theirs, total_theirs / total_mine)

    mine, answer = timed(lambda: ours_once(3))
    case = "from nothing, at 241,920 left"
    yield Row(case, "deduce", mine, None, peak(ours_once, 3), "compiled, three pieces, asked once")
    runs = [timed(partial(python_constraint, 3, s), repeat=1) for s in range(3)]
    assert all(same(answer, run[1]) for run in runs)
    best = min(range(3), key=lambda s: runs[s][0])
    name = ["Optimized", "", "Recursive"][best] + "BacktrackingSolver"
    seconds = runs[best][0]
    yield Row(case, "python-constraint2", seconds, seconds / mine, peak(python_constraint, 3, best), name)
    seconds, found = timed(lambda: cp_sat(3), repeat=1)
    assert same(answer, found)
    yield Row(case, "CP-SAT", seconds, seconds / mine, peak(cp_sat, 3), "enumeration, one worker")
