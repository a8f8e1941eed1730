"""A puzzle solved round by round: in each, all that the techniques of the lowest level show."""

from __future__ import annotations

from collections.abc import Mapping

from deduce.ground.deadline import tick
from deduce.ground.errors import Contradiction, ProblemError
from deduce.knowledge import Knowledge
from deduce.language.facts import Within
from deduce.language.variables import Variable
from deduce.puzzles.grids import grid_solutions
from deduce.puzzles.groups import counted
from deduce.puzzles.ratings import Grade
from deduce.puzzles.seeing import rarity, seen
from deduce.puzzles.standing import first_conflict
from deduce.puzzles.structure import Structure
from deduce.puzzles.techniques import Finding, Techniques
from deduce.puzzles.uniqueness import verify
from deduce.puzzles.walks import givens_of


def solvable(knowledge: Knowledge) -> bool:
    """Whether there is a solution: asked of the compiled search where that can answer, which takes no time at all."""
    found = grid_solutions(knowledge, 1)
    return knowledge.is_consistent() if found is None else bool(found)


class Rounds:
    """What is left of a puzzle after each round; see the module docstring.

    Args:
        knowledge: Rules and clues, without changes of the hidden state.
        entries: What is taken as found already, a bit set of values a variable. What is printed as a value is, too.

    Attributes:
        statements: Rules and clues, a group as one.
        structure: Their common form.
        techniques: What is asked of it.
        givens: What is printed as a value, a bit set of one value a variable.
        alive: The literals that may still be true.

    Raises:
        Contradiction: The puzzle has no solution.
        ProblemError: No solution has these entries.
    """

    def __init__(self, knowledge: Knowledge, entries: Mapping[Variable, int]) -> None:
        self._knowledge = knowledge
        if not solvable(knowledge):
            conflict = first_conflict(knowledge)
            if conflict is not None:
                raise Contradiction(conflict)
        self._entered = knowledge
        for variable, mask in entries.items():
            self._entered = self._entered.observe(Within(variable, mask))
        if entries and not solvable(self._entered):
            names = ", ".join(v.name for v in entries)
            raise ProblemError(f"no solution has {names} as entered; ask mistake() what is wrong")
        self.statements = counted(knowledge.statements)
        self.structure = Structure(knowledge.scope, self.statements)
        self.techniques = Techniques(self.structure)
        self.givens = givens_of(knowledge)
        self.alive = self.structure.known(self.givens) & self.structure.known(entries)
        self._key = [self.structure.own[self.structure.place[v]] for v in knowledge.problem.key]
        self._rounds: dict[int, int] = {}
        self._counted: dict[str, int] = {}
        self._hardest = 0
        self._effort = 0.0
        self._over = False

    @property
    def solved(self) -> bool:
        """Whether the answer key is settled."""
        return self.settled(self.alive)

    def settled(self, alive: int) -> bool:
        """Whether the answer key is settled where these literals are left."""
        return all((alive & own).bit_count() == 1 for own in self._key)

    def next(self, most: int = 10) -> list[Finding]:
        """All that the lowest level shows now, up to level `most`; nothing when the key is settled or no more follows.

        Given back before it is struck from `alive`; `strike` does that.
        """
        tick()
        if self._over or self.solved:
            return []
        return self.techniques.findings(self.alive, min(most, 9)) or (self._beyond() if most > 9 else [])

    def go(self, most: int = 10) -> None:
        """All rounds, up to level `most`."""
        while found := self.next(most):
            self.strike(found)

    def strike(self, found: list[Finding]) -> None:
        """Strike what a round shows, and count it: the least that has to be seen for any of it."""
        level = found[0].level
        told: set[tuple[str, int, int]] = set()
        sizes = [seen(finding, self.structure, self.alive) for finding in found]
        self._hardest = max(self._hardest, min(sizes))
        self._effort += min(size * rarity(finding) for size, finding in zip(sizes, found, strict=True))
        for finding in found:
            name = f"{finding.name} {finding.depth}" if finding.depth else finding.name
            # What one settled value excludes counts once, by however many statements it does.
            told.add((name, finding.uses, 0 if name == "exclusion" else finding.strikes))
            self.alive &= ~finding.strikes
        if level < 10:
            for name, _, _ in told:
                self._counted[name] = self._counted.get(name, 0) + 1
        self._rounds[level] = self._rounds.get(level, 0) + 1

    def _beyond(self) -> list[Finding]:
        """What no technique shows: the values that no solution has, all at once."""
        possible = 0
        verdict = verify(self._entered)
        # One proof of uniqueness is far less than a question a value.
        only = verdict.solution if verdict.unique and verdict.solution else {}
        settled = {v: only[v] for v in self._knowledge.problem.key if v in only}
        for variable in self._knowledge.scope:
            values = {settled[variable]} if variable in settled else self._entered.possible(variable)
            for value in values:
                possible |= self.structure.mask_of(variable, 1 << variable.position(value))
        struck = self.alive & ~possible
        self._over = True
        every = frozenset(range(len(self.statements)))
        return [Finding("cases", 10, struck, every, self.structure.full)] if struck else []

    def grade(self, limit: str = "") -> Grade:
        """What was found so far as a grade."""
        rounds = dict(sorted(self._rounds.items()))
        return Grade(
            max(rounds, default=0),
            self._hardest,
            effort=round(self._effort),
            rounds=tuple(rounds.items()),
            techniques=tuple(sorted(self._counted.items(), key=lambda item: (-item[1], item[0]))),
            solved=self.solved,
            canonical=self.structure.canonical,
            limit=limit,
        )


def ungraded(limit: str) -> Grade:
    """The grade of a puzzle that was not even read when the limit came."""
    return Grade(0, 0, effort=0, rounds=(), techniques=(), solved=False, canonical=False, limit=limit)
