"""Many imagined games at once: play-outs of the rest of a cooperative game on beliefs alone, one numpy row a game.

An imagined game needs no views and no records; it keeps masks, hands and an order of the deck, and all seats play
the card with the best chance that everything is proved in time (see `chances`). Where passes have broken the groups
of `belief`, overlapping masks are valued as if they were apart: a heuristic, used to compare moves and for nothing else.

In every game of a batch the same seat is to move (a pass hands on the turn like a card), so one step of all
games is a handful of array operations: matched codes and chances are looked up, the best allowed card is put, and
tokens split the masks. A game costs some microseconds instead of the 200 of `benchmarks/entracte_imagined.py`, its
oracle in the tests, which plays one game at a time: given the same deck order
and the same numbers for shuffling, both end alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from deduce_models.entracte.advice.chances import chances
from deduce_models.entracte.knowledge.belief import Belief, public_belief
from deduce_models.entracte.rules.setup import HAND, QUICK, EntracteMove, Kind, Setup
from deduce_models.entracte.rules.views import EntracteView

MARGIN = 0.2
"""A hand is exchanged when the log chance of its best card is so much worse than that of a hand like any other."""

BLOCKED = -1e9
"""The value of a card that may not be played."""

Ints = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Tables:
    """What one setting needs, flat: matched and barred codes by pair of cards, and `chances`."""

    cards: int
    pairs: Masks
    barred: Masks
    groups: Floats
    options: Floats
    codes: int
    seats: int


@lru_cache(maxsize=16)
def tables(setup: Setup) -> Tables:
    """The tables of a setting, made once."""
    parts, told = setup.parts, chances(setup)
    pairs = np.array([list(row) for row in parts.pairs], dtype=np.uint64).ravel()
    barred = np.array([list(row) for row in setup.restrict], dtype=np.uint64).ravel()
    return Tables(
        len(parts.cards),
        pairs,
        barred,
        told.groups.ravel(),
        told.cards.ravel(),
        len(parts.codes),
        setup.players,
    )


@dataclass(slots=True)
class Batch:
    """Imagined games, changed in place; the last axis of every array runs over the games.

    `codes` and `masks` are (seats, games), `hands` (seats, 3, games) with -1 for a card missing, `deck` (games,
    cards) drawn from `top` on, `luck` (seats, 3, games) the numbers from 0 to 1 that shuffle an exchanged hand
    into the deck. `turn` is the seat to move, the same in all games.
    """

    setup: Setup
    codes: Masks
    masks: Masks
    hands: Ints
    deck: Ints
    top: Ints
    last: Ints
    exchanged: Flags
    length: Ints
    luck: Floats
    turn: int

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.last)

    def take(self, chosen: Any) -> Batch:
        """An independent copy of some games (an index array, a mask or a slice)."""
        if isinstance(chosen, slice):
            chosen = np.arange(self.games)[chosen]
        elif chosen.dtype == np.bool_:
            chosen = np.flatnonzero(chosen)
        return replace(
            self, **{name: getattr(self, name).take(chosen, axis=_axis(name)) for name in ARRAYS}
        )


ARRAYS = ("codes", "masks", "hands", "deck", "top", "last", "exchanged", "length", "luck")


def _axis(name: str) -> int:
    """Over which axis of an array the games run."""
    return 0 if name == "deck" else -1


def deal(view: EntracteView, codes: Masks, rng: np.random.Generator) -> Batch:
    """A position for each column of `codes` (seats, games): other cards are dealt from those the view has not seen."""
    games, public = codes.shape[1], public_belief(view)
    seats, size = view.seats, len(view.setup.parts.cards)
    seen = {*view.row, *view.hand}
    unseen = np.array([card for card in range(size) if card not in seen], dtype=np.int64)
    order = (
        unseen[rng.random((games, len(unseen))).argsort(axis=1)]
        if len(unseen)
        else np.zeros((games, 0), int)
    )
    # Who passes may draw a card (option `pass_draws`), so a hand can be larger than it was dealt.
    slots = max(HAND, *view.hand_sizes)
    hands = np.full((seats, slots, games), -1, dtype=np.int64)
    start = 0
    for seat, held in enumerate(view.hand_sizes):
        if seat == view.seat - 1:
            for slot, card in enumerate(view.hand):
                hands[seat, slot] = card
        else:
            hands[seat, :held] = order[:, start : start + held].T
            start += held
    exchanged = np.array([[bool(view.exchanged >> seat & 1)] for seat in range(1, seats + 1)])
    return Batch(
        setup=view.setup,
        codes=codes,
        masks=np.repeat(np.array(public.masks, dtype=np.uint64)[:, None], games, axis=1),
        hands=hands,
        deck=order,
        top=np.full(games, start),
        last=np.full(games, view.row[-1]),
        exchanged=np.repeat(exchanged, games, axis=1),
        length=np.full(games, len(view.row)),
        luck=rng.random((seats, slots, games)),
        turn=view.turn - 1,
    )


def draw_codes(weights: Floats, games: int, rng: np.random.Generator) -> Masks:
    """Code masks (seats, games) drawn by `weights` (seats, codes), all different.

    Independent draws for each seat; assignments with two equal codes are drawn again.
    """
    shares = weights.cumsum(axis=1)
    found = np.zeros((len(weights), games), dtype=np.uint64)
    waiting = np.arange(games)
    while len(waiting):
        for seat, share in enumerate(shares):
            code = np.searchsorted(share, rng.random(len(waiting)) * share[-1], side="right")
            found[seat, waiting] = np.uint64(1) << np.minimum(code, len(share) - 1).astype(np.uint64)
        drawn = found[:, waiting]
        clash = np.zeros(len(waiting), dtype=bool)
        for seat in range(1, len(shares)):
            clash |= (drawn[:seat] == drawn[seat]).any(axis=0)
        waiting = waiting[clash]
    return found


def even(belief: Belief, codes: int) -> Floats:
    """Weights (seats, codes): 1 for every code that a seat may hold."""
    return np.array([[float(mask >> code & 1) for code in range(codes)] for mask in belief.masks])


def best_cards(batch: Batch, until: int, among: Ints | None = None) -> tuple[Ints, Floats, Floats]:
    """The best hand slot of the seat to move in every game, its log chance, and that of a hand like any other.

    `among` are the games asked about, all by default.
    """
    made, seat, left = tables(batch.setup), batch.turn, until - batch.length
    masks, hand, last, code = batch.masks, batch.hands[seat], batch.last, batch.codes[seat]
    if among is not None:
        left, last, code = left[among], last[among], code[among]
        masks, hand = masks.take(among, axis=1), hand.take(among, axis=1)
    barred = made.barred.take(last * made.cards + hand)
    counts = _count(masks)
    values, usual = np.zeros(hand.shape), np.zeros(len(last))
    for other in range(len(masks)):
        same = masks == masks[other]
        first = ~same[:other].any(axis=0) & (counts[other] > 1)
        group = (left * (made.codes + 1) + counts[other]) * (made.seats + 1) + same.sum(axis=0)
        option = (group * 2 + same[seat]) * (made.codes + 1) + _count(barred & masks[other])
        values += np.where(first, made.options.take(option), 0.0)
        usual += np.where(first, made.groups.take(group), 0.0)
    values[(hand < 0) | (barred & code != 0)] = BLOCKED
    slot = values.argmax(axis=0)
    return slot, np.take_along_axis(values, slot[None], axis=0)[0], usual


if hasattr(np, "bitwise_count"):

    def _count(masks: Masks) -> Ints:
        found: Ints = np.bitwise_count(masks).astype(np.int64)
        return found

else:  # numpy 1
    _ONES = np.array([n.bit_count() for n in range(1 << 16)], dtype=np.int64)

    def _count(masks: Masks) -> Ints:
        halves = masks[..., None].view(np.uint16)
        found: Ints = _ONES[halves].sum(axis=-1)
        return found


def put(batch: Batch, slot: Ints, plays: Flags) -> None:
    """Play the card in hand slot `slot` where `plays` (elsewhere the seat passes), and go to the next seat."""
    made, seat, games = tables(batch.setup), batch.turn, np.arange(batch.games)
    hand = batch.hands[seat]
    card = hand[slot, games]
    at = batch.last * made.cards + card
    pair, barred = made.pairs[at], made.barred[at]
    matched = np.where(batch.codes & pair != 0, batch.masks & pair, batch.masks & ~pair)
    matched[seat] = batch.masks[seat] & ~barred
    np.copyto(batch.masks, matched, where=plays)
    batch.last = np.where(plays, card, batch.last)
    # The plain play-out removes the card and appends the one drawn: the order of a hand decides ties.
    moved = hand.copy()
    for place in range(len(hand) - 1):
        moved[place] = np.where(place >= slot, hand[place + 1], hand[place])
    size = batch.deck.shape[1]
    draws = plays & (batch.top < size)
    new = batch.deck[games, np.minimum(batch.top, size - 1)] if size else card
    held = (hand >= 0).sum(axis=0)
    moved[-1] = -1
    moved[held - 1, games] = np.where(draws, new, -1)
    np.copyto(hand, moved, where=plays)
    batch.top += draws
    batch.length += plays
    batch.turn = (seat + 1) % len(batch.codes)


def swap(batch: Batch, swaps: Flags) -> None:
    """Exchange the hand of the seat to move in the games `swaps` (which have cards in the deck)."""
    seat, size = batch.turn, batch.deck.shape[1]
    games = np.flatnonzero(swaps)
    if not len(games):
        return
    top = batch.top[games]
    left = size - top
    old = batch.hands[seat][:, games]
    drawn = np.minimum((old >= 0).sum(axis=0), left)
    new = old.copy()
    for place in range(len(old)):
        new[place] = np.where(
            place < drawn, batch.deck[games, np.minimum(top + place, size - 1)], old[place]
        )
    batch.hands[seat][:, games] = new
    for place in range(len(old) - 1, -1, -1):
        back = place < drawn
        rows, at = games[back], (top + place)[back]
        other = at + (batch.luck[seat, place, rows] * (size - at)).astype(np.int64)
        batch.deck[rows, at] = batch.deck[rows, other]
        batch.deck[rows, other] = old[place, back]
    batch.exchanged[seat, games] = True


def sure(masks: Masks) -> Flags:
    """In which games every seat, knowing its own code, knows all codes."""
    single: Flags = (masks & (masks - np.uint64(1)) == 0).all(axis=0)
    if len(masks) == 2:
        single |= (masks[0] == masks[1]) & (_count(masks[0]) <= 2)
    return single


def open_bits(masks: Masks, codes: int) -> Floats:
    """The public entropy of every game in bits, by the structure of `belief`."""
    logs = np.concatenate([[0.0], np.log2(np.maximum(1, np.arange(codes + 1)))])[1:]
    total = np.zeros(masks.shape[1])
    counts = _count(masks)
    for seat in range(len(masks)):
        earlier = (masks[:seat] == masks[seat]).sum(axis=0) if seat else 0
        total += logs[np.maximum(counts[seat] - earlier, 0)]
    return total


def play_on(batch: Batch, *, until: int) -> tuple[Flags, Ints, Floats]:
    """Play to row length `until`, in all games: proved, row length, bits open."""
    games, seats = batch.games, len(batch.codes)
    proved, length, bits = np.zeros(games, dtype=bool), np.zeros(games, dtype=np.int64), np.zeros(games)
    index, passes = np.arange(games), np.zeros(games, dtype=np.int64)
    while True:
        done_sure = sure(batch.masks)
        done = done_sure | (batch.length >= until) | (passes >= seats)
        if done.any():
            ended = index[done]
            proved[ended], length[ended] = done_sure[done], batch.length[done]
            bits[ended] = open_bits(batch.masks[:, done], len(batch.setup.parts.codes))
            goes = ~done
            batch, index, passes = batch.take(goes), index[goes], passes[goes]
        if not len(index):
            return proved, length, bits
        slot, value, usual = best_cards(batch, until)
        poor = (value < usual - MARGIN) & ~batch.exchanged[batch.turn] & (batch.top < batch.deck.shape[1])
        if poor.any():
            swap(batch, poor)
            again = np.flatnonzero(poor)
            slot[again], value[again], _ = best_cards(batch, until, again)
        plays = value > BLOCKED
        passes = np.where(plays, 0, passes + 1)
        put(batch, slot, plays)


def join(batches: Sequence[Batch]) -> Batch:
    """All games of several batches with the same seat to move, in one."""

    def along(name: str) -> Any:
        return np.concatenate([getattr(batch, name) for batch in batches], axis=_axis(name))

    return replace(batches[0], **{name: along(name) for name in ARRAYS})


def moved(worlds: Batch, move: EntracteMove, until: int) -> Batch:
    """A copy of all games after one turn: `move` played, or after an exchange the best card."""
    after = worlds.take(slice(None))
    if move.kind is Kind.EXCHANGE:
        swap(after, after.top < after.deck.shape[1])
        slot, value, _ = best_cards(after, until)
        put(after, slot, value > BLOCKED)
    else:
        slot = (after.hands[after.turn] == move.item).argmax(axis=0)
        put(after, slot, np.ones(after.games, dtype=bool))
    return after


def target_length(view: EntracteView) -> int:
    """The row length to be sure by: that of the best result, or the end once that is out of reach."""
    quick = QUICK[view.seats]
    return quick if len(view.row) < quick else view.setup.limit
