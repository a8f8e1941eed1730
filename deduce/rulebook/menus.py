"""What a seat may choose from: options with their texts, values and conditions, frozen when the rules yield them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.constraints import Constraint
from deduce.errors import IllegalMove, nearest
from deduce.rulebook.faults import RulesError
from deduce.rulebook.zones import Amount, Lazy, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone

__all__ = ["Cards", "Free", "Group", "Menu", "Pattern", "last_of", "menu_of"]


class Group:
    """Options that are legal where one fact is true; made by `Table.when`."""

    __slots__ = ("fact", "options", "sentence")

    def __init__(self, fact: Any, options: Mapping[str, Any], sentence: str) -> None:
        self.fact, self.options, self.sentence = fact, options, sentence


class Pattern:
    """An option with slots: ``"play {card}"`` for every value that a slot may take; made by `Table.option`.

    The value of such an option is its one slot's value, or a tuple of all. `fact(*values)`, where there is one, must be
    true for it to be legal.
    """

    __slots__ = ("fact", "sentence", "slots", "text")

    def __init__(
        self, text: str, slots: Mapping[str, Sequence[Any]], fact: Callable[..., Any] | None, sentence: str
    ) -> None:
        self.text, self.slots, self.fact, self.sentence = text, slots, fact, sentence

    def each(self) -> Iterator[tuple[str, Any, Any]]:
        """Text, value and condition of every option."""
        for values in product(*self.slots.values()):
            text = self.text.format(**dict(zip(self.slots, values, strict=True)))
            fact = self.fact(*values) if self.fact is not None else None
            yield text, values[0] if len(values) == 1 else values, None if fact is True else fact


class Cards:
    """An option with a slot over a zone: ``"play {card}"`` for every card that lies there; made by `Table.option`.

    `otherwise` are options that are legal where none of these is. A live run looks at the cards when it is asked; what
    a blind one may have to say of other cards is kept as it was when the rules said it.
    """

    __slots__ = ("_facts", "fact", "held", "otherwise", "sentence", "slot", "text", "zone")

    def __init__(
        self,
        text: str,
        slot: str,
        zone: Zone,
        fact: Callable[..., Any] | None,
        sentence: str,
        otherwise: Mapping[str, Any],
    ) -> None:
        self.text, self.slot, self.zone, self.fact, self.sentence = text, slot, zone, fact, sentence
        self.otherwise = otherwise
        self.held = zone.snapshot()
        self._facts = (
            None if zone.live is not None else {card: self._condition(card) for card in zone.copies}
        )

    def _condition(self, card: Any) -> Any:
        return True if self.fact is None else self.fact(card)

    def condition(self, card: Any) -> Any:
        """Where a card that is there may be chosen: a fact, or True or False."""
        return self._facts[card] if self._facts is not None else self._condition(card)

    def of(self, card: Any) -> Any:
        """The fact that a card is there and may be chosen; False where it never may be."""
        fact = self.condition(card)
        there = Amount(((1, self.held, {card: 1}),)) >= 1
        return there if fact is True or fact is None else fact if fact is False else there & fact

    def each(self) -> Iterator[tuple[Any, Any]]:
        """All cards that there are, each with the fact that it is there and may be chosen."""
        for card in self.zone.copies:
            fact = self.of(card)
            yield card, fact if fact is not False else Several(False, ())

    def none(self) -> Any:
        """The fact that no card that is there may be chosen."""
        return reduce(and_, [~fact for _, fact in self.each()])

    def texts(self) -> dict[str, Any]:
        """Every text that could be legal, with its card."""
        return {self.text.format(**{self.slot: card}): card for card in self.zone.copies}

    def legal(self, table: Table) -> list[str]:
        """The texts of what is legal now, in the order of the deck."""
        if self.zone.live is not None:
            there: Any = set(self.zone.live)
        else:
            there = {
                card for card in self.zone.copies if table.truth(Amount(((1, self.held, {card: 1}),)) >= 1)
            }
        found = []
        for card in self.zone.copies:
            if card in there:
                fact = self.condition(card)
                if fact is True or fact is None or (fact is not False and table.truth(fact)):
                    found.append(self.text.format(**{self.slot: card}))
        return found


class Free:
    """Free text after a verb: legal where `refuse(text)` gives no reason; made by `Table.free`."""

    __slots__ = ("listed", "refuse", "verb")

    def __init__(self, verb: str, refuse: Callable[[str], str | None], listed: Sequence[str]) -> None:
        self.verb, self.refuse, self.listed = verb, refuse, listed


class Menu:
    """The options of one choice.

    `plain` are those without conditions, `bound` those with one, `otherwise` those legal where no other is, `free`
    what may be said in words of one's own.
    """

    __slots__ = ("_all", "bound", "cards", "free", "otherwise", "plain", "reasons")

    def __init__(
        self,
        plain: dict[str, Any],
        bound: dict[str, tuple[Any, Any]],
        otherwise: dict[str, Any],
        free: Free | None,
        reasons: dict[str, str],
        cards: Cards | None = None,
    ) -> None:
        self.cards = cards
        self.plain, self.bound, self.otherwise, self.free, self.reasons = (
            plain,
            bound,
            otherwise,
            free,
            reasons,
        )
        self._all: dict[str, Any] | None = None

    def all(self) -> dict[str, Any]:
        """Every text that could be legal, with its value."""
        if self._all is None:
            self._all = {
                **self.plain,
                **{text: value for text, (value, _) in self.bound.items()},
                **({**self.cards.texts(), **self.cards.otherwise} if self.cards is not None else {}),
                **self.otherwise,
            }
        return self._all

    def legal(self, table: Table) -> list[str]:
        """The texts of what is legal now, in the order in which the rules list them."""
        found = list(self.plain)
        if self.bound:
            found += [text for text, (_, fact) in self.bound.items() if table.truth(fact)]
        if self.cards is not None:
            found = (self.cards.legal(table) or list(self.cards.otherwise)) + found
        if self.free is not None:
            found += [f"{self.free.verb} {text}" for text in self.free.listed if not self.free.refuse(text)]
        return found or list(self.otherwise)

    def find(self, text: str, table: Table | None) -> tuple[Any, Any]:
        """The value and the condition of an option; `IllegalMove` says why it is none now.

        Without a table its condition is taken as true: who saw it chosen knows that it was legal.
        """
        if text in self.plain:
            return self.plain[text], None
        if text in self.bound:
            value, fact = self.bound[text]
            if table is not None and not table.truth(fact):
                reason = self.reasons.get(text) or f"only where {_said(fact)}"
                raise IllegalMove(f"{text}: not allowed now: {reason}")
            return value, fact
        if text in self.otherwise:
            if table is not None and self.legal(table) != list(self.otherwise):
                raise IllegalMove(f"{text}: only where nothing else is possible")
            return self.otherwise[text], self.nothing_else()
        if self.cards is not None and text in (cards := self.cards.texts()):
            card = cards[text]
            if table is not None:
                if text not in self.cards.legal(table):
                    raise IllegalMove(f"{text}: {self._refused(card, table)}")
                return card, None
            return card, self.cards.of(card)
        if self.cards is not None and text in self.cards.otherwise:
            if table is not None and self.cards.legal(table):
                raise IllegalMove(f"{text}: only where no card can be chosen")
            return self.cards.otherwise[text], self.cards.none()
        free = self.free
        if free is not None and text.startswith(f"{free.verb} "):
            said = text[len(free.verb) + 1 :]
            wrong = free.refuse(said)
            if wrong:
                raise IllegalMove(f"{text}: {wrong}")
            return said, None
        known = self.all()
        raise IllegalMove(f"{text[:80]}: not among the choices now: {nearest(text, list(known))}")

    def nothing_else(self) -> Any:
        """The fact that no option with a condition is legal; None where there is none to speak of."""
        fact = None
        conditions = [each for _, each in self.bound.values()]
        if self.cards is not None:
            conditions += [each for _, each in self.cards.each()]
        for each in conditions:
            fact = ~each if fact is None else fact & ~each
        return fact

    def _refused(self, card: Any, table: Table) -> str:
        cards = self.cards
        if cards is None or not table.truth(Amount(((1, cards.held, {card: 1}),)) >= 1):
            return f"{card} is not there"
        return f"not allowed now: {cards.sentence or 'the rules have a condition for it'}"


def _said(fact: Any) -> str:
    return str(fact.sentence()) if hasattr(fact, "sentence") else str(fact)


def menu_of(options: Any, otherwise: Any = ()) -> Menu:
    """What an author gave to `choose`, as a menu. Raises `RulesError` (without a place) for what is none."""
    plain: dict[str, Any] = {}
    bound: dict[str, tuple[Any, Any]] = {}
    reasons: dict[str, str] = {}
    free: list[Free] = []
    cards: list[Cards] = []

    def add(text: object, value: Any, fact: Any = None, sentence: str = "") -> None:
        if not isinstance(text, str) or not text.strip():
            raise RulesError(f"an option without a text: {text!r}; give {{text: value}}")
        if text in plain or text in bound:
            raise RulesError(f"two options are called {text!r}")
        if fact is None or fact is True:
            plain[text] = value
        elif fact is not False:
            if not isinstance(fact, (Constraint, Lazy)) and not hasattr(fact, "true_in"):
                raise RulesError(f"the condition of {text!r} is {fact!r}, no fact")
            bound[text] = (value, fact)
            if sentence:
                reasons[text] = sentence

    def add_all(given: Any, fact: Any = None, sentence: str = "") -> None:
        if isinstance(given, (Group, Pattern, Cards, Free)):
            given = (given,)
        if isinstance(given, Mapping):
            for text, value in given.items():
                own = _condition(value)
                if own is None:
                    add(text, value, fact, sentence)
                else:
                    add(text, own[1], own[0] if fact is None else own[0] & fact, sentence)
            return
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise RulesError(
                f"options are values, {{text: value}} or what t.option and t.when make, not {given!r}"
            )
        for each in given:
            if isinstance(each, Group):
                add_all(
                    each.options, each.fact if fact is None else each.fact & fact, each.sentence or sentence
                )
            elif isinstance(each, Pattern):
                for text, value, own in each.each():
                    both = own if fact is None else fact if own is None else own & fact
                    add(text, value, both, each.sentence or sentence)
            elif isinstance(each, Cards):
                cards.append(each)
                reserved.update(each.otherwise)
            elif isinstance(each, Free):
                free.append(each)
            elif isinstance(each, Mapping):
                add_all(each, fact, sentence)
            else:
                add(str(each), each, fact, sentence)

    reserved: dict[str, Any] = {}
    add_all(options)
    last = last_of(otherwise)
    for text in (*reserved, *last):
        if text in plain or text in bound or (text in last and text in reserved):
            raise RulesError(f"two options are called {text!r}")
    if not (plain or bound or last or free or cards):
        raise RulesError("a choice without options")
    if len(free) > 1:
        raise RulesError("one kind of free text a choice")
    if len(cards) > 1:
        raise RulesError("one pattern over a zone a choice")
    return Menu(plain, bound, last, free[0] if free else None, reasons, cards[0] if cards else None)


def last_of(otherwise: Any) -> dict[str, Any]:
    """Options that are legal where no other is, by their texts: values, or ``{text: value}``."""
    return dict(otherwise) if isinstance(otherwise, Mapping) else {str(each): each for each in otherwise}


def _condition(value: Any) -> tuple[Any, Any] | None:
    """``(fact, value)`` where an option's value is such a pair."""
    if type(value) is tuple and len(value) == 2 and isinstance(value[0], (Constraint, Lazy)):
        return value
    return None


def values_of(menu: Menu) -> tuple[Hashable, ...]:
    """The values of all options, for the variable of a choice that not everybody sees."""
    return tuple(menu.all().values())
