"""The linear relaxation of a CP-SAT model, by GLOP: an upper bound in a fraction of a second.

Variables may be fractions. Linear constraints stay, "exactly one" and "at most one" become sums; constraints that hold
under a condition, and minima and maxima, are left out (the model of the game has linear ones beside them). What is
left out or loosened only adds solutions, so the optimum of the relaxation is no less than that of the model.
"""

from __future__ import annotations

import math
from typing import Any

__all__ = ["linear_bound"]

HUGE = 2**60


def linear_bound(model: Any, *, time_limit: float = math.inf) -> float:
    """An upper bound of the objective of a model (an `ortools` ``CpModel``) that maximises; infinite without one.

    The bound is worked out from GLOP's prices by weak duality, so it holds up to the rounding of floating point. Where
    GLOP does not finish within `time_limit` seconds there is no bound.
    """
    from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

    proto = model.proto
    solver = pywraplp.Solver.CreateSolver("GLOP")
    if time_limit != math.inf:
        solver.SetTimeLimit(max(1, round(1000 * time_limit)))
    domains = [list(variable.domain) for variable in proto.variables]
    columns = [solver.NumVar(domain[0], domain[-1], "") for domain in domains]

    rows: list[tuple[list[tuple[int, float]], float, float, Any]] = []

    def add(terms: list[tuple[int, float]], low: float, high: float) -> None:
        # CP-SAT writes "no limit" as the ends of its integers.
        low, high = (low if low > -HUGE else -math.inf), (high if high < HUGE else math.inf)
        row = solver.Constraint(low, high)
        rows.append((terms, low, high, row))
        for number, factor in terms:
            column = columns[number]
            row.SetCoefficient(column, row.GetCoefficient(column) + factor)

    for constraint in proto.constraints:
        if constraint.enforcement_literal:
            continue
        if _is(constraint, "linear"):
            linear = constraint.linear
            terms = list(zip(linear.vars, linear.coeffs, strict=True))
            domain = list(linear.domain)
            # A domain of several stretches is loosened to one from its least to its greatest value.
            add(terms, domain[0], domain[-1])
        elif _is(constraint, "exactly_one"):
            literals = list(constraint.exactly_one.literals)
            add(*_sum(literals, least=1))
        elif _is(constraint, "at_most_one"):
            literals = list(constraint.at_most_one.literals)
            add(*_sum(literals, least=-len(literals)))
    # CP-SAT minimises: a maximum is the minimum of the opposite.
    costs = dict(zip(proto.objective.vars, proto.objective.coeffs, strict=True))
    for number, factor in costs.items():
        solver.Objective().SetCoefficient(columns[number], factor)
    solver.Objective().SetMinimization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return math.inf
    prices = [(terms, low, high, row.dual_value()) for terms, low, high, row in rows]
    return -(_dual(costs, domains, prices) + float(proto.objective.offset))


def _dual(
    costs: dict[int, float],
    domains: list[list[int]],
    prices: list[tuple[list[tuple[int, float]], float, float, float]],
) -> float:
    """A lower bound of the minimum from prices of the rows: weak duality, true whatever the prices are.

    So the bound does not rest on GLOP: what it found is worked out anew, and prices that are slightly off only
    give a slightly weaker bound.
    """
    reduced = [float(costs.get(number, 0.0)) for number in range(len(domains))]
    total = []
    for terms, low, high, price in prices:
        limit = low if price > 0 else high
        if not price or math.isinf(limit):
            continue
        total.append(price * limit)
        for number, factor in terms:
            reduced[number] -= price * factor
    total += [cost * domain[0 if cost > 0 else -1] for cost, domain in zip(reduced, domains, strict=True)]
    return math.fsum(total)


def _is(constraint: Any, kind: str) -> bool:
    """Whether a constraint is of this kind; OR-Tools has changed how that is asked."""
    known = getattr(constraint, f"has_{kind}", None)
    return bool(known()) if known is not None else bool(constraint.HasField(kind))


def _sum(literals: list[int], *, least: int) -> tuple[list[tuple[int, float]], float, float]:
    """Terms and limits for literals of which at most one, and at least `least`, are true; -n - 1 negates n."""
    terms = [(number, 1.0) if number >= 0 else (-number - 1, -1.0) for number in literals]
    negated = sum(number < 0 for number in literals)
    return terms, least - negated, 1 - negated
