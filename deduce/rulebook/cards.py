"""Options over the cards of a zone: looked up by a live run when asked; by a blind one, facts about cards unseen.

Where notes tell that one was chosen which lies elsewhere for certain, `never` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from deduce.ground.wording import as_is, run, say
from deduce.rulebook.heard import UNNOTED, UNSHOWN, Unsure
from deduce.rulebook.zones import Amount, Bag, Compared, Lazy, Several, Term

if TYPE_CHECKING:
    from deduce.rulebook.heard import Event
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone


class Lists:
    """What options can be written: values of the slots by text, texts by values, and what choosing each gives."""

    __slots__ = ("texts", "values", "written")

    def __init__(
        self, written: dict[str, tuple[Any, ...]], value: Callable[[tuple[Any, ...]], Any]
    ) -> None:
        self.written = written
        self.texts = {values: text for text, values in written.items()}
        self.values = {text: value(values) for text, values in written.items()}


class Cards:
    """Options over the cards of a zone: ``"play {card}"`` for every card that lies there; made by `Table.option`.

    Further slots may have values of their own (``"play {card} {pile}"``) or be the same zone again: then they are
    different cards, in the order of the deck. `otherwise` are options that are legal where none of these is. A run looks
    at the cards and conditions when it is asked, while it waits; what a blind one may have to say of them later is kept
    as it was then (`keep`).
    """

    __slots__ = (
        "_facts", "_lists", "_texts", "_written", "fact", "held", "otherwise", "sentence", "size", "slots", "tag",
        "text", "zone",
    )  # fmt: skip

    def __init__(
        self,
        text: str,
        zone: Zone,
        slots: Mapping[str, Any],
        fact: Callable[..., Any] | None,
        sentence: str | Callable[..., str],
        tag: str = "",
        written: Callable[[Hashable, Callable[[], Any]], Any] | None = None,
        otherwise: Mapping[str, Any] | None = None,
    ) -> None:
        self.text, self.zone, self.slots, self.fact, self.sentence = text, zone, slots, fact, sentence
        self.tag, self.otherwise = tag, otherwise or {}
        values = [None if each is zone else tuple(each) for each in slots.values()]
        self.size = values.count(None)
        self.held = zone.snapshot()
        key = ("written", text, tag, id(zone.copies), *values)
        self._list(written(key, self._all) if written is not None else self._all())
        self._facts: dict[tuple[Any, ...], Any] | None = None

    def keep(self) -> None:
        """Work out all conditions of a blind run: it goes on, and they may be asked for later."""
        fact = self.fact
        if self._facts is None and fact is not None and self.zone.live is None:
            self._facts = {values: fact(*values) for values in self._written.values()}

    def _list(self, lists: Lists) -> None:
        self._lists = lists
        self._written, self._texts = lists.written, lists.texts

    def _all(self) -> Lists:
        """What can be written, with its values; and the other way round."""
        return Lists(
            {
                self.text.format(**dict(zip(self.slots, values, strict=True))): values
                for values in self._of(self.zone.copies)
            },
            self.value,
        )

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

    def none(self) -> Several:
        """The fact that no card that is there may be chosen."""

        def made() -> list[Any]:
            return [~fact for _, fact in self.each()]

        self.keep()
        # A condition that was not worked out when the rules said it would be asked of what lies there later.
        return Several(True, made if self.fact is None or self._facts is not None else made())

    def texts(self) -> dict[str, Any]:
        """Every text that could be legal, with its value."""
        return self._lists.values

    def find(self, text: str) -> tuple[Any, ...] | None:
        """The values of the slots in a text; None where it is none of these."""
        return self._written.get(text)

    def holds(self, values: tuple[Any, ...], table: Table) -> bool:
        """Whether the cards of an option are there."""
        return not self.lacking(values, table)

    def lacking(self, values: tuple[Any, ...], table: Table) -> list[Any]:
        """The cards of an option that are not there."""
        cards, live = values[: self.size], self.zone.live
        if live is not None:
            return [card for card in cards if card not in live]
        return [card for card in cards if not table.truth(Amount(((1, self.held, {card: 1}),)) >= 1)]

    @property
    def pattern(self) -> str:
        """What all its options look like: ``play CARD PILE``."""
        return self.text.format(**{name: name.upper() for name in self.slots})

    def allows(self, values: tuple[Any, ...], table: Table) -> bool:
        """Whether an option whose cards are there may be chosen."""
        fact = self.condition(values)
        return fact is True or fact is None or (fact is not False and table.truth(fact))

    def legal(self, table: Table) -> list[str]:
        """The texts of what is legal now, in the order of the deck."""
        live = self.zone.live
        if live is not None:
            order = table.once(("order", id(self.zone.copies)), self._order)
            there = sorted(set(live), key=order.__getitem__)
        elif isinstance(self.held, Bag) and not self.held.terms:
            known = self.held.fixed
            there = [card for card in self.zone.copies if known.get(card, 0) > 0]
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


# What notes say that can never be: bounds alone, of what was heard and of how many copies there are; whatever else
# contradicts the notes, knowledge finds.


def never(table: Table, place: str) -> str:
    """Why a choice that was noted at a place cannot have been made, by a blind table with zones; empty where all can.

    A live run looks at its cards when it plays, and a menu at what is written; of cards that a seat does not see only
    what was told before says that they cannot have been there.
    """
    log = table.log if table.zones else []
    begin = len(log)
    while begin and log[begin - 1].place == place:
        begin -= 1
    for event in log[begin:]:
        heard = event.kind in ("tell", "which") and table.hears(event.mask) and event.when is None
        if heard and (rule := _otherwise(event, table)):
            return rule
        if event.kind != "choose" or not event.said or not isinstance(event.about, Lazy):
            continue
        for card, lacking in _asked(event.about, table):
            if lacking or _too_many(card, table):
                return _told(event, card, log[:begin], table)
    return ""


def may_lie(card: Hashable, zone: Zone, held: Any, table: Table) -> bool:
    """Whether a card may be among those of a zone that were `held`: a copy is left that need not lie elsewhere."""
    if not isinstance(held, Bag):
        return True
    most = held.fixed.get(card, 0)
    most += sum(n for term, n in held.terms.items() if n > 0 and _may_be(term, card, table))
    others = (each for each in table.zones.values() if each is not zone and card in each.copies)
    there = min(_copies(card, table), _left(card, table))
    return most > 0 and sum(_surely(each, card, table) for each in others) < there


def offered(texts: Sequence[str], cards: Sequence[Cards], table: Table) -> Sequence[str]:
    """Those options of another seat whose cards may lie where they would be taken from; all, where none can."""
    known: dict[tuple[int, Hashable], bool] = {}

    def may(text: str) -> bool:
        for number, each in enumerate(cards):
            for card in (each.find(text) or ())[: each.size]:
                key = (number, card)
                if key not in known:
                    known[key] = may_lie(card, each.zone, each.held, table)
                if not known[key]:
                    return False
        return True

    return [text for text in texts if may(text)] or texts


def _otherwise(event: Event, table: Table) -> str:
    """What cards that the writer saw say of something told, where the line says it otherwise; empty where it does not."""
    told = event.value
    if event.kind == "tell":
        is_so = None if told in (UNNOTED, UNSHOWN) else sure_of(event.about, table)
        return "" if is_so is None or is_so == told else _so(event.said, is_so)
    for key, fact in event.about.items():
        is_so = sure_of(fact, table) if Unsure(key) not in told else None
        if is_so is not None and is_so != (key in told):
            name = table.name(key) if type(key) is int and key in table.seats else str(key)
            return _so(event.said.replace("{}", name), is_so)
    return ""


def _so(said: str, value: object) -> str:
    """That it is so."""
    truth = ("no", "yes")[value] if isinstance(value, bool) else str(value)
    return run(as_is(said), ": ", say("by these notes it is {truth}", truth=as_is(truth)))


def sure_of(what: Any, table: Table) -> Any:
    """Whether a fact about zones is true, or what an amount is, where cards seen alone say it; else None."""
    if isinstance(what, Amount):
        low, high = what.bounds()
        return low if low == high else None
    if isinstance(what, Several):
        parts = [sure_of(part, table) for part in what.parts]
        decided = not what.every
        return decided if decided in parts else None if None in parts else what.every
    if isinstance(what, Compared):
        low, high = what.amount.bounds()
        if (what.low is not None and high < what.low) or (what.high is not None and low > what.high):
            return False
        return True if what.says(low) and what.says(high) else None
    return None


def _told(event: Event, card: Hashable, before: Sequence[Event], table: Table) -> str:
    """The sentence, with the line that noted the card last."""
    told = (each for each in reversed(before) if str(card) in each.said.replace(",", " ").split())
    last = next((f" ({each.place}: {each.said})" for each in told), "")
    who = table.name(event.seat)
    return f"{event.said}: by what was noted before, {who} cannot have had {card} to choose{last}"


def _asked(fact: Any, table: Table) -> Iterator[tuple[Hashable, bool]]:
    """The single cards that had to be somewhere, each with whether it cannot have been."""
    if isinstance(fact, Several) and fact.every:
        for part in fact.parts:
            yield from _asked(part, table)
    elif isinstance(fact, Compared) and fact.high is None and len(fact.amount.parts) == 1:
        ((factor, bag, numbers),) = fact.amount.parts
        if factor == 1 and list(numbers.values()) == [1] and isinstance(bag, Bag):
            (card,) = numbers
            most = bag.fixed.get(card, 0) + fact.amount.constant
            most += sum(n for term, n in bag.terms.items() if n > 0 and _may_be(term, card, table))
            yield card, most < (fact.low or 0)


def _too_many(card: Hashable, table: Table) -> bool:
    """Whether more copies of a card lie about for certain than there are, or more have left all zones."""
    zones = [zone for zone in table.zones.values() if card in zone.copies]
    sure = sum(_surely(zone, card, table) for zone in zones)
    return sure > _copies(card, table) or _left(card, table) < 0


def _left(card: Hashable, table: Table) -> int:
    """How many copies of a card can lie in zones still: as many as have not left all of them for certain."""
    left, net = 0, dict[Term, int]()
    for zone in table.zones.values():
        if card in zone.copies:
            held: Any = zone.snapshot()
            left += held.fixed.get(card, 0)
            for term, n in held.terms.items():
                if _may_be(term, card, table):
                    net[term] = net.get(term, 0) + n
    return left + sum(n for n in net.values() if n > 0)


def _surely(zone: Zone, card: Hashable, table: Table) -> int:
    """How many copies of a card lie in a zone for certain."""
    held: Any = zone.snapshot()
    gone: int = sum(min(n, 0) for term, n in held.terms.items() if _may_be(term, card, table))
    here: int = held.fixed.get(card, 0) + gone
    return max(0, here)


def _copies(card: Hashable, table: Table) -> int:
    """How many copies of a card there are: several decks may have one of its name, and lie in each other's zones."""
    zones = (zone for zone in table.zones.values() if card in zone.copies)
    return sum({id(zone.copies): zone.copies[card] for zone in zones}.values())


def _may_be(term: Term, card: Hashable, table: Table) -> bool:
    """Whether a card that was not seen may be this one, as far as the pile tells that it was drawn from."""
    if not isinstance(term, int) or term not in table.unseen:
        return True
    drained = table.unseen[term][1]
    if card in table.barred.get(term, ()):
        return False
    return bool(drained.start.terms) or drained.end.fixed.get(card, 0) > 0
