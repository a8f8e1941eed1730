"""A step-by-step solution in the techniques that people have names for, the easiest level first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from deduce.compat import override
from deduce.constraints import Constraint
from deduce.deadline import Deadline, tick
from deduce.errors import GaveUp
from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.facts import And, Within
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.hitting import Oracle, minimal_set
from deduce.puzzles.live import Live
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.rounds import Rounds, ungraded
from deduce.puzzles.structure import bits_of
from deduce.puzzles.techniques import Finding
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import Masks, SoFar, Step, Walk, entries_of, finished, origin_place
from deduce.variables import Variable

__all__ = ["NamedWalk", "named_steps"]


def named_steps(
    puzzle: Problem | Knowledge, so_far: SoFar = (), *, time_limit: float | None = None
) -> Walk:
    """Solve a puzzle by named techniques, each step by one of the lowest level that shows anything.

    Before trials and what lies beyond come singles, pointing, pairs, triples, counting, bridges and the like; see
    `deduce.puzzles.techniques`. Each step names the statements and the facts it rests on, none of which can be left out
    (as far as that is told soon: where two rules about the whole puzzle act together it may not be);
    that no others are fewer is not proved (`fewest_steps` does that). What no trial of one value shows is one last step.
    The walk's `grade` is that of `grade`, as far as the walk goes.

    Args:
        puzzle: A problem or knowledge.
        so_far: What is taken as found already, as in `steps`.
        time_limit: In seconds; then the walk ends where it is, and its `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state, or entries that no solution has.
        Contradiction: The puzzle has no solution.
    """
    knowledge = as_knowledge(puzzle)
    clues_of(knowledge)
    entries = entries_of(knowledge, so_far)
    walk, limit = None, ""
    try:
        with Deadline(time_limit).watch():
            walk = NamedWalk(knowledge, entries)
            walk.go()
    except GaveUp as error:
        limit = str(error)
    if walk is None:
        return replace(finished(knowledge, [], {}, ungraded(limit)), limit=limit)
    return replace(finished(knowledge, walk.made, walk.masks, walk.rounds.grade(limit)), limit=limit)


_SMALL = 500
"""So many solvers of a few statements each are kept."""

_FEW = 8
"""So few statements have a solver of their own, however many variables they speak of."""


_PATIENCE = 60
"""So many worlds that break a rule stated lazily are looked at for one step."""

_EFFORT = 60
"""So many conflicts a solver may meet while it finds out whether one thing could be left out."""


class _Patient(Oracle):
    """What cannot be told with patience is taken as open, so that what is asked about is kept."""

    @override
    def open(self, chosen: Sequence[int]) -> bool:
        solver = self.live.solver
        # That all together are enough is proved, whatever it takes.
        solver.effort = None if len(chosen) == len(self.items) else _EFFORT
        try:
            return super().open(chosen)
        except GaveUp:
            tick()
            return True
        finally:
            solver.effort = None


class NamedWalk:
    """A walk by named techniques: the steps in `made`, what is left in `masks`. Raises as `named_steps` does."""

    def __init__(self, knowledge: Knowledge, entries: Mapping[Variable, int]) -> None:
        self.knowledge = knowledge
        self.rounds = Rounds(knowledge, entries)
        self.statements, self.structure = self.rounds.statements, self.rounds.structure
        self.masks: Masks = {v: v.full_mask for v in knowledge.scope} | dict(entries)
        self.alive = self.rounds.alive
        self.source: dict[Variable, int] = dict.fromkeys(entries, 0)
        self.made: list[Step] = []
        self._small: dict[tuple[int, ...], Live] = {}

    @cached_property
    def live(self) -> Live:
        """A solver of all statements, asked which of them a step needs."""
        contents = [s.content for s in self.statements if isinstance(s.content, Constraint)]
        return Live(self.knowledge.scope, (), contents)

    def _asked(self, sources: Sequence[int]) -> Live:
        """A solver that can be asked about these statements: one of its own where they speak of few variables."""
        scope = {v for i in sources for v in self.statements[i].content.scope}  # type: ignore[union-attr]
        if 2 * len(scope) > len(self.knowledge.scope) and len(sources) > _FEW:
            return self.live
        key = tuple(sources)
        if key not in self._small:
            if len(self._small) == _SMALL:
                self._small.clear()
            contents = [self.statements[i].content for i in sources]
            self._small[key] = Live([v for v in self.knowledge.scope if v in scope], (), contents)  # type: ignore[arg-type]
        return self._small[key]

    def go(self, *, until_placed: bool = False) -> None:
        """All steps, until the answer key is settled or nothing more follows; or until one settles a variable."""
        while found := self.rounds.next():
            before, masks = self.alive, dict(self.masks)
            for finding in found:
                tick()
                if finding.strikes & self.alive:
                    self._step(finding, before, masks)
                    if until_placed and self.made[-1].placed:
                        return
                    if self.rounds.settled(self.alive):
                        break
            self.rounds.strike(found)

    def first_placed(self) -> tuple[Variable, ...]:
        """What `go` with `until_placed` would settle first, or else narrow last, told without reasons."""
        s, last = self.structure, 0
        while found := self.rounds.next():
            left = self.rounds.alive
            for finding in found:
                struck = finding.strikes & left
                left &= ~struck
                last = struck or last
                placed = [
                    v
                    for i, v in enumerate(s.variables)
                    if s.values_of(i, struck) and (left & s.own[i]).bit_count() == 1
                ]
                if placed:
                    return tuple(placed)
            self.rounds.strike(found)
        return tuple(v for i, v in enumerate(s.variables) if s.values_of(i, last))

    def _step(self, finding: Finding, before: int, masks: Mapping[Variable, int]) -> None:
        s = self.structure
        struck = finding.strikes & self.alive
        facts = {
            s.variables[i]: Within(s.variables[i], s.variables[i].full_mask & ~gone)
            for i in range(len(s.variables))
            if (gone := s.values_of(i, finding.uses & ~before))
        }
        chosen, cells = self._needed(finding, struck, facts)
        known, builds_on = [], set()
        for variable in cells:
            # A settled cell is called by its value.
            single = masks[variable] & (masks[variable] - 1) == 0
            fact = Within(variable, masks[variable]) if single else facts[variable]
            origin = self.source.get(variable, 0)
            known.append(Statement(fact, fact.sentence(), "observation", origin_place(origin)))
            builds_on.add(origin)
        number = len(self.made) + 1
        conclusions, placed = [], {}
        for i, variable in enumerate(s.variables):
            gone = s.values_of(i, struck)
            if gone:
                self.masks[variable] &= ~gone
                self.source[variable] = number
                left = self.masks[variable]
                if left & (left - 1) == 0:
                    placed[variable] = variable.domain[left.bit_length() - 1]
                conclusions.append(~Within(variable, gone))
        self.alive &= ~struck
        because = (*(self.statements[i] for i in chosen), *known)
        whole = conclusions[0] if len(conclusions) == 1 else And(*conclusions)
        name = f"{finding.name}, depth {finding.depth}" if finding.depth else finding.name
        self.made.append(
            Step(
                number, tuple(conclusions), placed, tuple(self.statements[i] for i in chosen), tuple(known),
                tuple(sorted(builds_on - {0})), False, Reason(whole, because, False, Timeline((), because)),
                name, finding.level,
            )
        )  # fmt: skip

    def _needed(
        self, finding: Finding, struck: int, facts: Mapping[Variable, Within]
    ) -> tuple[Sequence[int], Sequence[Variable]]:
        """Statements and variables none of which can be left out."""
        sources, cells = sorted(finding.sources), list(facts)
        if len(sources) + len(cells) <= 1:
            return sources, cells
        s = self.structure
        live = self._asked(sources)
        items = {i: live.assumptions([self.statements[number]]) for i, number in enumerate(sources)}
        for i, variable in enumerate(cells, start=len(sources)):
            items[i] = list(live.within(variable, facts[variable].mask))
        guard = live.guard()
        live.solver.clause(
            [
                live.solver.literals(v)[x]
                for i, v in enumerate(s.variables)
                for x in bits_of(s.values_of(i, struck))
            ],
            guard,
        )
        live.solver.patience = _PATIENCE
        try:
            found = minimal_set(_Patient(live, items, [guard], Deadline(None)))
        finally:
            live.solver.patience = None
            live.release(guard)
        if found is None:  # pragma: no cover - what a finding names is enough
            return sources, cells
        return (
            [sources[i] for i in found if i < len(sources)],
            [cells[i - len(sources)] for i in found if i >= len(sources)],
        )
