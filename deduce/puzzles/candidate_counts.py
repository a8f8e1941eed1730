"""What every cell can still be, and how many solutions each value leaves: asked anew after each entry, on a live solver.

Solutions are found one after another and kept. Each must have one of the values of which too few are known; when there is
no such solution, what is known of those values is all there is. So values that can never be are proved so all at once,
counts are exact up to the cap, and what is known stays true when entries or clues are added: most entries ask the
solver nothing, or little.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp, ProblemError
from deduce.ground.phrases import say
from deduce.ground.shown import Shown
from deduce.knowledge import Knowledge
from deduce.language.automata import Bools, Ints
from deduce.language.constraints import Constraint
from deduce.language.facts import Within
from deduce.language.posting import Literal
from deduce.language.variables import Variable, is_whole
from deduce.problem import Problem
from deduce.puzzles.hints import Hint, hint
from deduce.puzzles.live import Live, live_solver
from deduce.puzzles.pictures import chances_svg
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import SoFar, entries_of


@dataclass(frozen=True, slots=True)
class Candidates(Shown):
    """What `candidates` found.

    Attributes:
        counts: For each variable, how many solutions each of its possible values leaves: all there are where the value is
            in `sure`, else at least so many.
        sure: For each variable the values whose count is exact.
        struck: For each variable the values that were proved to leave no solution, the entries' rivals among them.
        solutions: How many solutions there are, all told: exact if `exact`, else at least so many.
        exact: Whether `solutions` and every count are exact.
        limit: What ended the search before every value was decided; empty otherwise. Then values that are neither in
            `counts` nor in `struck` are open.
        step: The next deduction a person could make, and why, where it was asked for.
    """

    counts: Mapping[Variable, Mapping[Hashable, int]]
    sure: Mapping[Variable, frozenset[Hashable]]
    struck: Mapping[Variable, tuple[Hashable, ...]]
    solutions: int
    exact: bool
    limit: str = ""
    step: Hint | None = None

    @property
    def settled(self) -> dict[Variable, Hashable]:
        """The variables whose other values are all struck, with the one left."""
        return {
            v: next(iter(found))
            for v, found in self.counts.items()
            if len(found) == 1 and len(self.struck[v]) == len(v.domain) - 1
        }

    def undecided(self, variable: Variable) -> list[Hashable]:
        """The values of which the search, ended by its `limit`, found neither a solution nor that there is none."""
        known = {*self.counts[variable], *self.struck[variable]}
        return [value for value in variable.domain if value not in known] if self.limit else []

    def told(self, variable: Variable, value: Hashable) -> str:
        """A count in words: ``3``, or ``3+`` for at least three."""
        return f"{self.counts[variable][value]}{'' if value in self.sure[variable] else '+'}"

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values for JSON."""
        return {
            "label": "gave up" if self.limit else "exact" if self.exact else "at least",
            "limit": self.limit,
            "solutions": self.solutions,
            "exact": self.exact,
            "counts": {
                v.name: {str(x): {"solutions": n, "exact": x in self.sure[v]} for x, n in found.items()}
                for v, found in self.counts.items()
            },
            "struck": {v.name: [*map(str, values)] for v, values in self.struck.items() if values},
            "step": None if self.step is None else self.step.to_dict(),
        }

    @property
    def heading(self) -> str:
        """How many solutions there are, in words."""
        if self.limit:
            said = "at least {number:solution} (gave up: {limit})"
            return say(said, number=self.solutions, limit=self.limit)
        if not self.solutions:
            return "no solution"
        return say(
            "{number:solution}" if self.exact else "at least {number:solution}", number=self.solutions
        )

    def __str__(self) -> str:
        lines = [self.heading]
        for v, found in self.counts.items():
            said = ", ".join(
                f"{value} ({self.told(v, value)})" if v not in self.settled else str(value)
                for value in found
            )
            more = len(self.undecided(v))
            open_ = f"{', ' * bool(said)}{more} not decided" if more else ""
            lines.append(f"  {v}: {said}{open_}" if said or open_ else f"  {v}: nothing is possible")
        return "\n".join([*lines, *([] if self.step is None else [str(self.step)])])

    def _repr_svg_(self) -> str:
        shown: dict[Variable, dict[Hashable, int]] = {}
        for v, found in self.counts.items():
            more = len(self.undecided(v))
            shown[v] = {**found, **({"?": more} if more else {})}
        shares = {
            v: {value: n / sum(each.values()) for value, n in each.items()}
            for v, each in shown.items()
            if each
        }
        return chances_svg(shares, self.heading)


