"""What would help Entracte players to prove more codes in time? ``python -m benchmarks.entracte_proof``.

Thousands of whole cooperative games are played at once, as the search imagines them: every seat plays the card with the
best chance that all is proved by row 9 / 8 / 7 (4 / 3 / 2 players), and exchanges a poor hand once. Told is how often
everything is proved, in percent with its standard error, where

* ``--known 12`` everybody knows from the start that each seat's code is one of 12 (drawn at random, the right one among
  them): no proof, but cards can be chosen by it. 24 is the game as it is; with 1 all know all codes and must prove them;
* ``--signs 0.1`` cards are signs as well: each card suits half of the codes, one that suits the own code is preferred
  when it costs no more than this (in log chance), and all others weigh codes by what was played. How often suiting cards
  are played is known to all, so nothing is lost by misreading; the last two cards are no signs;
* ``--keep`` nobody exchanges, as where the exchange is itself a sign.
"""

from __future__ import annotations

import argparse
from itertools import product

import numpy as np
import numpy.typing as npt

from deduce_models.entracte import GAME
from deduce_models.entracte.advice.rollouts import (
    BLOCKED,
    MARGIN,
    Batch,
    Flags,
    Floats,
    Ints,
    Masks,
    put,
    sure,
    swap,
    tables,
)
from deduce_models.entracte.rules.setup import HAND, QUICK, Setup

ALL = 24
SILENT = 2
"""So many last cards are no signs: nobody could use them."""

Bools = npt.NDArray[np.bool_]


def dealt(setup: Setup, games: int, rng: np.random.Generator) -> Batch:
    """Games just dealt, seat 1 to move."""
    seats, cards = setup.players, len(setup.parts.cards)
    order = rng.random((games, cards)).argsort(axis=1)
    codes = rng.random((games, len(setup.parts.codes))).argsort(axis=1)[:, :seats].T.astype(np.uint64)
    hands = [order[:, 1 + HAND * seat : 1 + HAND * (seat + 1)].T for seat in range(seats)]
    return Batch(
        setup=setup,
        codes=np.uint64(1) << codes,
        masks=np.full((seats, games), setup.parts.all_codes, dtype=np.uint64),
        hands=np.stack(hands),
        deck=order[:, 1 + HAND * seats :].copy(),
        top=np.zeros(games, dtype=np.int64),
        last=order[:, 0].copy(),
        exchanged=np.zeros((seats, games), dtype=bool),
        length=np.ones(games, dtype=np.int64),
        luck=rng.random((seats, HAND, games)),
        turn=0,
    )


def spread(masks: Masks) -> Floats:
    """Masks with one more axis: 1 for every code in them."""
    bits: Floats = (masks[..., None] >> np.arange(ALL, dtype=np.uint64) & np.uint64(1)).astype(float)
    return bits


def among(codes: Masks, size: int, rng: np.random.Generator) -> Floats:
    """For each seat and game 1 for `size` codes, the right one among them."""
    order = np.where(spread(codes) > 0, -1.0, rng.random((*codes.shape, ALL)))
    return (order.argsort(axis=2).argsort(axis=2) < size).astype(float)


def hopes(setup: Setup, masks: Masks, left: Ints) -> Floats:
    """The log chance that all will be proved, by the tables of the play-outs."""
    made, total = tables(setup), np.zeros(masks.shape[1:])
    counts = np.rint(spread(masks).sum(axis=-1)).astype(np.int64)
    for seat in range(len(masks)):
        same = masks == masks[seat]
        at = (left * (made.codes + 1) + counts[seat]) * (made.seats + 1) + same.sum(axis=0)
        total += np.where(~same[:seat].any(axis=0), made.groups.take(at), 0.0)
    return total


