"""Options over the cards of a zone: looked up by a live run when asked; by a blind one, facts about cards unseen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from deduce.rulebook.zones import Amount, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table
    from deduce.rulebook.zones import Zone

__all__ = ["Cards", "Lists"]


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
    different cards, in the order of the deck. `otherwise` are options that are legal where none of these is. A live run
    looks at the cards when it is asked; what a blind one may have to say of other cards is kept as it was when the rules
    said it.
    """

    __slots__ = (
        "_facts",
        "_lists",
        "_texts",
        "_written",
        "fact",
        "held",
        "otherwise",
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
        if zone.live is None and fact is not None:
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
