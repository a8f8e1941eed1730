"""A proof spread over processes: the parts that a first question leaves are solved each by itself.

What a part costs, and what is asked there, depends on nothing that was solved before (see `Prover.solve`), so the
strategy is the same for any number of processes; only how much is looked into for nothing differs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from deduce.ground.spreading import checked_jobs, spread
from deduce.questions.answers import AnswerTable, Ints
from deduce.questions.optimal import History, Prover

_SENT_FROM = 24
"""A part of fewer worlds is solved sooner than it is sent."""


class _Share(NamedTuple):
    """One part to be solved by a prover made from the arguments."""

    number: int
    answers: AnswerTable
    arguments: dict[str, Any]
    part: Ints
    room: float
    history: History


def _solved(work: _Share) -> tuple[int, float, dict[bytes, tuple[float, int]]]:
    prover = Prover(work.answers, **work.arguments)
    cost, _ = prover.solve(work.part, work.room, work.history)
    return work.number, cost, prover.strategy(work.part, work.history) if cost < work.room else {}


def solve_spread(
    prover: Prover,
    worlds: Ints,
    limit: float,
    history: History,
    *,
    jobs: int,
    parallel: Mapping[str, Any] | None,
    arguments: Mapping[str, Any],
    time_limit: float | None = None,
) -> tuple[float, int]:
    """What ``prover.solve(worlds, limit, history)`` gives, and leaves in its memo, by `jobs` processes.

    `arguments` are those of the prover, without its time limit, which counts from now. Raises as `Prover.solve` and
    `deduce.ground.spreading.spread` do.
    """
    at_once = 2 * (checked_jobs(jobs) if jobs > 0 else os.cpu_count() or 1)
    end = None if time_limit is None else time.monotonic() + time_limit

    def ask(question: int, left: Ints, bound: float, best: float, past: History) -> float:
        running, parts = prover.apart(question, left, bound, best)
        large = [each for each in parts if len(each[2]) >= _SENT_FROM]
        for start in range(0, len(large), at_once):
            batch = large[start : start + at_once]
            seconds = None if end is None else max(0.0, end - time.monotonic())
            given = {**arguments, "time_limit": seconds}
            works = [
                _Share(i, prover.answers, given, part, best - (running - better), (*past, (question, code)))
                for i, (better, code, part) in enumerate(batch)
            ]
            for i, cost, strategy in spread(_solved, works, jobs=jobs, parallel=parallel):
                prover.learn(strategy)
                running += cost - batch[i][0]
            if prover.reaches(running, best):
                return max(running, best)
        for better, code, part in parts[len(large) :]:
            cost, _ = prover.solve(part, best - (running - better), (*past, (question, code)))
            running += cost - better
            if prover.reaches(running, best):
                return max(running, best)
        return running

    return prover.solve(worlds, limit, history, ask=ask)
