"""The grade of a puzzle: one scale for every family, read off which techniques it takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.ground.phrases import listing, say
from deduce.puzzles.techniques import LEVELS


@dataclass(frozen=True, slots=True, order=True)
class Grade:
    """How hard a puzzle is; comparing two compares `level` first, then `seen`, then `effort`.

    Attributes:
        level: The highest level of technique it cannot do without, from 1 to 10; 0 if there is nothing to do
            (`deduce.puzzles.techniques.LEVELS` says what is on which). It does not depend on the order of the steps;
            that a clue more never raises it is tested on small puzzles, not proved.
        seen: How many things have to be seen at once at the hardest point: rules at a place, and looks at what is known
            (`deduce.puzzles.seeing`). Of each round the finding that takes the fewest.
        effort: What has to be seen in all, added up over the rounds: things times how unusual such a finding is, in bits.
            A round is everything that the techniques of one level show at a time, so that it does not matter who looks
            where first.
        rounds: How many rounds there were of each level.
        techniques: How often each technique found something.
        solved: Whether the answer key is settled at the end; False for a puzzle that is not unique.
        canonical: Whether the grade is the same however the rules are cut; False for rules of too many exclusions.
        limit: What ended it before its end; `level`, `seen` and `effort` are then at least so high. Empty otherwise.
    """

    level: int
    seen: int
    effort: int
    rounds: tuple[tuple[int, int], ...]
    techniques: tuple[tuple[str, int], ...]
    solved: bool
    canonical: bool
    limit: str = ""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Grade:
        """The grade that `to_dict` told. Raises `ProblemError` for anything else."""
        try:
            rounds = tuple((int(level), int(n)) for level, n in told["rounds"].items())
            found = cls(
                max((level for level, _ in rounds), default=0),
                int(told["seen"]),
                effort=int(told["effort"]),
                rounds=rounds,
                techniques=tuple((str(name), int(n)) for name, n in told["techniques"].items()),
                solved=bool(told["solved"]),
                canonical=bool(told["canonical"]),
                limit=str(told["limit"]),
            )
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            found = None
        if found is None or found.to_dict() != told:
            raise ProblemError("these are no numbers of a grade")
        return found

    def to_dict(self) -> dict[str, Any]:
        """The grade as plain values for JSON."""
        return {
            "level": self.level,
            "meaning": self._meaning,
            "seen": self.seen,
            "effort": self.effort,
            "rounds": {str(level): n for level, n in self.rounds},
            "techniques": dict(self.techniques),
            "solved": self.solved,
            "canonical": self.canonical,
            "limit": self.limit,
        }

    @property
    def _meaning(self) -> str:
        """What the level takes."""
        return LEVELS.get(
            self.level, "nothing to do" if not self.limit else "the limit came before a step was found"
        )

    @property
    def brief(self) -> str:
        """Level and effort on one line."""
        key = "grade at least {level} of 10, effort at least {effort}"
        return say(
            key if self.limit else "grade {level} of 10, effort {effort}",
            level=self.level,
            effort=self.effort,
        )

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """It in sentences."""
        least = "at least " if self.limit else ""
        lines: list[str] = [
            say(f"grade {least}{{level}} of 10: {{meaning}}", level=self.level, meaning=self._meaning)
        ]
        seen = f"{least}{{number:thing}} to be seen at once at the hardest point"
        lines.append(say(seen, number=self.seen))
        told = listing([say("{number:round} of {level}", number=n, level=k) for k, n in self.rounds], ",")
        lines.append(
            say(f"effort {least}{{effort}}: {{rounds}}", effort=self.effort, rounds=told or "no rounds")
        )
        if self.techniques:
            found = [
                say("{technique} {count}", technique=_called(name), count=n) for name, n in self.techniques
            ]
            lines.append(say("techniques: {techniques}", techniques=listing(found, ",")))
        if self.limit:
            lines.append(f"gave up: {self.limit}")
        elif not self.solved:
            lines.append("the puzzle has several solutions: graded as far as it goes")
        return lines

    # The names by which a difficulty was asked before there was one scale.

    @property
    def hardest(self) -> int:
        """The level."""
        return self.level

    @property
    def total(self) -> int:
        """The effort."""
        return self.effort

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """How many rounds there were of each level."""
        return self.rounds

    @property
    def proved(self) -> bool:
        """Whether the grade is one, and not a lower bound."""
        return not self.limit


def _called(name: str) -> str:
    """A technique; of a trial it is told how deep it goes."""
    what, _, depth = name.rpartition(" ")
    return say(f"{what} {{depth}}", depth=depth) if depth.isdecimal() else name


Difficulty = Grade
"""The same: there is one scale."""