class _Pool:
    """The solutions found so far of problems with the same rules, for any clues and entries.

    Attributes:
        live: The solver, which has the rules.
        guard: What keeps the solver from finding a known solution again.
        literals: The literals of all values of all variables, one after another.
        owner: For each literal the place of its variable in the scope.
        place: For each literal the place of its value in the domain.
        worlds: The known solutions, shape (solutions, variables): the places of their values.
        given: The statements of the last answer.
        complete: For each literal whether all its solutions under `given` are known.
    """

    def __init__(self, live: Live, scope: tuple[Variable, ...]) -> None:
        self.live, self.scope, self.guard = live, scope, live.guard()
        self.literals = np.array([x for v in scope for x in live.solver.literals(v)], dtype=np.int64)
        self.owner = np.repeat(np.arange(len(scope)), [len(v.domain) for v in scope])
        self.place = np.concatenate([np.arange(len(v.domain)) for v in scope])
        self.first = np.searchsorted(self.owner, np.arange(len(scope)))
        self.worlds: list[Ints] = []
        self.given: frozenset[object] = frozenset()
        self.complete: Bools = np.zeros(len(self.literals), dtype=np.bool_)

    def held(self, world: Ints) -> Bools:
        """For each literal whether a solution has it."""
        found: Bools = world[self.owner] == self.place
        return found


_POOLS: WeakKeyDictionary[Problem, tuple[tuple[Statement, ...], _Pool]] = WeakKeyDictionary()

_LARGEST_POOL = 20_000

_GLANCE, _NO_ADVICE = 100, 1 << 30
"""Conflicts a question may take at first, and then: of hundreds of easy ones, counting out takes longer than asking."""


def _pool_of(knowledge: Knowledge) -> tuple[_Pool, list[Literal]]:
    """What is known of the problem and its rules, and the log as assumptions."""
    live, assumed = live_solver(knowledge)
    known = _POOLS.get(knowledge.problem)
    stale = known is None or known[0] != knowledge.rules or known[1].live is not live
    if known is None or stale or len(known[1].worlds) > _LARGEST_POOL:
        known = knowledge.rules, _Pool(live, knowledge.scope)
        _POOLS[knowledge.problem] = known
    return known[1], assumed


def candidates(
    puzzle: Problem | Knowledge,
    so_far: SoFar = (),
    *,
    most: int = 8,
    further: int = 25,
    step: bool = False,
    time_limit: float | None = None,
) -> Candidates:
    """All possible values of all variables, and how many solutions each leaves.

    The solver and the solutions it found are kept with the problem: asked again with an entry or a clue more (knowledge
    of the same problem and rules), the answer takes a fraction of the first one's time.

    Args:
        puzzle: A problem, or knowledge whose log are the clues.
        so_far: What has been entered, as in `deduce.puzzles.hint`.
        most: For each value solutions are counted until there are so many, from 1; 1 tells only what is possible.
        further: When every value is decided, at most so many more solutions are looked for to reach `most`; what is not
            known to be all then is "at least". They are kept, so that the next answer knows more.
        step: Also ask for the next deduction a person could make (`deduce.puzzles.hint`), which takes longer.
        time_limit: In seconds, for everything.

    Raises:
        ProblemError: A cap below 1, knowledge with a change of the hidden state, or faulty entries.
    """
    if not is_whole(most) or most < 1:
        raise ProblemError(f"most is {most!r}; it must be a whole number from 1")
    knowledge = as_knowledge(puzzle)
    if any(statement.changes for statement in knowledge.log):
        raise ProblemError(
            "candidates are of a puzzle that stands still, without changes of the hidden state"
        )
    deadline = Deadline(time_limit)
    with deadline.watch():
        entries = entries_of(knowledge, so_far)
        try:
            found = _Counter(knowledge, entries).counted(most, further, deadline)
        except GaveUp as error:  # not even the rules could be stated
            nothing: dict[Variable, Any] = dict.fromkeys(knowledge.scope, ())
            open_ = {v: dict[Hashable, int]() for v in nothing}
            return Candidates(open_, dict.fromkeys(nothing, frozenset()), nothing, 0, False, str(error))
    if not step or found.limit or not found.solutions:
        return found
    try:
        told = hint(knowledge, so_far, strength=3, time_limit=deadline.rest())
    except GaveUp:
        return found
    return replace(found, step=told)


