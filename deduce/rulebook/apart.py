"""Options over listed values without those that lie in a zone or were chosen unseen: what else there is to name.

A live run looks at the hidden things when it is asked; a blind one makes facts of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from deduce.ground.compat import override
from deduce.language.variables import Variable
from deduce.rulebook.cards import Cards, Lists
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.zones import Amount, Several, Zone

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

ALWAYS = Several(True, ())
NEVER = Several(False, ())


class Apart(Cards):
    """Options by a pattern with one slot, legal where its value is apart from all of `apart`; made by `Table.option`.

    These are zones (their cards as they are now), variables and values.
    """

    __slots__ = ("_bags", "_values", "apart")

    def __init__(
        self,
        text: str,
        slot: str,
        values: Sequence[Hashable],
        apart: Sequence[Any],
        sentence: str | Callable[..., str],
        written: Callable[[Hashable, Callable[[], Any]], Any],
        tag: str = "",
    ) -> None:
        self.text, self.slots, self.sentence, self.tag = text, {slot: values}, sentence, tag
        self.apart, self.otherwise, self.size = tuple(apart), {}, 0
        self._values = values
        self._list(written(("apart", text, tag, *values), self._all))
        self._bags: list[Any] = [
            each.snapshot() if type(each) is Zone and each.live is None else each for each in apart
        ]
        self._facts = None

    @override
    def _all(self) -> Lists:
        (slot,) = self.slots
        return Lists({self.text.format(**{slot: value}): (value,) for value in self._values}, self.value)

    @override
    def keep(self) -> None:
        """Nothing: what lies apart was noted when the rules said it."""

    @override
    def condition(self, values: tuple[Any, ...]) -> Any:
        (value,) = values
        facts = [self._without(each, value) for each in self._bags]
        if any(fact is False for fact in facts):
            return False
        left = [fact for fact in facts if fact is not True]
        return reduce(and_, left) if left else True

    @staticmethod
    def _without(each: Any, value: Hashable) -> Any:
        if type(each) is Variable:
            return each != value if value in each.domain else True
        if type(each) is Zone:
            return ~each.any(value)
        if hasattr(each, "terms"):
            if not each.terms:
                return value not in each.fixed
            return ~(Amount(((1, each, {value: 1}),)) >= 1)
        return each != value

    @override
    def of(self, values: tuple[Any, ...]) -> Any:
        fact = self.condition(values)
        return None if fact is True else NEVER if fact is False else fact

    @override
    def each(self) -> Iterator[tuple[Any, Any]]:
        for values in self._written.values():
            yield self.value(values), ALWAYS if (fact := self.of(values)) is None else fact

    @override
    def lacking(self, values: tuple[Any, ...], table: Table) -> list[Any]:
        return []

    @override
    def allows(self, values: tuple[Any, ...], table: Table) -> bool:
        known = self._known(table)
        if known is not None:
            return values[0] not in known
        fact = self.condition(values)
        return fact is True or (fact is not False and table.truth(fact))

    def _known(self, table: Table) -> set[Any] | None:
        """The values that are out, where the table knows them all."""
        out: set[Any] = set()
        for each in self._bags:
            kind = type(each)
            if kind is Zone:
                out.update(each.live)
                out.update(each.under)
            elif kind is Variable:
                if each not in table.world:
                    return None
                out.add(table.world[each])
            elif hasattr(each, "terms"):
                if each.terms:
                    return None
                out.update(each.fixed)
            else:
                out.add(each)
        return out

    @override
    def legal(self, table: Table) -> list[str]:
        known = self._known(table)
        if known is not None:
            return [text for text, (value,) in self._written.items() if value not in known]
        return [text for text, values in self._written.items() if self.allows(values, table)]


def apart_of(
    text: str,
    slots: Mapping[str, Any],
    apart: Any,
    sentence: str | Callable[..., str],
    written: Callable[[Hashable, Callable[[], Any]], Any],
    tag: str,
) -> Apart:
    """The options of a pattern with one slot of listed values. Raises `RulesError` for any other."""
    if len(slots) != 1 or any(isinstance(values, Zone) for values in slots.values()):
        raise RulesError(f"{text!r}: apart= goes with one slot of listed values", where())
    ((slot, values),) = slots.items()
    things = (apart,) if isinstance(apart, (Zone, Variable, str)) else tuple(apart)
    return Apart(text, slot, tuple(values), things, sentence, written, tag)
