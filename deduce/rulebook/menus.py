"""What a seat may choose from: options with their texts, values and conditions, frozen when the rules yield them.

One file because a menu and the kinds of options that it is made of are one idea.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from deduce.constraints import Constraint
from deduce.errors import IllegalMove, nearest
from deduce.rulebook.faults import RulesError
from deduce.rulebook.pools import Free
from deduce.rulebook.zones import Amount, Lazy, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone

__all__ = ["Cards", "Free", "Group", "Menu", "Pattern", "menu_of"]


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

    __slots__ = ("fact", "sentence", "slots", "tag", "text")

    def __init__(
        self,
        text: str,
        slots: Mapping[str, Sequence[Any]],
        fact: Callable[..., Any] | None,
        sentence: str | Callable[..., str],
        tag: str = "",
    ) -> None:
        self.text, self.slots, self.fact, self.sentence, self.tag = text, slots, fact, sentence, tag

    def each(self) -> Iterator[tuple[str, Any, Any, str]]:
        """Text, value, condition and the reason of its refusal of every option."""
        for values in product(*self.slots.values()):
            text = self.text.format(**dict(zip(self.slots, values, strict=True)))
            fact = self.fact(*values) if self.fact is not None else None
            value = (self.tag, *values) if self.tag else values[0] if len(values) == 1 else values
            said = (
                ""
                if fact is None
                else self.sentence
                if isinstance(self.sentence, str)
                else self.sentence(*values)
            )
            yield text, value, None if fact is True else fact, said

    def plain(self) -> dict[str, Any]:
        """Text and value of every option, where there is no condition."""
        return {text: value for text, value, *_ in self.each()}


class Cards:
    """Options over the cards of a zone: ``"play {card}"`` for every card that lies there; made by `Table.option`.

    Further slots may have values of their own (``"play {card} {pile}"``) or be the same zone again: then they are
    different cards, in the order of the deck. A live run looks at the cards when it is asked; what a blind one may have
    to say of other cards is kept as it was when the rules said it.
    """

    __slots__ = (
        "_facts",
        "_texts",
        "_written",
        "fact",
        "held",
        "sentence",
        "size",
        "slots",
        "tag",
        "text",
        "zone",
    )

    def __init__(
        self,
        text: str,
        zone: Zone,
        slots: Mapping[str, Any],
        fact: Callable[..., Any] | None,
        sentence: str | Callable[..., str],
        tag: str = "",
        written: Callable[[Hashable, Callable[[], Any]], Any] | None = None,
    ) -> None:
        self.text, self.zone, self.slots, self.fact, self.sentence = text, zone, slots, fact, sentence
        self.tag = tag
        self.size = sum(1 for values in slots.values() if values is zone)
        self.held = zone.snapshot()
        key = (
            "written",
            text,
            id(zone.copies),
            *(None if values is zone else tuple(values) for values in slots.values()),
        )
        self._written: dict[str, tuple[Any, ...]]
        self._texts: dict[tuple[Any, ...], str]
        self._written, self._texts = written(key, self._all) if written is not None else self._all()
        self._facts: dict[tuple[Any, ...], Any] | None = None
        if zone.live is None and fact is not None:
            self._facts = {values: fact(*values) for values in self._written.values()}

    def _all(self) -> tuple[dict[str, tuple[Any, ...]], dict[tuple[Any, ...], str]]:
        """What can be written, with its values; and the other way round."""
        found = {
            self.text.format(**dict(zip(self.slots, values, strict=True))): values
            for values in self._of(self.zone.copies)
        }
        return found, {values: text for text, values in found.items()}

    def _of(self, there: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
        """The values of all slots with cards among these, which are in the order of the deck."""
        if len(self.slots) == 1:
            return ((card,) for card in there)
        rest = [values for values in self.slots.values() if values is not self.zone]
        if not rest:
            return combinations(there, self.size)
        return ((*cards, *values) for cards in combinations(there, self.size) for values in product(*rest))

    def value(self, values: tuple[Any, ...]) -> Any:
        """What choosing these gives: the card, or all values, behind the tag where there is one."""
        if self.tag:
            return (self.tag, *values)
        return values[0] if len(values) == 1 else values

    def condition(self, values: tuple[Any, ...]) -> Any:
        """Where cards that are there may be chosen: a fact, or True or False."""
        if self.fact is None:
            return True
        return self._facts[values] if self._facts is not None else self.fact(*values)

    def of(self, values: tuple[Any, ...]) -> Any:
        """The fact that the cards are there and may be chosen; False where they never may be."""
        fact = self.condition(values)
        if fact is False:
            return False
        there: Any = Amount(((1, self.held, {values[0]: 1}),)) >= 1
        for card in values[1 : self.size]:
            there = there & (Amount(((1, self.held, {card: 1}),)) >= 1)
        return there if fact is True or fact is None else there & fact

    def each(self) -> Iterator[tuple[Any, Any]]:
        """All options that there could be, each with the fact that its cards are there and it may be chosen."""
        for values in self._written.values():
            fact = self.of(values)
            yield self.value(values), fact if fact is not False else Several(False, ())

    def texts(self) -> dict[str, Any]:
        """Every text that could be legal, with its value."""
        return {text: self.value(values) for text, values in self._written.items()}

    def find(self, text: str) -> tuple[Any, ...] | None:
        """The values of the slots in a text; None where it is none of these."""
        return self._written.get(text)

    def holds(self, values: tuple[Any, ...], table: Table) -> bool:
        """Whether the cards of an option are there."""
        live = self.zone.live
        if live is not None:
            return all(card in live for card in values[: self.size])
        return all(table.truth(Amount(((1, self.held, {card: 1}),)) >= 1) for card in values[: self.size])

    def allows(self, values: tuple[Any, ...], table: Table) -> bool:
        """Whether an option whose cards are there may be chosen."""
        fact = self.condition(values)
        return fact is True or fact is None or (fact is not False and table.truth(fact))

    def legal(self, table: Table) -> list[str]:
        """The texts of what is legal now, in the order of the deck."""
        live = self.zone.live
        if live is not None:
            if len(live) > 8:
                held = set(live)
                there = [card for card in self.zone.copies if card in held]
            else:
                order = table.once(("order", id(self.zone.copies)), self._order)
                there = sorted(set(live), key=order.__getitem__)
        else:
            there = [
                card for card in self.zone.copies if table.truth(Amount(((1, self.held, {card: 1}),)) >= 1)
            ]
        written, fact = self._texts, self.fact
        if fact is None:
            return [written[values] for values in self._of(there)]
        if self._facts is not None:
            return [written[values] for values in self._of(there) if self.allows(values, table)]
        found = []
        for values in self._of(there):
            said = fact(*values)
            if said is True or said is None or (said is not False and table.truth(said)):
                found.append(written[values])
        return found

    def _order(self) -> dict[Any, int]:
        return {card: place for place, card in enumerate(self.zone.copies)}


class Menu:
    """The options of one choice.

    `plain` are those without conditions, `bound` those with one, `otherwise` those legal where no other is, `free`
    what may be said in words of one's own.
    """

    __slots__ = ("_all", "_moves", "bound", "cards", "free", "otherwise", "plain", "reasons")

    def __init__(
        self,
        plain: dict[str, Any],
        bound: dict[str, tuple[Any, Any]],
        otherwise: dict[str, Any],
        free: Free | None,
        reasons: dict[str, str],
        cards: Sequence[Cards] = (),
    ) -> None:
        self.cards = tuple(cards)
        self.plain, self.bound, self.otherwise, self.free, self.reasons = (
            plain,
            bound,
            otherwise,
            free,
            reasons,
        )
        self._all: dict[str, Any] | None = None
        self._moves: tuple[Any, ...] | None = None

    def moves(self, table: Table, make: Callable[[str], Any]) -> Sequence[Any]:
        """What is legal now, each as `make` makes it of its text; what hangs on nothing is made once."""
        if self.free is not None and not (self.plain or self.bound or self.cards or self.otherwise):
            return self.free.legal(table, make)
        if self.bound or self.cards or self.free is not None or not self.plain:
            return tuple(map(make, self.legal(table)))
        if self._moves is None:
            self._moves = tuple(map(make, self.plain))
        return self._moves

    def beside(self, cards: Sequence[Cards], free: Free | None) -> Menu:
        """The same options with these over zones, and this free text."""
        return Menu(self.plain, self.bound, self.otherwise, free, self.reasons, cards)

    def all(self) -> dict[str, Any]:
        """Every text that could be legal, with its value."""
        if self._all is None:
            self._all = {
                **self.plain,
                **{text: value for text, (value, _) in self.bound.items()},
                **{text: value for each in self.cards for text, value in each.texts().items()},
                **self.otherwise,
            }
        return self._all

    def legal(self, table: Table) -> Sequence[str]:
        """The texts of what is legal now, in the order in which the rules list them."""
        if self.free is not None and not (self.plain or self.bound or self.cards or self.otherwise):
            return self.free.legal(table)
        found = list(self.plain)
        if self.bound:
            found += [text for text, (_, fact) in self.bound.items() if table.truth(fact)]
        if self.cards:
            found = [text for each in self.cards for text in each.legal(table)] + found
        if self.free is not None:
            found += self.free.legal(table)
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
            return self.otherwise[text], self.nothing_else() if table is None else None
        for cards in self.cards:
            values = cards.find(text)
            if values is None:
                continue
            if table is None:
                return cards.value(values), cards.of(values)
            if not cards.holds(values, table):
                raise IllegalMove(f"{text}: {' '.join(map(str, values[: cards.size]))} is not there")
            if not cards.allows(values, table):
                said = cards.sentence(*values) if callable(cards.sentence) else cards.sentence
                raise IllegalMove(f"{text}: not allowed now: {said or 'the rules have a condition for it'}")
            return cards.value(values), None
        free = self.free
        if free is not None and text.startswith(f"{free.verb} "):
            said = text[len(free.verb) + 1 :]
            wrong = free.why_not(said, table) if table is not None else None
            if wrong:
                raise IllegalMove(wrong if repr(said) in wrong else f"{text}: {wrong}")
            return (free.tag, said) if free.tag else said, None
        known = self.all()
        raise IllegalMove(f"{text[:80]}: not among the choices now: {nearest(text, list(known))}")

    @property
    def verb(self) -> str:
        """The word with which its options begin, as their first one does."""
        return self.free.verb if self.free is not None else next(iter(self.all()), "").partition(" ")[0]

    def text_of(self, value: Any) -> str:
        """The text of the option with this value."""
        if self.free is not None and value not in self.all().values():
            return f"{self.free.verb} {value}"
        return next(text for text, each in self.all().items() if each == value)

    def nothing_else(self) -> Any:
        """The fact that no option with a condition is legal; None where there is none to speak of."""
        fact = None
        conditions = [each for _, each in self.bound.values()]
        for cards in self.cards:
            conditions += [each for _, each in cards.each()]
        for each in conditions:
            fact = ~each if fact is None else fact & ~each
        return fact


def _said(fact: Any) -> str:
    return str(fact.sentence()) if hasattr(fact, "sentence") else str(fact)


def menu_of(options: Any, otherwise: Any = (), *, several: bool = False) -> Menu:
    """What an author gave to `choose`, as a menu. Raises `RulesError` (without a place) for what is none.

    With `several` it may be empty: there are other options beside.
    """
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
                for text, value, own, said in each.each():
                    both = own if fact is None else fact if own is None else own & fact
                    add(text, value, both, said or sentence)
            elif isinstance(each, Cards):
                cards.append(each)
            elif isinstance(each, Free):
                free.append(each)
            elif isinstance(each, Mapping):
                add_all(each, fact, sentence)
            else:
                add(str(each), each, fact, sentence)

    add_all(options)
    last: dict[str, Any] = {}
    if otherwise:
        given = (
            dict(otherwise) if isinstance(otherwise, Mapping) else {str(each): each for each in otherwise}
        )
        for text, value in given.items():
            if text in plain or text in bound:
                raise RulesError(f"two options are called {text!r}")
            last[text] = value
    if not (plain or bound or last or free or cards or several):
        raise RulesError("a choice without options")
    if len(free) > 1:
        raise RulesError("one kind of free text a choice")
    return Menu(plain, bound, last, free[0] if free else None, reasons, cards)


def _condition(value: Any) -> tuple[Any, Any] | None:
    """``(fact, value)`` where an option's value is such a pair."""
    if type(value) is tuple and len(value) == 2 and isinstance(value[0], (Constraint, Lazy)):
        return value
    return None


def values_of(menu: Menu) -> tuple[Hashable, ...]:
    """The values of all options, for the variable of a choice that not everybody sees."""
    return tuple(menu.all().values())