def chosen(
    batch: Batch, until: int, weights: Floats, suits: Bools, bonus: float
) -> tuple[Ints, Floats, Flags]:
    """The slot to play in every game, its log chance, and whether the card suits the own code."""
    made, seat, masks = tables(batch.setup), batch.turn, batch.masks
    hand, own, left = batch.hands[seat], batch.codes[seat], until - batch.length
    at = batch.last * made.cards + hand
    barred, pair = made.barred.take(at), made.pairs.take(at)
    others = [other for other in range(len(masks)) if other != seat]
    tokens = {}
    for other in others:
        likely = weights[other] * spread(masks[other] & ~own)
        tokens[other] = (likely * spread(pair)).sum(axis=-1) / np.maximum(1e-12, likely.sum(axis=-1))
    after = np.empty((len(masks), *hand.shape), dtype=np.uint64)
    after[seat] = masks[seat] & ~barred
    chance = np.zeros(hand.shape)
    for shown in product((False, True), repeat=len(others)):
        share = np.ones(hand.shape)
        for other, token in zip(others, shown, strict=True):
            after[other] = masks[other] & (pair if token else ~pair)
            share = share * (tokens[other] if token else 1 - tokens[other])
        chance += share * np.exp(np.where(share > 0, hopes(batch.setup, after, left - 1), -50.0))
    values = np.log(np.maximum(chance, 1e-12))
    values[(hand < 0) | (barred & own != 0)] = BLOCKED
    code = spread(own).argmax(axis=-1)
    fit = suits[np.maximum(hand, 0), code[None]]
    slot = (values + bonus * fit * (left > SILENT)).argmax(axis=0)
    return slot, *(np.take_along_axis(each, slot[None], axis=0)[0] for each in (values, fit))


def proved(
    batch: Batch, until: int, weights: Floats, suits: Bools, *, bonus: float, exchange: bool
) -> float:
    """The share of games in which everything is proved in time."""
    games, passes, won = batch.games, np.zeros(batch.games, dtype=np.int64), 0
    while batch.games:
        done = sure(batch.masks)
        won += int(done.sum())
        goes = ~done & (batch.length < until) & (passes < len(batch.codes))
        batch, passes, weights = batch.take(goes), passes[goes], weights[:, goes]
        if not batch.games:
            break
        seat, left = batch.turn, until - batch.length
        slot, value, fit = chosen(batch, until, weights, suits, bonus)
        poor = (value < hopes(batch.setup, batch.masks, left) - MARGIN) & ~batch.exchanged[seat] & exchange
        if poor.any():
            swap(batch, poor)
            new = chosen(batch.take(poor), until, weights[:, poor], suits, bonus)
            slot[poor], value[poor], fit[poor] = new
        plays = value > BLOCKED
        signs = plays & (left > SILENT)
        if bonus and signs.any():
            often = fit[signs].mean()
            seen = suits[np.maximum(batch.hands[seat][slot, np.arange(batch.games)], 0)]
            weights[seat] *= np.where(signs[:, None], np.where(seen, often, 1 - often), 1.0)
        put(batch, slot, plays)
        passes = np.where(plays, 0, passes + 1)
    return won / games


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the deals")
    parser.add_argument("--known", type=int, nargs="+", default=[24, 12, 6, 2, 1])
    parser.add_argument("--signs", type=float, nargs="+", default=[0.0])
    parser.add_argument("--keep", action="store_true", help="nobody exchanges a hand")
    told = parser.parse_args()
    halves = np.random.default_rng(0).random((200, ALL)).argsort(axis=1) < ALL // 2
    for size, bonus in product(told.known, told.signs):
        cells = []
        for seats in (4, 3, 2):
            rng = np.random.default_rng([told.first, seats])
            setup = GAME.new(players=seats, seed=0).view(0).face.setup
            batch = dealt(setup, told.games, rng)
            weights = among(batch.codes, size, rng)
            share = proved(batch, QUICK[seats], weights, halves, bonus=bonus, exchange=not told.keep)
            error = (share * (1 - share) / told.games) ** 0.5
            cells.append(f"{share:6.1%} +- {error:.1%}")
        print(f"known to be one of {size:2}, signs worth {bonus:.2f}: {' / '.join(cells)}", flush=True)


if __name__ == "__main__":
    main()
