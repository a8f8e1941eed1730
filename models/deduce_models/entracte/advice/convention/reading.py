"""Reading a row by the convention of `ranks`: what every card told, the cards kept in hand included.

A card kept tells as much as a card played. Whoever played y and two turns later x may have held x all the time; then
x was worth less than y to the holder of the true code. So the plays of one seat are read together: each came from
one of the three slots of the hand, filled at the start or after an earlier play, and the two slots never played hold
cards that lost every comparison since they were drawn. The sum over all ways to fill the slots is the likelihood of
a code; cards in the row are counted as they are, others as equally likely. An exchange begins a new hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.advice.convention.ranks import SLIP, convention_of, marginals, scores
from deduce_models.entracte.rules.setup import HAND, QUICK, Kind, Setup
from deduce_models.entracte.rules.views import EntracteView

__all__ = [
    "Event",
    "Reading",
    "card_values",
    "events_of",
    "hand_likelihood",
    "own_weights_after",
    "public_reading",
    "public_weights",
]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

Event = tuple[int, int, int]
"""A seat (from 0), the card it played (-1: an exchange), and the seats that put a token (bit s: seat s)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What everybody makes of a row.

    `possible` (seats, codes) is 1 where hard evidence leaves a code; `hands` has, for each seat, its runs of plays
    between exchanges, each play as the card and the worth of all cards (cards, codes) at that time.
    """

    row: tuple[int, ...]
    possible: Floats
    hands: tuple[tuple[tuple[tuple[int, Floats], ...], ...], ...]

    def weights(self, *, unseen: Sequence[int] | None = None) -> Floats:
        """The weight of each code of each seat, (seats, codes); the weights of a seat sum to 1.

        `unseen` are the cards a seat may have kept: for the public all that are not in the row.
        """
        cards = self.hands_cards() if unseen is None else list(unseen)
        found = self.possible.copy()
        for seat, runs in enumerate(self.hands):
            for run in runs:
                if run:
                    found[seat] *= hand_likelihood(run, cards, found[seat])
        total = found.sum(axis=1, keepdims=True)
        weights: Floats = found / np.maximum(total, np.float32(1e-30))
        return weights

    def hands_cards(self) -> list[int]:
        """The cards that are not in the row."""
        sizes = [worth.shape[0] for runs in self.hands for run in runs for _, worth in run]
        return [card for card in range(max(sizes, default=0)) if card not in self.row]


def hand_likelihood(run: Sequence[tuple[int, Floats]], unseen: Sequence[int], prior: Floats) -> Floats:
    """How likely each code makes a run of plays, up to a factor: an array (codes,).

    Where a choice fits no code well, a share `SLIP` of the mean under `prior` is left to each.
    """
    pool = np.array(unseen, dtype=np.int64)
    # lost[t]: which unseen cards were worth less than the card played at time t; beaten(j, t): whether card j was.
    lost = [worth[pool] <= worth[card] for card, worth in run]
    codes = run[0][1].shape[1]
    # Ways to have come here, by how many slots in hand were filled at each time.
    ways: dict[tuple[int, ...], npt.NDArray[np.float64]] = {(HAND,): np.ones(codes)}
    for now, (card, _) in enumerate(run):
        kept = np.ones(codes, dtype=bool)
        fits = []
        for time in range(now, -1, -1):
            if time < now:
                kept = kept & (run[time][1][card] <= run[time][1][run[time][0]])
            fits.append(kept)
        fits.reverse()
        following: dict[tuple[int, ...], npt.NDArray[np.float64]] = {}
        for slots, count in ways.items():
            for time, filled in enumerate(slots):
                if filled:
                    left = (*slots[:time], filled - 1, *slots[time + 1 :], 1)
                    following[left] = following.get(left, 0) + count * filled * fits[time]
        ways = following
    held = [np.logical_and.reduce(lost[time:]).sum(axis=0, dtype=np.float64) for time in range(len(run))]
    total = np.zeros(codes)
    for slots, count in ways.items():
        kept_since = [time for time, number in enumerate(slots[:-1]) for _ in range(number)]
        for position, time in enumerate(kept_since):
            # Later slots have fewer comparisons behind them, so the earlier cards are among theirs.
            count = count * np.maximum(held[time] - position, 0)
        total += count
    share = prior / max(float(prior.sum()), 1e-30)
    found: Floats = (total + SLIP * max(float((total * share).sum()), 1e-30)).astype(np.float32)
    return found


def card_values(setup: Setup, weights: Floats, last: int, length: int, seat: int) -> Floats:
    """The worth of every card of the deck to each holder of a code at `seat` (from 0), (cards, codes)."""
    quick = QUICK[setup.players]
    until = quick if length < quick else setup.limit
    cards = np.arange(len(setup.parts.cards))[None]
    at, left = np.array([last]), np.array([max(until - length - 1, 0)])
    found: Floats = scores(
        convention_of(setup), marginals(weights[None]), at, np.array([length]), seat, cards, left
    )[0]
    return found


def events_of(view: EntracteView) -> tuple[Event, ...]:
    """The public events of a view: plays with their tokens, exchanges."""
    found, index = [], 0
    for who, move in view.log:
        if move.kind is Kind.PLAY:
            index += 1
            found.append((who - 1, move.item, view.tokens[index] >> 1))
        elif move.kind is Kind.EXCHANGE:
            found.append((who - 1, -1, 0))
    return tuple(found)


def public_weights(view: EntracteView) -> Floats:
    """The weights everybody has now, (seats, codes)."""
    return _weights(view.setup, view.row[0], events_of(view))


def public_reading(view: EntracteView) -> Reading:
    """What everybody makes of the row of a view."""
    return _reading(view.setup, view.row[0], events_of(view))


@lru_cache(maxsize=512)
def _weights(setup: Setup, start: int, events: tuple[Event, ...]) -> Floats:
    return _reading(setup, start, events).weights()


@lru_cache(maxsize=512)
def _reading(setup: Setup, start: int, events: tuple[Event, ...]) -> Reading:
    seats, codes = setup.players, len(setup.parts.codes)
    if not events:
        return Reading((start,), np.ones((seats, codes), dtype=np.float32), (((),),) * seats)
    before, (seat, card, tokens) = _reading(setup, start, events[:-1]), events[-1]
    runs = before.hands[seat]
    if card < 0:
        runs = (*runs, ())
        return Reading(before.row, before.possible, (*before.hands[:seat], runs, *before.hands[seat + 1 :]))
    made, last = convention_of(setup), before.row[-1]
    worth = card_values(setup, _weights(setup, start, events[:-1]), last, len(before.row), seat)
    matched, possible = made.matched[last, card], before.possible.copy()
    for other in range(seats):
        possible[other] *= matched if tokens >> other & 1 else 1 - matched
    possible[seat] = before.possible[seat] * made.allowed[last, card]
    runs = (*runs[:-1], (*runs[-1], (card, worth)))
    hands = (*before.hands[:seat], runs, *before.hands[seat + 1 :])
    return Reading((*before.row, card), possible, hands)


def own_weights_after(reading: Reading, setup: Setup, seat: int, card: int, worth: Floats) -> Floats:
    """The weights of the code of `seat` after it plays each card of the deck, (cards, codes).

    Of a `card` from the hand as it is (other rows are zero), or (-1) of any card after an exchange.
    """
    size, last = len(setup.parts.cards), reading.row[-1]
    found = np.zeros_like(worth)
    runs, allowed = reading.hands[seat], convention_of(setup).allowed[last]
    pool = [other for other in range(size) if other not in reading.row]
    earlier = reading.possible[seat].copy()
    for run in runs if card < 0 else runs[:-1]:
        if run:
            earlier = earlier * hand_likelihood(run, pool, earlier)
    for played in pool if card < 0 else [card]:
        run = (*(() if card < 0 else runs[-1]), (played, worth))
        prior = earlier * allowed[played]
        own = prior * hand_likelihood(run, [other for other in pool if other != played], prior)
        found[played] = own / max(float(own.sum()), 1e-30)
    return found
