"""What all passes of a seat together leave of its code, in the cooperative game.

Whoever passes holds only blocked cards. Taken one by one, passes say how many unseen cards a code must block;
together they say more, because the hand stays the same until its owner plays or exchanges: the cards kept were
blocked at every pass since they were drawn, each was somewhere unseen all that time, and a card played later was in
the hand since some draw before. For each code it is asked whether any history of the hand is left.

A hand is known by the draws its cards came from. Each card played may come from any of them, so all ways are
walked through, with the codes that allow them as a mask (`Setup.restrict` is a table of such masks). Of cards never
shown only their number matters: those drawn earlier have to pass every test of those drawn later, and more, so the
candidates are nested, and enough of them for each draw in turn is enough for all (Hall).

Not used, so that a little more may be possible here than really is: that the cards given back in an exchange are
not among the three drawn for them, and what the hidden hands of several seats take away from each other. A record
with missed turns or cards says nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from deduce_models.entracte.records.grammar import Evening
from deduce_models.entracte.records.words import Partial
from deduce_models.entracte.rules.setup import HAND

__all__ = ["codes_of_hands"]

Draws = tuple[int, ...]
"""For each card of a hand the entry after which it was drawn (-1: dealt), in order."""


def codes_of_hands(evening: Evening, me: int) -> dict[int, int]:
    """For each seat that passed the codes with which it can have held blocked hands at all its passes.

    `me` is the seat whose hand is seen too (0: a bystander); about its own passes nothing is said.
    """
    index: dict[Partial, int] = {card: number for number, card in enumerate(evening.setup.parts.cards)}
    played = [evening.start, *(entry.card for entry in evening.entries if entry.kind == "play")]
    passing = {entry.seat for entry in evening.entries if entry.kind == "pass"} - {me}
    missed = any(entry.kind == "unseen" for entry in evening.entries)
    if not passing or missed or not all(card in index for card in played):
        return {}
    seen = _seen(evening, me, index)
    return {seat: _Hands(evening, seat, index, seen).codes() for seat in sorted(passing)}


def _seen(evening: Evening, me: int, index: Mapping[Partial, int]) -> list[list[tuple[int, float]]]:
    """For each card when it was seen to be elsewhere: from after one entry to before another."""
    seen: list[list[tuple[int, float]]] = [[] for _ in evening.setup.parts.cards]
    seen[index[evening.start]].append((-1, float("inf")))
    mine: dict[int, int] = {}
    if me:
        mine = {index[card]: -1 for card in evening.hands[me - 1] if card in index}
    for number, entry in enumerate(evening.entries):
        if entry.kind == "play":
            card = index[entry.card]
            seen[card].append((mine.pop(card, number) if entry.seat == me else number, float("inf")))
        if entry.seat != me or not me:
            continue
        if entry.kind == "exchange":
            for card, start in mine.items():
                seen[card].append((start, number))
            mine = {}
        mine |= {index[card]: number for card in entry.drawn if card in index}
    for card, start in mine.items():
        seen[card].append((start, float("inf")))
    return seen


@dataclass(frozen=True, slots=True)
class _Pass:
    """A pass: the number of its entry, and for each card the codes that block it after the last card."""

    number: int
    blocked: Sequence[int]


class _Hands:
    """All that the hands of one seat can have been, entry by entry."""

    def __init__(
        self,
        evening: Evening,
        seat: int,
        index: Mapping[Partial, int],
        seen: list[list[tuple[int, float]]],
    ) -> None:
        self.evening, self.seat, self.index, self.seen = evening, seat, index, seen
        self.setup = evening.setup
        self.passes: list[_Pass] = []

    def codes(self) -> int:
        """The codes for which some history of the hand is left."""
        ways: dict[Draws, int] = {(-1,) * HAND: self.setup.parts.all_codes}
        decks = _decks(self.evening)
        last = self.index[self.evening.start]
        for number, entry in enumerate(self.evening.entries):
            mine = entry.seat == self.seat
            draws = (number,) * decks[number]
            if mine and entry.kind == "pass":
                self.passes.append(_Pass(number, self.setup.restrict[last]))
                ways = {(*hand, *draws): codes for hand, codes in ways.items()}
            elif mine and entry.kind == "exchange":
                codes = self._left(ways, number)
                ways = {draws: codes}
            elif mine and entry.kind == "play":
                ways = self._played(ways, self.index[entry.card], number, draws)
            if entry.kind == "play":
                last = self.index[entry.card]
        return self._left(ways, len(self.evening.entries))

    def _played(self, ways: dict[Draws, int], card: int, number: int, draws: Draws) -> dict[Draws, int]:
        """The hands after `card` was played, from whichever draw it came."""
        after: dict[Draws, int] = {}
        for hand, codes in ways.items():
            for draw in set(hand):
                left = codes & self._kept(card, draw, number)
                if left:
                    place = hand.index(draw)
                    rest = (*hand[:place], *hand[place + 1 :], *draws)
                    after[rest] = after.get(rest, 0) | left
        return after

    def _left(self, ways: dict[Draws, int], end: int) -> int:
        """The codes for which the cards of some hand, never shown until entry `end`, can be told apart."""
        found = 0
        for hand, codes in ways.items():
            for size, draw in enumerate(hand, 1):
                if codes:
                    masks = (self._kept(card, draw, end) for card in range(len(self.index)))
                    codes &= _at_least(size, masks)
            found |= codes
        return found

    def _kept(self, card: int, draw: int, end: int) -> int:
        """The codes with which a card drawn after entry `draw` can have been in the hand until entry `end`."""
        if any(start < end and draw < stop for start, stop in self.seen[card]):
            return 0
        codes = self.setup.parts.all_codes
        for one in self.passes:
            if draw < one.number < end:
                codes &= one.blocked[card]
        return codes


def _decks(evening: Evening) -> list[int]:
    """How many cards are drawn after each entry: what the deck still has."""
    draws_at_pass = bool(evening.setup.option("pass_draws"))
    sizes = [HAND] * len(evening.names)
    deck = len(evening.setup.parts.cards) - 1 - HAND * len(evening.names)
    found = []
    for entry in evening.entries:
        drawn = 0
        if entry.kind == "exchange":
            drawn = HAND
            deck += sizes[entry.seat - 1] - HAND
            sizes[entry.seat - 1] = HAND
        elif entry.kind == "play" or (entry.kind == "pass" and draws_at_pass):
            drawn = min(1, deck)
            deck -= drawn
            sizes[entry.seat - 1] += drawn - (entry.kind == "play")
        found.append(drawn)
    return found


def _at_least(count: int, masks: Iterable[int]) -> int:
    """The bits that are set in at least `count` of the masks (`count` is 1 or more)."""
    reached = [0] * (count + 1)
    for mask in masks:
        for level in range(count, 1, -1):
            reached[level] |= reached[level - 1] & mask
        reached[1] |= mask
    return reached[count]
