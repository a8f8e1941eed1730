"""Bounds of a CP-SAT model by other solvers: its linear relaxation (GLOP), and branching over that (SCIP).

For GLOP variables may be fractions; it takes a fraction of a second. SCIP branches on them until time is up. Linear
constraints stay, also those that hold under a condition (with the least sufficient slack where the condition does not
hold); "exactly one" and "at most one" become sums; minima and maxima are left out, so who bounds a model states linear
constraints beside them. What is left out or loosened only adds solutions: both bounds are no less than the optimum.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

HUGE = 2**60

ROUNDING = 1e-6
"""How far from a whole number is whole."""

TOLERANCE = 1e-6
"""Objectives are whole; this is for the solvers' floating point only."""

CLOCK = "timing/clocktype = 1"
"""A setting of SCIP: its seconds are processor time."""

FOR_NODES = (
    "separating/maxroundsroot = 8",
    "branching/relpscost/initcand = 10",
    "branching/relpscost/maxlookahead = 3",
    "branching/relpscost/inititer = 10",
    "heuristics/rins/freq = -1",
    "heuristics/crossover/freq = -1",
    "heuristics/alns/freq = -1",
)
"""Settings of SCIP: more nodes in place of many cuts, long looks ahead and searches for solutions."""

Row = tuple[list[tuple[int, float]], float, float]
"""Terms (variable, factor), and the limits of their sum."""


@dataclass(frozen=True)
class _Program:
    """The linear part of a model: the least and greatest value of each variable, rows, and what is minimised."""

    domains: list[tuple[int, int]]
    rows: list[Row]
    costs: dict[int, float]
    offset: float


def _program(model: Any) -> _Program:
    proto = model.proto
    domains = [
        (variable.domain[0], variable.domain[len(variable.domain) - 1]) for variable in proto.variables
    ]
    rows: list[Row] = []
    for constraint in proto.constraints:
        when = list(constraint.enforcement_literal)
        if _is(constraint, "linear"):
            linear = constraint.linear
            terms = list(zip(linear.vars, linear.coeffs, strict=True))
            limits = list(linear.domain)
            # A domain of several stretches is loosened to one from its least to its greatest value.
            # CP-SAT writes "no limit" as the ends of its integers.
            low = limits[0] if limits[0] > -HUGE else -math.inf
            high = limits[-1] if limits[-1] < HUGE else math.inf
            rows += _when(terms, low, high, when, domains) if when else [(terms, low, high)]
        elif _is(constraint, "exactly_one") and not when:
            rows.append(_sum(list(constraint.exactly_one.literals), least=1))
        elif _is(constraint, "at_most_one") and not when:
            literals = list(constraint.at_most_one.literals)
            rows.append(_sum(literals, least=-len(literals)))
    # CP-SAT minimises: a maximum is the minimum of the opposite.
    costs = dict(zip(proto.objective.vars, proto.objective.coeffs, strict=True))
    return _Program(domains, rows, costs, float(proto.objective.offset))


def _when(
    terms: list[tuple[int, float]], low: float, high: float, when: list[int], domains: list[tuple[int, int]]
) -> list[Row]:
    """The rows of a constraint that holds when all literals `when` do: else each limit gives way as far as it must."""
    least = sum(min(factor * end for end in domains[number]) for number, factor in terms)
    most = sum(max(factor * end for end in domains[number]) for number, factor in terms)
    found: list[Row] = []
    # Which limit it is, is told beside it: of an equation both are one number.
    for above, limit, extreme in ((False, low, least), (True, high, most)):
        slack = extreme - limit
        if math.isinf(limit) or (slack <= 0 if above else slack >= 0):
            continue
        # terms + slack * literal (summed) against limit + slack * literals: without all of them it gives way.
        row = list(terms)
        right = limit + slack * len(when)
        for literal in when:
            if literal >= 0:
                row.append((literal, slack))
            else:
                row.append((-literal - 1, -slack))
                right -= slack
        found.append((row, -math.inf, right) if above else (row, right, math.inf))
    return found


def _posed(
    program: _Program, solver: Any, *, whole: Container[int] = (), start: Mapping[int, int] | None = None
) -> tuple[list[Any], list[Any]]:
    """State a program to a solver, the variables of `whole` as whole numbers; its columns and its rows."""
    columns = [
        solver.IntVar(low, high, "") if number in whole else solver.NumVar(low, high, "")
        for number, (low, high) in enumerate(program.domains)
    ]
    if start:
        solver.SetHint([columns[number] for number in start], [float(value) for value in start.values()])
    stated = []
    for terms, low, high in program.rows:
        row = solver.Constraint(low, high)
        stated.append(row)
        for number, factor in terms:
            column = columns[number]
            row.SetCoefficient(column, row.GetCoefficient(column) + factor)
    for number, factor in program.costs.items():
        solver.Objective().SetCoefficient(columns[number], factor)
    solver.Objective().SetMinimization()
    return columns, stated


