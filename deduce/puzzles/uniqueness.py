"""Has a puzzle exactly one solution? The solution and a proof of no second; or two; or why there is none."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp, ProblemError, TooLarge
from deduce.ground.shown import Shown
from deduce.ground.wording import as_is, run, say
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.facts import Or
from deduce.language.variables import Variable, is_whole, variables_of
from deduce.problem import Problem
from deduce.puzzles.grids import grid_solutions
from deduce.puzzles.live import asked_first, solver_of_first

if TYPE_CHECKING:
    from deduce.explain.reasons import Conflict

Solution = dict[Variable, Hashable]

_CONFLICT_SECONDS = 10.0
"""How long a smallest conflict is looked for; then a minimal one is named."""


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """What `verify` found.

    Attributes:
        status: ``"unique"``, ``"several"``, ``"none"`` or ``"gave up"``.
        solution: A solution (every variable with its value); None if there is none or none was found.
        second: A second one, which differs from the first on the answer key.
        difference: The variables of the answer key on which they differ, with both values.
        conflict: When there is no solution: statements that cannot all be true.
        solutions: All solutions found, up to the limit asked for.
        complete: True when `solutions` are all there are (on the answer key).
        method: ``"search"``, ``"counting"``, ``"diagram"``, ``"sat"`` or ``"cpsat"``: what proved it.
        limit: What made it give up, or left no time for the conflict; empty otherwise.
        key: The answer key: the variables on which uniqueness was judged.
        knowledge: What was asked.
    """

    status: str
    solution: Solution | None = field(repr=False)
    second: Solution | None = field(repr=False)
    difference: tuple[tuple[Variable, Hashable, Hashable], ...] = field(repr=False)
    conflict: Conflict | None = field(repr=False)
    solutions: tuple[Solution, ...] = field(repr=False)
    complete: bool
    method: str
    limit: str
    key: tuple[Variable, ...] = field(repr=False)
    knowledge: Knowledge = field(repr=False)

    @property
    def unique(self) -> bool:
        """Whether exactly one solution was proved."""
        return self.status == "unique"

    def check(self, *, max_nodes: int = 1_000_000) -> bool:
        """Prove the verdict again with the small independent checker; no diagram and no SAT solver.

        Every solution is tried on every statement; where `complete`, the checker searches for another.
        A verdict that gave up claims nothing and is never confirmed. Raises `GaveUp` after `max_nodes`
        steps, `ProblemError` for a log with changes of the hidden state.
        """
        if any(s.changes for s in self.knowledge.log):
            raise ProblemError("the checker of verdicts reads logs without changes of the hidden state")
        if self.status == "gave up":
            return False
        stated = [s.content for s in self.knowledge.statements if isinstance(s.content, Constraint)]
        for world in self.solutions:
            if not all(c.holds([world[v] for v in c.scope]) for c in stated):
                return False
        answers = {tuple(world[v] for v in self.key) for world in self.solutions}
        if len(answers) != len(self.solutions):
            return False
        if not self.complete:
            return len(answers) >= 2
        from deduce.explain.checker import unsatisfiable  # most verdicts are believed

        others = [Or(*(v != world[v] for v in self.key)) for world in self.solutions]
        return unsatisfiable([*stated, *others], max_nodes=max_nodes)

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values for JSON."""
        return {
            "status": self.status,
            "solution": _plain(self.solution),
            "second": _plain(self.second),
            "difference": [
                {"variable": v.name, "first": _value(a), "second": _value(b)} for v, a, b in self.difference
            ],
            "conflict": self.conflict.to_dict() if self.conflict else None,
            "solutions": [_plain(world) for world in self.solutions],
            "complete": self.complete,
            "method": self.method,
            "limit": self.limit,
            "key": [v.name for v in self.key],
        }

    @property
    def headline(self) -> str:
        """The verdict in one sentence."""
        if self.status == "unique":
            return say("unique: exactly one solution")
        if self.status == "several":
            return say(
                "not unique: exactly {number:solution}; two differ so"
                if self.complete
                else "not unique: at least {number:solution}; two differ so",
                number=len(self.solutions),
            )
        if self.status == "none":
            return say("no solution")
        found = len(self.solutions)
        before = say("{number} found before", number=found) if found else say("none found before")
        return run(say("gave up"), ": ", as_is(self.limit), " (", before, ")")

    def __str__(self) -> str:
        lines = [str(self.headline)]
        if self.status == "unique":
            lines += _listed(self.solution, self.key)
        elif self.status == "several":
            lines += [f"  {v}: {a} or {b}" for v, a, b in self.difference]
        elif self.status == "none":
            lines += [why] if (why := str(self.conflict) if self.conflict else self.limit) else []
        return "\n".join(lines)


