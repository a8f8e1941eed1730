"""What notes say that can never be true: a card chosen that lies elsewhere for certain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deduce.rulebook.heard import Event
from deduce.rulebook.zones import Compared, Lazy, Several

if TYPE_CHECKING:
    from deduce.rulebook.table import Table

__all__ = ["never"]


def never(table: Table, place: str) -> str:
    """Why a choice that was noted at a place cannot have been made; empty where all can have been.

    A live run looks at its cards when it plays, and a menu at what is written; of cards that a seat does not see only
    what was told before says that they cannot have been there.
    """
    if table.seat is None or not table.zones:
        return ""
    log = table.log
    begin = len(log)
    while begin and log[begin - 1].place == place:
        begin -= 1
    for event in log[begin:]:
        fact = event.about
        if (
            event.kind == "choose"
            and event.said
            and isinstance(fact, Lazy)
            and table.lowered(fact) is False
        ):
            return _told(event, fact, log[:begin], table)
    return ""


def _told(event: Event, fact: Any, before: Sequence[Event], table: Table) -> str:
    """The sentence, with the line that noted the card last."""
    for card in _asked(fact, table):
        told = (each for each in reversed(before) if str(card) in each.said.replace(",", " ").split())
        last = next((f" ({each.place}: {each.said})" for each in told), "")
        who = table.name(event.seat)
        return f"{event.said}: by what was noted before, {who} cannot have had {card} to choose{last}"
    return f"{event.said}: by what was noted before, that cannot be"


def _asked(fact: Any, table: Table) -> Iterator[Any]:
    """The cards that had to be there and cannot have been."""
    if isinstance(fact, Several) and fact.every:
        for part in fact.parts:
            yield from _asked(part, table)
    elif isinstance(fact, Compared) and fact.high is None and table.lowered(fact) is False:
        for _, _, numbers in fact.amount.parts:
            yield from numbers
