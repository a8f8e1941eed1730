"""Imagined games in which all seats keep the convention of `ranks`: `playouts` with public weights beside it.

Ranks among all cards are estimated from `RIVALS` cards drawn for each step, which costs a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.advice.convention.ranks import (
    BARRED,
    convention_of,
    likelihoods,
    marginals,
    reweighed,
    scores,
)
from deduce_models.entracte.advice.convention.signals import exchanging, fitting, turns_left
from deduce_models.entracte.advice.rollouts import Batch, join, put, swap

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

RIVALS = 12
"""So many cards stand for all cards when ranks are estimated in play-outs."""


@dataclass(slots=True)
class ImaginedGames:
    """Imagined games with their public weights (games, seats, codes) and the cards not in the row (games, cards)."""

    batch: Batch
    weights: Floats
    unseen: Flags
    code: Ints
    """The index of each seat's code, (games, seats)."""

    @classmethod
    def of(cls, batch: Batch, weights: Floats, row: tuple[int, ...]) -> ImaginedGames:
        """The games of a batch, with public weights (seats, codes) that are the same in all."""
        games = batch.games
        unseen = np.ones((games, len(batch.setup.parts.cards)), dtype=bool)
        unseen[:, list(row)] = False
        code = np.log2(batch.codes.T.astype(np.float64)).astype(np.int64)
        return cls(batch, np.repeat(weights[None], games, axis=0), unseen, code)


def opened(told: ImaginedGames, after: Floats, card: int) -> ImaginedGames:
    """A copy of games that share row and weights, after the seat to move plays `card`.

    `after` (codes,) are the weights of the seat's own code after it, the same in all games, so nothing is estimated.
    """
    made, games = convention_of(told.batch.setup), np.arange(told.batch.games)
    batch, unseen = told.batch.take(slice(None)), told.unseen.copy()
    seat = batch.turn
    slot, played = (batch.hands[seat] == card).argmax(axis=0), np.full(batch.games, card)
    pair = made.matched[batch.last, played]
    tokens = np.take_along_axis(pair, told.code, axis=1) > 0
    weights = reweighed(made, told.weights, batch.last, played, seat, after[None], tokens)
    weights[:, seat] = after
    unseen[games, played] = False
    put(batch, slot, np.ones(batch.games, dtype=bool))
    return ImaginedGames(batch, weights, unseen, told.code)


def joined(tables: Sequence[ImaginedGames]) -> ImaginedGames:
    """All games of several, in one."""
    return ImaginedGames(
        join([told.batch for told in tables]),
        np.concatenate([told.weights for told in tables]),
        np.concatenate([told.unseen for told in tables]),
        np.concatenate([told.code for told in tables]),
    )


def step(told: ImaginedGames, rng: np.random.Generator, *, until: int, copies: int = 1) -> None:
    """One turn by the convention in all games; the games are `copies` times the same worlds, one after another."""
    batch, made = told.batch, convention_of(told.batch.setup)
    seat, games = batch.turn, np.arange(batch.games)
    _signal(told, until)
    chances = marginals(told.weights)
    rivals = _rivals(told.unseen.shape[1], batch.games // copies, rng)
    rivals = np.concatenate([rivals] * copies)
    cards = np.concatenate([batch.hands[seat].T, rivals], axis=1)
    left = np.maximum(until - batch.length - 1, 0)
    worth = scores(made, chances, batch.last, batch.length, seat, cards, left)
    slots = batch.hands.shape[1]
    held, rival_values = worth[:, :slots], worth[:, slots:]
    among = told.unseen[games[:, None], rivals]
    mine = np.take_along_axis(held, told.code[:, seat, None, None], axis=2)[:, :, 0]
    slot = np.where(batch.hands[seat].T >= 0, mine, BARRED).argmax(axis=1)
    own = np.take_along_axis(held[games, slot], told.code[:, seat, None], axis=1)[:, 0]
    plays = own > BARRED / 2
    played = batch.hands[seat][slot, games]
    likely = likelihoods(rival_values, held[games, slot], among & (rivals != played[:, None]))
    pair = made.matched[batch.last, played]
    tokens = np.take_along_axis(pair, told.code, axis=1) > 0
    after = reweighed(made, told.weights, batch.last, played, seat, likely, tokens)
    told.weights = np.where(plays[:, None, None], after, told.weights)
    told.unseen[games[plays], played[plays]] = False
    put(batch, slot, plays)


def _signal(told: ImaginedGames, until: int) -> None:
    """Exchange where the code asks for it, and read what exchanging and keeping tell."""
    batch, seat = told.batch, told.batch.turn
    could = ~batch.exchanged[seat] & (batch.top < batch.deck.shape[1])
    weights = told.weights[:, seat]
    asked = exchanging(marginals(told.weights)[:, seat], turns_left(until, batch.length, len(batch.codes)))
    swaps = asked[np.arange(batch.games), told.code[:, seat]] & could
    after = weights * fitting(asked == swaps[:, None])
    after /= np.maximum(after.sum(axis=1, keepdims=True), np.float32(1e-30))
    told.weights[:, seat] = np.where(could[:, None], after, weights)
    swap(batch, swaps)


def _rivals(cards: int, games: int, rng: np.random.Generator) -> Ints:
    """The cards that ranks are estimated among, (games, `RIVALS`)."""
    # A few dozen random selections, one of them for each game: cheaper than one for every game, and as good.
    some = rng.random((32, cards)).argsort(axis=1)[:, :RIVALS]
    found: Ints = some[rng.integers(32, size=games)]
    return found


def play_on(told: ImaginedGames, rng: np.random.Generator, *, until: int, copies: int = 1) -> None:
    """Play by the convention until the rows have length `until` (shorter where seats passed)."""
    while int(told.batch.length.max()) < until:
        before = told.batch.length.sum()
        step(told, rng, until=until, copies=copies)
        if told.batch.length.sum() == before:
            break


def all_right(weights: Floats, code: Ints) -> Flags:
    """In which games the likeliest assignment is the true one for every seat (which knows its own code).

    Checked is that no other code of one seat and no exchange of two seats' codes is likelier.
    """
    seats = weights.shape[1]
    true = np.take_along_axis(weights, code[:, :, None], axis=2)[:, :, 0]
    found = np.ones(len(weights), dtype=bool)
    for seat in range(seats):
        others = weights[:, seat].copy()
        np.put_along_axis(others, code, 0, axis=1)
        found &= others.max(axis=1) < true[:, seat]
        for other in range(seat if seats > 2 else 0):
            swapped = np.take_along_axis(weights[:, seat], code[:, other, None], axis=1)
            swapped = swapped * np.take_along_axis(weights[:, other], code[:, seat, None], axis=1)
            found &= swapped[:, 0] <= true[:, seat] * true[:, other]
    return found
