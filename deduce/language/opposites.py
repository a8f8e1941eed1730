"""The opposite of any constraint, as a choice of constraints: at least one of them is true.

Facts have an opposite of their own (``~``); counts and sums lie below or above their bounds; of variables
that are not all different two are equal; of tuples the others are taken; of a conjunction some part fails.
"""

from __future__ import annotations

import math
from itertools import combinations, product

from deduce.ground.errors import ProblemError
from deduce.language.constraints import AllDifferent, Constraint, Count, Sum
from deduce.language.facts import Fact
from deduce.language.relations import Channel, Relation
from deduce.language.tally import Tally

__all__ = ["opposite"]

_MAX_TUPLES = 200_000


def opposite(constraint: Constraint) -> list[Constraint]:
    """Constraints of which at least one holds exactly where `constraint` does not; empty if it always does.

    Raises `ProblemError` for a relation over more than 200,000 combinations, or a kind of constraint
    that has no opposite here.
    """
    if isinstance(constraint, Fact):
        return [~constraint]
    if isinstance(constraint, Count):
        scope, values, n = constraint.scope, list(constraint.values), len(constraint.scope)
        below = [Count(scope, values, 0, constraint.low - 1)] if constraint.low else []
        above = [Count(scope, values, constraint.high + 1, n)] if constraint.high < n else []
        return [*below, *above]
    if isinstance(constraint, Sum):
        weights = constraint.weights
        return [
            Sum(constraint.scope, None, constraint.low - 1, weights=weights),
            Sum(constraint.scope, constraint.high + 1, None, weights=weights),
        ]
    if isinstance(constraint, Tally):
        return [
            Tally(constraint.tables, None, constraint.low - 1),
            Tally(constraint.tables, constraint.high + 1, None),
        ]
    if isinstance(constraint, AllDifferent):
        return [a == b for a, b in combinations(constraint.scope, 2)]
    if isinstance(constraint, Relation):
        if math.prod(len(v.domain) for v in constraint.scope) > _MAX_TUPLES:
            raise ProblemError(f"'{constraint}' has too many combinations to state its opposite")
        allowed = set(constraint.tuples())
        every = product(*(v.domain for v in constraint.scope))
        return [Relation(constraint.scope, [row for row in every if row not in allowed])]
    if isinstance(constraint, Channel):
        return _unlinked(constraint)
    own = getattr(constraint, "opposite", None)
    if own is not None:
        return list(own())
    parts = constraint.parts()
    if any(part is not constraint for part in parts):
        return [other for part in parts for other in opposite(part)]
    raise ProblemError(
        f"a {type(constraint).__name__} has no opposite here; state it as a fact or a relation"
    )


def _unlinked(constraint: Channel) -> list[Constraint]:
    found: list[Constraint] = []
    for a, left in constraint.left.items():
        for b, right in constraint.right.items():
            here = left == b if b in left.domain else None
            there = right == a if a in right.domain else None
            if here is not None and there is not None:
                found += [here & ~there, ~here & there]
            elif here is not None or there is not None:
                found.append(here if here is not None else there)  # type: ignore[arg-type]
    return found
