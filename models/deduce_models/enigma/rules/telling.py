"""Events as sentences for the seat that looks on: who did what, and what of it that seat saw."""

from __future__ import annotations

from collections.abc import Sequence

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
        return f"{self._about_cards(event) or self._about_people(event)}."

    def _does(self, seat: int, verb: str, rest: str = "") -> str:
        """``Seat 2 looks at 5``, or ``You look at 5``."""
        who = "You" if seat == self.me else self.names[seat - 1]
        return does(who, f"{verb} {rest}".rstrip())

    def _whom(self, seat: int) -> str:
        return "you" if seat == self.me else self.names[seat - 1].replace("Seat", "seat")

    def _verdict(self, event: Event) -> str:
        at, room = event.at + 1, self.rooms[event.what]
        if not event.seat:
            return "Nobody doubts."
        others = list(bits(event.more & ~1))
        said = " and ".join(self._whom(seat) for seat in others)
        said = (
            f"{said[0].upper()}{said[1:]} {'doubt' if len(others) > 1 or others == [self.me] else 'doubts'}"
        )
        checks = self._does(event.seat, "check")
        if event.more & 1:
            silent = self._whom(event.seat)
            return f"{said}. {checks}: it is {room}, which lies face up at {at} now; Silence for {silent}."
        saw = f", at {at} lies {self.rooms[event.seen]}" if event.seen != HIDDEN else ""
        return f"{said}. {checks}: a lie{saw}. Silence for who named it, and the turn is over."

    def _about_cards(self, event: Event) -> str:
        kind, seat, at = event.kind, event.seat, event.at + 1
        saw = f" and see {self.rooms[event.seen]}" if event.seen != HIDDEN and kind in _LOOKS else ""
        if kind in (What.PEEK, What.QUIET):
            end = "; Silence is returned" if kind is What.QUIET else ""
            return self._does(seat, "look", f"at {at}{saw}{end}")
        if kind is What.LOOK:
            gains = {
                CHAOS: " and gain Chaos",
                DECRYPTION: " and gain Decryption",
                0: " and gain nothing",
            }.get(event.what, "")
            return self._does(
                seat, "look", f"at {at}{saw}{gains if seat == self.me else gains.replace('gain', 'gains')}"
            )
        if kind is What.CLAIM:
            return self._does(seat, "name", f"{at} as {self.rooms[event.what]}")
        if kind is What.NAME:
            return self._does(seat, "name", f"{self.rooms[event.what]}, which lies face up at {at}")
        if kind is What.POINT:
            return self._does(seat, "point", f"to {at}")
        if kind is What.OPEN:
            return self._does(seat, "turn", f"up {at}: {self.rooms[event.what]}")
        if kind is What.REVEAL:
            return self._does(seat, "reveal", f"{at}: {self.rooms[event.what]}")
        if kind is What.CALL:
            return self._does(
                seat, "call", f"{at} {self.rooms[event.more]}: it is {self.rooms[event.what]}"
            )
        if kind is What.GHOST:
            return self._does(
                seat,
                "show",
                f"the Ghost and take{'' if seat == self.me else 's'} the cards at {_places(event.at)}",
            )
        if kind is What.LAY:
            return self._laying(event)
        return ""

    def _laying(self, event: Event) -> str:
        triple, order = bits(event.at), ""
        if event.seen != HIDDEN:
            order = ", those of " + " ".join(str(triple[k] + 1) for k in PERMUTATIONS[event.seen])
        drawn = "a new Character is drawn from the stack"
        return self._does(
            event.seat, "lay", f"three cards at {_places(event.at)}{order}; the Ghost leaves and {drawn}"
        )

    def _about_people(self, event: Event) -> str:
        kind, seat = event.kind, event.seat
        if kind is What.VIEW:
            saw = f": the {self.people[event.seen]}" if event.seen != HIDDEN else ""
            whose = "your Character" if event.at == self.me else f"the Character of {self._whom(event.at)}"
            return self._does(seat, "look", f"at {whose}{saw}")
        if kind is What.FLIP:
            whose = "your Chaos" if event.at == self.me else f"the Chaos of {self._whom(event.at)}"
            return self._does(seat, "flip", whose)
        if kind is What.SWAP:
            return self._does(seat, "exchange", f"Characters with {self._whom(event.at)}")
        if kind is What.RENEW:
            return self._does(
                seat,
                "lay",
                f"the {self.people[event.what]} open and draw{'' if seat == self.me else 's'} a new Character",
            )
        if kind is What.MISSION:
            return self._does(
                seat,
                "show",
                f"the {self.people[event.what]} and {'try' if seat == self.me else 'tries'} the mission",
            )
        if kind is What.SHOWN:
            return self._does(seat, "show", f"the {self.people[event.what]} by mistake")
        right = "right" if event.seen == 1 else "wrong"
        return self._does(
            seat, "name", f"{self._whom(event.at)} as the {self.people[event.what]}, which is {right}"
        )


_LOOKS = (What.PEEK, What.QUIET, What.LOOK)
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
