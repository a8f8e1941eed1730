"""Why something is known: what was heard, as a sentence that says who saw or did what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deduce.rulebook.audience import ALL
from deduce.rulebook.heard import Event

__all__ = ["reason"]

ICONS = {"C": "Chaos", "D": "Decryption"}


def reason(event: Event, key: Any, names: Sequence[str]) -> str:
    """The sentence of an event; of a told set (`key`) what it says of one of its keys."""
    who = event.part.rpartition(".")[0]
    if event.kind == "show":
        return _shown(event, who, names)
    if event.kind == "tell":
        return _told(event)
    if event.kind == "which" and event.name == "timeout":
        slot = event.about[key].scope[0].name[6:-1]
        won = "won" if key in event.value else "did not win"
        said = f"{names[key - 1]} {won} as the Saboteur when time ran out"
        return said if slot == names[key - 1] else f"{said}, with the Character dealt to {slot}"
    if event.kind == "which" and event.name == "together":
        return f"{names[key - 1]} {'doubted' if key in event.value else 'trusted'}"
    if event.kind == "which":
        who, _, at = event.said.partition(" gains {} by ")
        gained = "gained" if key in event.value else "did not gain"
        return f"{who} {gained} {ICONS[key]} by looking at {at} through the Library"
    if event.kind == "sense":
        return f"{who} gained {ICONS.get(event.value, 'nothing')} through the Library"
    if event.kind == "change" and not event.seat:
        return "the Enigma Machine shuffles three cards"
    if event.kind == "change":
        laid = "three cards anew" if event.value else f"three cards in an order only {who} knows"
        return f"{who}, the Ghost, laid {laid}"
    if event.said == "mission":
        return f"{who} showed a Character that has a mission"
    return f"{who} showed the Ghost" if event.said.startswith("ghost") else f"{who}: {event.said}"


def _told(event: Event) -> str:
    """The outcome of a check, or of naming a Character."""
    if event.name != "sees":
        return f"the Medium learned that {event.said if event.value else event.said.replace(' is ', ' is not ', 1)}"
    who, at, room = event.said.replace(" checks ", " ").rsplit(" ", 2)
    if event.value:
        return f"{who} checked that {at} is {room}, and it lies face up"
    return f"{who} caught the lie that {at} is {room}"


def _shown(event: Event, who: str, names: Sequence[str]) -> str:
    place = event.said.partition("[")[2][:-1]
    dealt = f", with the Character dealt to {place}" if place != who else ""
    if event.said.startswith("cell"):
        if event.mask == ALL:
            return f"{event.value} lies face up at {place}"
        seers = [name for seat, name in enumerate(names, 1) if event.mask >> seat & 1]
        return f"{' and '.join(seers)} saw {event.value} at {place}"
    if event.mask == ALL:
        return f"{who} showed the {event.value}{dealt}"
    if not who:
        return f"the Character dealt to {place} is seen by its holder"
    return f"{who} saw the {event.value}, the Character dealt to {place}"
