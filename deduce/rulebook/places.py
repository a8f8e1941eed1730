"""Where cards may lie, as a problem: variables for the draws that a seat did not see, and what holds of them.

Decks of single cards of which hands are spoken are told of by their cards (`deduce.rulebook.whereabouts`), others draw by
draw: a variable stands for a card drawn unseen, its value a card of the deck, each kind at most as often as it exists.
Facts about zones become sums over these. A stretch of drawing from m(k) cards of every kind k that leaves r(k) of them
gives an order of kinds the chance that is proportional to the product of m(k)! / r(k)!, since the copies of a kind are
cards of their own; where cards come again, that hangs on what is hidden, and a number of cards left is a variable too.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from math import factorial, prod
from operator import and_, or_
from typing import TYPE_CHECKING, Any

from deduce.evidence import Statement, Weight
from deduce.language.constraints import AllDifferent, Constraint
from deduce.language.expressions import Expression, expression_of
from deduce.language.tally import Tally
from deduce.language.variables import Family, Variable
from deduce.problem import Problem
from deduce.rulebook.knowing import meant
from deduce.rulebook.leaving import worlds_left
from deduce.rulebook.stretches import OUT, Mentions
from deduce.rulebook.whereabouts import Whereabouts
from deduce.rulebook.zones import Amount, Bag, Compared, Drained, Several, Slot, Term

if TYPE_CHECKING:
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone
    from deduce.worlds.base import Worlds


class _Pile:
    """What a zone held where cards were drawn from it: everything with the same terms, and how many of each kind.

    `seen` are its bags at the begin (1) and the end (-1) of drawing; `left` the variables of how many were left in `bag`.
    """

    def __init__(self, drained: Drained, bag: Bag) -> None:
        self.drained, self.bag = drained, bag
        self.seen: list[tuple[int, Bag]] = []
        self.left: dict[Hashable, tuple[Variable, list[int]]] = {}


class Held:
    """Several cards that lie together, of kinds that come more than once.

    Attributes:
        size: How many they are.
        copies: How often each kind exists.
    """

    def __init__(self, zone: Zone, places: Places) -> None:
        self.size, self.copies = len(zone.bag), zone.copies
        self._bag, self._places = zone.bag, places

    def number(self, kind: Hashable) -> Expression:
        """How many of a kind are among them."""
        return _added(*self._places.terms(self._bag, {kind: 1}))


class Places:
    """The cards of a blind table's zones.

    Attributes:
        variables: What stands for cards, with the numbers that follow from them.
        now: Those of them that stand for the one card of a hand now, and those of cards that tell where these lie now.
        lies: Of the latter what each value means: where the card lies, or how it came where that is not known.
        by_cards: Whether a deck is told of by its cards, and it is known where these lie now.
        seen: The places of which the seat sees what lies there.
        hands: What lies in hands of several cards now, by their names.
        owners: Who alone sees the cards of a hand, and of no other, by the name of it or of the variable in `now`.
        zones, holders: The same of all places below which no cards were laid, whether anything there is hidden or not.
        rules: What holds of them.
        weights: The chances of numbers of copies.
    """

    def __init__(self, table: Table) -> None:
        self._setting = table.setting
        self.rules: list[Statement] = []
        self.weights: list[Statement] = []
        self._when: dict[Variable, float] = dict(table.chosen)
        self._names: dict[str, Variable] = {}
        self._numbers: dict[Variable, tuple[Mapping[Variable, Sequence[int]], int]] = {}
        self._slots: dict[Slot, Variable] = {}
        self._hands: list[tuple[list[Variable], Bag, Mapping[Hashable, int]]] = []
        self._drawn: dict[int, Variable] = {}
        self._lines = _lines(table)
        self._count = 0
        self._decks = Whereabouts.of(table, _mentions(table))
        for number, (name, drained) in table.unseen.items():
            if self._told_by_cards(number):
                continue
            start, end = drained.start, drained.end.fixed
            barred = table.barred.get(number, ())
            possible = [
                kind
                for kind in drained.copies
                if kind not in barred and (start.terms or end.get(kind, 0) > 0)
            ]
            self._drawn[number] = self._names[name] = self._made(name, possible, number)
        for (number, _), slots in table.slots.items():
            made = self._held([slot.name for slot in slots], slots[0].bag, slots[0].copies, number + 0.5)
            self._slots.update(zip(slots, made, strict=True))
        self.now: list[Variable] = []
        self.lies: dict[Variable, Mapping[Hashable, str]] = {}
        self.hands: dict[str, Held] = {}
        here = () if table.stale else table.zones.values()
        self.zones = {zone.name: Held(zone, self) for zone in here if not zone.under}
        for zone in here:
            self._now(zone)
        self.owners = self._owners(table)
        self.holders = {**self._whose(table, {name: name for name in self.zones}), **self.owners}
        self.by_cards = bool(self._decks) and not table.stale
        seen = [zone.name for zone in table.zones.values() if zone.mask >> (table.seat or 0) & 1]
        self.seen = frozenset((OUT, *seen))
        self._deal([drained for drained in table.drains if not self._by_cards(drained.copies)])
        self.variables: list[Variable | Family[Any]] = [*sorted(self._when, key=self._when.__getitem__)]
        for deck in self._decks:
            self.variables.append(deck.family)
            self.rules += deck.rules
            self.lies.update(deck.now(table))
            self.now += () if table.stale else deck.family.values()

    def _told_by_cards(self, term: object) -> bool:
        return any(deck.speaks(term) for deck in self._decks)

    def _by_cards(self, copies: object) -> bool:
        return any(deck.copies is copies for deck in self._decks)

    def worlds(self, problem: Problem) -> Worlds | None:
        """The worlds that the rules leave, read as they came about; None where the library chooses."""
        rules = [rule.content for rule in problem.rules if isinstance(rule.content, Constraint)]
        if self._decks or all(rule.apart for rule in rules):
            return None
        return worlds_left(self._setting, problem, rules)

    def _made(self, name: str, values: Any, when: float) -> Variable:
        made = self._setting.variable(name, values)
        self._when[made] = when
        return made

    def _rule(self, constraint: Constraint, sentence: str, place: str = "") -> None:
        self.rules.append(Statement(constraint, sentence, "rule", place))

    def _held(
        self, names: Sequence[str], bag: Bag, copies: Mapping[Hashable, int], when: float
    ) -> list[Variable]:
        """The cards of a bag in the order of the deck, a variable each."""
        made = [self._made(name, copies, when) for name in names]
        self._hands.append((made, bag, copies))
        hand = names[0].partition(" (")[0]
        said, place = f"{hand}: what came and did not go", self._lines.get(hand.removesuffix(" now"), "")
        for kind in copies:
            tables, constant = self.terms(bag, {kind: 1})
            for variable in made:
                tables[variable] = [-int(card == kind) for card in variable.domain]
            self._rule(Tally(tables, -constant, -constant), said, place)
        places = range(len(copies))
        for one, other in pairwise(made):
            in_order = Tally({one: [-place for place in places], other: list(places)}, 0)
            self._rule(in_order, f"{said}, in order")
        return made

    def _now(self, zone: Zone) -> None:
        """What lies in a hand that the seat does not know: one card is a variable, of several kinds have numbers."""
        if self._by_cards(zone.copies) or not zone.hand or not zone.bag.terms or zone.under or not zone:
            return  # of an empty one there is nothing to tell, whatever came and went
        if len(zone.bag) == 1:
            when = max(self._when[self._variable(term)] for term in zone.bag.terms)
            self.now += self._held([f"{zone.name} now"], zone.bag, zone.copies, when + 0.6)
        else:
            self.hands[zone.name] = Held(zone, self)

    def _owners(self, table: Table) -> dict[str, str]:
        now = {variable.name.removesuffix(" now"): variable.name for variable in self.now}
        by_cards = (zone.name for zone in table.zones.values() if self._by_cards(zone.copies))
        return self._whose(table, {**now, **{each: each for each in (*self.hands, *by_cards)}})

    def _whose(self, table: Table, hands: Mapping[str, str]) -> dict[str, str]:
        found: dict[int, list[str]] = {}
        for zone in table.zones.values():
            if zone.name in hands:
                found.setdefault(zone.mask, []).append(hands[zone.name])
        seats = {1 << seat: name for seat, name in enumerate(self._setting.names, 1)}
        return {own[0]: seats[mask] for mask, own in found.items() if mask in seats and len(own) == 1}

    # How cards are drawn.

    def _deal(self, drains: Sequence[Drained]) -> None:
        """What holds of all draws: no card more often than it exists, and the chances of copies."""
        piles: dict[Any, _Pile] = {}
        for drained in drains:
            for bag, sign in ((drained.start, 1), (drained.end, -1)):
                if bag.terms:
                    pile = piles.setdefault(frozenset(bag.terms.items()), _Pile(drained, bag))
                    pile.seen.append((sign, bag))
        before: dict[int, _Pile] = {}
        for pile in piles.values():
            drained, copies = pile.drained, pile.drained.copies
            if max(copies.values()) == 1 and not drained.start.terms and pile.bag is drained.end:
                drawn = [self._drawn[term] for term in pile.bag.terms if type(term) is int]
                if len(drawn) > 1:
                    self._rule(AllDifferent(drawn), f"each card of {drained.name} is there once")
                continue
            for kind in copies:
                self._left(pile, kind, before.get(id(copies)))
            if pile.left:
                before[id(copies)] = pile

    def _left(self, pile: _Pile, kind: Hashable, before: _Pile | None) -> None:
        """What holds of the number of cards of a kind that are left, and its chances.

        It is counted from the number in another pile, `before`, where there is one.
        """
        bag, drained = pile.bag, pile.drained
        most, fixed = drained.copies[kind], bag.fixed.get(kind, 0)
        tables, constant = self.terms(bag, {kind: 1})
        if not tables:
            return
        if before is not None and kind in before.left:
            tables, constant = self.terms(bag.plus(before.bag, -1), {kind: 1})
            number, lefts = before.left[kind]
            tables[number] = lefts
        others = [(sign, each.fixed.get(kind, 0)) for sign, each in pile.seen]
        low = max(0, *(fixed - other for _, other in others))
        said = f"{drained.name}: {most} times {kind}"
        if max(drained.copies.values()) == 1:
            self._rule(Tally(tables, low - constant, most - constant), said)
            return
        lefts = list(range(low, most + 1))
        self._count += 1
        number = self._made(f"{kind} left of {drained.name} ({self._count})", lefts, drained.at + 0.25)
        self._rule(Tally({**tables, number: [-left for left in lefts]}, -constant, -constant), said)
        pile.left[kind], self._numbers[number] = (number, lefts), (tables, constant)
        ratios: dict[Hashable, float] = {
            left: prod(factorial(left - fixed + other) ** float(sign) for sign, other in others)
            for left in lefts
        }
        if len(set(ratios.values())) > 1:
            self.weights.append(Statement(Weight(number, ratios), said, "weight"))

    # What facts about zones say of the variables.

    def _variable(self, term: Term) -> Variable:
        if isinstance(term, Slot):
            return self._slots[term]
        return self._drawn[term] if isinstance(term, int) else term

    def terms(
        self, bag: Bag, numbers: Mapping[Any, int], factor: int = 1
    ) -> tuple[dict[Variable, list[int]], int]:
        """What every variable adds by its values to a sum over the cards of a bag, and what is known of it."""
        constant = factor * sum(numbers.get(card, 0) * number for card, number in bag.fixed.items())
        tables: dict[Variable, list[int]] = {}
        for deck in self._decks:
            if any(map(deck.speaks, bag.terms)):
                tables.update(deck.terms(bag, numbers, factor))
        for term, sign in bag.terms.items():
            if self._told_by_cards(term):
                continue
            variable = self._variable(term)
            table = [factor * sign * numbers.get(card, 0) for card in variable.domain]
            if any(table):
                tables[variable] = table
        return tables, constant

    def _amount(self, amount: Amount) -> tuple[dict[Variable, list[int]], int]:
        tables: dict[Variable, list[int]] = {}
        constant = amount.constant
        for factor, bag, numbers in amount.parts:
            more, known = self.terms(bag, numbers, factor)
            constant += known
            for variable, table in more.items():
                old = tables.get(variable)
                tables[variable] = (
                    table if old is None else [a + b for a, b in zip(old, table, strict=True)]
                )
        return {variable: table for variable, table in tables.items() if any(table)}, constant

    def lowered(self, fact: Any) -> Any:
        """A fact as one about variables; True or False where it hangs on none."""
        if isinstance(fact, Several):
            parts = [self.lowered(part) for part in fact.parts]
            decided = not fact.every
            if any(part is decided for part in parts):
                return decided
            left = [part for part in parts if not isinstance(part, bool)]
            return reduce(and_ if fact.every else or_, left) if left else fact.every
        if not isinstance(fact, Compared):
            return fact
        tables, constant = self._amount(fact.amount)
        if not tables:
            return bool(fact.says(constant))
        if len(tables) == 1:
            ((variable, table),) = tables.items()
            kept = [
                x for x, number in zip(variable.domain, table, strict=True) if fact.says(number + constant)
            ]
            if len(kept) in (0, len(variable.domain)):
                return bool(kept)
            return variable.is_in(kept)
        return fact.says(_added(tables, constant))

    # Worlds of a table that has the cards.

    def truth(self, world: Mapping[Variable, Any], drawn: Mapping[str, Any]) -> dict[Variable, Any]:
        """The values of the variables where these cards have been drawn, by the names of the draws."""
        found = dict(world)
        found.update({variable: drawn[name] for name, variable in self._names.items() if name in drawn})
        for deck in self._decks:
            found.update(deck.truth(drawn))
        for made, bag, copies in self._hands:
            counts = {kind: self._number(*self.terms(bag, {kind: 1}), found) for kind in copies}
            cards = [kind for kind, number in counts.items() for _ in range(number or 0)]
            if None not in counts.values():
                found.update(zip(made, cards, strict=False))
        for number, (tables, constant) in self._numbers.items():
            left = self._number(tables, constant, found)
            if left is not None:
                found[number] = left
        return found

    @staticmethod
    def _number(
        tables: Mapping[Variable, Sequence[int]], constant: int, world: Mapping[Variable, Any]
    ) -> int | None:
        if not all(variable in world for variable in tables):
            return None
        return constant + sum(
            table[variable.position(world[variable])] for variable, table in tables.items()
        )

    def draws(self, world: Mapping[Variable, Any], rng: random.Random) -> Iterator[tuple[str, Any]]:
        """The draws that a world says were made, by name; where it leaves several ways, one of them."""
        for name, variable in self._names.items():
            yield name, world[variable]
        for deck in self._decks:
            yield from deck.draws(world, rng)


class Placed(Problem):
    """The problem of a table with unseen cards.

    Attributes:
        places: Its variables for them.
        shown: The variables that tell where things stand now, beside `places.hands`; the others tell how it came.
    """

    def __init__(self, name: str, table: Table) -> None:
        super().__init__(name)
        self.places = table.placed()
        self.adopt(table.declared)
        now = self.scope
        self.adopt(self.places.variables, [*table.rules, *self.places.rules])
        places = self.places
        self.shown = (*now, *places.now) if places.now or places.hands or places.by_cards else self.scope


def _added(tables: Mapping[Variable, Sequence[int]], constant: int) -> Expression:
    """What the variables add up to."""
    return sum(
        (
            size
            * variable.is_in(
                [x for x, number in zip(variable.domain, table, strict=True) if number == size]
            )
            for variable, table in tables.items()
            for size in dict.fromkeys(table)
            if size
        ),
        start=expression_of(constant),
    )


def _lines(table: Table) -> dict[str, str]:
    """The lines of notes that told what lies in a zone, from the last one on that told all of it."""
    found: dict[str, list[str]] = {}
    for event in table.log:
        if not event.place or not table.hears(event.mask):
            continue
        if event.kind == "reveal":
            found[event.said] = [event.place]
        elif event.kind == "held":
            found.setdefault(event.said, []).append(event.place)
        elif event.kind == "draw" and event.about[0] is not None:
            found.setdefault(event.about[0].name, []).append(event.place)
    return {name: ", ".join(dict.fromkeys(places)) for name, places in found.items()}


def _mentions(table: Table) -> Mentions:
    """What a blind table heard of zones, and what it was asked about besides."""
    single = {id(drained.copies) for drained in table.drains if max(drained.copies.values()) == 1}
    heard = (content for event in table.log for content, _, _ in meant(event, table)) if single else ()
    return Mentions(heard, table.asked)
