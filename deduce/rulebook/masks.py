"""What the seat of a blind run knows of single variables: enough, mostly, to tell which of its options are legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.rulebook.faults import RulesError, where
from deduce.rulebook.heard import UNSHOWN, Unsure
from deduce.rulebook.zones import Compared, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table


class Masks:
    """For each variable the values that are still possible, as bits, from what was shown and told about it alone.

    What follows only from several things together is asked of `deduce.Knowledge`.
    """

    __slots__ = ("_table", "possible")

    def __init__(self, table: Table) -> None:
        self._table = table
        self.possible: dict[Variable, int] = {}

    def heard(self, kind: str, about: Any, value: Any, when: Any) -> None:
        """Something was told."""
        if kind == "show":
            self.shown(about, value, when)
        elif kind == "tell":
            self.told(about, value, when)
        else:
            for key, fact in about.items():
                if Unsure(key) not in value:
                    self.told(fact, key in value, None)

    def shown(self, variable: Variable, value: Any, when: Any) -> None:
        """The value of a variable is known; `UNSHOWN` tells that the condition was not true."""
        if when is not None:
            self._narrow(when if value is not UNSHOWN else ~when)
        if value is not UNSHOWN:
            self.possible[variable] = 1 << variable.position(value)

    def told(self, what: Any, value: Any, when: Any) -> None:
        """A fact is known to be true or false."""
        if when is not None:
            self._narrow(when if value is not UNSHOWN else ~when)
        if value is not UNSHOWN and isinstance(what, Fact):
            self._narrow(what if value else ~what)

    def laid(self, variables: Sequence[Variable], order: Sequence[int] | None) -> None:
        """Values have been laid anew; where the order is not known, nothing is known of them here."""
        old = [self.possible.pop(variable, variable.full_mask) for variable in variables]
        if order is not None:
            for variable, source in zip(variables, order, strict=True):
                self.possible[variable] = old[source]

    def _narrow(self, fact: Any) -> None:
        if not isinstance(fact, Fact):
            return
        if (single := fact.single()) is not None:
            variable = single.variable
            self.possible[variable] = self.possible.get(variable, variable.full_mask) & single.mask
        for part in fact.all_of() or ():
            self._narrow(part)

    def truth(self, fact: Any) -> bool:
        """Whether a fact is true. Raises `RulesError` where the seat cannot know: then a menu tells too much."""
        found = self.seen(fact)
        if found is None:
            from deduce.rulebook.knowing import knowledge_of

            said = self._table.lowered(fact)
            found = said if isinstance(said, bool) else knowledge_of(self._table).holds(said)
        if found is None and self._table.unnoted:
            return True  # the seat knew more than its notes tell
        if found is None:
            raise RulesError(
                f"whether '{fact.sentence()}' decides what seat {self._table.seat} may choose, and it was not told",
                where(),
            )
        return found

    def seen(self, fact: Any) -> bool | None:
        """The same from single variables alone; None where that says nothing."""
        if isinstance(fact, Compared):
            number = fact.amount.value()
            return None if number is None else bool(fact.says(number))
        if isinstance(fact, Several):
            return self._decided(fact.parts, fact.every)
        if isinstance(fact, Fact):
            if (single := fact.single()) is not None:
                possible = self.possible.get(single.variable, single.variable.full_mask)
                return (
                    False if not possible & single.mask else True if not possible & ~single.mask else None
                )
            for parts, every in ((fact.all_of(), True), (fact.any_of(), False)):
                if parts is not None:
                    return self._decided(parts, every)
        values = {}
        for variable in fact.scope:
            mask = self.possible.get(variable, 0)
            if mask.bit_count() != 1:
                return None
            values[variable] = variable.domain[mask.bit_length() - 1]
        return bool(fact.true_in(values)) if isinstance(fact, Fact) else None

    def _decided(self, parts: Sequence[Any], every: bool) -> bool | None:
        """Whether all the parts are true, or (`every` False) one is at least."""
        found = [self.seen(part) for part in parts]
        if (not every) in found:
            return not every
        return None if None in found else every
