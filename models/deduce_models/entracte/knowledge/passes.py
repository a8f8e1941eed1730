"""What passes leave of a seat's code, in the cooperative game: each alone, and all of a seat together; as bounds.

How likely each code is after them is a matter of counting hands, which `hands` does wherever the deck is known. Here is
what the fast belief goes by, and what is known where notes leave the deck open.

Whoever passes holds only blocked cards. Taken one by one (`passes_of`), passes say how many unseen cards a code must
block, and that the card played next was blocked too; together (`codes_of_hands`) they say more, because the hand stays
the same until its owner plays or exchanges: the cards kept were blocked at every pass since they were drawn, each was
somewhere unseen all that time, and a card played later was in the hand since some draw before. For each code it is
asked whether any history of the hand is left.

A hand is known by the draws its cards came from. Each card played may come from any of them, so all ways are
walked through, with the codes that allow them as a mask (`Setup.restrict` is a table of such masks). Of cards never
shown only their number matters: those drawn earlier have to pass every test of those drawn later, and more, so the
candidates are nested, and enough of them for each draw in turn is enough for all (Hall).

Not used, so that a little more may be possible here than really is: that the cards given back in an exchange are
not among the three drawn for them, and what the hidden hands of several seats take away from each other. A record
with missed turns or cards says nothing here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.knowledge.evidence import Evidence, Noted, TableStep
from deduce_models.entracte.rules.setup import HAND, Setup


def told_by_hands(told: Evidence) -> bool:
    """Whether somebody else passed in a cooperative game of which the deck is known, so that hands are counted."""
    passed = any(entry.kind == "pass" and entry.seat != told.me for entry in told.entries)
    if not passed or told.setup.competitive or any(entry.kind == "unseen" for entry in told.entries):
        return False
    number = told.setup.parts.number
    drawn = [card for entry in told.entries if entry.seat == told.me for card in entry.drawn]
    mine = told.hands[told.me - 1] if told.me else ()
    return all(card in number for card in (*told.now.row, *drawn, *mine))


def passes_of(told: Evidence) -> Iterator[tuple[TableStep, int, int]]:
    """For each pass the codes it leaves, as masks: by counting cards, and by the next card from the same hand."""
    for step in told.steps:
        if step.entry.kind == "pass":
            yield step, _blockable(told, step), _same_hand(told, step)


def _same_hand(told: Evidence, step: TableStep) -> int:
    """The codes by which the next card that the seat plays was blocked, if it was in the hand already."""
    setup, parts = told.setup, told.setup.parts
    following = _next_play(told.entries[step.number + 1 :], step.entry.seat)
    if following is None or setup.option("pass_draws"):
        return parts.all_codes
    blocked = setup.both(following.card)
    for position, (table, i, j) in enumerate(zip(parts.steps, step.last, following.card, strict=True)):
        blocked |= 7 << (3 * position) if i is None or j is None else table[i][j]
    return blocked


def _next_play(entries: Iterable[Noted], seat: int) -> Noted | None:
    """The next card this player plays, if the hand was not exchanged before it."""
    for later in entries:
        if later.seat == seat and later.kind in ("exchange", "unseen"):
            return None
        if later.seat == seat and later.kind == "play":
            return later
    return None


def _blockable(told: Evidence, step: TableStep) -> int:
    """The codes that could have blocked a whole unseen hand after the last card."""
    setup, parts, seat = told.setup, told.setup.parts, step.entry.seat
    row = [told.start, *(entry.card for entry in told.entries if entry.kind == "play")]
    cards = [*step.row, *(step.hand if seat != told.me else ())]
    if all(card in parts.number for card in (*row, *cards, step.last)):
        hidden: list[Partial] = [card for card in parts.cards if card not in cards]
        size = step.size
        if seat == told.me:
            hidden, size = [card for card in hidden if card in step.hand], min(size, len(step.hand))
        return _counted(setup, step.last, hidden, size)
    possible = 0
    for position, (table, value) in enumerate(zip(parts.steps, step.last, strict=True)):
        for mask in table[value] if value is not None else [7 << (3 * position)]:
            possible |= mask
    if setup.option("both_rule") == "card":
        possible |= sum(1 << index for index, code in enumerate(parts.codes) if code.asks == "both")
    return possible


def _counted(setup: Setup, last: Partial, hidden: Sequence[Partial], size: int) -> int:
    """The codes that block at least `size` of the cards `hidden` after `last`."""
    table = setup.restrict[setup.parts.number[last]]
    masks = (table[setup.parts.number[card]] for card in hidden)
    return _at_least(size, masks) & setup.parts.all_codes


Draws = tuple[int, ...]
"""For each card of a hand the entry after which it was drawn (-1: dealt), in order."""


def codes_of_hands(told: Evidence) -> dict[int, int]:
    """For each seat that passed the codes with which it can have held blocked hands at all its passes.

    About the passes of the seat whose evidence it is nothing is said.
    """
    index = told.setup.parts.number
    passing = {entry.seat for entry in told.entries if entry.kind == "pass"} - {told.me}
    missed = any(entry.kind == "unseen" for entry in told.entries)
    if not passing or missed or not all(card in index for card in told.now.row):
        return {}
    seen = _seen(told, index)
    return {seat: _Hands(told, seat, seen).codes() for seat in sorted(passing)}


def _seen(told: Evidence, index: Mapping[Partial, int]) -> list[list[tuple[int, float]]]:
    """For each card when it was seen to be elsewhere: from after one entry to before another."""
    me = told.me
    seen: list[list[tuple[int, float]]] = [[] for _ in told.setup.parts.cards]
    seen[index[told.start]].append((-1, float("inf")))
    mine: dict[int, int] = {}
    if me:
        mine = {index[card]: -1 for card in told.hands[me - 1] if card in index}
    for number, entry in enumerate(told.entries):
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
        told: Evidence,
        seat: int,
        seen: list[list[tuple[int, float]]],
    ) -> None:
        self.told, self.seat, self.seen = told, seat, seen
        self.setup, self.index = told.setup, told.setup.parts.number
        self.passes: list[_Pass] = []

    def codes(self) -> int:
        """The codes for which some history of the hand is left."""
        ways: dict[Draws, int] = {(-1,) * HAND: self.setup.parts.all_codes}
        for step in self.told.steps:
            number, kind = step.number, step.entry.kind
            if step.entry.seat != self.seat:
                continue
            draws = (number,) * step.draws
            if kind == "pass":
                self.passes.append(_Pass(number, self.setup.restrict[self.index[step.last]]))
                ways = {(*hand, *draws): codes for hand, codes in ways.items()}
            elif kind == "exchange":
                codes = self._left(ways, number)
                ways = {draws: codes}
            elif kind == "play":
                ways = self._played(ways, self.index[step.entry.card], number, draws)
        return self._left(ways, len(self.told.entries))

    def _played(self, ways: dict[Draws, int], card: int, number: int, draws: Draws) -> dict[Draws, int]:
        """The hands after `card` was played, from whichever draw it came."""
        after: dict[Draws, int] = defaultdict(int)
        for hand, codes in ways.items():
            for draw in set(hand):
                if left := codes & self._kept(card, draw, number):
                    rest = [*hand, *draws]
                    rest.remove(draw)
                    after[tuple(rest)] |= left
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


def _at_least(count: int, masks: Iterable[int]) -> int:
    """The bits that are set in at least `count` of the masks."""
    reached = [~0, *[0] * count]
    for mask in masks:
        for level in range(count, 0, -1):
            reached[level] |= reached[level - 1] & mask
    return reached[count]
