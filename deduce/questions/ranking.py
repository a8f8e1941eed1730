"""Ranking: which question tells most about what is still possible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Rows
from deduce.ground.wording import figure, in_percent, many
from deduce.kernels import guesses
from deduce.kernels.library import library
from deduce.language.variables import is_whole
from deduce.questions.answers import BLOCK, AnswerTable, Floats, Ints, tally
from deduce.questions.objectives import Measures, measure, measure_about, preferred


@dataclass(frozen=True, slots=True)
class Ranked:
    """One question and how well it splits what is possible.

    Attributes:
        question: The question in words.
        index: Its number among the questions given.
        bits: Expected information in the answer.
        expected: Worlds left on average.
        worst: Worlds left after the worst answer.
        parts: How many answers are possible.
        finish: The probability that the search ends with this answer.
        could_win: Whether it might.
        label: ``"exact"``, or ``"sampled"``: estimated from worlds drawn by weight.
        error: When sampled, the standard error of `bits`; else 0.
    """

    question: str
    index: int
    bits: float
    expected: float
    worst: float
    parts: int
    finish: float
    could_win: bool
    label: Literal["exact", "sampled"] = "exact"
    error: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """The result as plain values for JSON."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        error = f" +- {self.error:.3f}" if self.error else ""
        return (
            f"{self.question}: {figure(self.bits, 3)}{error} bits, {self.expected:.4g} left on average,"
            f" {self.worst:.4g} at worst, {many(self.parts, 'answer')},"
            f" ends the search {in_percent(self.finish, 1)} ({self.label})"
        )


def measured(
    answers: AnswerTable,
    questions: Ints,
    worlds: Ints,
    weights: Floats | None = None,
    goals: Ints | None = None,
) -> Measures:
    """The measures of `questions` on `worlds`, block by block, so that memory stays small.

    `weights` has one number a world of the game, not of `worlds`; so has `goals`, the classes of worlds that
    need not be told apart.
    """
    if weights is None and goals is None and library() is not None:
        return _compiled(answers, questions, worlds)
    mine = None if weights is None else weights[worlds]
    kinds, classes = answers.kinds, 1
    if goals is not None:
        names, goals = np.unique(goals[worlds], return_inverse=True)
        classes = len(names)
        kinds *= classes
    step = max(1, BLOCK // max(len(worlds), kinds))
    blocks = []
    for start in range(0, len(questions), step):
        codes = answers.codes(questions[start : start + step], worlds)
        if goals is not None:
            codes = codes.astype(np.int64) * classes + goals
        counts = tally(codes, kinds)
        masses = None if mine is None else tally(codes, kinds, mine)
        if goals is None:
            blocks.append(measure(counts, masses, answers.win))
        else:
            blocks.append(measure_about(counts, masses, classes, answers.win))
    return Measures.joined(blocks)


def _compiled(answers: AnswerTable, questions: Ints, worlds: Ints) -> Measures:
    """The same for equal weights, tallied and measured in one go."""
    whole = answers.whole(len(questions) * len(worlds))
    every = None if len(questions) == answers.questions else questions
    step = max(1, BLOCK // max(len(worlds), answers.kinds))
    blocks = []
    for start in range(0, len(questions), step):
        tick()
        some = questions[start : start + step]
        found = None
        if whole is not None:
            # All rows in turn, where all are asked for at once.
            rows = None if every is None and len(some) == len(whole) else some
            left = None if len(worlds) == whole.shape[1] else worlds
            found = guesses.measures(whole, rows, left, answers.kinds, answers.win)
        else:
            codes = answers.codes(some, worlds)
            found = guesses.measures(codes, None, None, answers.kinds, answers.win)
        if found is None:
            counts = tally(answers.codes(some, worlds), answers.kinds)
            blocks.append(measure(counts, None, answers.win))
        else:
            blocks.append(Measures(*found))
    return Measures.joined(blocks)


def ranked(
    answers: AnswerTable,
    questions: Ints,
    worlds: Ints,
    objective: str,
    *,
    weights: Floats | None = None,
    goals: Ints | None = None,
    limit: int | None = None,
) -> Rows[Ranked]:
    """The questions best first; see `deduce.questions.rank`."""
    limited(limit)
    found = measured(answers, questions, worlds, weights, goals)
    order = preferred(found, objective)[:limit]
    return Rows(
        listed(found, i, int(questions[i]), answers.text(int(questions[i]))) for i in order.tolist()
    )


def limited(limit: object) -> None:
    """Raises `ProblemError` for a limit that is neither None nor a whole number from 1."""
    if limit is not None and (not is_whole(limit) or limit < 1):
        raise ProblemError(f"limit is a whole number from 1, or None for all, not {limit!r}")


def listed(found: Measures, i: int, index: int, text: str) -> Ranked:
    """Row `i` of the measures as a result."""
    return Ranked(
        text, index, bits=float(found.bits[i]), expected=float(found.expected[i]), worst=float(found.worst[i]),
        parts=int(found.parts[i]), finish=float(found.finish[i]), could_win=bool(found.hit[i]),
    )  # fmt: skip
