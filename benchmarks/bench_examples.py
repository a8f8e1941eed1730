"""Small problems that everybody states: CPMpy's own examples and CSPLib, beside CPMpy on CP-SAT.

Each is stated and solved from nothing by both, the answers compared. Counting all worlds is what we do by diagrams and
CPMpy by going through them. CPMpy is also what most people would write; what it adds to CP-SAT is in its time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.cpmpy_models import MODELS
from benchmarks.harness import Row, timed

__all__ = ["examples", "rows"]

_EXAMPLES = Path(__file__).parents[1] / "examples"


def examples() -> dict[str, Callable[[], Any]]:
    """The examples by name."""
    if str(_EXAMPLES) not in sys.path:
        sys.path.append(str(_EXAMPLES))
    import csplib  # type: ignore[import-not-found]
    import csplib_more  # type: ignore[import-not-found]
    import from_cpmpy  # type: ignore[import-not-found]

    listed = [*from_cpmpy.EXAMPLES, *csplib.PROBLEMS, *csplib_more.PROBLEMS]
    return {solve.__name__: solve for solve in listed}


def rows() -> Iterator[Row]:
    """Two lines a problem; solvers are loaded before."""
    ours = examples()
    ours["knapsack"](), MODELS["knapsack"]()
    for name, theirs in MODELS.items():
        mine, found = timed(ours[name], repeat=3)
        other, wanted = timed(theirs, repeat=3)
        assert found == wanted, (name, found, wanted)
        yield Row(name, "deduce", mine, note=str(found))
        yield Row(name, "CPMpy", other, other / mine)