def _value(value: Hashable) -> Any:
    return value if isinstance(value, (str, int, float, bool)) or value is None else str(value)


def _plain(world: Solution | None) -> dict[str, Any] | None:
    return None if world is None else {v.name: _value(x) for v, x in world.items()}


def _listed(world: Solution | None, key: Sequence[Variable]) -> list[str]:
    return [f"  {v} = {world[v]}" for v in key] if world else []


def as_knowledge(puzzle: Problem | Knowledge) -> Knowledge:
    """A problem as knowledge with an empty log; knowledge as it is. Raises `ProblemError`."""
    if isinstance(puzzle, Knowledge):
        return puzzle
    if isinstance(puzzle, Problem):
        return Knowledge(puzzle)
    raise ProblemError(f"expected a Problem or a Knowledge, not {puzzle!r}")


def answer_key(knowledge: Knowledge, key: object) -> tuple[Variable, ...]:
    """The variables the question is about: `key` if given, else the problem's own.

    Raises `ProblemError` for none, and for those of another problem.
    """
    if key is None:
        return knowledge.problem.key
    chosen = tuple(dict.fromkeys(variables_of("key", key)))
    for variable in chosen:
        knowledge.problem.own(variable)
    if not chosen:
        raise ProblemError("an answer key needs at least one variable")
    return chosen


def verify(
    puzzle: Problem | Knowledge,
    *,
    key: object = None,
    limit: int | None = 2,
    time_limit: float | None = None,
) -> Verdict:
    """How many solutions a puzzle has: exactly one, several, or none. Exact, or it says it gave up.

    The form is chosen by its estimated cost: grids of all-different groups are searched where compiled kernels are in
    use (`deduce.kernels`), and, where that comes to no end soon, asked as all others are. Knowledge whose worlds
    are at hand or whose diagram is surely small is answered from the decision diagram, arithmetic too wide for clauses by
    CP-SAT, all else by a SAT solver; from the second question to a problem on one live solver is kept for all of them,
    which finds later calls with the same rules warm. "Unique" is always proved: it was shown that no world differs on
    the answer key.

    Args:
        puzzle: A problem (its rules), or knowledge (rules and log: the clues).
        key: The variables the question is about; by default ``problem.key``. Solutions that agree on
            them count as one.
        limit: Stop after this many solutions, at least 2; None lists them all.
        time_limit: In seconds, for the whole answer; then the verdict's status is ``"gave up"``.

    Raises:
        ProblemError: A key of other variables, or a limit below 2.
    """
    knowledge = as_knowledge(puzzle)
    chosen = answer_key(knowledge, key)
    if limit is not None and (not is_whole(limit) or limit < 2):
        raise ProblemError(f"limit is {limit!r}; it must be at least 2 to tell one solution from several")
    if time_limit is None and len(chosen) == len(knowledge.scope):
        # A search of a moment, which most grids end in.
        tick()
        found = grid_solutions(knowledge, limit)
        if found:
            return _told(knowledge, chosen, found, "search", len(found) != limit)
    with Deadline(time_limit).watch() as deadline:
        return _verdict(knowledge, chosen, limit, deadline)


def _verdict(
    knowledge: Knowledge, chosen: tuple[Variable, ...], limit: int | None, deadline: Deadline
) -> Verdict:
    found: list[Solution] = []
    method, stopped = "sat", ""
    try:
        method, worlds = _solutions(knowledge, chosen, limit, deadline)
        with closing(worlds):
            found.extend(islice(worlds, limit))
        complete = len(found) != limit
    except (GaveUp, TooLarge) as error:
        complete, stopped = False, str(error)
    conflict = None
    if complete and not found:
        conflict = _conflict(knowledge)
        if conflict is None:
            stopped = "there was no time to find which statements conflict"
    return _told(knowledge, chosen, found, method, complete, stopped, conflict)


