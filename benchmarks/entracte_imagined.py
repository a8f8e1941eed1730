"""Imagined games: a play-out of the rest of a cooperative game on beliefs alone, one game at a time.

`deduce_models.entracte.advice.rollouts` plays thousands of such games at once; this plain form, some 0.2 ms a game, is
its oracle in the tests.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from deduce_models.entracte.advice.chances import chances
from deduce_models.entracte.advice.rollouts import BLOCKED, MARGIN
from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.rules.setup import Setup
from deduce_models.entracte.rules.views import EntracteView

__all__ = ["Imagined", "best_card", "groups_of", "imagined", "play_on", "put", "sure", "swap"]


def groups_of(masks: Sequence[int], seat: int) -> list[tuple[int, int, int, bool]]:
    """For each group of at least two codes (mask, number of codes, number of seats, whether `seat` is inside)."""
    members: dict[int, int] = {}
    for mask in masks:
        members[mask] = members.get(mask, 0) + 1
    own = masks[seat]
    return [
        (mask, mask.bit_count(), seats, mask == own) for mask, seats in members.items() if mask & (mask - 1)
    ]


@dataclass(slots=True)
class Imagined:
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

    def copy(self) -> Imagined:
        """An independent copy."""
        hands = [hand.copy() for hand in self.hands]
        return Imagined(
            self.setup,
            self.codes,
            masks=self.masks.copy(),
            hands=hands,
            deck=self.deck.copy(),
            last=self.last,
            turn=self.turn,
            exchanged=self.exchanged.copy(),
            length=self.length,
        )


def sure(masks: Sequence[int]) -> bool:
    """Whether every seat, knowing its own code, knows all codes."""
    if len(masks) == 2 and masks[0] == masks[1]:
        return masks[0].bit_count() <= 2
    return all(not mask & (mask - 1) for mask in masks)


def imagined(view: EntracteView, rng: random.Random, belief: Belief | None = None) -> Imagined:
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
    return Imagined(
        view.setup,
        codes,
        masks=masks,
        hands=hands,
        deck=unseen,
        last=view.row[-1],
        turn=view.turn - 1,
        exchanged=exchanged,
        length=len(view.row),
    )


def best_card(game: Imagined, until: int) -> tuple[int, float, float]:
    """The best card of the seat to move (-1: none is allowed), its log chance, and that of a hand like any other."""
    seat, told, left = game.turn, chances(game.setup), until - game.length
    groups, code, row = groups_of(game.masks, seat), game.codes[seat], game.setup.restrict[game.last]
    usual = 0.0
    for _, codes, seats, _ in groups:
        usual += float(told.groups[left, codes, seats])
    best, value = -1, BLOCKED
    for card in game.hands[seat]:
        barred = row[card]
        if barred & code:
            continue
        chance = 0.0
        for mask, codes, seats, inside in groups:
            chance += float(told.cards[left, codes, seats, int(inside), (mask & barred).bit_count()])
        if chance > value:
            best, value = card, chance
    return best, value, usual


def put(game: Imagined, card: int) -> None:
    """Play `card` for the seat to move: tokens by truth, masks, a draw, the next seat."""
    seat, pair = game.turn, game.setup.parts.pairs[game.last][card]
    codes, masks = game.codes, game.masks
    barred = game.setup.restrict[game.last][card]
    for other, mask in enumerate(masks):
        if other == seat:
            masks[other] = mask & ~barred
        else:
            masks[other] = mask & pair if codes[other] & pair else mask & ~pair
    hand = game.hands[seat]
    hand.remove(card)
    if game.deck:
        hand.append(game.deck.pop())
    game.last, game.length = card, game.length + 1
    game.turn = (seat + 1) % len(codes)


def swap(game: Imagined, luck: Sequence[float]) -> None:
    """Exchange the hand of the seat to move; the numbers `luck` (0 to 1) shuffle the old cards into the deck.

    The rest of the deck is in random order, so each card goes to a random place and the card there to the free one.
    """
    hand = game.hands[game.turn]
    size = min(len(hand), len(game.deck))
    old, drawn = hand[:size], [game.deck.pop() for _ in range(size)]
    hand[:size] = drawn
    for card, number in zip(reversed(old), reversed(luck[:size]), strict=True):
        game.deck.append(card)
        place = len(game.deck) - 1 - int(number * len(game.deck))
        game.deck[-1], game.deck[place] = game.deck[place], card
    game.exchanged[game.turn] = True


def play_on(game: Imagined, luck: Sequence[Sequence[float]], *, until: int) -> bool:
    """Play to row length `until`: whether everything is proved. A poor hand is exchanged, by the `luck` of its seat."""
    passes = 0
    while not sure(game.masks) and game.length < until and passes < len(game.codes):
        card, value, usual = best_card(game, until)
        seat = game.turn
        if value < usual - MARGIN and not game.exchanged[seat] and game.deck:
            swap(game, luck[seat])
            card, _, _ = best_card(game, until)
        if card < 0:
            passes += 1
            game.turn = (seat + 1) % len(game.codes)
            continue
        passes = 0
        put(game, card)
    return sure(game.masks)
