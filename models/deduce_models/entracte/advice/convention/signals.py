"""The exchange as a sign: whether a seat exchanges its hand tells in which part of the codes its own is.

A hand can be exchanged once a game, at the start of any own turn, and that costs no card of the row. So the turn in
which it is done, or that it never is, tells one of ``turns + 1`` things whatever the hand is, 2 bits in three turns,
where the choice of one among three unseen cards tells 0.6. The codes still possible are dealt out to *exchange* and
*keep* from the likeliest down, so that each part has its share of the weight and the likeliest codes lie apart.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

AGAINST = np.float32(0.002)
"""What is left to a code that speaks against what was done: strangers do not keep the convention."""


def turns_left(until: int, length: Ints, seats: int) -> Ints:
    """How many own turns the seat to move has until rows have length `until`, this one included (at least 1)."""
    found: Ints = np.maximum(-((length - until) // seats), 1)
    return found


def exchanging(weights: Floats, turns: Ints) -> Flags:
    """The codes whose holders exchange now, (games, codes), by the public `weights` of the seat to move.

    `turns` (games,) are the own turns left, this one included; the share that exchanges is one in ``turns + 1``.
    """
    games, codes = weights.shape
    order = np.argsort(-weights, axis=1, kind="stable")
    ranked = np.take_along_axis(weights, order, axis=1)
    share = (1 / (turns + 1)).astype(np.float32)
    due = np.zeros(games, dtype=np.float32)
    chosen = np.zeros((games, codes), dtype=bool)
    for rank in range(codes):
        weight = ranked[:, rank]
        due += share * weight
        takes = due * np.float32(1.9999) > weight
        chosen[:, rank] = takes
        due -= np.where(takes, weight, 0)
    found = np.zeros_like(chosen)
    np.put_along_axis(found, order, chosen, axis=1)
    return found


def fitting(fits: Flags) -> Floats:
    """The factors of codes that speak for what was done (1) and against it."""
    return np.where(fits, np.float32(1), AGAINST)
