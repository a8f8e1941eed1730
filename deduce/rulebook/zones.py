"""Zones: places where cards lie. How many is public; which, a live run knows, and a blind one as far as its seat does.

A blind run keeps the cards of a zone as a `Bag`: those it knows by value, and terms, each of which stands for one card:
the n-th card that was drawn unseen, or the variable of an unseen choice. Cards leave as they come, so a card played in
the open from unseen ones counts -1; nobody needs to know which of them it was.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.compat import override
from deduce.ground.wording import many
from deduce.language.expressions import Expression
from deduce.language.facts import Fact, Modal
from deduce.language.variables import Variable
from deduce.rulebook.faults import RulesError, where

if TYPE_CHECKING:
    from deduce.rulebook.account import Account


class Slot:
    """One card of what `bag` was; there is a slot for each, in the order of the deck."""

    __slots__ = ("bag", "copies", "name")

    def __init__(self, name: str, bag: Bag, copies: Mapping[Hashable, int]) -> None:
        self.name, self.bag, self.copies = name, bag, copies


Term = int | Variable | Slot
"""A card that a seat did not see: the number of its draw, the variable of an unseen choice, its place in a hand."""


class Bag:
    """How often each card lies somewhere: `fixed` numbers of cards, and of `terms`; some may be negative. Immutable."""

    __slots__ = ("fixed", "terms")

    def __init__(
        self, fixed: Mapping[Hashable, int] | None = None, terms: Mapping[Term, int] | None = None
    ) -> None:
        self.fixed: Mapping[Hashable, int] = fixed or {}
        self.terms: Mapping[Term, int] = terms or {}

    @classmethod
    def of(cls, cards: Iterable[Hashable]) -> Bag:
        """These cards."""
        fixed: dict[Hashable, int] = {}
        for card in cards:
            fixed[card] = fixed.get(card, 0) + 1
        return cls(fixed)

    def plus(self, other: Bag, sign: int = 1) -> Bag:
        """Both together, or (`sign` -1) what is left without the other."""
        return Bag(_sum(self.fixed, other.fixed, sign), _sum(self.terms, other.terms, sign))

    def __len__(self) -> int:
        return sum(self.fixed.values()) + sum(self.terms.values())

    def cards(self) -> list[Hashable] | None:
        """The cards one by one; None where some are not known."""
        if self.terms:
            return None
        return [card for card, number in self.fixed.items() for _ in range(number)]


def _sum(one: Mapping[Any, int], other: Mapping[Any, int], sign: int) -> dict[Any, int]:
    found = dict(one)
    for key, number in other.items():
        total = found.get(key, 0) + sign * number
        if total:
            found[key] = total
        else:
            found.pop(key, None)
    return found


class Zone:
    """A place for cards, made by `Table.deck` and `Table.zone`. Its size is public: ``len(zone)``.

    What lies in it is used through facts (`any`), numbers (`count`, `sum`) and the options of `Table.option` alone.
    """

    __slots__ = ("_told", "bag", "copies", "drained", "drawn", "hand", "live", "mask", "name", "under")

    def __init__(self, name: str, mask: int, copies: Mapping[Hashable, int], live: bool) -> None:
        self.name, self.mask, self.copies = name, mask, copies
        self.live: list[Hashable] | None = [] if live else None
        self.bag = Bag()
        # Cards (live) or bags of one card (blind) below, the next to be drawn first.
        self.under: list[Any] = []
        self.drained: Drained | None = None
        self.drawn = 0
        self.hand = True
        self._told: tuple[Bag, dict[tuple[Any, ...], Compared]] = (self.bag, {})

    def copy(self) -> Zone:
        """The same cards in a zone of their own, for another run."""
        found = Zone(self.name, self.mask, self.copies, False)
        found.live = list(self.live) if self.live is not None else None
        found.bag, found.under, found.drained = self.bag, list(self.under), self.drained
        found.drawn, found.hand = self.drawn, self.hand
        return found

    def __len__(self) -> int:
        return len(self.live if self.live is not None else self.bag) + len(self.under)

    def __bool__(self) -> bool:
        return len(self) > 0

    def snapshot(self) -> Bag | Zone:
        """What a fact about the zone as it is now speaks of: the cards themselves are looked at at once."""
        if self.live is not None:
            return self
        bag = self.bag
        for below in self.under:
            bag = bag.plus(below)
        return bag

    def cards(self) -> tuple[Hashable, ...] | None:
        """What lies here, in the order of the deck; None where a blind run does not know it. Not for rules."""
        held = [*self.live, *self.under] if self.live is not None else self.bag.cards()
        if held is None or (self.under and self.live is None):
            return None
        order = {card: place for place, card in enumerate(self.copies)}
        return tuple(sorted(held, key=order.__getitem__))

    def sum(self, numbers: Mapping[Any, int]) -> Amount:
        """What the cards that are here now add up to, by a number for each (0 where there is none)."""
        strange = [card for card in numbers if card not in self.copies]
        if strange and self.copies:
            raise RulesError(f"{strange[0]!r} is no card of {self.name}", where())
        return Amount(((1, self.snapshot(), dict(numbers)),))

    def count(self, cards: Iterable[Hashable] | Hashable) -> Amount:
        """How many of these cards (or of this one) are here now."""
        return self.sum(dict.fromkeys(_listed(cards), 1))

    def any(self, cards: Iterable[Hashable] | Hashable) -> Compared:
        """The fact that one of these cards (or this one) is here now."""
        if self.live is not None and type(cards) in (list, tuple, str):
            listed: Any = (cards,) if type(cards) is str else cards
            if not [card for card in listed if card not in self.copies]:
                return Found(self, listed)
        elif type(cards) is tuple and not self.under:
            # A menu asks the same of many cards while nothing moves; what is told of a bag stays true of it.
            bag, told = self._told
            if bag is not self.bag:
                self._told = (self.bag, told := {})
            if cards not in told:
                if not self.copies.keys() >= {*cards}:
                    return self.count(cards) >= 1  # refused
                told[cards] = Compared(Amount(((1, self.bag, dict.fromkeys(cards, 1)),), -1), 0, None)
            return told[cards]
        return self.count(cards) >= 1

    def __contains__(self, card: object) -> bool:
        raise RulesError(
            f"what lies in {self.name} is hidden; {self.name}.any(cards) is a fact about it", where()
        )

    def __iter__(self) -> Iterator[Any]:
        raise RulesError(
            f"what lies in {self.name} is hidden; options over it are made by t.option", where()
        )

    def __repr__(self) -> str:
        return f"<{self.name}: {many(len(self), 'card')}>"


class Drained:
    """A stretch in which cards were drawn from one zone at random and none came into it or were taken otherwise."""

    __slots__ = ("at", "copies", "end", "name", "start")

    def __init__(self, name: str, start: Bag, copies: Mapping[Hashable, int]) -> None:
        self.at = 0
        self.name, self.start, self.end, self.copies = name, start, start, copies


def _listed(cards: Any) -> list[Hashable]:
    if isinstance(cards, (str, bytes)) or not isinstance(cards, Iterable):
        return [cards]
    return list(cards)


class Lazy(Modal):
    """A fact about zones. What it says of variables is worked out when knowledge is asked for; see `places`."""

    __slots__ = ()

    def __and__(self, other: Any) -> Several:
        return Several(True, (self, other))

    def __or__(self, other: Any) -> Several:
        return Several(False, (self, other))

    def __rand__(self, other: Any) -> Several:
        return Several(True, (other, self))

    def __ror__(self, other: Any) -> Several:
        return Several(False, (other, self))

    def __invert__(self) -> Lazy:
        raise NotImplementedError

    def truth(self, table: Account) -> bool:
        """Whether it is true on a live table."""
        raise NotImplementedError

    def sentence(self) -> str:
        """It in words."""
        return "what lies in a zone"

    def __bool__(self) -> bool:
        raise RulesError(
            "a fact about a zone is not true or false by itself: tell() it, or make it a condition", where()
        )


class Several(Lazy):
    """All of several facts (`every`), or one of them; facts about variables may be among them.

    The parts may be made later, by a function: of what menus exclude most is never asked.
    """

    __slots__ = ("_parts", "every")

    def __init__(self, every: bool, parts: Sequence[Any] | Callable[[], Sequence[Any]]) -> None:
        self.every = every
        self._parts = parts if callable(parts) else self._checked(parts)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The facts, in order."""
        if callable(self._parts):
            self._parts = self._checked(self._parts())
        return self._parts

    @staticmethod
    def _checked(parts: Sequence[Any]) -> tuple[Any, ...]:
        for part in parts:
            if not isinstance(part, (Fact, Lazy)):
                raise RulesError(f"expected a fact beside a fact about a zone, not {part!r}", where())
        return tuple(parts)

    @override
    def __invert__(self) -> Several:
        return Several(not self.every, [~part for part in self.parts])

    @override
    def truth(self, table: Account) -> bool:
        return (all if self.every else any)(table.value(part) for part in self.parts)

    @override
    def sentence(self) -> str:
        return (" and " if self.every else " or ").join(str(part.sentence()) for part in self.parts)


