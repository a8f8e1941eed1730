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
import time
from collections.abc import Iterator, Sequence

from pysat.examples.hitman import Hitman

from deduce.backends.sat import SatSolver
from deduce.constraints import Constraint
from deduce.errors import GaveUp
from deduce.evidence import Statement
from deduce.explain.timeline import Timeline

__all__ = ["Explainer"]


class Explainer:
    """A live solver over the statements of a timeline; each can be switched on for one question.

    `denied` is stated for good besides (the opposite of the fact to be explained).
    """

    def __init__(self, timeline: Timeline, denied: Constraint | None = None) -> None:
        self.timeline = timeline
        self.solver = SatSolver()
        self._selector: dict[Statement, int] = {}
        self._statement: dict[int, Statement] = {}
        for statement in timeline.statements:
            selector = self.solver.fresh()
            self._selector[statement] = selector
            self._statement[selector] = statement
            for constraint in timeline.constraints([statement]):
                self.solver.add(constraint, selector)
        if denied is not None:
            self.solver.add(denied)

    @property
    def selectors(self) -> list[int]:
        """One literal a statement, in order."""
        return list(self._statement)

    def consistent(self, time_limit: float | None = None) -> bool:
        """Whether all statements can be true."""
        return self.solver.satisfiable(self.selectors, time_limit=time_limit)

    def smallest(self, time_limit: float | None = None) -> tuple[tuple[Statement, ...], bool] | None:
        """A smallest unsatisfiable set of statements and True; None if all can be true together.

        When the limit (seconds) is reached: a minimal set and False.
        """
        start = time.monotonic()
        if self.solver.satisfiable(self.selectors):
            return None
        with Hitman(bootstrap_with=[], htype="sorted") as hitman:
            for correction in self._disjoint_corrections():
                hitman.hit(correction)
            while True:
                if time_limit is not None and time.monotonic() - start > time_limit:
                    return self._named(self._minimal()), False
                proposal = hitman.get() or []
                if not self.solver.satisfiable(proposal):
                    return self._named(proposal), True
                hitman.hit(self._correction(proposal))

    def _named(self, selectors: Sequence[int]) -> tuple[Statement, ...]:
        chosen = set(selectors)
        return tuple(statement for literal, statement in self._statement.items() if literal in chosen)

    def _correction(self, kept: Sequence[int]) -> list[int]:
        """A minimal set of selectors whose removal leaves a satisfiable rest that includes `kept`.

        Call it right after a satisfiable answer for `kept`.
        """
        model = self.solver.true_literals()
        inside = [s for s in self._statement if s in model or s in set(kept)]
        outside = [s for s in self._statement if s not in set(inside)]
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

    def _disjoint_corrections(self) -> Iterator[list[int]]:
        """Correction sets that share no statement: a first lower bound for the hitting sets."""
        banned: list[int] = []
        while self.solver.satisfiable(banned):
            correction = self._correction(banned)
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
        deadline = None if time_limit is None else time.monotonic() + time_limit
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
            if deadline is not None and time.monotonic() > deadline:
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
