"""(e) Uniqueness of 200 sudokus (100 with 17 clues, 100 hard), each proved, from the 81 characters.

Ours is the public `verify(sudoku.puzzle(text))`: cold (the live solver is made anew for the run) and warm.
PySAT is rebuilt for each puzzle, with the rules' clauses made beforehand and not counted: solve, forbid, solve
again; and once more with clauses for the open candidates only, which are made in Python each time. CP-SAT is
called plainly with one worker (more are wrong when enumerating): enumerate two, and solve-forbid-solve.
python-constraint2 asks its solution iterator for two, with the solver of its own that does best here, until
its time is up. Every peer must say "unique" 200 times before a row is printed.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import constraint
from ortools.sat.python import cp_model
from pysat.solvers import Solver

from benchmarks.harness import Row, peak, timed
from deduce.puzzles import live, verify
from deduce_models.classics import sudoku

DATA = Path(__file__).parents[1] / "tests" / "data"
PATIENCE = 20.0
"""Seconds of processor time that python-constraint2 gets."""

Clauses = list[list[int]]
CELLS = [(r, c) for r in range(9) for c in range(9)]
UNITS = (
    [[(r, c) for c in range(9)] for r in range(9)]
    + [[(r, c) for r in range(9)] for c in range(9)]
    + [[(b // 3 * 3 + i // 3, b % 3 * 3 + i % 3) for i in range(9)] for b in range(9)]
)


def texts() -> list[str]:
    """The 200 puzzles."""
    found = []
    for name in ("sudoku_17_clues_100.txt", "sudoku_hard_100.txt"):
        lines = (DATA / name).read_text(encoding="utf-8").splitlines()
        found += [line for line in lines if line and not line.startswith("#")]
    return found


def literal(r: int, c: int, digit: int) -> int:
    return r * 81 + c * 9 + digit


def clauses(open_digits: dict[tuple[int, int], list[int]]) -> Clauses:
    """The extended encoding (each cell one digit, each unit each digit once) of the open candidates."""
    found: Clauses = []

    def exactly_one(literals: list[int]) -> None:
        found.append(literals)
        found.extend([-x, -y] for i, x in enumerate(literals) for y in literals[:i])

    for (r, c), digits in open_digits.items():
        exactly_one([literal(r, c, d) for d in digits])
    for unit in UNITS:
        for d in range(1, 10):
            exactly_one([literal(r, c, d) for r, c in unit if d in open_digits[r, c]])
    return found


RULES = clauses({cell: list(range(1, 10)) for cell in CELLS})
PEERS = {(r, c): {x for unit in UNITS if (r, c) in unit for x in unit} - {(r, c)} for r, c in CELLS}


def ours() -> int:
    return sum(verify(sudoku.puzzle(text)).unique for text in texts())


def ours_cold() -> int:
    live._LIVE.clear()
    return ours()


def _solve_forbid_solve(stated: Clauses) -> bool:
    with Solver(name="minisat22", bootstrap_with=stated) as solver:
        if not solver.solve():
            return False
        solver.add_clause([-x for x in solver.get_model() if x > 0])
        return not solver.solve()


def pysat_rebuilt() -> int:
    return sum(
        _solve_forbid_solve(
            RULES + [[literal(i // 9, i % 9, int(x))] for i, x in enumerate(text) if x not in ".0"]
        )
        for text in texts()
    )


def pysat_rebuilt_open() -> int:
    unique = 0
    for text in texts():
        given = {(i // 9, i % 9): int(x) for i, x in enumerate(text) if x not in ".0"}
        left = {}
        for cell in CELLS:
            if cell in given:
                left[cell] = [given[cell]]
            else:
                taken = {given[x] for x in PEERS[cell] if x in given}
                left[cell] = [d for d in range(1, 10) if d not in taken]
        unique += _solve_forbid_solve(clauses(left))
    return unique


def _model(text: str) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") if x in ".0" else model.new_constant(int(x)) for x in text]
    for unit in UNITS:
        model.add_all_different([cells[9 * r + c] for r, c in unit])
    return model, cells


class _Two(cp_model.CpSolverSolutionCallback):
    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def on_solution_callback(self) -> None:
        self.count += 1
        if self.count == 2:
            self.stop_search()


def cpsat_enumerate() -> int:
    unique = 0
    for text in texts():
        model, _ = _model(text)
        solver, seen = cp_model.CpSolver(), _Two()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, seen)
        unique += seen.count == 1
    return unique


def cpsat_solve_forbid_solve() -> int:
    unique = 0
    for text in texts():
        model, cells = _model(text)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) != cp_model.OPTIMAL:
            continue
        differs = []
        for cell, mark in zip(cells, text, strict=True):
            if mark in ".0":
                other = model.new_bool_var("")
                model.add(cell != solver.value(cell)).only_enforce_if(other)
                differs.append(other)
        model.add_bool_or(differs)
        unique += solver.solve(model) == cp_model.INFEASIBLE
    return unique


def _python_constraint(send: Connection) -> None:
    """In a process of its own: searches of compiled code cannot be interrupted otherwise."""
    for text in texts():
        start = time.process_time()
        problem = constraint.Problem(constraint.BacktrackingSolver())
        for i, mark in enumerate(text):
            problem.addVariable(i, list(range(1, 10)) if mark in ".0" else [int(mark)])
        for unit in UNITS:
            problem.addConstraint(constraint.AllDifferentConstraint(), [9 * r + c for r, c in unit])
        found = problem.getSolutionIter()
        count = sum(1 for _ in zip(range(2), found, strict=False))
        send.send((count, time.process_time() - start))


def python_constraint() -> tuple[int, float]:
    """How many were proved unique before the patience ran out, and the seconds they took."""
    receive, send = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=_python_constraint, args=(send,))
    worker.start()
    done, seconds, end = 0, 0.0, time.monotonic() + PATIENCE
    while done < 200 and (left := end - time.monotonic()) > 0 and receive.poll(left):
        count, took = receive.recv()
        assert count == 1
        done, seconds = done + 1, seconds + took
    worker.terminate()
    worker.join()
    return done, seconds


CONTENDERS: list[tuple[str, Callable[[], int], str]] = [
    ("PySAT rebuilt", pysat_rebuilt, "clauses of the rules not counted"),
    ("PySAT rebuilt, open candidates", pysat_rebuilt_open, "smaller, but made in Python"),
    ("CP-SAT, enumerate two", cpsat_enumerate, "one worker"),
    ("CP-SAT, solve-forbid-solve", cpsat_solve_forbid_solve, "one worker"),
]


def rows() -> Iterator[Row]:
    case = "200 sudokus proved unique"
    mine, unique = timed(ours_cold, repeat=5)
    assert unique == 200
    yield Row(case, "deduce, cold", mine, None, peak(ours_cold), "from text; solver made anew")
    warm, unique = timed(ours, repeat=5)
    assert unique == 200
    yield Row(case, "deduce, warm", warm, warm / mine, None, "the solver is kept")
    for who, work, note in CONTENDERS:
        seconds, unique = timed(work, repeat=2)
        assert unique == 200
        yield Row(case, who, seconds, seconds / mine, peak(work), note)
    done, seconds = python_constraint()
    share = mine * done / 200
    yield Row(case, "python-constraint2", seconds, seconds / share if done else None, None,
              f"{done} of 200 within {PATIENCE:g} s; ratio on as many")  # fmt: skip
