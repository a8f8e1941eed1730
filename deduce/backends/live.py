"""Which live solver to ask: clauses where they are few enough, CP-SAT where sums are too wide for them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deduce.backends.columns import MAX_CLAUSES, MAX_COLUMNED, columns_of
from deduce.ground.errors import MissingExtra, TooLarge
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.backends.live_model import LiveModel

MAX_LITERALS = 2_000_000
"""Problems with more values than this are refused before a literal is made."""


def clauses_of(constraint: Constraint) -> float:
    """About how many clauses the chains of a constraint's sums need; 0 where there are none."""
    total = 0.0
    if not constraint.chained:
        return total
    for part in constraint.parts():
        if (tally := part.added()) is not None:
            form = tally.form
            states, made = 1.0, 0.0
            for row in form.terms:
                amounts = len(set(row))
                made += states * amounts
                states = min(states * amounts, float(form.high) + 1)
            if made > MAX_CLAUSES:
                columned = columns_of(form.terms)
                made = columned if columned <= MAX_COLUMNED else made
            total += made
    return total


def check_size(constraints: Iterable[Constraint]) -> None:
    """Refuse what would need too many literals. Raises `TooLarge` with advice."""
    seen: set[Variable] = set()
    for constraint in constraints:
        seen.update(constraint.scope)
    values = sum([len(variable.domain) for variable in seen])
    if values > MAX_LITERALS:
        raise TooLarge(
            f"{len(seen):,} variables with {values:,} values in all are too many for a solver (at most "
            f"{MAX_LITERALS:,} values); make domains smaller, or leave out what no rule can tell apart"
        )


def solver_for(constraints: Iterable[Constraint]) -> LiveModel:
    """An empty solver that can take the constraints. Raises `TooLarge` beyond two million values."""
    constraints = list(constraints)
    check_size(constraints)
    if any(clauses_of(constraint) > MAX_CLAUSES for constraint in constraints):
        from deduce.backends.cpsat_solver import CpSatSolver

        try:
            return CpSatSolver()
        except MissingExtra:
            pass
    from deduce.backends.sat import SatSolver

    return SatSolver()
