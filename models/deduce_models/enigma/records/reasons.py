"""Why something is known: what was heard, as a sentence that says who saw or did what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deduce.ground.wording import as_is, listing, run, say, typed
from deduce.rulebook.audience import ALL
from deduce.rulebook.heard import Event

ICONS = {"C": "Chaos", "D": "Decryption"}


def reason(event: Event, key: Any, names: Sequence[str]) -> str:
    """The sentence of an event; of a told set (`key`) what it says of one of its keys."""
    who = event.part.rpartition(".")[0]
    if event.kind == "show":
        return _shown(event, who, names)
    if event.kind == "tell":
        return _told(event)
    if event.kind == "which":
        return _among(event, key, names)
    if event.kind == "sense":
        gained = say(ICONS.get(event.value, "nothing"))
        return say("{who} gained {what} through the Library", who=as_is(who), what=gained)
    if event.kind == "change" and not event.seat:
        return say("the Enigma Machine shuffles three cards")
    if event.kind == "change":
        return say(
            "{who}, the Ghost, laid three cards anew"
            if event.value
            else "{who}, the Ghost, laid three cards in an order only {who} knows",
            who=as_is(who),
        )
    if event.said == "mission":
        return say("{who} showed a Character that has a mission", who=as_is(who))
    if event.said.startswith("ghost"):
        return say("{who} showed the Ghost", who=as_is(who))
    return f"{who}: {event.said}"


def _among(event: Event, key: Any, names: Sequence[str]) -> str:
    """What is told of several at once, of one of them."""
    there = key in event.value
    if event.name == "timeout":
        slot = event.about[key].scope[0].name[6:-1]
        person = as_is(names[key - 1])
        said = say(
            "{who} won as the Saboteur when time ran out"
            if there
            else "{who} did not win as the Saboteur when time ran out",
            who=person,
        )
        return (
            said
            if slot == person
            else run(said, say(", with the Character dealt to {slot}", slot=typed(slot)))
        )
    if event.name == "together":
        return say("{who} doubted" if there else "{who} trusted", who=as_is(names[key - 1]))
    who, _, at = event.said.partition(" gains {} by ")
    return say(
        "{who} gained {what} by looking at {place} through the Library"
        if there
        else "{who} did not gain {what} by looking at {place} through the Library",
        who=as_is(who), what=say(ICONS[key]), place=as_is(at),
    )  # fmt: skip


def _told(event: Event) -> str:
    """The outcome of a check, or of naming a Character."""
    if event.name != "sees":
        who, _, what = event.said.partition(" is ")
        return say(
            "the Medium learned that {who} is {what}"
            if event.value
            else "the Medium learned that {who} is not {what}",
            who=as_is(who), what=typed(what),
        )  # fmt: skip
    who, at, room = event.said.replace(" checks ", " ").rsplit(" ", 2)
    return say(
        "{who} checked that {place} is {room}, and it lies face up"
        if event.value
        else "{who} caught the lie that {place} is {room}",
        who=as_is(who), place=as_is(at), room=typed(room),
    )  # fmt: skip


def _shown(event: Event, who: str, names: Sequence[str]) -> str:
    place, what = event.said.partition("[")[2][:-1], typed(event.value)
    if event.said.startswith("cell"):
        if event.mask == ALL:
            return say("{room} lies face up at {place}", room=what, place=as_is(place))
        seers = listing(
            [as_is(name) for seat, name in enumerate(names, 1) if event.mask >> seat & 1], "and"
        )
        return say("{who} saw {what} at {place}", who=seers, what=what, place=as_is(place))
    if event.mask == ALL:
        said = say("{who} showed the {character}", who=as_is(who), character=what)
        dealt = say(", with the Character dealt to {slot}", slot=typed(place)) if place != who else ""
        return run(said, dealt)
    if not who:
        return say("the Character dealt to {slot} is seen by its holder", slot=typed(place))
    return say(
        "{who} saw the {character}, the Character dealt to {slot}",
        who=as_is(who), character=what, slot=typed(place),
    )  # fmt: skip
