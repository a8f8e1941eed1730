"""What new puzzles shall be like to solve: their grade, techniques they need, techniques they do without.

A technique of the scale is *needed* if without it the puzzle takes harder steps, or more of them: it is solved twice,
with all techniques and with all but that. Names of a family's own table are looked for in the steps told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deduce.ground.compat import override
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError, nearest
from deduce.knowledge import Knowledge
from deduce.puzzles.ratings import Grade
from deduce.puzzles.rounds import Rounds
from deduce.puzzles.shelves import Listing, named, shelf_of
from deduce.puzzles.solving import steps
from deduce.puzzles.structure import Structure
from deduce.puzzles.techniques import Finding, Techniques

SCALE = {
    "pointing": 2, "one rule": 2, "sum": 2, "bridge": 2, "a line with two ends": 2, "early closure": 2, "cut off": 2,
    "neighbours on a line": 2, "pair": 3, "counting": 3, "two counts": 3, "two ways": 3, "three counts": 3,
    "triple": 4, "four counts": 4, "five counts": 4, "a whole rule": 5, "trial": 9,
}  # fmt: skip
"""Techniques that can be needed or done without, with their greatest level; those of level 1 are in every trial."""


@dataclass(frozen=True, slots=True)
class Judged:
    """How a puzzle is to the wishes.

    Attributes:
        fits: Whether it is as wished.
        harder: Whether it is harder than wished, so that more clues may help.
        why: What is not as wished, in words; empty if it fits.
        grade: Its grade, or the part of it that was looked at.
    """

    fits: bool
    harder: bool
    why: str
    grade: Grade


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a puzzle shall be like.

    Attributes:
        low: The least level on the scale of grades.
        high: The greatest.
        needs: Techniques that it cannot do without, each by itself; of a family's own names, that occur in its steps.
        without: Techniques that it can do without, all together; of a family's own names, that do not occur.
        family: The family whose names may be used besides `SCALE`.

    Raises:
        ProblemError: An unknown technique, one that is on both lists, or a grade that is not on the scale.
    """

    low: int = 0
    high: int = 10
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    family: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 10 or not self.high:
            raise ProblemError(
                f"difficulty {self.low} to {self.high}: grades go from 1 to 10, the least first"
            )
        own = _own_names(self.family)
        known = {name.casefold(): name for name in (*own, *SCALE)}
        for field in ("needs", "without"):
            object.__setattr__(self, field, tuple(_known(name, known) for name in getattr(self, field)))
        both = sorted({*self.needs} & {*self.without})
        if both:
            raise ProblemError(f"{both[0]!r} cannot be needed and done without")

    def judge(self, puzzle: Knowledge, *, time_limit: float | None = None) -> Judged:
        """Whether a puzzle is as wished. Raises `GaveUp` when the time, in seconds, is over."""
        with Deadline(time_limit).watch():
            rounds = Rounds(puzzle, {})
            rounds.go(self.high)
            grade = rounds.grade()
            if not grade.solved:
                return Judged(False, True, f"is harder than {self.high}", grade)
            if grade.level < self.low:
                return Judged(False, False, f"is of level {grade.level}", grade)
            wrong = self._of_scale(puzzle, grade) or self._of_family(puzzle, grade)
            return wrong or Judged(True, False, "", grade)

    def _of_scale(self, puzzle: Knowledge, grade: Grade) -> Judged | None:
        """What of the scale's techniques is not as wished."""
        without = [name for name in self.without if name in SCALE]
        if without and _harder(puzzle, grade, without):
            return Judged(False, True, f"needs {' or '.join(without)}", grade)
        for name in self.needs:
            if name in SCALE and not _harder(puzzle, grade, [name]):
                return Judged(False, False, f"does without {name}", grade)
        return None

    def _of_family(self, puzzle: Knowledge, grade: Grade) -> Judged | None:
        """What of the family's own techniques is not as wished."""
        needs = [name for name in self.needs if name not in SCALE]
        without = [name for name in self.without if name not in SCALE]
        if not needs and not without:
            return None
        told = [named(self.family, puzzle, step) for step in steps(puzzle).steps]
        seen = {one[0] for one in told if one is not None}
        for name in without:
            if name in seen:
                return Judged(False, True, f"has the step {name!r}", grade)
        for name in needs:
            if name not in seen:
                return Judged(False, False, f"has no step {name!r}", grade)
        return None

    def to_dict(self) -> dict[str, Any]:
        """What was wished as plain values for JSON; nothing of what was not."""
        graded = {"difficulty": [self.low, self.high]} if (self.low, self.high) != (0, 10) else {}
        lists = {"needs": self.needs, "without": self.without}
        return graded | {key: list(names) for key, names in lists.items() if names}


def _known(name: str, known: dict[str, str]) -> str:
    if name.casefold() not in known:
        raise ProblemError(f"there is no technique {name!r}: {nearest(name, known.values(), limit=100)}")
    return known[name.casefold()]


def _own_names(family: str) -> Sequence[str]:
    shelf = shelf_of(family) if family else None
    return shelf.techniques(family) if isinstance(shelf, Listing) else ()


def _harder(puzzle: Knowledge, grade: Grade, without: Sequence[str]) -> bool:
    """Whether more rounds above the lowest of these techniques are needed where all of them are taken away."""
    if "trial" in without and grade.level > 5:
        return True  # also of several values at a time, which no trial of one saves
    floor = min(SCALE[name] for name in without)
    less = Rounds(puzzle, {})
    less.techniques = _Fewer(less.structure, without)
    less.go()
    return _above(less.grade(), floor) > _above(grade, floor)


def _above(grade: Grade, floor: int) -> tuple[int, ...]:
    """How many rounds there were of each level above one, the highest first."""
    rounds = dict(grade.rounds)
    return tuple(rounds.get(level, 0) for level in range(10, floor, -1))


class _Fewer(Techniques):
    """All techniques but some."""

    def __init__(self, structure: Structure, without: Sequence[str]) -> None:
        super().__init__(structure)
        self.without = frozenset(without)
        for name in ("small", "large", "quick"):
            setattr(self, name, [p for p in getattr(self, name) if p.name not in self.without])

    @override
    def of_level(self, level: int, alive: int) -> list[Finding]:
        return [finding for finding in super().of_level(level, alive) if finding.name not in self.without]

    @override
    def findings(self, alive: int, most: int = 9) -> list[Finding]:
        return super().findings(alive, min(most, 5) if "trial" in self.without else most)
