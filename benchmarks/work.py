"""``python -m benchmarks.work``: how much work central questions take, counted and not timed.

Arcs and nodes of the worlds, clauses of a solver, and Python calls within the library. The same question takes the same
work on every machine, so a change of a tenth is a change of the code: `tests/benchmarks/test_work.py` holds the counts
of `work.toml` against it. ``--write`` writes that file anew, after a change that is meant; the commit says why.

Calls are those of functions that are defined in `deduce` and `deduce_models`; comprehensions, which Python 3.12 runs
without a call, are left out. What numpy and the compiled kernels do is counted by the size of what they make.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import deduce
import deduce_models
from benchmarks.bench_clue import knowledge as clue
from benchmarks.bench_counting import queens_apart, stated
from benchmarks.bench_mansion import ours_replay
from benchmarks.bench_minesweeper import board, plain
from benchmarks.clauses import INSTANCES
from deduce import Knowledge, game
from deduce.backends.sat import SatSolver
from deduce.players import rollout
from deduce.puzzles import hint, named_steps, verify
from deduce.puzzles.live import live_solver
from deduce.records.record import read_record
from deduce.worlds import DecisionDnnf, Diagram, Worlds, compile_problem
from deduce.worlds.compile import compile_constraints
from deduce_models import pencil
from deduce_models.pencil.shelf import SHELF

__all__ = ["KEPT", "QUESTIONS", "calls", "counts", "main"]

HERE = Path(__file__).parent
KEPT = HERE / "data" / "work.toml"
ASKED = itertools.count()


def calls(work: Callable[[], object]) -> int:
    """How many Python functions of the library are entered while `work` runs."""
    roots = tuple(str(Path(module.__file__ or "").parent) + os.sep for module in (deduce, deduce_models))
    ours: dict[Any, bool] = {}
    entered = 0

    def seen(frame: FrameType, event: str, _: object) -> None:
        nonlocal entered
        if event != "call":
            return
        code = frame.f_code
        if code not in ours:
            ours[code] = code.co_filename.startswith(roots) and not code.co_name.endswith("comp>")
        entered += ours[code]

    work()  # what is made once for all is made
    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(before)
    return entered


def _puzzle(family: str) -> Knowledge:
    return pencil.read(family, SHELF.example(family))


def _arcs(worlds: Worlds) -> int:
    return worlds.arcs if isinstance(worlds, Diagram) else 0


def _mines_arcs() -> int:
    return _arcs(compile_constraints(*plain(board(150, 3, scattered=False))))


def _dnnf_nodes() -> int:
    worlds = compile_problem(stated(INSTANCES["3-SAT 60/200"]()))
    return worlds.nodes if isinstance(worlds, DecisionDnnf) else 0


def _loop_clauses() -> int:
    live, _ = live_solver(_puzzle("slitherlink"))
    return (
        int(live.solver._solver.nof_clauses()) if isinstance(live.solver, SatSolver) else 0
    )  # PySAT's own count


def _play_outs() -> object:
    rng, rules = random.Random(1), game("kuhn")
    return [rollout(rules.new(players=2, seed=n), rng) for n in range(20)]


def _solve(record: str) -> object:
    text = (HERE.parent / "examples" / record).read_text(encoding="utf-8")
    # Another source each time: a record read lately would be gone on with.
    found = read_record(text, source=f"{record}, {next(ASKED)}")
    return game(found.game).solve(found)


QUESTIONS: dict[str, Callable[[], int]] = {
    "clue, 10 suggestions open: arcs": lambda: _arcs(clue(10)[0].worlds),
    "an expert board, 150 open: arcs": _mines_arcs,
    "3-SAT 60/200: nodes": _dnnf_nodes,
    "a slitherlink: clauses": _loop_clauses,
    "a mansion in 18 steps: calls": lambda: calls(ours_replay),
    "8 queens counted: calls": lambda: calls(lambda: compile_problem(queens_apart(8)).count()),
    "a sudoku verified: calls": lambda: calls(lambda: verify(_puzzle("sudoku"))),
    "a slitherlink in steps: calls": lambda: calls(lambda: named_steps(_puzzle("slitherlink"))),
    "a hint in a heyawake: calls": lambda: calls(lambda: hint(_puzzle("heyawake"))),
    "20 play-outs of kuhn: calls": lambda: calls(_play_outs),
    "solve a record of clue: calls": lambda: calls(lambda: _solve("tables/clue.txt")),
    "solve a record of decrypto: calls": lambda: calls(lambda: _solve("decrypto/one_line.txt")),
}
"""By question, what counts it. A line more is a question more."""


def counts() -> dict[str, int]:
    """The counts, by question. Some ten seconds."""
    return {name: count() for name, count in QUESTIONS.items()}


def main() -> int:
    """Print the counts, or write them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.work", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write them to {KEPT.name}")
    options = parser.parse_args()
    lines = [f"{json.dumps(name)} = {count}" for name, count in counts().items()]
    if options.write:
        head = "# How much work central questions take; written by python -m benchmarks.work --write\n"
        KEPT.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
