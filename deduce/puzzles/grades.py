"""One grade for puzzles of every family: which techniques it takes, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deduce.deadline import Deadline, tick
from deduce.errors import Contradiction, GaveUp
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.structure import Structure
from deduce.puzzles.techniques import LEVELS, Techniques
from deduce.puzzles.uniqueness import as_knowledge

__all__ = ["Grade", "grade"]


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """How hard a puzzle is; comparing two compares `level` first, then `effort`.

    Attributes:
        level: The highest level of technique it cannot do without, from 1 to 10 (`SCALE` says what is on which). It does
            not depend on the order of the steps; that a clue more never raises it is tested on
            small puzzles, not proved.
        effort: The rounds added up, each as much as its level: a round is everything that the techniques of one level
            show at a time, so that it does not matter who looks where first.
        rounds: How many rounds there were of each level.
        techniques: How often each technique found something.
        solved: Whether the answer key is settled at the end; False for a puzzle that is not unique.
        canonical: Whether the grade is the same however the rules are cut; False for rules of too many exclusions.
        limit: What ended it before its end; `level` and `effort` are then at least so high. Empty otherwise.
    """

    level: int
    effort: int
    rounds: tuple[tuple[int, int], ...]
    techniques: tuple[tuple[str, int], ...]
    solved: bool
    canonical: bool
    limit: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The grade as plain values for JSON."""
        return {
            "level": self.level,
            "meaning": LEVELS.get(self.level, "nothing to do"),
            "effort": self.effort,
            "rounds": {str(level): n for level, n in self.rounds},
            "techniques": dict(self.techniques),
            "solved": self.solved,
            "canonical": self.canonical,
            "limit": self.limit,
        }

    def __str__(self) -> str:
        least = "at least " if self.limit else ""
        lines = [f"grade {least}{self.level} of 10: {LEVELS.get(self.level, 'nothing to do')}"]
        lines.append(
            f"effort {least}{self.effort}: " + ", ".join(f"{n} rounds of {k}" for k, n in self.rounds)
        )
        if self.techniques:
            lines.append("techniques: " + ", ".join(f"{name} {n}" for name, n in self.techniques))
        if self.limit:
            lines.append(f"gave up: {self.limit}")
        elif not self.solved:
            lines.append("the puzzle has several solutions: graded as far as it goes")
        return "\n".join(lines)


def grade(puzzle: Problem | Knowledge, *, time_limit: float | None = None) -> Grade:
    """How hard a puzzle is on the scale of `deduce.puzzles.techniques.LEVELS`, whatever its family.

    In each round the lowest level at which anything can be shown is asked, and all that it shows is struck. The rules are
    brought into one form first (`deduce.puzzles.structure`), so the grade does not depend on how they were cut.

    Args:
        puzzle: A problem or knowledge.
        time_limit: In seconds; after it the grade is a lower bound, and its `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state.
        Contradiction: The puzzle has no solution.
    """
    knowledge = as_knowledge(puzzle)
    clues_of(knowledge)
    walk = _Walk(knowledge)
    limit = ""
    try:
        with Deadline(time_limit).watch():
            walk.go()
    except GaveUp as error:
        limit = str(error)
    return walk.grade(limit)


class _Walk:
    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.rounds: dict[int, int] = {}
        self.techniques: dict[str, int] = {}
        self.solved = False
        self.canonical = True

    def go(self) -> None:
        if not self.knowledge.is_consistent():
            self._contradict()
        structure = Structure(self.knowledge.scope, self.knowledge.statements)
        self.canonical = structure.canonical
        techniques = Techniques(structure)
        key = [structure.own[structure.place[v]] for v in self.knowledge.problem.key]
        alive = structure.full
        while not all((alive & own).bit_count() == 1 for own in key):
            tick()
            found = techniques.findings(alive)
            if not found:
                alive = self._general(structure, alive)
                break
            level = found[0].level
            struck = 0
            seen: set[tuple[str, int, int]] = set()
            for finding in found:
                name = f"{finding.name} {finding.depth}" if finding.depth else finding.name
                # What one settled value excludes counts once, by however many statements it does.
                seen.add((name, finding.uses, 0 if name == "exclusion" else finding.strikes))
                struck |= finding.strikes
            for name, _, _ in seen:
                self.techniques[name] = self.techniques.get(name, 0) + 1
            self._round(level)
            alive &= ~struck
        self.solved = all((alive & own).bit_count() == 1 for own in key)

    def _round(self, level: int) -> None:
        self.rounds[level] = self.rounds.get(level, 0) + 1

    def _general(self, structure: Structure, alive: int) -> int:
        """What no technique shows: the values that no solution has, all at once."""
        possible = 0
        for variable in self.knowledge.scope:
            for value in self.knowledge.possible(variable):
                possible |= structure.mask_of(variable, 1 << variable.position(value))
        if alive & ~possible:
            self._round(10)
        return alive & possible

    def _contradict(self) -> None:
        conflict = self.knowledge.conflict()
        if conflict is not None:
            raise Contradiction(conflict)

    def grade(self, limit: str) -> Grade:
        """What was found so far as a grade."""
        by_level: Mapping[int, int] = dict(sorted(self.rounds.items()))
        return Grade(
            max(by_level, default=0),
            sum(level * n for level, n in by_level.items()),
            tuple(by_level.items()),
            tuple(sorted(self.techniques.items(), key=lambda item: (-item[1], item[0]))),
            self.solved,
            self.canonical,
            limit,
        )
