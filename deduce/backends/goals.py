"""Goals that are expressions, one after another, with soft constraints; and solutions one by one, in an order.

The first goal is made as good as can be, then the next with the first held there, and so on (a lexicographic
objective). A soft constraint costs its weight where it is broken. Solutions in an order come from the same model: each
one found is forbidden, and the next is as good as is left.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from deduce.backends.cpsat_model import Posted, Rng
from deduce.backends.live import clauses_of
from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, MissingExtra, ProblemError, nearest
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, expression_of, sum_
from deduce.language.operators import Calculable
from deduce.language.variables import Variable, is_whole, variables_of
from deduce.worlds.base import World

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.problem import Problem

_MANY_CLAUSES = 2_000
"""Where sums need more clauses than these, worlds are listed by CP-SAT, to which they are sums."""

_BUNCH = 4_096
"""So many worlds are listed at a time, at most."""

Goal = Calculable
"""A variable, fact or expression of whole numbers."""


def _problem(source: Any) -> Any:
    found = getattr(source, "problem", source)
    if not hasattr(found, "own"):
        raise ProblemError(f"expected a Problem or a Knowledge, not {source!r}")
    return found


def goals_of(
    source: Problem | Knowledge,
    goals: Goal | Sequence[Goal] | None,
    sense: str,
    soft: Mapping[Constraint, int] | None,
) -> list[Expression]:
    """The goals as expressions, the first with what broken soft constraints cost. Raises `ProblemError`."""
    if sense not in ("max", "min"):
        raise ProblemError(f"sense {sense!r}: {nearest(sense, ['max', 'min'])}")
    problem = _problem(source)
    if soft is not None and not isinstance(soft, Mapping):
        raise ProblemError(
            f"soft constraints come with their weights, {{constraint: weight}}, not {soft!r}"
        )
    if goals is not None and not isinstance(goals, (Calculable, list, tuple)):
        raise ProblemError(f"an objective is an expression, or a list of them, not {goals!r}")
    listed = [] if goals is None else [goals] if isinstance(goals, Calculable) else list(goals)
    made = [expression_of(goal) for goal in listed]
    broken = []
    for constraint, weight in (soft or {}).items():
        if not is_whole(weight) or weight < 1:
            raise ProblemError(f"the weight of '{constraint}' is a whole number from 1, not {weight!r}")
        broken.append(int(weight) * expression_of(~problem.checked(constraint)))
    if broken:
        cost = sum_(broken)
        first = made[0] if made else Expression()
        made[:1] = [first - cost if sense == "max" else first + cost]
    if not made:
        raise ProblemError("a goal is needed: an expression, or soft constraints with their weights")
    for goal in made:
        for variable in goal.scope:
            problem.own(variable)
    return made


def best(
    posted: Posted, goals: Sequence[Expression], sense: str, *, rng: Rng = None, workers: int | None = None
) -> tuple[str, list[int], list[int], list[int] | None]:
    """The status, the goals' values, what none can be better than, and a row of domain positions."""
    model, dated = posted.model, {v: posted.timeline.current(v) for v in posted.scope}
    numbers = [model.numbers.of(goal.over(dated)) for goal in goals]
    found: tuple[list[int], list[int], list[int] | None] = ([], [], None)
    status = "optimal"
    if workers is None:
        workers = 1 if model.size <= 20_000 else min(8, os.cpu_count() or 1)
    for place, number in enumerate(numbers):
        (model.model.maximize if sense == "max" else model.model.minimize)(number)
        try:
            solver = model.solver(rng=rng, time_limit=posted.clock.left(), workers=workers)
        except GaveUp:
            return ("feasible" if place else "gave up"), *found
        status = model.run(solver)
        if status in ("infeasible", "gave up"):
            # After a first goal there is a world, and it is the best known.
            return ("feasible" if place else status), *found
        row = model.world(solver, posted.now)
        world = posted.world(row)
        values = [goal.value_in(world) for goal in goals]
        limit = values[place] if status == "optimal" else round(solver.best_objective_bound)
        found = values, [*values[:place], limit], row
        if status != "optimal":
            break
        model.model.add(number == values[place])
    return status, *found


