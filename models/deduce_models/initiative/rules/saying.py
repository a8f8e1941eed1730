"""What players tell of their hands in general words, and how long it stays true.

A saying bounds how many cards of one kind (low, middle, high) a seat holds. It follows the hand: a card of the kind that
is seen to leave lowers both bounds, a card drawn unseen may raise the upper one. What leaves may deny it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce_models.initiative.components.parts import Deck

KINDS = {"low": (1, 4), "middle": (5, 8), "high": (9, 12)}
"""The values that a word means."""
AMOUNTS = ("no", "some", "one", "two", "three", "four", "most", "all")
"""How many: some is at least one, most at least half."""

Saying = tuple[int, str, int, int]
"""Seat, kind, and how many cards of it the hand has at least and at most."""


DENIED = (1, 0)
"""The bounds of a saying that cards which left have denied: no hand is within."""


def is_kind(deck: Deck, card: int, kind: str) -> bool:
    """Whether a card is of a kind."""
    low, high = KINDS[kind]
    return low <= deck.values[card] <= high


def bounds(size: int, amount: str) -> tuple[int, int] | None:
    """How many cards of a kind a hand of `size` cards has at least and at most by a word; None where it cannot be so."""
    exact = {"no": 0, "one": 1, "two": 2, "three": 3, "four": 4, "all": size}
    low = exact.get(amount, 1 if amount == "some" else -(-size // 2))
    return None if low > size else (low, exact.get(amount, size))


def left(told: tuple[Saying, ...], deck: Deck, seat: int, cards: tuple[int, ...]) -> tuple[Saying, ...]:
    """The sayings after `seat` is seen to give up `cards`."""
    found = []
    for who, kind, low, high in told:
        gone = sum(is_kind(deck, card, kind) for card in cards) if who == seat and low <= high else 0
        bounds = DENIED if gone > high else (max(0, low - gone), high - gone)
        found.append((who, kind, *bounds))
    return tuple(found)


def drawn(told: tuple[Saying, ...], seat: int) -> tuple[Saying, ...]:
    """The sayings after `seat` has drawn a card unseen."""
    return tuple((who, kind, low, high + (who == seat and low <= high)) for who, kind, low, high in told)


def within(told: tuple[Saying, ...], sizes: Sequence[int]) -> tuple[Saying, ...]:
    """The sayings in hands of these sizes, by seat: denied where there is no room for what is left of them."""
    return tuple(
        (who, kind, *((low, high) if low <= sizes[who - 1] else DENIED)) for who, kind, low, high in told
    )
