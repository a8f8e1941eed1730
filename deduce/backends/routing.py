"""Who is asked what is certain: a diagram where one is narrow, else the live solver that suits the sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deduce.backends.columns import MAX_CLAUSES
from deduce.backends.live import clauses_of
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.worlds.estimate import bound_arcs
from deduce.worlds.sweeps import layer_order

_NARROW_ARCS = 50_000
"""A diagram of at most this many arcs is made in a moment, and then asked everything."""

_WIDE_ARCS = 4_000_000
"""A diagram of at most this many arcs is still made where the clauses of a sum would be many."""

_MANY_CLAUSES = 20_000

_TOTAL, _SLACK, _TOTAL_BITS = 100, 8, 24.0
"""With a count over more variables than this that leaves so many open, a diagram is tried whose layers have so many bits:
clauses know little of totals, and the estimate is some hundred times what such a diagram is."""

_FEW_WORLDS = 1 << 16
"""Up to so many combinations of values are listed in a diagram at once."""


def cheapest(scope: Sequence[Variable], stated: Sequence[Constraint], *, diagrams: bool = True) -> str:
    """``"diagram"``, ``"sat"`` or ``"cpsat"``, by the estimated cost; no diagram where `diagrams` is False."""
    clauses = sum(map(clauses_of, stated))
    if diagrams:
        arcs = bound_arcs(scope, stated)
        if arcs <= _NARROW_ARCS or (clauses > _MANY_CLAUSES and arcs <= _WIDE_ARCS):
            return "diagram"
        if any(map(_total, stated)) and layer_order(scope, stated)[1] <= _TOTAL_BITS:
            return "diagram"
    return "cpsat" if any(clauses_of(constraint) > MAX_CLAUSES for constraint in stated) else "sat"


def _total(constraint: Constraint) -> bool:
    """Whether it is a count over many variables that leaves much open."""
    count, size = constraint.counted(), len(constraint.scope)
    return count is not None and size > _TOTAL and count.high >= _SLACK and count.low <= size - _SLACK


def few_worlds(scope: Iterable[Variable]) -> bool:
    """Whether the combinations of values are so few that a diagram of them is made in a moment."""
    free = 1
    for variable in scope:
        free *= len(variable.domain)
        if free > _FEW_WORLDS:
            return False
    return True


def few_clauses(stated: Iterable[Constraint]) -> bool:
    """Whether the sums of what is stated come to few clauses; takes microseconds a statement."""
    return sum(map(clauses_of, stated)) <= _MANY_CLAUSES
