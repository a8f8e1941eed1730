"""The local equilibrium of one naming: how often to lie about which card, and how often to doubt.

The local game: the claimant has seen a card, of which the others believe that it is room `t` with chance `p[t]`. It names
a room `m`; one doubter checks or does not. With `g[m]` what the effect of `m` gains the claimant:

    trusted             claimant gains g[m]          doubter loses g[m]
    doubted and true    claimant gains g[m] + s      doubter loses g[m] + s    (s: what Silence costs the doubter)
    doubted and a lie   claimant loses c             doubter gains c           (c: Silence and the turn)

It is zero-sum, so an equilibrium is a solution of a linear program: every card's chance is split between the truth and
lies; the lies told in the name of `m` may weigh at most ``s / (g[m] + c)`` of the truths, for there a doubter gains
nothing by checking, and beyond it would check always. Its dual has one number, the worth `level` of a lie, and gives
the solution in closed form:

* a card worth more than `level` is always named truthfully, a card worth less never;
* lies are told in the names of the rooms above `level`, exactly as many as leave the doubter indifferent; a card worth
  just `level` is named truthfully as often as is needed for that;
* a claim of `m` is doubted with chance ``(g[m] - level) / (g[m] + c)``, which makes every liar indifferent between them.

A lie may also be met by a seat that knows better, with chance `known[m]`; it is then worth
``(1 - known) g - known c`` before anybody guesses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from deduce.ground.errors import ProblemError
from deduce.worlds.base import Floats

TINY = 1e-12


@dataclass(frozen=True, slots=True)
class LocalEquilibrium:
    """A solution of the local game.

    `claims` has a row for each card (true room) with the chance of each claim, shape (rooms, rooms), rows summing to 1;
    `doubts` the chance that a claim of each room is doubted by who does not know, shape (rooms,). `level` is what a
    card that is lied about is worth; `lying` the chance that the claim is a lie, before the card is seen.
    """

    claims: Floats
    doubts: Floats
    level: float
    lying: float


def local_equilibrium(
    chances: Floats,
    gains: Floats,
    *,
    silence: float,
    catch: float,
    known: Floats | None = None,
    allowed: Floats | None = None,
) -> LocalEquilibrium:
    """The equilibrium for a doubter who believes `chances`; `gains` what each effect is worth, both shape (rooms,).

    `silence` (the doubter's loss when the claim is true) and `catch` (the claimant's loss when it is a lie) must be
    above 0, and no gain below ``-catch``; `known` is the chance that somebody knows a lie in each name for one,
    `allowed` 0 for rooms that may not be claimed. O(rooms log rooms). Raises `ProblemError`.
    """
    chances, gains = np.asarray(chances, dtype=float), np.asarray(gains, dtype=float)
    n = len(gains)
    if not silence > 0 or not catch > 0:
        raise ProblemError(f"silence and catch must be above 0, not {silence} and {catch}")
    if chances.shape != (n,) or chances.min() < 0 or not abs(chances.sum() - 1) < 1e-6:
        raise ProblemError("chances must be one number of at least 0 for each room, and sum to 1")
    if gains.min() <= -catch:
        raise ProblemError(f"every gain must be above {-catch}, what being caught costs")
    knew = np.zeros(n) if known is None else np.asarray(known, dtype=float)
    may = np.ones(n) if allowed is None else np.asarray(allowed, dtype=float)
    # What a lie in each name is worth if no guess is made, and how many lies a truth can hide.
    worth = np.where(may > 0, (1 - knew) * gains - knew * catch, -np.inf)
    room = silence / (gains + catch) * chances * may
    level, mixed = _level(chances, gains, worth, room)
    truth = np.where(gains > level + TINY, 1.0, 0.0)
    truth[np.abs(gains - level) <= TINY] = mixed
    names = np.where(worth > level + TINY, room * truth, 0.0)
    # What finds no place above the level goes to names worth just as much, where nobody need be doubted.
    level_names = np.where(np.abs(worth - level) <= TINY, room * truth, 0.0)
    over = float(chances @ (1 - truth)) - names.sum()
    if over > TINY and level_names.sum() > TINY:
        names = names + level_names * min(1.0, over / level_names.sum())
    if names.sum() <= TINY:
        truth, names = np.ones(n), np.zeros(n)
    claims = np.diag(truth)
    if names.sum() > 0:
        claims = claims + (1 - truth)[:, None] * names / names.sum()
    with np.errstate(invalid="ignore"):
        undoubted = np.where(
            worth > level, gains - (level + knew * catch) / np.maximum(1 - knew, TINY), 0.0
        )
    doubts = np.clip(undoubted / (gains + catch), 0.0, 1.0)
    return LocalEquilibrium(claims, doubts, level, float(chances @ (1 - truth)))


def _level(chances: Floats, gains: Floats, worth: Floats, room: Floats) -> tuple[float, float]:
    """Where the lies of the cards below just fill the names above, and the share of truth at that level.

    As the level rises there are more liars and fewer names to lie in, so the two meet once: at a card's worth, where
    its share of truth makes them equal, or at a name's, where only a part of its capacity is used.
    """
    for level in sorted({*gains.tolist(), *worth[np.isfinite(worth)].tolist()}):
        below = float(chances[gains < level - TINY].sum())
        here = np.abs(gains - level) <= TINY
        mass = float(chances[here].sum())
        above = float(room[(worth > level + TINY) & ~here].sum())
        if below + mass >= above - TINY:
            if mass <= TINY:
                return level, 1.0
            return level, float(np.clip(1 - (above - below) / mass, 0.0, 1.0))
    return float(gains.max()), 1.0
