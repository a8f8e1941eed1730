"""Other solvers of pencil puzzles, asked for `benchmarks.pencil`; none is needed to run ours.

A peer is a function from a family, a puzzle and limits in seconds to what is written down of it: ``status`` is
``unique`` (proved), ``solved`` (a solution, nothing proved), ``several``, ``none``, ``gave up``, ``refused`` (it raised),
or ``missing`` (it does not know the family, or is not asked for it here).
"""

from __future__ import annotations

import math
import os
import pickle
import resource
import select
import signal
import subprocess
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from deduce.ground.errors import DeduceError
from deduce_models import pencil
from deduce_models.pencil.sheet.printed import Sheet

__all__ = ["PEERS"]

Row = dict[str, Any]
Given = Mapping[str, str]


_AGAIN = 8
"""A loop has two directions, so a solver may find one picture more than once; so often it is asked for another."""


_LOOPS = frozenset({"castlewall", "linesweeper", "slitherlink"})
"""Families in which `puzzlekit` takes a grid without any line for one loop; such pictures are not counted."""


class _Recorder:
    """A CP-SAT solver that remembers which variables were read, and their values."""

    def __init__(self, solver: Any) -> None:
        self._solver, self.read = solver, dict[int, tuple[Any, int]]()

    def Value(self, variable: Any) -> int:  # noqa: N802 - the solver's own name
        """The value of a variable or of a negated one."""
        value = int(self._solver.Value(variable))
        self.read[variable.index] = (variable, value)
        return value

    BooleanValue = value = boolean_value = Value

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)


def _puzzlekit(name: str, given: Given, clock: float, _: float = 0.0) -> Row:
    """`puzzlekit` reads the same notation and gives one solution; another is asked for by forbidding the first.

    One thread, because processor time is compared.
    """
    kit, solvers = import_module("puzzlekit"), import_module("puzzlekit.solvers")
    known = {x.replace("_", ""): x for x in solvers._SOLVER_META}
    if name not in known:
        return {"status": "missing"}
    options = {"time_limit_sec": clock, "num_workers": 1}
    try:
        data = import_module("puzzlekit.parsers.registry").get_parser(known[name])(given["problem"])
        solver = kit.solver(known[name], data)
        status = solver.solve(solver_options=options).solution_data["status"]
        if status not in ("Optimal", "Feasible"):
            return {"status": "none" if status == "Infeasible" else "gave up", "why": str(status)}
        return _another(solver, lines=name in _LOOPS)
    except Exception as error:  # whatever a peer raises is its answer
        return {"status": "refused", "why": f"{type(error).__name__}: {error}"[:200]}


def _another(solver: Any, *, lines: bool) -> Row:
    """Whether a solver of puzzlekit finds a second picture once what was read of the first is forbidden.

    With `lines` a picture without any is no solution.
    """
    from ortools.sat.python import cp_model

    inner, first = solver.solver, None
    for _ in range(_AGAIN):
        solver.solver = _Recorder(inner)
        picture = str(solver.get_solution())
        read = list(solver.solver.read.values())
        solver.solver = inner
        if not lines or set("".join(picture.split()[2:])) != {"-"}:
            if first is not None and picture != first:
                return {"status": "several"}
            first = picture
        solver.model.AddForbiddenAssignments([v for v, _ in read], [[value for _, value in read]])
        status = inner.Solve(solver.model)
        if status == cp_model.INFEASIBLE:
            return {"status": "unique" if first is not None else "none"}
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return {"status": "gave up", "why": "no second answer"}
    return {"status": "gave up", "why": f"the same picture {_AGAIN} times"}


def _grid(sheet: Sheet, words: Mapping[str, str]) -> Any:
    """The clues as an array of characters; words that are not in `words` stay as they are."""
    import numpy as np

    return np.array([[words.get(word, word) for word in line] for line in sheet.layers["clues"]])


def _areas(sheet: Sheet) -> Any:
    import numpy as np

    names: dict[str, str] = {}
    return np.array(
        [[names.setdefault(word, str(len(names))) for word in line] for line in sheet.layers["areas"]]
    )


def _runs(lines: tuple[tuple[str, ...], ...]) -> list[list[int]]:
    return [[int(word) for word in line if word.isdecimal() and word != "0"] for line in lines]


def _rooms(sheet: Sheet) -> dict[str, int]:
    names = _areas(sheet)
    return {str(names[r - 1][c - 1]): number for (r, c), number in sheet.numbers().items()}


