"""The opposite of a constraint, which every constraint tells itself (`Constraint.opposite`)."""

from __future__ import annotations

from deduce.language.base import Constraint


def opposite(constraint: Constraint) -> list[Constraint]:
    """Constraints of which at least one holds exactly where `constraint` does not; empty if it always does.

    Raises `ProblemError` for a relation over more than 200,000 combinations, or a kind of constraint that has none.
    """
    return list(constraint.opposite())
