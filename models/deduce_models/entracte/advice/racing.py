"""Comparing moves by play-outs of the same imagined worlds, dropping early those that are clearly worse."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.rules.setup import EntracteMove

DROPPED_AT = 3.0
"""A move is dropped when its mean is worse than the leader's by so many standard errors of the difference."""

Values = npt.NDArray[np.float64]


def race(
    moves: Sequence[EntracteMove],
    values: Callable[[Sequence[EntracteMove], int], Values],
    *,
    samples: int,
    chunk: int,
    time_limit: float | None = None,
) -> dict[EntracteMove, Values]:
    """The values of each move, one a world; moves in the lead at the end have `samples` of them.

    ``values(moves, n)`` returns an array (moves, n) over n new worlds, the same for all moves (common random
    numbers, so differences of two moves have a small error). After `time_limit` seconds no new worlds are tried.
    """
    end = math.inf if time_limit is None else time.monotonic() + time_limit
    found: dict[EntracteMove, Values] = {move: np.zeros(0) for move in moves}
    running, done = list(moves), 0
    while done < samples and len(running) > 1:
        size = min(chunk, samples - done)
        for move, told in zip(running, values(running, size), strict=True):
            found[move] = np.concatenate([found[move], told])
        done += size
        lead = found[leader({move: found[move] for move in running})]
        running = [move for move in running if not _worse(lead - found[move])]
        if time.monotonic() > end:
            break
    return found


def leader(found: dict[EntracteMove, Values]) -> EntracteMove:
    """The move with the best mean among those that went through most worlds."""
    most = max(map(len, found.values()))
    return max(
        (move for move in found if len(found[move]) == most), key=lambda move: float(found[move].mean())
    )


def mean_of(
    move: EntracteMove, found: dict[EntracteMove, Values], best: EntracteMove
) -> tuple[float, float]:
    """The value of a move with its standard error; of one dropped early relative to `best`, in the worlds it saw."""
    own, lead = found[move], found[best]
    more = own - lead[: len(own)]
    mean = float(lead.mean()) + float(more.mean())
    return mean, float((own.var() / len(own)) ** 0.5)


def _worse(lead: Values) -> bool:
    return bool(lead.mean() > DROPPED_AT * float(lead.std()) / len(lead) ** 0.5 + 1e-12)