def _told(
    knowledge: Knowledge,
    chosen: tuple[Variable, ...],
    found: Sequence[Solution],
    method: str,
    complete: bool,
    stopped: str = "",
    conflict: Conflict | None = None,
) -> Verdict:
    if complete and (doubted := knowledge.problem.doubted) is not None:
        doubt = next(filter(None, map(doubted, found)), "")
        complete, stopped = not doubt, doubt or stopped
    # Two solutions are two solutions, whether or not there was time for more.
    if len(found) >= 2:
        status, second = "several", found[1]
        difference = tuple((v, found[0][v], second[v]) for v in chosen if found[0][v] != second[v])
    else:
        status = "gave up" if not complete else "unique" if found else "none"
        second, difference = None, ()
    return Verdict(
        status,
        found[0] if found else None,
        second=second,
        difference=difference,
        conflict=conflict,
        solutions=tuple(found),
        complete=complete,
        method=method,
        limit=stopped,
        key=chosen,
        knowledge=knowledge,
    )


def _conflict(knowledge: Knowledge) -> Conflict | None:
    """The conflict, or None when there was no time for it; a smallest one is not looked for for long."""
    try:
        return knowledge.conflict(soft_limit=_CONFLICT_SECONDS)
    except GaveUp:
        return None


def _solutions(
    knowledge: Knowledge, key: tuple[Variable, ...], limit: int | None, deadline: Deadline
) -> tuple[str, Generator[Solution, None, None]]:
    """The method chosen and the solutions, lazily, all different on the key."""
    if len(key) == len(knowledge.scope):
        deadline.left()
        grid = grid_solutions(knowledge, limit)
        if grid is not None:
            return "search", (world for world in grid)
    if knowledge.overcrowded:
        return "counting", (world for world in list[Solution]())
    # Of the first question, for a solution and another, the solver's clauses take less time than the diagram's estimate.
    quick = limit == 2 and asked_first(knowledge) and knowledge.suits_clauses
    if not quick and knowledge.form == "diagram":
        try:
            return "diagram", _from_worlds(knowledge, key, deadline)
        except TooLarge:
            tick()
    found = from_solver(knowledge, key, deadline)
    return "sat" if quick or knowledge.form != "cpsat" else "cpsat", found


def _from_worlds(
    knowledge: Knowledge, key: tuple[Variable, ...], deadline: Deadline
) -> Generator[Solution, None, None]:
    worlds = knowledge.worlds
    whole = set(key) == set(worlds.variables)

    def listed() -> Generator[Solution, None, None]:
        left = worlds
        while True:
            deadline.left()
            world = None
            for world in left:
                yield {v: world[v] for v in knowledge.scope}
                if not whole:
                    break
                deadline.left()
            if world is None or whole:
                return
            left = left.restrict(Or(*(v != world[v] for v in key)), max_bytes=knowledge.max_bytes)

    return listed()


def from_solver(
    knowledge: Knowledge, key: Sequence[Variable], deadline: Deadline
) -> Generator[Solution, None, None]:
    """The solutions that the live solver of a problem finds one by one, all different on the key. Raises `GaveUp`."""
    live, assumptions = solver_of_first(knowledge)
    # After changes of the hidden state the solver speaks of dated copies; answers name the variables.
    dated = live.scope is not knowledge.scope
    present = dict(zip(live.scope, knowledge.scope, strict=True)) if dated else None
    asked = None
    if len(key) != len(knowledge.scope):
        copies = dict(zip(knowledge.scope, live.scope, strict=True))
        asked = live.literals_of(copies[v] for v in key)

    def listed() -> Generator[Solution, None, None]:
        if not live.satisfiable(assumptions, deadline):
            return
        guard = live.guard()
        given = set(assumptions)
        asking = [*assumptions, guard]
        try:
            while True:
                literals, world = live.found()
                yield {present[v]: value for v, value in world.items()} if present else world
                live.solver.clause(
                    [-x for x in literals if x not in given and (asked is None or x in asked)], guard
                )
                if not live.satisfiable(asking, deadline):
                    return
        finally:
            live.release(guard)

    return listed()