class Relaxed:
    """The linear relaxation of a model (an `ortools` ``CpModel``) that maximises, by GLOP; solved again it goes on.

    Where GLOP does not finish there is no bound.
    """

    def __init__(self, model: Any) -> None:
        from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

        self._program, self._optimal = _program(model), pywraplp.Solver.OPTIMAL
        self._solver = pywraplp.Solver.CreateSolver("GLOP")
        self._columns, self._stated = _posed(self._program, self._solver)

    def bound(self, less: Mapping[int, float] = MappingProxyType({})) -> float:
        """An upper bound of the objective less these multiples of variables; infinite without one.

        It is worked out from GLOP's prices by weak duality, so it holds up to the rounding of floating point.
        """
        program, costs = self._program, dict(self._program.costs)
        for number, price in less.items():
            costs[number] = costs.get(number, 0.0) + price
        for number, cost in costs.items():
            self._solver.Objective().SetCoefficient(self._columns[number], cost)
        if self._solver.Solve() != self._optimal:
            return math.inf
        prices = [(*row, there.dual_value()) for row, there in zip(program.rows, self._stated, strict=True)]
        return -(_dual(costs, program.domains, prices) + program.offset)

    @property
    def values(self) -> list[float]:
        """The values of all variables in the solution of the last bound."""
        return [column.solution_value() for column in self._columns]

    def dive(self, whole: Container[int]) -> list[float]:
        """Values of a solution, after a finite `bound`, in which the variables of `whole` are whole; empty without one.

        What is whole at its upper end is fixed, and the variable that is nearest to the next whole number rounded up, or
        down where that cannot be; and so on.
        """
        domains = self._program.domains
        free = {number for number, (low, high) in enumerate(domains) if number in whole and low != high}
        while True:
            values = {number: self._columns[number].solution_value() for number in free}
            parts = {number: value - math.floor(value + ROUNDING) for number, value in values.items()}
            nearest = max(parts, key=parts.__getitem__, default=None)
            if nearest is None or parts[nearest] <= ROUNDING:
                return self.values
            for number in [number for number in free if values[number] >= domains[number][1] - ROUNDING]:
                self._columns[number].SetBounds(domains[number][1], domains[number][1])
                free.discard(number)
            column, up = self._columns[nearest], math.floor(values[nearest] + ROUNDING) + 1
            low, high = column.lb(), column.ub()
            for ends in ((up, high), (low, up - 1)):
                column.SetBounds(*ends)
                if self._solver.Solve() == self._optimal:
                    break
            else:
                return []


def whole(bound: float) -> float:
    """The greatest whole number up to a bound, which may be infinite."""
    return bound if math.isinf(bound) else math.floor(bound + TOLERANCE)


def linear_bound(model: Any) -> float:
    """The bound of `Relaxed`."""
    return Relaxed(model).bound()


@dataclass(frozen=True, slots=True)
class Branched:
    """What SCIP found.

    Attributes:
        bound: An upper bound, infinite without one.
        values: The values of its best solution, empty without one.
        ended: Whether it searched to the end.
    """

    bound: float
    values: Sequence[float] = ()
    ended: bool = False


def branched(
    model: Any,
    *,
    time_limit: float,
    nodes: int | None = None,
    whole: Container[int] | None = None,
    start: Mapping[int, int] | None = None,
) -> Branched:
    """An upper bound with whole numbers, by SCIP until `time_limit` seconds of processor time are up.

    With `whole` only the variables with these numbers are whole; others may be fractions, so that there are more
    solutions and the bound holds still. `start` are values to begin with, `nodes` the most that are looked at. SCIP
    tells no bound before it has a solution. The bound is SCIP's own: it holds up to its tolerances, and is not worked
    out anew.
    """
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("SCIP")
    if solver is None:
        return Branched(math.inf)
    program = _program(model)
    solver.SetTimeLimit(max(1, round(1000 * time_limit)))
    # Where it has a solution to begin with, SCIP need not look for one.
    settings = [CLOCK, *(FOR_NODES if whole is None else ())]
    settings += [] if nodes is None else [f"limits/totalnodes = {nodes}"]
    solver.SetSolverSpecificParametersAsString("".join(f"{line}\n" for line in settings))
    every = range(len(program.domains)) if whole is None else whole
    columns, _ = _posed(program, solver, whole=every, start=start)
    status = solver.Solve()
    if status not in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE):
        return Branched(math.inf)
    best = solver.Objective().BestBound()
    bound = math.inf if not math.isfinite(best) else -(best + program.offset)
    return Branched(bound, [column.solution_value() for column in columns], status == solver.OPTIMAL)


def integer_bound(model: Any, *, time_limit: float, start: Sequence[int] = ()) -> float:
    """The bound of `branched` with all variables whole; `start` is a solution of the model to begin with."""
    return branched(model, time_limit=time_limit, start=dict(enumerate(start))).bound


def _dual(
    costs: dict[int, float],
    domains: list[tuple[int, int]],
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


def _sum(literals: list[int], *, least: int) -> Row:
    """Terms and limits for literals of which at most one, and at least `least`, are true; -n - 1 negates n."""
    terms = [(number, 1.0) if number >= 0 else (-number - 1, -1.0) for number in literals]
    negated = sum(number < 0 for number in literals)
    return terms, least - negated, 1 - negated
