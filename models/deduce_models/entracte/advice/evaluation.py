"""What a card is worth in the cooperative game: exact bits for the team, signals, and what it leaks.

The value of a card is the fall of the public entropy it is expected to bring. The public knows neither code;
which seats will put a token is judged by the player, who knows the own code. With at most three other seats
there are at most eight outcomes, each an exact count of assignments.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from deduce_models.entracte.components.parts import Card
from deduce_models.entracte.knowledge.belief import Belief, belief
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.rules.setup import Setup
from deduce_models.entracte.rules.views import EntracteView


@dataclass(frozen=True, slots=True)
class CardValue:
    """What playing one card promises.

    Attributes:
        bits: Expected fall of the public entropy.
        signals: For each seat (seat 1 first) the chance of a token; 0 for the player.
        leak: Bits that the public learns about the player's own code from the restriction alone.
    """

    bits: float
    signals: tuple[float, ...]
    leak: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a seat weighs when it is to play: its belief, the public one, and its cards.

    `last` and the cards of `seen` (row and own hand) are cards by their values; `code` is the mask of the
    seat's own code.
    """

    setup: Setup
    seat: int
    code: int
    mine: Belief
    public: Belief
    last: Card
    seen: frozenset[Card]

    @classmethod
    def of(cls, view: EntracteView) -> Evaluation:
        """How the seat of a cooperative view weighs."""
        cards = view.setup.parts.cards
        told = evidence_of(view)
        seen = frozenset(cards[card] for card in (*view.row, *view.hand))
        mine, public = belief(told), belief(told.seen_by(0))
        return cls(view.setup, view.seat, view.code, mine, public, cards[view.row[-1]], seen)

    def restricted(self, card: Card) -> int:
        """The codes whose owners may not play `card` now."""
        return self.setup.barred(self.last, card)

    def legal(self, card: Card) -> bool:
        """Whether the seat may play this card now."""
        return not self.restricted(card) & self.code

    def value(self, card: Card) -> CardValue:
        """The exact worth of playing `card` now."""
        pair = self.setup.parts.matched(self.last, card)
        return value_of(self.mine, self.public, self.seat, pair, self.restricted(card))

    def exchange(self) -> float:
        """The exact expected bits of the best card after an exchange, blocked cards counting nothing.

        Every card not seen is equally likely to be drawn (passes of others are not weighed).
        """
        unseen = [card for card in self.setup.parts.cards if card not in self.seen]
        return best_of_three([self.value(card).bits if self.legal(card) else 0.0 for card in unseen])


def value_of(mine: Belief, public: Belief, seat: int, pair: int, restricted: int) -> CardValue:
    """The worth of a pair matching the codes `pair`, played by `seat`."""
    seats = range(1, len(mine.masks) + 1)
    own = public.masks[seat - 1]
    after_own = own & ~restricted
    open_seats = [s for s in seats if s != seat and mine.masks[s - 1] & pair and mine.masks[s - 1] & ~pair]
    sure = sum(1 << s for s in seats if s != seat and not mine.masks[s - 1] & ~pair)
    before, total = public.bits, mine.count
    bits, signals = 0.0, [0.0] * len(mine.masks)
    for choice in range(1 << len(open_seats)):
        tokens = sure | sum(1 << s for position, s in enumerate(open_seats) if choice >> position & 1)
        ways = Belief(_split(mine.masks, tokens, pair, seat, mine.masks[seat - 1])).count if total else 0
        if not ways:
            continue
        chance = ways / total
        bits += chance * (before - Belief(_split(public.masks, tokens, pair, seat, after_own)).bits)
        for s in seats:
            if tokens >> s & 1:
                signals[s - 1] += chance
    leak = math.log2(own.bit_count() / after_own.bit_count()) if after_own else 0.0
    return CardValue(bits, tuple(signals), leak)


def _split(masks: Sequence[int], tokens: int, pair: int, seat: int, own: int) -> tuple[int, ...]:
    return tuple(
        own if s == seat else mask & pair if tokens >> s & 1 else mask & ~pair
        for s, mask in enumerate(masks, 1)
    )


def best_of_three(values: Sequence[float]) -> float:
    """The expected highest of three of the values, drawn without replacement (of fewer: the highest)."""
    ranked = sorted(values)
    count = len(ranked)
    if count < 3:
        return max(ranked, default=0.0)
    # The value of rank i (from 0) is the highest of three with chance C(i, 2) / C(n, 3).
    return sum(value * math.comb(rank, 2) for rank, value in enumerate(ranked)) / math.comb(count, 3)
