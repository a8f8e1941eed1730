"""Moves with what they are worth, and the closer look at a few of them: what the next day makes of their plans."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from deduce_models.shakespeare.advice.tomorrow import Future, look_ahead

if TYPE_CHECKING:
    from deduce_models.shakespeare.advice.day import Effort, Plan
    from deduce_models.shakespeare.advice.evaluation import Evaluation
    from deduce_models.shakespeare.advice.wagers import Equilibrium
    from deduce_models.shakespeare.rules.moves import Move

__all__ = ["DayPlan", "RatedMove", "closer_look"]


class DayPlan(NamedTuple):
    """A plan of the rest of a day of a game alone: its whole actions, and the parts of what it is worth."""

    value: float
    actions: tuple[tuple[Move, ...], ...]
    parts: Mapping[str, float]


class RatedMove(NamedTuple):
    """A move with its expected final prestige.

    Attributes:
        move: The move.
        value: Expected final prestige; among rivals less a share of what they gain (`Planner.share`), and at the
            wager the payoff of that game, so that it compares moves and is no forecast.
            What was not looked at closely (`sampled` is 0) stands behind what was.
        error: Standard error of `value` over the sampled draws of the next day; 0 when nothing was sampled. The
            error of the estimate of the days after that is not in it.
        sampled: How many next days were sampled.
        plan: The plan of the day behind it, None for small decisions.
        alone: The same of games alone.
        wagers: At the wager: the mixed wagers of all seats.
    """

    move: Move
    value: float
    error: float = 0.0
    sampled: int = 0
    plan: Plan | None = None
    alone: DayPlan | None = None
    wagers: Equilibrium | None = None

    @property
    def actions(self) -> tuple[tuple[Move, ...], ...]:
        """The whole actions of the plan behind it."""
        plan = self.alone or self.plan
        return plan.actions if plan else ()


def closer_look(
    evaluation: Evaluation,
    choices: Sequence[RatedMove],
    days: Sequence[Future],
    effort: Effort,
    count: int,
    stop: float,
) -> list[RatedMove]:
    """The choices with the best few moves corrected by what the next day brings on sampled draws, the same for all.

    Args:
        evaluation: Of today.
        choices: Sorted by value.
        days: The sampled next days.
        effort: How hard these are searched.
        count: How many moves are looked at, each with its best plan.
        stop: Past it (of `time.monotonic`) no further sample begins.
    """
    few = _best_of_each(choices)[:count]
    base = [evaluation.value(choice.plan.end) if choice.plan else 0.0 for choice in few]
    rows: list[list[float]] = [[] for _ in few]
    for day in days:
        # A sample counts for all or for none: draws are the same for every choice.
        column = _column(evaluation, few, day, effort, stop)
        if len(column) < len(few):
            break
        for row, value in zip(rows, column, strict=True):
            row.append(value)
    if not rows or not rows[0]:
        return list(choices)
    found = []
    for choice, row, promise in zip(few, rows, base, strict=True):
        mean, error = _mean(row)
        found.append(choice._replace(value=choice.value - promise + mean, error=error, sampled=len(row)))
    found.sort(key=lambda choice: -choice.value)
    return found + _others(choices, few, found)


def _best_of_each(choices: Sequence[RatedMove]) -> list[RatedMove]:
    best: dict[Move, RatedMove] = {}
    for choice in choices:
        best.setdefault(choice.move, choice)
    return list(best.values())


def _others(
    choices: Sequence[RatedMove], few: Sequence[RatedMove], found: Sequence[RatedMove]
) -> list[RatedMove]:
    """The moves that were not looked at closely, moved by what the closer look changed on average.

    They were behind before, and are not put ahead by numbers that are not their own.
    """
    shift = sum(choice.value for choice in found) / len(found) - sum(c.value for c in few) / len(few)
    known = {choice.move for choice in few}
    worst = found[-1].value
    return [
        choice._replace(value=min(worst, choice.value + shift))
        for choice in choices
        if choice.move not in known
    ]


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error (0 for a single value)."""
    count = len(values)
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


def _column(
    evaluation: Evaluation, choices: Sequence[RatedMove], day: Future, effort: Effort, stop: float
) -> list[float]:
    """The value of each choice's plan on one sampled next day; cut short when time is up."""
    found = []
    for choice in choices:
        if time.monotonic() > stop or choice.plan is None:
            break
        found.append(look_ahead(evaluation, choice.plan.end, day, effort))
    return found
