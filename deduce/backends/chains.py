"""Linear sums as clauses: a chain of partial sums, one link a variable, for solvers without large numbers."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.errors import ProblemError
from deduce.posting import Literal, Model

__all__ = ["chain", "links"]

MAX_CLAUSES = 400_000
"""Sums that would need more clauses than this are refused before any is made."""

Link = dict[int, Literal]


def links(model: Model, terms: Sequence[tuple[int, Literal]]) -> list[Link]:
    """The links of a sum: amounts, each with a literal that is true when it is added.

    The literals of one variable's values exclude each other, so together they are one link.
    """
    amounts: dict[Literal, int] = {}
    for coefficient, literal in terms:
        amounts[literal] = amounts.get(literal, 0) + coefficient
    grouped: list[dict[int, list[Literal]]] = []
    for literal in list(amounts):
        if literal not in amounts:
            continue
        by_amount: dict[int, list[Literal]] = {}
        for member in model.siblings(literal):
            by_amount.setdefault(amounts.pop(member, 0), []).append(member)
        grouped.append(by_amount)
    return [
        {amount: _either(model, members) for amount, members in by_amount.items()} for by_amount in grouped
    ]


def _either(model: Model, literals: Sequence[Literal]) -> Literal:
    """A literal equivalent to "one of these is true"."""
    return -model.conjunction([-literal for literal in literals])


def chain(
    model: Model, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
) -> None:
    """State that the coefficients of the true literals sum to between `low` and `high`.

    Raises `ProblemError` for a sum with too many partial sums.
    """
    if not terms:
        if not low <= 0 <= high:
            model.clause([], when)
        return
    steps = links(model, terms)
    totals = _totals(steps, low, high)
    if totals is None:
        raise ProblemError(
            "a sum is too wide for the SAT solver; use deduce.backends.cpsat for arithmetic this large"
        )
    states: dict[int, Literal | None] = {0: None}
    for step, following in zip(steps, totals, strict=True):
        reached: dict[int, Literal | None] = {total: model.fresh() for total in following}
        for total, state in states.items():
            for added, condition in step.items():
                clause = [-condition] if state is None else [-state, -condition]
                known = reached.get(total + added)
                model.clause(clause if known is None else [*clause, known], when)
        states = reached


def _totals(steps: Sequence[Link], low: int, high: int) -> list[list[int]] | None:
    """After each link, the partial sums that can still end between the bounds; None if they are too many."""
    least, most = 0, 0
    rest: list[tuple[int, int]] = []
    for step in reversed(steps):
        rest.append((least, most))
        least, most = least + min(step), most + max(step)
    found: list[list[int]] = []
    here = [0]
    clauses = 0
    for step, (least, most) in zip(steps, reversed(rest), strict=True):
        clauses += len(here) * len(step)
        if clauses > MAX_CLAUSES:
            return None
        met = {total + added for total in here for added in step}
        here = [total for total in met if total + least <= high and total + most >= low]
        here.sort()
        found.append(here)
    return found
