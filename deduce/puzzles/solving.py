"""A puzzle solved step by step: by named techniques, or by the fewest statements at once."""

from __future__ import annotations

from deduce.knowledge import Knowledge
from deduce.problem import Problem
from deduce.puzzles.fewest_steps import fewest_steps
from deduce.puzzles.named_walk import named_steps
from deduce.puzzles.walks import SoFar, Walk


def steps(
    puzzle: Problem | Knowledge,
    so_far: SoFar = (),
    *,
    fewest: bool = False,
    time_limit: float | None = None,
) -> Walk:
    """Solve a puzzle step by step, always by the easiest next deduction.

    Easiest is the technique of the lowest level on the scale of grades (see `named_steps`), and with `fewest` the
    deduction of the fewest statements, then of the fewest cells, proved (see `fewest_steps`). The walk ends when the
    answer key is settled, or, in a puzzle that is not unique, where nothing more follows.

    Args:
        puzzle: A problem or knowledge; rules and clues count alike in a step.
        so_far: What is taken as found already.
        fewest: Steps of the fewest statements, without names.
        time_limit: In seconds; then the walk ends where it is, and its `limit` says so.

    Raises:
        ProblemError: Knowledge with a change of the hidden state (a puzzle stands still; `verify` takes it), or
            entries that no solution has.
        Contradiction: The puzzle has no solution.
    """
    return (fewest_steps if fewest else named_steps)(puzzle, so_far, time_limit=time_limit)
