"""Events as sentences for the seat that looks on: who did what, and what of it that seat saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from deduce.ground.wording import acts, as_is, listing, person, run, say, seated
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.views import EnigmaView


def happened(before: EnigmaView, after: EnigmaView, actor: int, move: object) -> list[str]:  # noqa: ARG001
    """What has happened between two views of a seat, in sentences."""
    told, time = [], before.time
    for event in after.log[len(before.log) :]:
        told.append(sentence(event, after.setup, after.seat, time=time))
        time = event.what if event.kind is What.TIME else time
    return [text for text in told if text]


def sentence(event: Event, setup: Setup, me: int, names: Sequence[str] = (), *, time: int = 0) -> str:
    """The event, masked for seat `me` (0: a bystander), in a sentence; '' for what needs none.

    `time` is where Time stood before it: at 1 it cannot be moved back.
    """
    if event.kind is What.TIME and event.what == time:
        return say("Time stays at {time} of {last}.", time=time, last=setup.last_time)
    return _Teller(setup, me, names).tell(event)


Told = tuple[str, Mapping[str, object], Sequence[str]]
"""What somebody does, as the rest of a key from its verb on; what stands in its slots; what is said behind it."""


class _Teller:
    def __init__(self, setup: Setup, me: int, names: Sequence[str]) -> None:
        self.setup, self.me, self.names = setup, me, tuple(names)
        self.rooms, self.people = setup.parts.room_names, setup.parts.character_names

    def tell(self, event: Event) -> str:
        """The sentence of one event."""
        kind = event.kind
        if kind is What.TIME:
            return say("Time is now {time} of {last}.", time=event.what, last=self.setup.last_time)
        if kind is What.TIMEOUT and not event.seat:
            return say("Chaos breaks through: the game is over, and nobody has won.")
        if kind is What.TIMEOUT:
            return run(say("Time has run out: "), acts(self.who(event.seat), "win as the Saboteur"), ".")
        if kind is What.VERDICT:
            return self._verdict(event)
        if kind is What.SHUFFLE:
            return say("The cards at {places} are shuffled and lie face down.", places=_places(event.at))
        if kind is What.ALLOW:
            return ""
        what, slots, rest = (_PLAIN[kind], {}, ()) if kind in _PLAIN else _TOLD[kind](self, event)
        return run(acts(self.who(event.seat), what, **slots), *rest, ".")

    def who(self, seat: int, *, begins: bool = True) -> str:
        """Who does something, or to whom it is done; '' for the seat that looks on."""
        if seat == self.me:
            return ""
        if self.names:
            return as_is(self.names[seat - 1])
        return seated(seat) if begins else person(seat)

    def _verdict(self, event: Event) -> str:
        if not event.seat:
            return say("Nobody doubts.")
        others = list(bits(event.more & ~1))
        said = [self.who(seat, begins=not k) or say("you" if k else "You") for k, seat in enumerate(others)]
        several = len(others) > 1 or others == [self.me]
        doubt = say("{who} doubt." if several else "{who} doubts.", who=listing(said))
        at, silent = event.at + 1, self.who(event.seat, begins=False)
        slots: dict[str, Any] = {}
        if event.more & 1:
            found = (
                ": it is {room}, which lies face up at {at} now; Silence for {silent}"
                if silent
                else ": it is {room}, which lies face up at {at} now; Silence for you"
            )
            slots = {"room": self.rooms[event.what], "at": at, "silent": silent}
        elif event.seen != HIDDEN:
            found = ": a lie, at {at} lies {room}. Silence for who named it, and the turn is over"
            slots = {"room": self.rooms[event.seen], "at": at}
        else:
            found = ": a lie. Silence for who named it, and the turn is over"
        return run(doubt, " ", acts(self.who(event.seat), "check"), say(found, **slots), ".")

    def looked(self, what: str, event: Event, *rest: str) -> Told:
        """A look at a place; what it showed, where this seat may know it."""
        saw = [say(" and see {room}", room=self.rooms[event.seen])] if event.seen != HIDDEN else []
        return what, {"at": event.at + 1}, [*saw, *rest]

    def placed(self, what: str, event: Event) -> Told:
        """Something done to a card that is known."""
        return what, {"at": event.at + 1, "room": self.rooms[event.what]}, ()

    def role(self, what: str, event: Event, *rest: str) -> Told:
        """Something done with a Character that is known."""
        return what, {"role": self.people[event.what]}, rest

    def on(self, event: Event, mine: str, other: str, **slots: str) -> str:
        """What else is done, as it is said of the seat that looks on and of others."""
        return say(mine if event.seat == self.me else other, **slots)

    def to(self, event: Event, mine: str, other: str, **slots: object) -> tuple[str, Mapping[str, object]]:
        """What is done to the seat that looks on, or to `whom`."""
        whom = self.who(event.at, begins=False)
        return other if whom else mine, {"whom": whom, **slots}


def _gains(t: _Teller, e: Event) -> str:
    gained = {CHAOS: say("Chaos"), DECRYPTION: say("Decryption"), 0: say("nothing")}.get(e.what)
    return t.on(e, " and gain {what}", " and gains {what}", what=gained) if gained else ""


def _laid(_: _Teller, e: Event) -> Told:
    triple, order = bits(e.at), ""
    if e.seen != HIDDEN:
        places = " ".join(str(triple[k] + 1) for k in PERMUTATIONS[e.seen])
        order = say(", those of {places}", places=places)
    left = say("; the Ghost leaves and a new Character is drawn from the stack")
    return "lay three cards at {places}", {"places": _places(e.at)}, (order, left)


def _viewed(t: _Teller, e: Event) -> Told:
    saw = say(": the {role}", role=t.people[e.seen]) if e.seen != HIDDEN else ""
    return *t.to(e, "look at your Character", "look at the Character of {whom}"), (saw,)


def _accused(t: _Teller, e: Event) -> Told:
    end = say(", which is right" if e.seen == 1 else ", which is wrong")
    role = t.people[e.what]
    return *t.to(e, "name you as the {role}", "name {whom} as the {role}", role=role), (end,)


_TOLD: Mapping[What, Callable[[_Teller, Event], Told]] = {
    What.PEEK: lambda t, e: t.looked("look at {at}", e),
    What.QUIET: lambda t, e: t.looked("look at {at}", e, say("; Silence is returned")),
    What.LOOK: lambda t, e: t.looked("look at {at}", e, _gains(t, e)),
    What.CLAIM: lambda t, e: t.placed("name {at} as {room}", e),
    What.NAME: lambda t, e: t.placed("name {room}, which lies face up at {at}", e),
    What.POINT: lambda _, e: ("point to {at}", {"at": e.at + 1}, ()),
    What.OPEN: lambda t, e: t.placed("turn up {at}: {room}", e),
    What.REVEAL: lambda t, e: t.placed("reveal {at}: {room}", e),
    What.CALL: lambda t, e: (
        "call {at} {named}: it is {room}",
        {"at": e.at + 1, "named": t.rooms[e.more], "room": t.rooms[e.what]},
        (),
    ),
    What.GHOST: lambda t, e: (
        "show the Ghost",
        {},
        [
            t.on(
                e,
                " and take the cards at {places}",
                " and takes the cards at {places}",
                places=_places(e.at),
            )
        ],
    ),
    What.LAY: _laid,
    What.VIEW: _viewed,
    What.FLIP: lambda t, e: (*t.to(e, "flip your Chaos", "flip the Chaos of {whom}"), ()),
    What.SWAP: lambda t, e: (
        *t.to(e, "exchange Characters with you", "exchange Characters with {whom}"),
        (),
    ),
    What.RENEW: lambda t, e: t.role(
        "lay the {role} open", e, t.on(e, " and draw a new Character", " and draws a new Character")
    ),
    What.MISSION: lambda t, e: t.role(
        "show the {role}", e, t.on(e, " and try the mission", " and tries the mission")
    ),
    What.SHOWN: lambda t, e: t.role("show the {role} by mistake", e),
    What.ACCUSE: _accused,
}
"""What is done, and to what."""

_PLAIN = {
    What.REST: "return Silence: there is nothing to look at",
    What.SPEND: "return Decryption for an extra naming",
    What.KEEP: "keep the Character",
    What.CANCEL: "return Chaos: the Enigma Machine is cancelled",
    What.FAIL: "fail the mission: out of the game",
    What.WIN: "win by the mission",
    What.END: "end the turn",
}


def _places(mask: int) -> str:
    return " ".join(str(cell + 1) for cell in bits(mask))
