"""Stretches of draws: unseen draws of a deck of single cards that nothing which was said tells apart.

Draws that all that was said holds alike are one stretch: no fact tells them apart, and all orders within it are equally
likely. What was said are facts about what lies in zones, and what lies there now. That a card left a hand is told by a
smaller bag than the hand's draws; where all that could be meant lies in one stretch, this says that the card came in it,
in equally many orders whichever the others are. Cards that were laid back and of which nothing was said are not told of
at all: whatever else is known, equally many choices of them remain, as long as none came into their pile meanwhile.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deduce.rulebook.zones import Bag, Compared, Drained, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

ELSEWHERE: Final = "elsewhere"
"""Where a card is said to be that came with none of the draws told of, or that may lie in several places."""

OUT: Final = "out of play"
"""Where a card is that has left all zones."""


class Split(Exception):
    """Something is asked of a part of a stretch; `bag` tells which part."""

    def __init__(self, bag: Bag) -> None:
        super().__init__("a part of a stretch of draws")
        self.bag = bag


class Laid(NamedTuple):
    """Draws of which some were laid back and are not told of; `sure` are the cards that are."""

    draws: Sequence[int]
    sure: Set[Hashable]


class Stretch:
    """Unseen draws that nothing tells apart: their numbers, the pile they came from, and where they went.

    `laid` are draws that would belong to it too, but that not all are told of.
    """

    __slots__ = ("label", "laid", "pile", "terms")

    def __init__(self, pile: int, terms: Sequence[int], label: str, laid: Sequence[Laid]) -> None:
        self.pile, self.terms, self.label, self.laid = pile, tuple(terms), label, laid

    def draws(self) -> set[int]:
        """The numbers of all draws in which its cards can have come."""
        return {*self.terms, *(number for laid in self.laid for number in laid.draws)}

    def cards(self, drawn: Mapping[int, Hashable]) -> set[Hashable]:
        """Its cards, if these were drawn."""
        behind = {number for laid in self.laid for number in laid.draws}
        found = {drawn[term] for term in self.terms if term in drawn and term not in behind}
        for laid in self.laid:
            found |= {drawn[number] for number in laid.draws if number in drawn} & laid.sure
        return found


class Mentions:
    """What has been said of the zones of a blind table: of bags at large, and of single cards that they lay in one."""

    def __init__(self, facts: Iterable[Any], bags: Iterable[Bag]) -> None:
        self.bags = list(bags)
        self.single: list[tuple[Hashable, Bag]] = []
        for fact in facts:
            self._add(fact, True)

    def _add(self, fact: Any, stated: bool) -> None:
        if isinstance(fact, Several):
            for part in fact.parts:
                self._add(part, stated and fact.every)
        elif isinstance(fact, Compared):
            held = _held(fact) if stated else None
            if held is not None:
                self.single.append(held)
            else:
                self.bags += [bag for _, bag, _ in fact.amount.parts]


def _held(fact: Compared) -> tuple[Hashable, Bag] | None:
    """The card and the bag, where a fact says that one card lies in one bag."""
    amount = fact.amount
    if (fact.low, fact.high, amount.constant, len(amount.parts)) != (0, None, -1, 1):
        return None
    ((factor, bag, numbers),) = amount.parts
    named = [card for card, number in numbers.items() if number == 1]
    return (named[0], bag) if factor == 1 and len(named) == len(numbers) == 1 else None


class Pile:
    """What was drawn from one zone with nothing coming into it: from the bag `start` to the bag `end`."""

    def __init__(self, drained: Drained) -> None:
        self.name, self.start, self.end = drained.name, drained.start, drained.end


class Division:
    """The unseen draws of one deck, divided into stretches.

    Attributes:
        name: What the deck is called.
        copies: Its cards.
        names: What each draw is called.
        origin: Which of `drains` each draw is from.
        drains: The stretches of drawing from single zones, in the order of time.
        single: What was said of where single cards were: the card and the bag.
        piles: The drains, those together between which nothing came.
        stretches: In the order of time.
        laid: Draws that not all are told of, as they were found.
        barred: The cards that a draw would have shown to all.
    """

    def __init__(
        self,
        name: str,
        copies: Mapping[Hashable, int],
        table: Table,
        mentions: Mentions,
        zones: Iterable[Bag],
    ) -> None:
        self.name, self.copies = name, copies
        self.drains = [drained for drained in table.drains if drained.copies is copies]
        order = {id(drained): i for i, drained in enumerate(self.drains)}
        self.names: dict[int, str] = {}
        self.origin: dict[int, int] = {}
        for number, (draw, drained) in table.unseen.items():
            if drained.copies is copies:
                self.names[number], self.origin[number] = draw, order[id(drained)]
        mine = self.names.keys()
        told = {id(bag): bag for bag in (*mentions.bags, *zones)}
        self._told = [bag for bag in told.values() if not mine.isdisjoint(bag.terms)]
        self.single = [(card, bag) for card, bag in mentions.single if not mine.isdisjoint(bag.terms)]
        self._live = set(mine)
        self.laid: list[Laid] = []
        self.barred = {number: table.barred[number] for number in mine if number in table.barred}
        self.stretches: list[Stretch] = []
        self.piles: list[Pile] = []

    def serves(self) -> bool:
        """Whether several unseen cards lie together somewhere, and all unseen cards are draws."""
        every = [*self._told, *(bag for _, bag in self.single)]
        every += [bag for drained in self.drains for bag in (drained.start, drained.end)]
        if not all(type(term) is int for bag in every for term in bag.terms):
            return False
        hands = (bag for bag in every if sum(number > 0 for number in bag.terms.values()) > 1)
        return any(True for _ in hands)

    def _piles(self) -> tuple[list[Pile], dict[int, int]]:
        """The drains, one with the next from the same zone where nothing came between; and which of them each is in."""
        piles: list[Pile] = []
        last: dict[str, int] = {}
        found = {}
        for i, drained in enumerate(self.drains):
            at = last.get(drained.name)
            if at is None or not self._same(piles[at].end, drained.start):
                at = last[drained.name] = len(piles)
                piles.append(Pile(drained))
            piles[at].end = drained.end
            found[i] = at
        return piles, found

    def _same(self, one: Bag, other: Bag) -> bool:
        both = one.plus(other, -1)
        return not both.fixed and self._live.isdisjoint(both.terms)

    def divide(self) -> None:
        """Find the stretches: as few as what was said allows."""
        while True:
            self.piles, within = self._piles()
            starts = [pile.start for pile in self.piles]
            apart = [*self._told, *starts]
            groups = self._grouped(apart, within)
            while more := [bag for card, bag in self.single if not self._fits(card, bag, groups)]:
                apart += more
                groups = self._grouped(apart, within)
            laid = next((each for group in groups if (each := self._needless(group, groups, starts))), None)
            if laid is None:
                break
            self._live.difference_update(laid.draws[len(laid.sure) :])
            self.laid.append(laid)
        used: set[str] = set()
        for group in groups:
            place = self.names[group[0]].rpartition(", card ")[0]
            place = f"out of {self.name}" if place == self.name else place
            label, number = place, 1
            while label in used or label == self.name:
                number += 1
                label = f"{place} ({number})"
            used.add(label)
            laid_back = [laid for laid in self.laid if not set(group).isdisjoint(laid.draws)]
            self.stretches.append(Stretch(within[self.origin[group[0]]], group, label, laid_back))

    def _grouped(self, bags: Sequence[Bag], within: Mapping[int, int]) -> list[list[int]]:
        """The draws that lie in the same of these bags, drawn from the same pile."""
        groups: dict[Any, list[int]] = {}
        for number in sorted(self._live):
            inside = [bag.terms.get(number, 0) for bag in bags]
            sign = (within[self.origin[number]], self.barred.get(number), *inside)
            groups.setdefault(sign, []).append(number)
        return list(groups.values())

    def _fits(self, card: Hashable, bag: Bag, groups: Sequence[Sequence[int]]) -> bool:
        """Whether what is said of a card speaks of whole stretches, or of one alone."""
        inside = [group for group in groups if not bag.terms.keys().isdisjoint(group)]
        if all(bag.terms.keys() >= set(group) for group in inside):
            return True
        return self._alone(card, bag, inside)

    def _alone(self, card: Hashable, bag: Bag, inside: Sequence[Sequence[int]]) -> bool:
        """Whether a card that lies in a bag came in one stretch for sure, the only one that is `inside` the bag."""
        plain = not bag.fixed.get(card, 0) and all(number == 1 for number in bag.terms.values())
        return len(inside) == 1 and plain

    def _needless(
        self, group: Sequence[int], groups: Sequence[Sequence[int]], starts: Sequence[Bag]
    ) -> Laid | None:
        """A stretch some of whose cards were laid back with nothing said of them; None for any other."""
        if group[0] in self.barred or any(group[0] in bag.terms for bag in (*self._told, *starts)):
            return None
        sure = set()
        for card, bag in self.single:
            if not bag.terms.keys().isdisjoint(group):
                inside = [each for each in groups if not bag.terms.keys().isdisjoint(each)]
                if not self._alone(card, bag, inside):
                    return None
                sure.add(card)
        return Laid(group, sure) if len(sure) < len(group) else None
