"""Other solvers of pencil puzzles, asked for `benchmarks.pencil`; none is needed to run ours.

A peer is a function from a family, a puzzle and a limit in seconds to what is written down of it: ``status`` is
``solved`` (a solution, nothing proved), ``gave up``, ``refused`` (it raised), ``missing`` (it does not know the family).
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

__all__ = ["PEERS"]


def _puzzlekit(name: str, given: dict[str, str], clock: float) -> dict[str, Any]:
    """`puzzlekit` reads the same notation; one thread, because processor time is compared."""
    kit, solvers = import_module("puzzlekit"), import_module("puzzlekit.solvers")
    known = {x.replace("_", ""): x for x in solvers._SOLVER_META}
    if name not in known:
        return {"status": "missing"}
    try:
        found = kit.solve(
            given["problem"], known[name], solver_options={"time_limit_sec": clock, "num_workers": 1}
        )
    except Exception as error:  # whatever a peer raises is its answer
        return {"status": "refused", "why": f"{type(error).__name__}: {error}"[:200]}
    data = found.solution_data
    if data["status"] not in ("Optimal", "Feasible"):
        return {"status": "gave up", "why": str(data["status"])}
    grid = data["solution_grid"]
    words = [str(word) for row in grid.matrix for word in row]
    return {"status": "solved", "equal": words == given.get("solution", "").split()[-len(words) :]}


PEERS: dict[str, Callable[[str, dict[str, str], float], dict[str, Any]]] = {"puzzlekit": _puzzlekit}
"""The solvers that can be asked, by name."""