class _Counter:
    """One answer: counts from what is known, and asks the solver for the rest."""

    def __init__(self, knowledge: Knowledge, entries: Mapping[Variable, int]) -> None:
        self.scope = knowledge.scope
        self.pool, self.assumed = _pool_of(knowledge)
        contents: list[Constraint] = [s.content for s in knowledge.log if isinstance(s.content, Constraint)]
        for v, mask in entries.items():
            contents.append(Within(v, mask))
            self.assumed += self.pool.live.within(v, mask)
        given = frozenset[object]([*knowledge.log, *((v.name, mask) for v, mask in entries.items())])
        if not given >= self.pool.given:
            self.pool.complete[:] = False
        self.pool.given = given
        self.counts = np.zeros(len(self.pool.literals), dtype=np.int64)
        self.doubted = knowledge.problem.doubted
        self.fits: list[int] = []
        if self.pool.worlds:
            known = np.stack(self.pool.worlds)
            columns = {v: known[:, i] for i, v in enumerate(self.scope)}
            fits = np.arange(len(known))
            for content in contents:
                known_fit = content.check({v: columns[v] for v in content.scope})
                columns = {v: column[known_fit] for v, column in columns.items()}
                fits = fits[known_fit]
            for v, first in zip(self.scope, self.pool.first, strict=True):
                self.counts[first : first + len(v.domain)] = np.bincount(
                    columns[v], minlength=len(v.domain)
                )
            self.fits = fits.tolist()

    def counted(self, most: int, further: int, deadline: Deadline) -> Candidates:
        """The answer, with the solver asked for whatever is not known."""
        limit = ""
        try:
            self._until(1, None, deadline)
        except GaveUp as error:
            limit = str(error)
        else:
            with suppress(GaveUp):  # every value is decided; some counts are then lower bounds
                self._until(most, further, deadline)
        complete, first = self.pool.complete, self.pool.first
        exact = bool(np.logical_and.reduceat(complete, first).any())
        if exact:  # all solutions of one variable's values are all there are
            complete[:] = True
        several = self._several()
        counts: dict[Variable, dict[Hashable, int]] = {}
        sure: dict[Variable, frozenset[Hashable]] = {}
        struck: dict[Variable, tuple[Hashable, ...]] = {}
        for at, (v, start) in enumerate(zip(self.scope, first.tolist(), strict=True)):
            least = {world[at] for world in several}
            numbers = self.counts[start : start + len(v.domain)].tolist()
            known = complete[start : start + len(v.domain)].tolist()
            counts[v] = {x: n for x, n in zip(v.domain, numbers, strict=True) if n}
            sure[v] = frozenset(x for i, x in enumerate(v.domain) if known[i] and i not in least)
            struck[v] = tuple(
                x for x, n, done in zip(v.domain, numbers, known, strict=True) if done and not n
            )
        return Candidates(counts, sure, struck, len(self.fits), exact and not several, limit)

    def _several(self) -> list[list[int]]:
        """The fitting worlds that may stand for several solutions, so that their values' counts are "at least"."""
        if self.doubted is None:
            return []
        found = []
        for places in (self.pool.worlds[i].tolist() for i in self.fits):
            if self.doubted({v: v.domain[x] for v, x in zip(self.scope, places, strict=True)}):
                found.append(places)
        return found

    def _until(self, most: int, tries: int | None, deadline: Deadline) -> None:
        """Find solutions until every value has `most`, or all of its own, or there were so many tries."""
        pool = self.pool
        while tries is None or tries > 0:
            few = (self.counts < most) & ~pool.complete
            if not few.any():
                return
            wanted = pool.literals[few].tolist()
            found = None
            if tries is None or not pool.worlds:
                # A solution with many of these values at once, if that is not hard.
                pool.live.solver.prefer(wanted)
                found = self._another(wanted, _GLANCE, deadline)
            if found is None:
                # A solution near one that is known takes the least time.
                if pool.worlds:
                    held = pool.held(pool.worlds[-1])
                    pool.live.solver.prefer(np.where(held, pool.literals, -pool.literals).tolist())
                found = self._another(wanted, _NO_ADVICE, deadline)
            if not found:
                pool.complete |= few
            tries = None if tries is None else tries - 1

    def _another(self, wanted: list[Literal], effort: int, deadline: Deadline) -> bool | None:
        """Find a solution with one of these values that is not known yet; None beyond so many conflicts."""
        live, pool = self.pool.live, self.pool
        one_of = live.guard()
        live.solver.clause(wanted, one_of)
        before, live.solver.effort = live.solver.effort, effort
        try:
            if not live.satisfiable([*self.assumed, pool.guard, one_of], deadline):
                return False
            model = np.array(live.solver.model(), dtype=np.int64)
        except GaveUp:
            if effort == _NO_ADVICE or deadline.passed:
                raise
            tick()
            return None
        finally:
            live.solver.effort = before
            live.release(one_of)
        chosen = np.flatnonzero(model[np.abs(pool.literals) - 1] == pool.literals)
        live.solver.clause((-pool.literals[chosen]).tolist(), pool.guard)
        self.fits.append(len(pool.worlds))
        pool.worlds.append(pool.place[chosen])
        self.counts[chosen] += 1
        return True
