"""A CP-SAT model behind the seam, and the statements of a problem or of knowledge posted in one.

Two traps of CP-SAT shape what stands on this. Enumeration with more than one worker returns too few
solutions and still says OPTIMAL, so the default is one worker, which is also faster on small models. Cores
are valid but not always minimal, so they are shrunk by whoever asks for them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from deduce.backends.cpsat_numbers import counted
from deduce.backends.cpsat_solver import CpSatModel, Rng
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, left, tick
from deduce.ground.errors import GaveUp, ProblemError
from deduce.worlds.base import World

if TYPE_CHECKING:
    from deduce.evidence import Statement
    from deduce.knowledge import Knowledge
    from deduce.language.constraints import Constraint
    from deduce.language.posting import Literal
    from deduce.language.variables import Variable
    from deduce.problem import Problem

__all__ = ["CpSatModel", "Posted", "Rng"]


class _Clock:
    """Counts down the seconds of a time limit that several calls share."""

    def __init__(self, time_limit: float | None) -> None:
        Deadline(time_limit)  # refuses what is no number of seconds
        self.limit = time_limit
        self._end = None if time_limit is None else time.monotonic() + time_limit

    def left(self) -> float | None:
        if self._end is None:
            return left()
        rest = self._end - time.monotonic()
        if rest <= 0:
            self.give_up()
        return left(rest)

    def give_up(self) -> NoReturn:
        """Raise `GaveUp`, naming the limit that was reached: its own, or one that the caller stands under."""
        tick()
        raise GaveUp(
            "no answer within the time limit" + ("" if self.limit is None else f" of {self.limit:g} s")
        )


class Posted:
    """The statements of a problem or of knowledge in a model, and how to read worlds back."""

    def __init__(
        self,
        source: Problem | Knowledge,
        given: Sequence[Constraint] = (),
        *,
        rng: Rng = None,
        time_limit: float | None = None,
        selected: bool = False,
    ) -> None:
        rules, log, self.scope = _parts(source)
        self.clock, self.rng = _Clock(time_limit), rng
        self.timeline = Timeline(rules, log)
        self.now = [self.timeline.current(variable) for variable in self.scope]
        self.model = CpSatModel()
        self.selectors: dict[Statement, Literal] = {}
        stated = self.timeline.constraints(self.timeline.statements)
        self.model.numbers.timed.update(v for tasks in stated for v in getattr(tasks, "timed", ()))
        self.model.numbers.counted.update(counted([*stated, *given]))
        for variable in self.now:
            self.model.declare(variable)
        for statement in self.timeline.statements:
            tick()
            when = self.selectors.setdefault(statement, self.model.fresh()) if selected else None
            for constraint in self.timeline.constraints([statement]):
                self.model.add(constraint, when)
        for constraint in given:
            self.model.add(self.timeline.now(_owned(source, constraint)))

    def solve(self) -> list[int] | None:
        """The domain positions of a world, or None. Raises `GaveUp` at the time limit."""
        solver = self.model.solver(rng=self.rng, time_limit=self.clock.left())
        status = self.model.run(solver)
        if status == "gave up":
            self.clock.give_up()
        return None if status == "infeasible" else self.model.world(solver, self.now)

    def world(self, row: Sequence[int]) -> World:
        """Domain positions as values of the problem's own variables."""
        return World((v, v.domain[i]) for v, i in zip(self.scope, row, strict=True))

    def core(self, statements: Sequence[Statement]) -> list[Statement] | None:
        """Some of `statements` that cannot all be true, or None when all can."""
        self.model.model.clear_assumptions()
        by_index = {}
        for statement in statements:
            boolean = self.model.boolean(self.selectors[statement])
            by_index[boolean.index] = statement
            self.model.model.add_assumption(boolean)
        solver = self.model.solver(rng=self.rng, time_limit=self.clock.left())
        status = self.model.run(solver)
        if status == "gave up":
            self.clock.give_up()
        if status != "infeasible":
            return None
        named = set(solver.sufficient_assumptions_for_infeasibility())
        return [statement for index, statement in by_index.items() if index in named]


def _parts(
    source: Problem | Knowledge,
) -> tuple[Sequence[Statement], Sequence[Statement], tuple[Variable, ...]]:
    from deduce.knowledge import Knowledge
    from deduce.problem import Problem

    if isinstance(source, Problem):
        return source.rules, (), source.scope
    if isinstance(source, Knowledge):
        return source.rules, source.log, source.scope
    raise ProblemError(f"CP-SAT is asked about a Problem or a Knowledge, not {source!r}")


def _owned(source: Problem | Knowledge, constraint: Constraint) -> Constraint:
    problem: Any = getattr(source, "problem", source)
    checked: Constraint = problem.checked(constraint)
    return checked
