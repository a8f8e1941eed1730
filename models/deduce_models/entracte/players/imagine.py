"""Imagined games: a play-out of the rest of a cooperative game on beliefs alone, one game at a time.

An imagined game needs no views and no records; it keeps masks, hands and an order of the deck, and all seats play
the card with the best chance that everything is proved in time (see `chances`). `playouts` plays thousands of such
games at once; this plain form, some 0.2 ms a game, is its oracle.

By the structure of `belief` public bits are a sum over groups of seats that share their candidates, each term a
look-up in `gain`; the soft layer uses that. Where passes have broken the groups, overlapping masks are valued as if
they were apart: a heuristic, used to compare moves and for nothing else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.players.chances import chances
from deduce_models.entracte.rules.setup import QUICK, Setup
from deduce_models.entracte.rules.views import EntracteView

__all__ = [
    "BLOCKED",
    "MARGIN",
    "Table",
    "best_card",
    "gain",
    "imagine",
    "play_on",
    "put",
    "sure",
    "swap",
    "target_length",
]


MARGIN = 0.2
"""A hand is exchanged when the log chance of its best card is so much worse than that of a hand like any other."""

BLOCKED = -1e9
"""The value of a card that may not be played."""


@cache
def gain(codes: int, seats: int, matched: int, inside: bool) -> float:
    """Expected fall in bits of a group's public entropy when a card matching `matched` of its codes is played.

    `seats` share `codes` candidates; `inside` says whether the player is one of them (then the own code, which
    the player knows, is not matched). Takes the expectation over how many seats put a token.
    """
    others, known = (seats - 1, codes - 1) if inside else (seats, codes)
    total = math.perm(known, others)
    if not total or matched > known:
        return 0.0  # impossible, or a card that no seat of the group may play
    before, expected = math.log2(math.perm(codes, seats)), 0.0
    for tokens in range(others + 1):
        ways = math.perm(matched, tokens) * math.perm(known - matched, others - tokens)
        if ways:
            after = math.perm(matched, tokens) * math.perm(codes - matched, seats - tokens)
            expected += math.comb(others, tokens) * ways / total * math.log2(after)
    return before - expected


@dataclass(slots=True)
class Table:
    """One imagined position, changed in place. Seats count from 0; `deck` is drawn from its end."""

    setup: Setup
    codes: list[int]
    masks: list[int]
    hands: list[list[int]]
    deck: list[int]
    last: int
    turn: int
    exchanged: list[bool]
    length: int

    def copy(self) -> Table:
        """An independent copy."""
        hands = [hand.copy() for hand in self.hands]
        return Table(
            self.setup,
            self.codes,
            self.masks.copy(),
            hands,
            self.deck.copy(),
            self.last,
            self.turn,
            self.exchanged.copy(),
            self.length,
        )


def sure(masks: Sequence[int]) -> bool:
    """Whether every seat, knowing its own code, knows all codes."""
    if len(masks) == 2 and masks[0] == masks[1]:
        return masks[0].bit_count() <= 2
    return all(not mask & (mask - 1) for mask in masks)


def imagine(view: EntracteView, rng: random.Random, belief: Belief | None = None) -> Table:
    """A position that fits the view's codes and own cards; other cards are dealt from those unseen."""
    belief = belief or belief_of(view)
    seen = {*view.row, *view.hand}
    unseen = [card for card in range(len(view.setup.parts.cards)) if card not in seen]
    rng.shuffle(unseen)
    hands = []
    for seat, size in enumerate(view.hand_sizes, 1):
        if seat == view.seat:
            hands.append(list(view.hand))
        else:
            hands.append([unseen.pop() for _ in range(size)])
    exchanged = [bool(view.exchanged >> seat & 1) for seat in range(1, view.seats + 1)]
    codes = [1 << code for code in belief.sample(rng)]
    masks = list(public_belief(view).masks)
    return Table(
        view.setup, codes, masks, hands, unseen, view.row[-1], view.turn - 1, exchanged, len(view.row)
    )


def groups_of(masks: Sequence[int], seat: int) -> list[tuple[int, int, int, bool]]:
    """For each group (mask, number of codes, number of seats, whether `seat` is inside)."""
    members: dict[int, int] = {}
    for mask in masks:
        members[mask] = members.get(mask, 0) + 1
    own = masks[seat]
    return [
        (mask, mask.bit_count(), seats, mask == own) for mask, seats in members.items() if mask & (mask - 1)
    ]


def best_card(table: Table, until: int) -> tuple[int, float, float]:
    """The best card of the seat to move (-1: none is allowed), its log chance, and that of a hand like any other."""
    seat, told, left = table.turn, chances(table.setup), until - table.length
    groups, code, row = groups_of(table.masks, seat), table.codes[seat], table.setup.restrict[table.last]
    usual = 0.0
    for _, codes, seats, _ in groups:
        usual += float(told.groups[left, codes, seats])
    best, value = -1, BLOCKED
    for card in table.hands[seat]:
        barred = row[card]
        if barred & code:
            continue
        chance = 0.0
        for mask, codes, seats, inside in groups:
            chance += float(told.cards[left, codes, seats, int(inside), (mask & barred).bit_count()])
        if chance > value:
            best, value = card, chance
    return best, value, usual


def put(table: Table, card: int) -> None:
    """Play `card` for the seat to move: tokens by truth, masks, a draw, the next seat."""
    seat, pair = table.turn, table.setup.parts.pairs[table.last][card]
    codes, masks = table.codes, table.masks
    barred = table.setup.restrict[table.last][card]
    for other, mask in enumerate(masks):
        if other == seat:
            masks[other] = mask & ~barred
        else:
            masks[other] = mask & pair if codes[other] & pair else mask & ~pair
    hand = table.hands[seat]
    hand.remove(card)
    if table.deck:
        hand.append(table.deck.pop())
    table.last, table.length = card, table.length + 1
    table.turn = (seat + 1) % len(codes)


def swap(table: Table, luck: Sequence[float]) -> None:
    """Exchange the hand of the seat to move; the numbers `luck` (0 to 1) shuffle the old cards into the deck.

    The rest of the deck is in random order, so each card goes to a random place and the card there to the free one.
    """
    hand = table.hands[table.turn]
    size = min(len(hand), len(table.deck))
    old, drawn = hand[:size], [table.deck.pop() for _ in range(size)]
    hand[:size] = drawn
    for card, number in zip(reversed(old), reversed(luck[:size]), strict=True):
        table.deck.append(card)
        place = len(table.deck) - 1 - int(number * len(table.deck))
        table.deck[-1], table.deck[place] = table.deck[place], card
    table.exchanged[table.turn] = True


def play_on(table: Table, luck: Sequence[Sequence[float]], *, until: int) -> bool:
    """Play to row length `until`: whether everything is proved. A poor hand is exchanged, by the `luck` of its seat."""
    passes = 0
    while not sure(table.masks) and table.length < until and passes < len(table.codes):
        card, value, usual = best_card(table, until)
        seat = table.turn
        if value < usual - MARGIN and not table.exchanged[seat] and table.deck:
            swap(table, luck[seat])
            card, _, _ = best_card(table, until)
        if card < 0:
            passes += 1
            table.turn = (seat + 1) % len(table.codes)
            continue
        passes = 0
        put(table, card)
    return sure(table.masks)


def target_length(view: EntracteView) -> int:
    """The row length to be sure by: that of the best result, or the end once that is out of reach."""
    quick = QUICK[view.seats]
    return quick if len(view.row) < quick else view.setup.limit
