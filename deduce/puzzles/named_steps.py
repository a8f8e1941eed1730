"""A step-by-step solution in the techniques that people have names for, the easiest level first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deduce.constraints import Constraint
from deduce.deadline import Deadline, tick
from deduce.errors import Contradiction, GaveUp, ProblemError
from deduce.evidence import Statement
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.facts import And, Within
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.hitting import Oracle, minimal_set
from deduce.puzzles.live import Live
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.stepper import Masks
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Finding, Techniques
from deduce.puzzles.uniqueness import as_knowledge
from deduce.puzzles.walks import SoFar, Step, Walk, entries_of, finished
from deduce.variables import Variable

__all__ = ["NamedWalk", "named_steps"]


def named_steps(
    puzzle: Problem | Knowledge, so_far: SoFar = (), *, time_limit: float | None = None
) -> Walk:
    """Solve a puzzle by named techniques, each step by one of the lowest level that shows anything.

    Before trials and what lies beyond come singles, pointing, pairs, triples, counting, bridges and the like; see
    `deduce.puzzles.techniques`. Each step names the statements and the facts it rests on, none of which can be left out;
    that no others are fewer is not proved (`steps` does that). What no trial of one value shows is one last step.

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
    return replace(finished(knowledge, walk.made if walk else [], walk.masks if walk else {}), limit=limit)


class NamedWalk:
    """A walk by named techniques: the steps in `made`, what is left in `masks`. Raises as `named_steps` does."""

    def __init__(self, knowledge: Knowledge, entries: Mapping[Variable, int]) -> None:
        self.knowledge = knowledge
        if not knowledge.is_consistent():
            conflict = knowledge.conflict()
            if conflict is not None:
                raise Contradiction(conflict)
        entered = knowledge
        for variable, mask in entries.items():
            entered = entered.observe(Within(variable, mask))
        if entries and not entered.is_consistent():
            names = ", ".join(v.name for v in entries)
            raise ProblemError(f"no solution has {names} as entered; ask mistake() what is wrong")
        self.entered = entered
        self.statements = [s for s in knowledge.statements if isinstance(s.content, Constraint)]
        self.structure = Structure(knowledge.scope, self.statements)
        self.techniques = Techniques(self.structure)
        self.masks: Masks = {v: v.full_mask for v in knowledge.scope} | dict(entries)
        self.alive = self.structure.known(entries)
        self.source: dict[Variable, int] = dict.fromkeys(entries, 0)
        self.made: list[Step] = []
        self.live = Live(
            knowledge.scope, (), [s.content for s in self.statements if isinstance(s.content, Constraint)]
        )

    def go(self, *, until_placed: bool = False) -> None:
        """All steps, until the answer key is settled or nothing more follows; or until one settles a variable."""
        key = self.knowledge.problem.key
        while not all(self.masks[v] & (self.masks[v] - 1) == 0 for v in key):
            tick()
            found = self.techniques.findings(self.alive)
            if not found:
                found = self._beyond()
            if not found:
                return
            before, masks = self.alive, dict(self.masks)
            for finding in found:
                tick()
                if finding.strikes & self.alive:
                    self._step(finding, before, masks)
                    if until_placed and self.made[-1].placed:
                        return

    def _beyond(self) -> list[Finding]:
        """What no technique shows."""
        possible = 0
        for variable in self.knowledge.scope:
            for value in self.entered.possible(variable):
                possible |= self.structure.mask_of(variable, 1 << variable.position(value))
        struck = self.alive & ~possible
        every = frozenset(range(len(self.statements)))
        return [Finding("cases", 10, struck, every, self.structure.full)] if struck else []

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
            known.append(
                Statement(
                    fact, fact.sentence(), "observation", f"step {origin}" if origin else "already there"
                )
            )
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
        live = self.live
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
        try:
            found = minimal_set(Oracle(live, items, [guard], Deadline(None)))
        finally:
            live.release(guard)
        if found is None:  # pragma: no cover - what a finding names is enough
            return sources, cells
        return (
            [sources[i] for i in found if i < len(sources)],
            [cells[i - len(sources)] for i in found if i >= len(sources)],
        )
