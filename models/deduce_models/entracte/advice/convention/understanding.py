"""Reading a row by the convention of `ranks`: what every card told, the cards kept in hand included.

A card kept tells as much as a card played. Whoever played y and two turns later x may have held x all the time; then
x was worth less than y to the holder of the true code. So the plays of one seat are read together: each came from
one of the three slots of the hand, filled at the start or after an earlier play, and the two slots never played hold
cards that lost every comparison since they were drawn. The sum over all ways to fill the slots is the likelihood of
a code; cards in the row are counted as they are, others as equally likely. An exchange begins a new hand.
Exchanging, or keeping a hand that could be exchanged, is a sign of its own (`signals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.advice.convention.events import (
    DREW,
    EXCHANGED,
    KEPT,
    RENEWED,
    Event,
    events_of,
)
from deduce_models.entracte.advice.convention.ranks import BARRED, SLIP, convention_of, marginals, scores
from deduce_models.entracte.advice.convention.signals import exchanging, fitting, turns_left
from deduce_models.entracte.rules.setup import HAND, QUICK, Setup
from deduce_models.entracte.rules.views import EntracteView

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reading:
    """What everybody makes of a row.

    `possible` (seats, codes) is 1 where hard evidence leaves a code, `signs` (seats, codes) what exchanging and
    keeping hands tells; `hands` has, for each seat, its runs of plays between exchanges, each play as the card and the
    worth of all cards (cards, codes) at that time.
    """

    row: tuple[int, ...]
    possible: Floats
    signs: Floats
    hands: tuple[tuple[tuple[tuple[int, Floats], ...], ...], ...]

    def weights(self, *, unseen: Sequence[int] | None = None) -> Floats:
        """The weight of each code of each seat, (seats, codes); the weights of a seat sum to 1.

        `unseen` are the cards a seat may have kept: for the public all that are not in the row.
        """
        cards = self.hands_cards() if unseen is None else list(unseen)
        found = self.possible * self.signs
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
    """How likely each code makes a run of plays and passes, up to a factor: an array (codes,).

    Where a choice fits no code well, a share `SLIP` of the mean under `prior` is left to each.
    """
    pool = np.array(unseen, dtype=np.int64)
    # What a card kept at time t was worth at most: less than the card played, or, at a pass, nothing.
    most = [worth[card] if card >= 0 else BARRED / 2 for card, worth in run]
    lost = [worth[pool] <= limit for (_, worth), limit in zip(run, most, strict=True)]
    codes = run[0][1].shape[1]
    # Ways to have come here, by how many slots in hand were filled at each time.
    ways: dict[tuple[int, ...], npt.NDArray[np.float64]] = {(HAND,): np.ones(codes)}
    for now, (card, _) in enumerate(run):
        if card < 0:
            ways = {(*slots, int(card == DREW)): count for slots, count in ways.items()}
            continue
        kept = np.ones(codes, dtype=bool)
        fits = []
        for time in range(now, -1, -1):
            if time < now:
                kept = kept & (run[time][1][card] <= most[time])
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
    whole = float((total * prior).sum())
    # No hand explains the plays for any code, as among strangers: they tell nothing.
    found = total * float(prior.sum()) / whole + SLIP if whole > 0 else np.ones(codes)
    return found.astype(np.float32)


def card_values(setup: Setup, weights: Floats, last: int, length: int, seat: int) -> Floats:
    """The worth of every card of the deck to each holder of a code at `seat` (from 0), (cards, codes)."""
    until = _until(setup, length)
    cards = np.arange(len(setup.parts.cards))[None]
    at, left = np.array([last]), np.array([max(until - length - 1, 0)])
    found: Floats = scores(
        convention_of(setup), marginals(weights[None]), at, np.array([length]), seat, cards, left
    )[0]
    return found


def _until(setup: Setup, length: int) -> int:
    quick = QUICK[setup.players]
    return quick if length < quick else setup.limit


def codes_exchanging(setup: Setup, weights: Floats, length: int, seat: int) -> Flags:
    """The codes with which `seat` (from 0) exchanges its hand on a row of `length`, by public weights (seats, codes)."""
    turns = turns_left(_until(setup, length), np.array([length]), setup.players)
    found: Flags = exchanging(marginals(weights[None])[:, seat], turns)[0]
    return found


def public_weights(view: EntracteView, events: tuple[Event, ...] | None = None) -> Floats:
    """The weights everybody has now (or after other `events`), (seats, codes)."""
    return _weights(view.setup, view.row[0], events_of(view) if events is None else events)


def public_reading(view: EntracteView, events: tuple[Event, ...] | None = None) -> Reading:
    """What everybody makes of the row of a view (or of other `events`)."""
    return _reading(view.setup, view.row[0], events_of(view) if events is None else events)


@lru_cache(maxsize=512)
def _weights(setup: Setup, start: int, events: tuple[Event, ...]) -> Floats:
    return _reading(setup, start, events).weights()


@lru_cache(maxsize=512)
def _reading(setup: Setup, start: int, events: tuple[Event, ...]) -> Reading:
    seats, codes = setup.players, len(setup.parts.codes)
    if not events:
        even = np.ones((seats, codes), dtype=np.float32)
        return Reading((start,), even, even, (((),),) * seats)
    before, (seat, card, tokens) = _reading(setup, start, events[:-1]), events[-1]
    runs = before.hands[seat]
    made, last = convention_of(setup), before.row[-1]
    if card < 0:
        signs = before.signs.copy()
        if card in (EXCHANGED, KEPT):
            own = codes_exchanging(setup, _weights(setup, start, events[:-1]), len(before.row), seat)
            signs[seat] *= fitting(own == (card == EXCHANGED))
        if card in (EXCHANGED, RENEWED):
            runs = (*runs, ())
        elif card != KEPT:
            runs = (*runs[:-1], (*runs[-1], (card, (1 - made.allowed[last]) * BARRED)))
        hands = (*before.hands[:seat], runs, *before.hands[seat + 1 :])
        return replace(before, signs=signs, hands=hands)
    worth = card_values(setup, _weights(setup, start, events[:-1]), last, len(before.row), seat)
    matched, possible = made.matched[last, card], before.possible.copy()
    for other in range(seats):
        possible[other] *= matched if tokens >> other & 1 else 1 - matched
    possible[seat] = before.possible[seat] * made.allowed[last, card]
    runs = (*runs[:-1], (*runs[-1], (card, worth)))
    hands = (*before.hands[:seat], runs, *before.hands[seat + 1 :])
    return Reading((*before.row, card), possible, before.signs, hands)


def own_weights_after(reading: Reading, setup: Setup, seat: int, card: int, worth: Floats) -> Floats:
    """The weights of the code of `seat` after it plays `card` from its hand, (codes,)."""
    runs, last = reading.hands[seat], reading.row[-1]
    pool = [other for other in range(len(setup.parts.cards)) if other not in reading.row]
    earlier = reading.possible[seat] * reading.signs[seat]
    for run in runs[:-1]:
        if run:
            earlier = earlier * hand_likelihood(run, pool, earlier)
    prior = earlier * convention_of(setup).allowed[last, card]
    own = prior * hand_likelihood((*runs[-1], (card, worth)), [c for c in pool if c != card], prior)
    found: Floats = own / max(float(own.sum()), 1e-30)
    return found
