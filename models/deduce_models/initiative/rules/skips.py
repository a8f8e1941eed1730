"""Forced skips: who does nothing holds no card that fits a pile. What is seen of such a hand from then on.

A hand at a skip has a card or none, so this comes late, under threat or behind gas. Which of the cards held now was there
already hangs on what was drawn and laid down since.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.rulebook import View
from deduce.rulebook.zones import Compared

if TYPE_CHECKING:
    from deduce.rulebook.heard import Event


class Drawn(NamedTuple):
    """A card came to the hand unseen; `new`: after the deck was turned over."""

    new: bool


class Left(NamedTuple):
    """A card left the hand in the open; `new`: it had been drawn after the deck was turned over."""

    card: int
    new: bool


class Nothing(NamedTuple):
    """A forced skip; `fits` are the cards that a pile would have taken."""

    fits: frozenset[int]


class Skips(NamedTuple):
    """The hand of a seat from the first skip on after which it was never empty.

    Attributes:
        seat: Whose.
        new: How many cards it held then that were drawn after the deck was turned over,
        old: and how many others.
        events: What was seen of the hand since, that skip included.
    """

    seat: int
    new: int
    old: int
    events: tuple[Drawn | Left | Nothing, ...]


def skips_of(view: View) -> tuple[Skips, ...]:
    """What the skips of others prove of the hands that they hold now; seats of which nothing is proved are left out."""
    table = view.behind.table
    o, place = table.open, view.setting.data.place
    flip = _turned_over(table.log, len(o.reshuffled) - len(o.deck) if o.threat else 0)
    found = []
    for seat, hand in o.hands.items():
        if seat != view.seat and len(hand):
            again = frozenset(o.reshuffled)
            told = _since(table.log, seat, hand, o.fresh[seat], flip, again, place)
            found += [told] if told is not None else []
    return tuple(found)


def _turned_over(log: Sequence[Event], later: int) -> int:
    """The number of the first draw from the deck that was turned over, of `later` in all.

    -1 where a position was typed in and some of these draws lie before it: all that is noted came later.
    """
    for at in range(len(log) - 1, -1, -1) if later else ():
        later -= log[at].kind == "draw" and not log[at].said.startswith("gas ")
        if not later:
            return at
    return -1 if later else len(log)


def _since(
    log: Sequence[Event],
    seat: int,
    hand: Any,
    new: int,
    flip: int,
    again: frozenset[str],
    place: Mapping[str, int],
) -> Skips | None:
    """Backwards from the hand as it is now, as long as it was not empty."""
    size, found = len(hand), list[Drawn | Left | Nothing]()
    first: tuple[int, int, int] | None = None
    for number in range(len(log) - 1, -1, -1):
        if not size:
            break
        event = log[number]
        for card in _left(event, seat):
            late = number > flip and card in again
            found.append(Left(place[card], late))
            size, new = size + 1, new + late
        if event.kind == "choose" and event.seat == seat and event.value == ("skip",):
            found.append(Nothing(frozenset([place[card] for card in _fitting(event)])))
            first = len(found), new, size - new
        elif event.kind == "draw" and event.about[0] is hand and event.value is None:
            late = number >= flip
            found.append(Drawn(late))
            size, new = size - 1, new - late
    if first is None:
        return None
    return Skips(seat, first[1], first[2], tuple(found[first[0] - 1 :: -1]))


def _left(event: Event, seat: int) -> Sequence[str]:
    """The cards that leave the hand of `seat` by it."""
    if event.kind == "choose" and event.seat == seat and event.value[0] in ("play", "special"):
        cards: Sequence[str] = event.value[1:2] if event.value[0] == "play" else event.value[1:]
        return cards
    if event.kind == "draw" and event.said.startswith(f"gas {seat} "):
        return (event.value,)
    return ()


def _fitting(event: Event) -> set[str]:
    """The cards any of which would have been an action: the skip tells that none of them was there."""
    return {
        card
        for part in event.about.parts
        if isinstance(part, Compared)
        for _, _, numbers in part.amount.parts
        for card in numbers
    }