class Amount:
    """Numbers of the cards of zones, added up: compare it with a whole number or another amount."""

    __slots__ = ("constant", "parts")

    def __init__(self, parts: Sequence[tuple[int, Any, Mapping[Any, int]]], constant: int = 0) -> None:
        self.parts, self.constant = tuple(parts), constant

    def _with(self, other: Any, sign: int) -> Amount:
        if isinstance(other, Amount):
            parts = [(sign * factor, bag, numbers) for factor, bag, numbers in other.parts]
            return Amount((*self.parts, *parts), self.constant + sign * other.constant)
        if not isinstance(other, int):
            raise RulesError(
                f"an amount of cards goes with whole numbers and other amounts, not {other!r}", where()
            )
        return Amount(self.parts, self.constant + sign * other)

    def __add__(self, other: Any) -> Amount:
        return self._with(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Amount:
        return self._with(other, -1)

    def __ge__(self, other: Any) -> Compared:
        return Compared(self._with(other, -1), 0, None)

    def __gt__(self, other: Any) -> Compared:
        return Compared(self._with(other, -1), 1, None)

    def __le__(self, other: Any) -> Compared:
        return Compared(self._with(other, -1), None, 0)

    def __lt__(self, other: Any) -> Compared:
        return Compared(self._with(other, -1), None, -1)

    def __eq__(self, other: object) -> Compared:  # type: ignore[override]
        return Compared(self._with(other, -1), 0, 0)

    def __ne__(self, other: object) -> Lazy:  # type: ignore[override]
        return ~(self == other)

    __hash__ = object.__hash__

    def value(self) -> int | None:
        """The number; None where cards are not known."""
        total = self.constant
        for factor, held, numbers in self.parts:
            if isinstance(held, Zone):
                total += factor * sum([numbers.get(card, 0) for card in (*(held.live or ()), *held.under)])
            else:
                if held.terms:
                    return None
                total += factor * sum([numbers.get(card, 0) * n for card, n in held.fixed.items()])
        return total

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest it may be, by the cards that are known and how many there are besides."""
        low = high = self.constant
        for factor, held, numbers in self.parts:
            each = [factor * number for number in (0, *numbers.values())]
            open_, known = len(held), 0
            if isinstance(held, Bag) and min((0, *held.fixed.values(), *held.terms.values())) >= 0:
                open_ = sum(held.terms.values())
                known = factor * sum(numbers.get(card, 0) * number for card, number in held.fixed.items())
            low += known + open_ * min(each)
            high += known + open_ * max(each)
        return low, high

    def __bool__(self) -> bool:
        raise RulesError("an amount of cards is not a number by itself: tell() it, or compare it", where())


class Compared(Lazy):
    """An amount lies between `low` and `high` (None: no bound on that side)."""

    __slots__ = ("amount", "high", "low")

    def __init__(self, amount: Amount, low: int | None, high: int | None) -> None:
        self.amount, self.low, self.high = amount, low, high

    def says(self, number: int | Expression) -> Any:
        """What the comparison says of a number, or of an expression."""
        if self.low is not None and self.low == self.high:
            return number == self.low
        if self.low is None:
            return True if self.high is None else number <= self.high
        return number >= self.low

    @override
    def __invert__(self) -> Lazy:
        if self.low is not None and self.high is not None:
            below, above = (
                Compared(self.amount, None, self.low - 1),
                Compared(self.amount, self.high + 1, None),
            )
            return Several(False, (below, above))
        if self.low is not None:
            return Compared(self.amount, None, self.low - 1)
        return Compared(self.amount, (self.high or 0) + 1, None)

    @override
    def truth(self, table: Account) -> bool:
        number = self.amount.value()
        if number is None:
            raise RulesError("cards that nobody here knows are asked for", where())
        return bool(self.says(number))


class Found(Compared):
    """One of these cards lies in a zone of a live table (`wanted`), or none does: what is asked most, without sums."""

    __slots__ = ("cards", "wanted", "zone")

    def __init__(self, zone: Zone, cards: Sequence[Hashable], wanted: bool = True) -> None:
        self.zone, self.cards, self.wanted = zone, cards, wanted
        self.low, self.high = (1, None) if wanted else (None, 0)

    @property
    def amount(self) -> Amount:  # type: ignore[override]
        """What it comes to as a sum."""
        return self.zone.count(self.cards)

    @override
    def __invert__(self) -> Found:
        return Found(self.zone, self.cards, not self.wanted)

    @override
    def truth(self, table: Account) -> bool:
        zone, cards = self.zone, self.cards
        for card in (*(zone.live or ()), *zone.under) if zone.under else zone.live or ():
            if card in cards:
                return self.wanted
        return not self.wanted