_MULTI: dict[str, tuple[str, Callable[[Sheet], tuple[Any, ...]]]] = {
    "akari": ("light_up", lambda sheet: (_grid(sheet, {"-": " ", "x": "W"}),)),
    "heyawake": ("heyawake", lambda sheet: (_areas(sheet), _rooms(sheet))),
    "masyu": ("pearl", lambda sheet: (_grid(sheet, {"-": " ", "b": "B", "w": "W", "1": "W", "2": "B"}),)),
    "nonogram": ("nonograms", lambda sheet: (_runs(sheet.layers["columns"]), _runs(sheet.layers["rows"]))),
    "norinori": ("norinori", lambda sheet: (_areas(sheet),)),
    "nurikabe": ("nurikabe", lambda sheet: (_grid(sheet, {"-": " "}),)),
    "slitherlink": ("slitherlink", lambda sheet: (_grid(sheet, {"-": " "}),)),
    "starbattle": ("star_battle", lambda sheet: (_areas(sheet), int(sheet.extra[0]))),
    "yinyang": ("yin_yang", lambda sheet: (_grid(sheet, {"-": " ", "b": "B", "w": "W"}),)),
}
"""The families asked of `multi-puzzle-solver`: its module, and what its board takes."""


def _multi(name: str, given: Given, clock: float, limit: float = 20.0) -> Row:
    """`multi-puzzle-solver` lists all solutions, in one thread; it has no limit, so it runs in a process of its own."""
    if name not in _MULTI:
        return {"status": "missing"}
    module, arguments = _MULTI[name]
    board = import_module(f"puzzle_solver.puzzles.{module}.{module}").Board
    sheet = pencil.parse(name, given["problem"])

    def work() -> Row:
        found = len(board(*arguments(sheet)).solve_and_print(verbose=False))
        return {"status": ("none", "unique")[found] if found < 2 else "several"}

    return _apart(work, clock, limit)


def _apart(work: Callable[[], Row], clock: float, limit: float) -> Row:
    """What `work` gives in a process of its own, with its processor seconds.

    Ended after `limit` processor seconds or `clock` seconds.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))
        try:
            answer = work()
        except Exception as error:  # whatever a peer raises is its answer
            answer = {"status": "refused", "why": f"{type(error).__name__}: {error}"[:200]}
        os.write(write, pickle.dumps(answer))
        os._exit(0)
    os.close(write)
    ready, _, _ = select.select([read], [], [], clock)
    data = os.read(read, 1 << 16) if ready else b""
    os.close(read)
    if not ready:
        os.kill(child, signal.SIGKILL)
    _, ended = os.waitpid(child, 0)
    row: Row = {"status": "gave up", "why": f"no answer in {limit:g} processor seconds"}
    if data:
        row = pickle.loads(data)
    elif not os.WIFSIGNALED(ended):
        row = {"status": "refused", "why": "it died"}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return row | {"seconds": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


_TIMER: list[subprocess.Popen[str]] = []


def _cspuz(name: str, given: Given, _: float, __: float = 0.0) -> Row:
    """`cspuz_core` reads the puzzle's address; it looks for all that solutions share, and so proves as much.

    The program named by ``DEDUCE_CSPUZ`` (`benchmarks/cspuz_timer.rs`, built beside cspuz_core) solves what it is given
    line by line and tells its own processor seconds: no start of a process counts, and no reading of ours.
    """
    path = os.environ.get("DEDUCE_CSPUZ")
    if not path:
        return {"status": "missing", "why": "DEDUCE_CSPUZ names no program"}
    try:
        address = pencil.address(pencil.parse(name, given["problem"]))
    except DeduceError as error:
        return {"status": "missing", "why": str(error)}
    if not _TIMER:
        _TIMER.append(subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    timer = _TIMER[0]
    if timer.stdin is None or timer.stdout is None:
        raise ValueError(timer)
    timer.stdin.write(address + "\n")
    timer.stdin.flush()
    spent, status = timer.stdout.readline().strip().split(" ", 1)
    if status.startswith("refused unknown"):
        return {"status": "missing", "why": status}
    return {"status": status, "seconds": float(spent)}


PEERS: dict[str, Callable[..., Row]] = {
    "cspuz": _cspuz,
    "puzzlekit": _puzzlekit,
    "multi-puzzle-solver": _multi,
}
"""The solvers that can be asked, by name: of a family, a puzzle, seconds on the clock, and processor seconds."""
