"""Searching for smallest reasons and repairs, over a live SAT solver with a selector a statement.

Smallest unsatisfiable sets come from their duality with correction sets: a set of statements is
unsatisfiable exactly when it meets every set whose removal makes the rest satisfiable. So: propose a
smallest set that meets all correction sets found so far; if it is satisfiable, grow it to a maximal
satisfiable set, whose complement is a new correction set; if not, it is proved smallest. Method: implicit
hitting sets, as in Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS Extraction with Minimal
Hitting Set Dualization" (CP 2015).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from deduce.backends.live import solver_for
from deduce.backends.live_model import LiveModel
from deduce.evidence import Statement
from deduce.explain.proposals import Proposals
from deduce.explain.timeline import Timeline
from deduce.ground.deadline import Deadline, left, tick
from deduce.ground.errors import GaveUp, ProblemError, TooLarge
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable

_TRIED = 1_000
"""So many worlds are looked at for one that breaks a constraint without an opposite."""

_ROOM = 500
"""A shared solver may hold so many statements of others before it is built anew."""


class Explainer:
    """A live solver over the statements of a timeline; each can be switched on for one question.

    With `base`, the solver of another explainer over the same rules and changes is asked, and learns what is new;
    its answers are the same, and what it has found out serves on. The statements of `firm` are stated for good, which
    whoever goes on from here must state too: questions are answered faster, but no reason names them. With `only`, the
    other statements of the timeline are left out.
    """

    def __init__(
        self,
        timeline: Timeline,
        base: Explainer | None = None,
        *,
        firm: Iterable[Statement] = (),
        only: Sequence[Statement] | None = None,
    ) -> None:
        self._firm: frozenset[Statement]
        self.timeline = timeline
        self._stated = statements = timeline.statements if only is None else tuple(only)
        if base is not None and len(base._known) < 4 * len(statements) + _ROOM:
            self._firm = base._firm
            try:
                self._take(base.solver, base._known)
                return
            except ProblemError:
                pass  # something new is too wide for clauses: another kind of solver is needed
        self._firm = frozenset(firm)
        self._take(solver_for(timeline.constraints(statements)), {})

    def seeing(self, timeline: Timeline) -> Explainer | None:
        """The same solver asked about another timeline, where it has met all its statements; else None."""
        if not self._known.keys() >= set(timeline.statements):
            return None
        made = Explainer.__new__(Explainer)
        made.timeline, made._firm, made._stated = timeline, self._firm, timeline.statements
        made._take(self.solver, self._known)
        return made

    def _take(self, solver: LiveModel, known: dict[Statement, int | None]) -> None:
        self.solver, self._known = solver, known
        for statement in self._stated:
            if statement not in known:
                selector = None if statement in self._firm else solver.fresh()
                for constraint in self.timeline.constraints([statement]):
                    solver.add(constraint, selector)
                known[statement] = selector
        every = ((known[statement], statement) for statement in self._stated)
        self._statement = {selector: statement for selector, statement in every if selector is not None}

    @property
    def selectors(self) -> list[int]:
        """One literal a statement that is not stated for good, in order."""
        return list(self._statement)

    def consistent(self, time_limit: float | None = None) -> bool:
        """Whether all statements can be true."""
        return self.solver.satisfiable(self.selectors, time_limit=time_limit)

    def allows(self, constraint: Constraint, time_limit: float | None = None) -> bool:
        """Whether all statements and `constraint` (dated already) can be true together."""
        guard = self.solver.fresh()
        self.solver.add(constraint, guard)
        try:
            return self.solver.satisfiable([*self.selectors, guard], time_limit=time_limit)
        finally:
            self.solver.clause([-guard])

    def allows_breaking(self, constraint: Constraint) -> bool:
        """Whether all statements can be true where `constraint` (dated already) is not.

        Where its opposite is too large to be stated, worlds are looked at one by one. Raises `GaveUp` after a thousand.
        """
        with suppress(ProblemError, TooLarge):
            return self.allows(~constraint)
        found = self.worlds(constraint.scope, _TRIED)
        if any(not constraint.holds([world[v] for v in constraint.scope]) for world in found):
            return True
        if len(found) > _TRIED:
            raise GaveUp(
                f"more than {_TRIED:,} worlds obey '{constraint.sentence()}', and none breaks it so far"
            )
        return False

    def worlds(self, variables: Sequence[Variable], most: int) -> list[dict[Variable, Any]]:
        """Different worlds of the statements, all of them if they are at most `most`; else one more."""
        found: list[dict[Variable, Any]] = []
        guard = self.solver.fresh()
        while len(found) <= most and self.solver.satisfiable([*self.selectors, guard]):
            world = self.solver.world(variables)
            found.append(world)
            self.solver.clause([-self.solver.literal(v, v.position(x)) for v, x in world.items()], guard)
        return found

    def smallest(
        self, denied: Constraint | None = None, *, soft: float | None = None
    ) -> tuple[tuple[Statement, ...], bool] | None:
        """A smallest unsatisfiable set of statements and True; None if all can be true together.

        Args:
            denied: Stated for good besides: the opposite of the fact to be explained.
            soft: After so many seconds a set that is only minimal will do, labelled False.

        Under a watched deadline two thirds of the time go to the search, the rest to a minimal set. Raises
        `GaveUp` when there was not time for that either.
        """
        if denied is not None:
            self.solver.add(denied)
        if not self.selectors:
            return None if self.solver.satisfiable() else ((), True)
        if self.solver.satisfiable(self.selectors):
            return None
        rest = left(soft)
        searching = Deadline(None if rest is None else rest * (1.0 if rest == soft else 2 / 3))
        with suppress(GaveUp), searching.watch():
            return self._searched(), True
        return self._named(self._minimal()), False

    def _searched(self) -> tuple[Statement, ...]:
        needed = self._needed()
        if needed and not self.solver.satisfiable(needed):
            return self._named(needed)  # each is in every unsatisfiable set, and together they are one
        with Proposals() as proposals:
            for selector in needed:
                proposals.hit([selector])
            for correction in self._disjoint_corrections(needed):
                proposals.hit(correction)
            while True:
                proposal = proposals.get() or []
                if not self.solver.satisfiable(proposal):
                    return self._named(proposal)
                proposals.hit(self._correction())

    def _needed(self) -> list[int]:
        """The selectors without which all the others can be true; call it right after "not satisfiable"."""
        selectors = self.selectors
        return [s for s in self.solver.core() if self.solver.satisfiable([x for x in selectors if x != s])]

    def _named(self, selectors: Sequence[int]) -> tuple[Statement, ...]:
        chosen = set(selectors)
        return tuple(statement for literal, statement in self._statement.items() if literal in chosen)

    def _correction(self) -> list[int]:
        """A minimal set of selectors whose removal leaves a satisfiable rest.

        Call it right after a satisfiable answer: the rest includes what was assumed.
        """
        model = self.solver.true_literals()
        inside = [s for s in self._statement if s in model]
        outside = [s for s in self._statement if s not in model]
        left: list[int] = []
        while outside:
            candidate = outside.pop(0)
            if self.solver.satisfiable([*inside, candidate]):
                model = self.solver.true_literals()
                inside = [*inside, candidate, *(s for s in outside if s in model)]
                outside = [s for s in outside if s not in model]
            else:
                left.append(candidate)
        return left

    def _disjoint_corrections(self, needed: Sequence[int]) -> Iterator[list[int]]:
        """Correction sets that share no statement, with `needed` neither: a first lower bound for the hitting sets."""
        banned = list(needed)
        while self.solver.satisfiable(banned):
            correction = self._correction()
            yield correction
            banned = [*banned, *correction]

    def _minimal(self) -> list[int]:
        """An unsatisfiable set none of whose members can be left out, by deletion."""
        self.solver.satisfiable(self.selectors)
        core = self.solver.core()
        kept: list[int] = []
        while core:
            candidate = core.pop()
            if self.solver.satisfiable([*kept, *core]):
                kept.append(candidate)
            else:
                found = set(self.solver.core())
                core = [s for s in core if s in found]
        return kept

    def corrections(
        self, *, limit: int, time_limit: float | None = None
    ) -> Iterator[tuple[tuple[Statement, ...], float]]:
        """Minimal correction sets with the log of their odds of being the slips, likeliest first.

        Only statements with a positive chance of error are doubted. Yields nothing when the others alone
        cannot all be true. Raises `GaveUp` at the time limit (seconds).
        """
        deadline = Deadline(time_limit)
        doubted = {s: st.error for s, st in self._statement.items() if st.error > 0}
        firm = [s for s in self._statement if s not in doubted]
        if not self.solver.satisfiable(firm):
            return
        cost = {s: -math.log(error / (1 - error)) for s, error in doubted.items()}
        cores: list[frozenset[int]] = []
        # Best-first search over sets that hit every core found so far: when a set taken from the queue
        # leaves the rest satisfiable, it is the likeliest not yet reported.
        queue: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        seen = {frozenset[int]()}
        found: list[frozenset[int]] = []
        while queue and len(found) < limit:
            tick()
            if deadline.passed:
                raise GaveUp(f"the time limit was reached after {len(found)} repairs")
            price, removed = heapq.heappop(queue)
            here = frozenset(removed)
            if any(known <= here for known in found):
                continue
            core = next((c for c in cores if not c & here), None)
            if core is None:
                kept = [s for s in self._statement if s not in here]
                if self.solver.satisfiable(kept):
                    found.append(here)
                    yield self._named(list(here)), -price
                    continue
                core = frozenset(s for s in self._shrunk(kept) if s in doubted)
                cores.append(core)
            for s in core:
                grown = here | {s}
                if grown not in seen:
                    seen.add(grown)
                    heapq.heappush(queue, (price + cost[s], tuple(sorted(grown))))

    def _shrunk(self, kept: Sequence[int]) -> list[int]:
        """A small core of the assumptions `kept`, just found unsatisfiable: short cores branch less."""
        core = self.solver.core()
        for candidate in list(core):
            rest = [s for s in core if s != candidate]
            if not self.solver.satisfiable(rest):
                core = rest
        return core

    def close(self) -> None:
        """Free the solver."""
        self.solver.close()
