"""How hard a puzzle is, read off its step-by-step solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.walks import Walk, steps

__all__ = ["Difficulty", "difficulty", "difficulty_of"]


@dataclass(frozen=True, slots=True, order=True)
class Difficulty:
    """The difficulty of a puzzle; comparing two compares `hardest` first, then `total`.

    Attributes:
        hardest: The number of statements of the hardest step: how many rules and clues must be held in
            mind at once. It is the least number k such that the puzzle falls to deductions of at most k
            statements each, in any order, and so can only fall or stay when a clue is added.
        total: The statements of all steps added up. No such promise: a new clue may be worth a step of
            its own.
        counts: How many steps there are of each number of statements.
        solved: Whether the steps settle the answer key.
        proved: Whether every step was proved the easiest; otherwise `hardest` is an upper bound.
    """

    hardest: int
    total: int
    counts: tuple[tuple[int, int], ...]
    solved: bool
    proved: bool

    def to_dict(self) -> dict[str, Any]:
        """The difficulty as plain values for JSON."""
        return {
            "hardest": self.hardest,
            "total": self.total,
            "counts": {str(size): n for size, n in self.counts},
            "solved": self.solved,
            "proved": self.proved,
        }

    def __str__(self) -> str:
        parts = ", ".join(f"{n} of size {size}" for size, n in self.counts)
        bound = "" if self.proved else " at most"
        return f"hardest step{bound} {self.hardest}, in all {self.total} ({parts or 'no steps'})"


def difficulty(puzzle: Problem | Knowledge, *, time_limit: float | None = None) -> Difficulty:
    """How hard a puzzle is: the hardest step, the sum of all, and how many there are of each size.

    A step's size is the number of statements (rules and clues) it needs at once; see `steps`. Raises as
    `steps` does.
    """
    return difficulty_of(steps(puzzle, time_limit=time_limit))


def difficulty_of(walk: Walk) -> Difficulty:
    """The difficulty of a solution already found."""
    sizes: Mapping[int, int] = Counter(step.size[0] for step in walk.steps)
    return Difficulty(
        max(sizes, default=0),
        sum(size * n for size, n in sizes.items()),
        tuple(sorted(sizes.items())),
        walk.solved,
        walk.proved,
    )
