"""How hard a puzzle is, on one scale for every family."""

from __future__ import annotations

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp
from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.ratings import Grade
from deduce.puzzles.redundancy import clues_of
from deduce.puzzles.rounds import Rounds, ungraded
from deduce.puzzles.uniqueness import as_knowledge


def grade(puzzle: Problem | Knowledge, *, most: int = 10, time_limit: float | None = None) -> Grade:
    """How hard a puzzle is on the scale of `deduce.puzzles.techniques.LEVELS`, whatever its family.

    In each round the lowest level at which anything can be shown is asked, and all that it shows is struck. The rules are
    brought into one form first (`deduce.puzzles.structure`), so the grade does not depend on how they were cut.

    Args:
        puzzle: A problem or knowledge.
        most: Go no further than this level; a puzzle that needs more is not `solved` then.
        time_limit: In seconds; after it the grade is a lower bound, and its `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state.
        Contradiction: The puzzle has no solution.
    """
    knowledge = as_knowledge(puzzle)
    clues_of(knowledge)
    rounds: Rounds | None = None
    try:
        with Deadline(time_limit).watch():
            rounds = Rounds(knowledge, {})
            rounds.go(most)
    except GaveUp as error:
        limit = str(error)
        return rounds.grade(limit) if rounds else ungraded(limit)
    return rounds.grade()


difficulty = grade
"""The same: a puzzle's difficulty is its grade."""
