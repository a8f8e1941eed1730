"""OR-Tools CP-SAT: optimisation, feasibility of arithmetic models, certain values, second solutions, cores.

Needs the extra ``cpsat``; ortools is imported when the first model is made. Every function takes a
`Problem` or a `Knowledge` (whose log is unrolled over dated copies where the hidden state changed) and
speaks of the variables as they are now. Soft evidence decides nothing and is left out.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from numbers import Rational
from typing import TYPE_CHECKING, Any
from typing import Literal as OneOf

import numpy as np

from deduce.backends.cpsat_model import CpSatModel, Posted, Rng
from deduce.backends.goals import Goal, best, goals_of
from deduce.explain.reasons import Conflict
from deduce.ground.errors import Contradiction, GaveUp, ProblemError, nearest
from deduce.ground.shown import Plain
from deduce.language.operators import Calculable
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.knowledge import Knowledge
    from deduce.language.constraints import Constraint
    from deduce.problem import Problem
    from deduce.worlds.base import World

__all__ = [
    "CpSatModel",
    "Optimum",
    "certain",
    "minimal_core",
    "optimise",
    "satisfiable",
    "second_solution",
    "solution",
    "worlds",
]

Coefficients = Mapping[Variable, Any]

SMALL_MODEL = 20_000
"""Up to this many Boolean variables an optimisation gets one worker unless told otherwise."""


# Questions.


def solution(
    source: Problem | Knowledge,
    given: Sequence[Constraint] = (),
    *,
    rng: Rng = None,
    time_limit: float | None = None,
) -> World | None:
    """Some possible world in which `given` is true, or None when there is none.

    Raises `GaveUp` at the time limit (seconds). `rng` seeds the search; it does not make the world a fair
    draw (`Knowledge.sample` does that).
    """
    posted = Posted(source, given, rng=rng, time_limit=time_limit)
    row = posted.solve()
    return None if row is None else posted.world(row)


def satisfiable(
    source: Problem | Knowledge,
    given: Sequence[Constraint] = (),
    *,
    rng: Rng = None,
    time_limit: float | None = None,
) -> bool:
    """Whether a possible world exists in which `given` is true. Raises `GaveUp` at the time limit."""
    return solution(source, given, rng=rng, time_limit=time_limit) is not None


def second_solution(
    source: Problem | Knowledge,
    first: Mapping[Variable, Any] | None = None,
    *,
    about: Sequence[Variable] | None = None,
    rng: Rng = None,
    time_limit: float | None = None,
) -> World | None:
    """A possible world other than `first`, or None when there is no other.

    Args:
        source: The problem or knowledge.
        first: The world already known; one is looked for when None.
        about: Worlds count as different only if one of these variables differs; all of them when None.
        rng: The seed of the search.
        time_limit: In seconds; `GaveUp` is raised when it is reached.
    """
    posted = Posted(source, rng=rng, time_limit=time_limit)
    if first is None:
        row = posted.solve()
        if row is None:
            return None
        first = posted.world(row)
    place = {variable: i for i, variable in enumerate(posted.scope)}
    differs = []
    for variable in posted.scope if about is None else about:
        if variable not in place:
            raise ProblemError(f"{variable}: {nearest(variable, (v.name for v in posted.scope))}")
        if variable not in first:
            raise ProblemError(f"the first world says nothing of {variable}")
        now = posted.now[place[variable]]
        differs.append(-posted.model.literal(now, variable.position(first[variable])))
    posted.model.clause(differs)
    row = posted.solve()
    return None if row is None else posted.world(row)


def certain(
    source: Problem | Knowledge, *, rng: Rng = None, time_limit: float | None = None
) -> dict[Variable, Any]:
    """The values that all possible worlds share.

    Each call asks for a world that differs from what all worlds found so far have in common, so there are
    at most as many calls as variables, and two for a puzzle with one solution. Raises `Contradiction` when
    no world is left, `GaveUp` at the time limit (seconds).
    """
    posted = Posted(source, rng=rng, time_limit=time_limit)
    row = posted.solve()
    if row is None:
        conflict = minimal_core(source, rng=rng, time_limit=posted.clock.left())
        if conflict is None:
            raise ProblemError("CP-SAT found no world and no conflict; please report this problem")
        raise Contradiction(conflict)
    shared = dict(enumerate(row))
    while row is not None:
        shared = {i: value for i, value in shared.items() if row[i] == value}
        # Each of these clauses is stronger than the one before, so they may all stay.
        posted.model.clause([-posted.model.literal(posted.now[i], value) for i, value in shared.items()])
        row = posted.solve()
    return {posted.scope[i]: posted.scope[i].domain[value] for i, value in shared.items()}


def minimal_core(
    source: Problem | Knowledge, *, rng: Rng = None, time_limit: float | None = None
) -> Conflict | None:
    """Statements that cannot all be true, none of which can be spared; None when all can be true.

    CP-SAT's own core is shrunk statement by statement and then proved again in a model of its own. The
    result is minimal, not always smallest (`Knowledge.conflict` looks for that); its `check()` proves it
    with the independent checker. Raises `GaveUp` at the time limit (seconds).
    """
    posted = Posted(source, rng=rng, time_limit=time_limit, selected=True)
    core = posted.core(posted.timeline.statements)
    if core is None:
        return None
    needed: list[Statement] = []
    while core:
        candidate = core.pop()
        smaller = posted.core([*needed, *core])
        if smaller is None:
            needed.append(candidate)
        else:
            core = [statement for statement in core if statement in smaller]
    chosen = tuple(statement for statement in posted.timeline.statements if statement in needed)
    _prove(posted, chosen)
    return Conflict(chosen, False, posted.timeline)


def _prove(posted: Posted, statements: Sequence[Statement]) -> None:
    """Solve the statements of a core alone, stated outright, in a fresh model."""
    model = CpSatModel()
    for constraint in posted.timeline.constraints(statements):
        model.add(constraint)
    status = model.run(model.solver(rng=posted.rng, time_limit=posted.clock.left()))
    if status == "gave up":
        posted.clock.give_up()
    if status != "infeasible":
        raise ProblemError("CP-SAT gave a core that can be true; please report this problem")


_REPEATS = 3
"""So many times each may worlds be met again before they are asked for one by one."""


def _one_by_one(posted: Posted, found: dict[tuple[int, ...], None], max_worlds: int, rng: Rng) -> str:
    """The worlds that are not among `found` yet, each forbidden once it is met; the status of the last answer.

    Where a condition leaves intermediate results of arithmetic open, listing all assignments never ends.
    """
    for world in list(found):
        _forbid(posted, world)
    while len(found) <= max_worlds:
        solver = posted.model.solver(rng=rng, time_limit=posted.clock.left())
        status = posted.model.run(solver)
        if status not in ("optimal", "feasible"):
            return "optimal" if status == "infeasible" else status
        world = tuple(posted.model.world(solver, posted.now))
        found[world] = None
        _forbid(posted, world)
    return "feasible"


def _forbid(posted: Posted, world: Sequence[int]) -> None:
    literal = posted.model.literal
    posted.model.clause([-literal(v, value) for v, value in zip(posted.now, world, strict=True)])


def worlds(
    source: Problem | Knowledge,
    *,
    max_worlds: int = 1_000_000,
    rng: Rng = None,
    time_limit: float | None = None,
) -> list[World]:
    """Every possible world, each once, in no particular order.

    For cross-checks: `deduce.compile` counts and lists them far faster. One worker, always. Raises
    `GaveUp` beyond `max_worlds` or the time limit (seconds), so a list returned is complete.
    """
    posted = Posted(source, rng=rng, time_limit=time_limit)
    found: dict[tuple[int, ...], None] = {}
    repeats = 0

    class Collect(posted.model.cp.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def on_solution_callback(self) -> None:
            nonlocal repeats
            if not posted.model.obeys(self):
                return
            # Hidden variables (which permutation a shuffle was) repeat worlds; the dict merges them.
            world = tuple(posted.model.world(self, posted.now))
            repeats += world in found
            found[world] = None
            if len(found) > max_worlds or repeats > _REPEATS * len(found) + 100:
                self.stop_search()

    solver = posted.model.solver(rng=rng, time_limit=posted.clock.left())
    solver.parameters.enumerate_all_solutions = True
    status = posted.model.run(solver, Collect())
    if status == "feasible" and repeats > _REPEATS * len(found) + 100:
        status = _one_by_one(posted, found, max_worlds, rng)
    if len(found) > max_worlds:
        raise GaveUp(f"there are more than max_worlds={max_worlds:,} worlds")
    if status in ("gave up", "feasible"):
        posted.clock.give_up()
    return [posted.world(row) for row in found]


@dataclass(frozen=True, slots=True)
class Optimum(Plain):
    """The answer of `optimise`.

    Attributes:
        status: ``"optimal"`` (proved), ``"feasible"`` (a world was found, a better one may exist within
            `bound`), ``"infeasible"`` (no possible world, proved) or ``"gave up"`` (the limit was reached
            before anything was found).
        value: The objective in `world`; None without a world.
        bound: No world is better than this; equal to `value` if optimal, None if nothing is known.
        world: The best world found, or None.
    """

    status: OneOf["optimal", "feasible", "infeasible", "gave up"]
    value: int | float | tuple[int, ...] | None
    bound: int | float | tuple[int, ...] | None
    world: World | None


def optimise(
    source: Problem | Knowledge,
    objective: Coefficients | Goal | Sequence[Goal] | None,
    sense: str = "max",
    *,
    soft: Mapping[Constraint, int] | None = None,
    given: Sequence[Constraint] = (),
    rng: Rng = None,
    time_limit: float | None = None,
    workers: int | None = None,
) -> Optimum:
    """A possible world with the greatest (or least) value of an objective.

    Args:
        source: The problem or knowledge.
        objective: For each variable that matters, either a mapping from its values to coefficients
            (values left out count 0) or one weight to multiply its (numeric) value with. Floats are taken
            as the decimal numbers they are written as, so that sums are exact. Or an expression such as
            ``max_(ends)``; or several, of which the first counts most and the next among the best by those before
            (`Optimum.value` and `bound` are tuples then); or None with `soft`.
        sense: ``"max"`` or ``"min"``.
        soft: Constraints that may be broken at a cost, a whole number from 1 each; it counts with the (first) objective.
        given: Further conditions on the world.
        rng: The seed of the search.
        time_limit: In seconds; the best world so far is returned, labelled ``"feasible"``.
        workers: Parallel searches; by default one for models up to 20,000 Booleans, else one a core up to
            eight. With several the world found may differ from run to run, its value does not.

    Raises:
        ProblemError: An unknown sense, a foreign variable or value, a weight for a variable that takes no
            numbers, or coefficients of too many digits for exact arithmetic.
    """
    if sense not in ("max", "min"):
        raise ProblemError(f"sense {sense!r}: {nearest(sense, ['max', 'min'])}")
    if soft or not isinstance(objective, Mapping):
        if isinstance(objective, Mapping):
            raise ProblemError("with soft constraints the objective is an expression, or None")
        goals = goals_of(source, objective, sense, soft)
        posted = Posted(source, given, rng=rng, time_limit=time_limit)
        return _optimum(posted, *best(posted, goals, sense, rng=rng, workers=workers), objective)
    posted = Posted(source, given, rng=rng, time_limit=time_limit)
    exact = {v: _coefficients(source, v, spec) for v, spec in objective.items()}
    scale = lcm(1, *(c.denominator for row in exact.values() for c in row))
    terms = [
        (int(c * scale), posted.model.literal(posted.timeline.current(variable), i))
        for variable, row in exact.items()
        for i, c in enumerate(row)
        if c
    ]
    expression, offset, _ = posted.model.expression(terms)
    goal = posted.model.model.maximize if sense == "max" else posted.model.model.minimize
    goal(expression)
    if workers is None:
        workers = 1 if posted.model.size <= SMALL_MODEL else min(8, os.cpu_count() or 1)
    try:
        left = posted.clock.left()
    except GaveUp:
        return Optimum("gave up", None, None, None)
    solver = posted.model.solver(rng=rng, time_limit=left, workers=workers)
    status: Any = posted.model.run(solver)
    if status in ("infeasible", "gave up"):
        return Optimum(status, None, None, None)
    row = posted.model.world(solver, posted.now)
    place = {variable: i for i, variable in enumerate(posted.scope)}
    value = sum((exact[v][row[place[v]]] for v in exact), Fraction(0))
    bound = Fraction(round(solver.best_objective_bound) + offset, scale)
    return Optimum(
        status, _number(value), _number(value if status == "optimal" else bound), posted.world(row)
    )


def _optimum(
    posted: Posted, status: Any, values: Sequence[int], bounds: Sequence[int], row: Any, objective: object
) -> Optimum:
    """The answer for goals that are expressions: numbers for one, tuples for several."""
    if row is None:
        return Optimum(status, None, None, None)
    if objective is None or isinstance(objective, Calculable):
        return Optimum(status, values[0], bounds[0], posted.world(row))
    return Optimum(status, tuple(values), tuple(bounds), posted.world(row))


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def _coefficients(source: Problem | Knowledge, variable: Variable, spec: Any) -> list[Fraction]:
    """One coefficient a domain value."""
    problem: Any = getattr(source, "problem", source)
    if not isinstance(variable, Variable):
        raise ProblemError(f"the objective's keys are variables, not {variable!r}")
    problem.own(variable)
    if isinstance(spec, Mapping):
        row = [Fraction(0)] * len(variable.domain)
        for value, coefficient in spec.items():
            row[variable.position(value)] = _fraction(
                coefficient, f"the coefficient of {variable} == {value!r}"
            )
        return row
    if not variable.numeric:
        raise ProblemError(
            f"{variable} takes values that are no numbers; give a mapping from its values to coefficients"
        )
    weight = _fraction(spec, f"the weight of {variable}")
    return [weight * _fraction(value, f"the value {value!r} of {variable}") for value in variable.domain]


def _fraction(number: Any, what: str) -> Fraction:
    if isinstance(number, np.integer):
        return Fraction(int(number))
    if isinstance(number, Rational):
        return Fraction(number)
    if isinstance(number, (float, np.floating)) and np.isfinite(number):
        # The shortest decimal that reads back as this float is what its writer meant.
        return Fraction(repr(float(number)))
    raise ProblemError(f"{what} is {number!r}; it must be a finite number")