def solutions(
    source: Problem | Knowledge,
    *,
    over: object = None,
    order: Goal | Sequence[Goal] | None = None,
    sense: str = "min",
    time_limit: float | None = None,
) -> Iterator[World]:
    """The possible worlds one by one, each found when it is asked for.

    Args:
        source: The problem or knowledge.
        over: Variables (lists, families): worlds that agree on these count once. All of them if None.
        order: Expressions by which the worlds come, the first most; as they are found if None. Needs CP-SAT.
        sense: ``"min"`` for the least first, ``"max"`` for the greatest.
        time_limit: In seconds from the first one asked for; then `GaveUp`.

    Raises:
        ProblemError: A stranger among the variables, or a goal that is no number.
    """
    problem = _problem(source)
    about = problem.scope if over is None else variables_of("over", over)
    for variable in about:
        problem.own(variable)
    goals = [] if order is None else goals_of(source, order, sense, None)
    return _ordered(source, about, goals, sense, time_limit) if goals else _found(source, about, time_limit)


def _found(
    source: Problem | Knowledge, about: Sequence[Variable], time_limit: float | None
) -> Iterator[World]:
    from deduce.explain.search import Explainer
    from deduce.explain.timeline import Timeline

    deadline = Deadline(time_limit)
    timeline = Timeline(source.rules, getattr(source, "log", ()))
    if sum(map(clauses_of, timeline.constraints(timeline.statements))) > _MANY_CLAUSES:
        with suppress(MissingExtra):
            yield from _in_bunches(Posted(source, time_limit=deadline.left()), about)
            return
    with closing(Explainer(timeline, firm=timeline.statements)) as explainer:
        solver, now = explainer.solver, {v: timeline.current(v) for v in source.scope}
        for variable in now.values():
            solver.literals(variable)
        while solver.satisfiable((), time_limit=deadline.left()):
            world = solver.world(list(now.values()))
            yield World((v, world[dated]) for v, dated in now.items())
            solver.clause([-solver.literal(now[v], now[v].position(world[now[v]])) for v in about])


def _in_bunches(posted: Posted, about: Sequence[Variable]) -> Iterator[World]:
    """CP-SAT finds one world, then lists more and more at a time; what was found is forbidden before it goes on."""
    model, size = posted.model, 1
    place = [posted.scope.index(v) for v in about]
    while True:
        bunch: dict[tuple[int, ...], list[int]] = {}
        if size > 1:
            status = _listed(posted, place, bunch, size)
        else:
            row = posted.solve()
            status = "infeasible" if row is None else "feasible"
            bunch.update({} if row is None else {tuple(row[i] for i in place): row})
        yield from map(posted.world, bunch.values())
        if status in ("optimal", "infeasible"):
            return
        for key in bunch:
            literals = [model.literal(posted.now[i], value) for i, value in zip(place, key, strict=True)]
            model.clause([-literal for literal in literals])
        # Where nothing was met that obeys all rules, one world is asked for, which says what else they mean.
        size = min(8 * size, _BUNCH) if bunch else 1


def _listed(
    posted: Posted, place: Sequence[int], bunch: dict[tuple[int, ...], list[int]], size: int
) -> str:
    """Worlds put into `bunch` by what they are at `place`, up to `size`; ``"optimal"`` where these are all."""
    model, seen = posted.model, 0

    class Collect(model.cp.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def on_solution_callback(self) -> None:
            nonlocal seen
            seen += 1
            if model.obeys(self):
                row = model.world(self, posted.now)
                bunch.setdefault(tuple(row[i] for i in place), row)
            if len(bunch) >= size or seen > 4 * size:
                self.stop_search()

    solver = model.solver(time_limit=posted.clock.left())
    solver.parameters.enumerate_all_solutions = True
    status = model.run(solver, Collect())
    if status == "gave up":
        posted.clock.give_up()
    return status


def _ordered(
    source: Problem | Knowledge,
    about: Sequence[Variable],
    goals: Sequence[Expression],
    sense: str,
    time_limit: float | None,
) -> Iterator[World]:
    deadline, forbidden = Deadline(time_limit), list[list[int]]()
    while True:
        posted = Posted(source, time_limit=deadline.left())
        for row in forbidden:
            posted.model.clause(
                [
                    -posted.model.literal(posted.timeline.current(v), i)
                    for v, i in zip(about, row, strict=True)
                ]
            )
        status, _, _, found = best(posted, goals, sense)
        if status == "infeasible":
            return
        if found is None or status != "optimal":
            raise GaveUp(f"the time limit was reached after {many(len(forbidden), 'solution')}")
        world = posted.world(found)
        yield world
        forbidden.append([v.position(world[v]) for v in about])
