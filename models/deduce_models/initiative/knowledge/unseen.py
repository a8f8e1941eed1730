"""Hidden tokens and hidden hands by exact hypergeometrics.

Tokens: the unseen tokens are exchangeable, whatever their stack; the top of any stack is any of them with equal
chances. Cards: before the flip all unseen numbered cards are one pool, shared by the other hands and the
deck. After it there are two: cards that were in hands at the flip (nobody else can have them), and the
reshuffled ones, in the deck or drawn since; time cards are always seen when they are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from deduce_models.initiative.rules.state import State, View

__all__ = [
    "DECK",
    "Pool",
    "any_of",
    "deal_hidden",
    "holds",
    "pools",
    "share",
    "token_chances",
    "tokens_among",
]

DECK = 0
"""The place of cards that no seat holds."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Unseen cards that are exchangeable: `places` says how many of them each seat (0: the deck) has."""

    cards: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


def pools(view: View) -> tuple[Pool, ...]:
    """The pools of unseen cards, as `view` sees them."""
    deck = view.setup.deck
    seen = {*view.hand, *view.discard, *(card for pile in view.piles for card in pile)}
    others = [seat for seat in range(1, view.setup.seats + 1) if seat != view.seat]
    unseen = [card for card in deck.numbers if card not in seen]
    sizes = {seat: view.sizes[seat - 1] for seat in others}
    if not view.threat:
        return (Pool(tuple(unseen), tuple({**sizes, DECK: view.left}.items())),)
    old = tuple(card for card in unseen if card not in view.reshuffled)
    new = tuple(card for card in unseen if card in view.reshuffled)
    fresh = {seat: view.fresh[seat - 1] for seat in others}
    times = tuple(card for card in deck.times if card not in seen)
    return (
        Pool(old, tuple((seat, sizes[seat] - fresh[seat]) for seat in others)),
        Pool(new, tuple({**fresh, DECK: view.left - len(times)}.items())),
        Pool(times, ((DECK, len(times)),)),
    )


def deal_hidden(view: View, rng: random.Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Hands of all seats and the deck, drawn with equal chances from what `view` leaves possible."""
    hands: list[list[int]] = [[] for _ in range(view.setup.seats)]
    deck: list[int] = []
    for pool in pools(view):
        cards = list(pool.cards)
        rng.shuffle(cards)
        for seat, size in pool.places:
            target = deck if seat == DECK else hands[seat - 1]
            target += cards[:size]
            del cards[:size]
    if view.seat:
        hands[view.seat - 1] = list(view.hand)
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(sorted(deck))


def holds(view: View, seat: int, wanted: Callable[[int], bool]) -> float:
    """The probability that `seat` holds at least one card that `wanted` accepts (card numbers)."""
    if seat == view.seat:
        return float(any(wanted(card) for card in view.hand))
    none = 1.0
    for pool in pools(view):
        good = sum(1 for card in pool.cards if wanted(card))
        none *= 1 - any_of(len(pool.cards), good, dict(pool.places).get(seat, 0))
    return 1 - none


def share(total: int, good: int, drawn: int, hits: int) -> float:
    """Hypergeometric: the probability of exactly `hits` good ones among `drawn` of `total`."""
    if not 0 <= hits <= drawn or drawn - hits > total - good:
        return 0.0
    return comb(good, hits) * comb(total - good, drawn - hits) / comb(total, drawn)


def any_of(total: int, good: int, drawn: int) -> float:
    """The probability of at least one good one among `drawn` of `total`."""
    return 1 - share(total, good, drawn, 0)


def token_chances(position: View | State) -> dict[str, float]:
    """For each token the probability that it is the top of any one hidden stack."""
    total = sum(position.unseen)
    kinds = position.setup.kinds
    return {kind: copies / total for kind, copies in zip(kinds, position.unseen, strict=True) if copies}


def tokens_among(position: View | State, kind: str, drawn: int) -> float:
    """The probability that at least one `kind` is among any `drawn` hidden tokens."""
    return any_of(sum(position.unseen), position.unseen[position.setup.ids[kind]], drawn)
