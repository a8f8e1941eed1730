"""Events as sentences for the seat that looks on: who did what, and what of it that seat saw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from deduce.ground.wording import does
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["happened", "sentence"]


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
        return f"Time stays at {time} of {setup.last_time}."
    return _Teller(setup, me, names).tell(event)


class _Teller:
    def __init__(self, setup: Setup, me: int, names: Sequence[str]) -> None:
        self.setup, self.me = setup, me
        self.names = tuple(names) or tuple(f"Seat {seat}" for seat in range(1, setup.players + 1))
        self.rooms, self.people = setup.parts.room_names, setup.parts.character_names

    def tell(self, event: Event) -> str:
        """The sentence of one event."""
        kind = event.kind
        if kind is What.TIME:
            return f"Time is now {event.what} of {self.setup.last_time}."
        if kind is What.TIMEOUT:
            return (
                f"Time has run out: {self._does(event.seat, 'win')} as the Saboteur."
                if event.seat
                else _BREAKTHROUGH
            )
        if kind is What.VERDICT:
            return self._verdict(event)
        if kind is What.SHUFFLE:
            return f"The cards at {_places(event.at)} are shuffled and lie face down."
        if kind is What.ALLOW:
            return ""
        if kind in _PLAIN:
            return f"{self._does(event.seat, *_PLAIN[kind])}."
        verb, rest = _TOLD[kind]
        return f"{self._does(event.seat, verb, rest(self, event))}."

    def _does(self, seat: int, verb: str, rest: str = "") -> str:
        """``Seat 2 looks at 5``, or ``You look at 5``."""
        who = "You" if seat == self.me else self.names[seat - 1]
        return does(who, f"{verb} {rest}".rstrip())

    def whom(self, seat: int) -> str:
        """A seat to which something is done."""
        return "you" if seat == self.me else self.names[seat - 1].replace("Seat", "seat")

    def _verdict(self, event: Event) -> str:
        at, room = event.at + 1, self.rooms[event.what]
        if not event.seat:
            return "Nobody doubts."
        others = list(bits(event.more & ~1))
        said = " and ".join(self.whom(seat) for seat in others)
        said = (
            f"{said[0].upper()}{said[1:]} {'doubt' if len(others) > 1 or others == [self.me] else 'doubts'}"
        )
        checks = self._does(event.seat, "check")
        if event.more & 1:
            silent = self.whom(event.seat)
            return f"{said}. {checks}: it is {room}, which lies face up at {at} now; Silence for {silent}."
        saw = f", at {at} lies {self.rooms[event.seen]}" if event.seen != HIDDEN else ""
        return f"{said}. {checks}: a lie{saw}. Silence for who named it, and the turn is over."

    def saw(self, event: Event) -> str:
        """What a look showed, where this seat may know it."""
        return f" and see {self.rooms[event.seen]}" if event.seen != HIDDEN else ""

    def s(self, event: Event) -> str:
        """The ending of a further verb."""
        return "" if event.seat == self.me else "s"

    def of(self, event: Event, what: str) -> str:
        """Something of another seat."""
        return f"your {what}" if event.at == self.me else f"the {what} of {self.whom(event.at)}"


def _gains(t: _Teller, e: Event) -> str:
    gained = {CHAOS: "Chaos", DECRYPTION: "Decryption", 0: "nothing"}.get(e.what)
    return f" and gain{t.s(e)} {gained}" if gained else ""


def _laid(_: _Teller, e: Event) -> str:
    triple, order = bits(e.at), ""
    if e.seen != HIDDEN:
        order = ", those of " + " ".join(str(triple[k] + 1) for k in PERMUTATIONS[e.seen])
    return f"three cards at {_places(e.at)}{order}; the Ghost leaves and a new Character is drawn from the stack"


def _viewed(t: _Teller, e: Event) -> str:
    return f"at {t.of(e, 'Character')}" + (f": the {t.people[e.seen]}" if e.seen != HIDDEN else "")


def _accused(t: _Teller, e: Event) -> str:
    return f"{t.whom(e.at)} as the {t.people[e.what]}, which is {'right' if e.seen == 1 else 'wrong'}"


_TOLD: Mapping[What, tuple[str, Callable[[_Teller, Event], str]]] = {
    What.PEEK: ("look", lambda t, e: f"at {e.at + 1}{t.saw(e)}"),
    What.QUIET: ("look", lambda t, e: f"at {e.at + 1}{t.saw(e)}; Silence is returned"),
    What.LOOK: ("look", lambda t, e: f"at {e.at + 1}{t.saw(e)}{_gains(t, e)}"),
    What.CLAIM: ("name", lambda t, e: f"{e.at + 1} as {t.rooms[e.what]}"),
    What.NAME: ("name", lambda t, e: f"{t.rooms[e.what]}, which lies face up at {e.at + 1}"),
    What.POINT: ("point", lambda _, e: f"to {e.at + 1}"),
    What.OPEN: ("turn", lambda t, e: f"up {e.at + 1}: {t.rooms[e.what]}"),
    What.REVEAL: ("reveal", lambda t, e: f"{e.at + 1}: {t.rooms[e.what]}"),
    What.CALL: ("call", lambda t, e: f"{e.at + 1} {t.rooms[e.more]}: it is {t.rooms[e.what]}"),
    What.GHOST: ("show", lambda t, e: f"the Ghost and take{t.s(e)} the cards at {_places(e.at)}"),
    What.LAY: ("lay", _laid),
    What.VIEW: ("look", _viewed),
    What.FLIP: ("flip", lambda t, e: t.of(e, "Chaos")),
    What.SWAP: ("exchange", lambda t, e: f"Characters with {t.whom(e.at)}"),
    What.RENEW: ("lay", lambda t, e: f"the {t.people[e.what]} open and draw{t.s(e)} a new Character"),
    What.MISSION: (
        "show",
        lambda t, e: f"the {t.people[e.what]} and {'try' if e.seat == t.me else 'tries'} the mission",
    ),
    What.SHOWN: ("show", lambda t, e: f"the {t.people[e.what]} by mistake"),
    What.ACCUSE: ("name", _accused),
}
"""What is done, and to what."""

_BREAKTHROUGH = "Chaos breaks through: the game is over, and nobody has won."
_PLAIN = {
    What.REST: ("return", "Silence: there is nothing to look at"),
    What.SPEND: ("return", "Decryption for an extra naming"),
    What.KEEP: ("keep", "the Character"),
    What.CANCEL: ("return", "Chaos: the Enigma Machine is cancelled"),
    What.FAIL: ("fail", "the mission: out of the game"),
    What.WIN: ("win", "by the mission"),
    What.END: ("end", "the turn"),
}


def _places(mask: int) -> str:
    return " ".join(str(cell + 1) for cell in bits(mask))
