"""From what was heard to the log of events: what happened, as beliefs read it.

Entries are told in the order of the rules: first what a seat chose, then what it and others saw of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deduce.rulebook.heard import UNNOTED
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, NOBODY, Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits, mask_of, slot_name
from deduce_models.enigma.rules.tokens import Tokens

ICONS = {"C": CHAOS, "D": DECRYPTION}


class Told:
    """Follows what was heard, entry by entry.

    Attributes:
        log: The events so far, with what was not heard hidden.
        people: The Characters that were shown, by slot.
        doubts: What the reader declared on the claim under way; None before.
        declared: The mask of seats known to have doubted it.
    """

    def __init__(self, setup: Setup, seat: int, names: Sequence[str]) -> None:
        self.setup, self.seat = setup, seat
        self._slots_of = {slot_name(setup, slot, names): slot for slot in range(setup.slots)}
        self.log: list[Event] = []
        self.people: dict[int, int] = {}
        self.doubts: bool | None = None
        self.declared = 0
        self._rooms = {room: index for index, room in enumerate(setup.parts.room_names)}
        self._people = {who: index for index, who in enumerate(setup.parts.character_names)}
        self._tokens = Tokens(setup)
        self._read = 0
        self._up: dict[int, int] = {}
        self._drawn = setup.players
        self._turn, self._at, self._room = 0, -1, -1
        self._chosen: tuple[str, Any] = ("", None)
        self._saw = HIDDEN

    def read(self, kind: str, seat: int, said: str, value: Any) -> None:
        """One more entry."""
        if kind == "choose":
            self._choose(seat, said.partition(" ")[0], value)
        elif kind == "show":
            self._show(said, value)
        elif kind == "say":
            self._say(seat, said, value)
        elif kind == "change":
            self._change(seat, value)
        elif kind == "tell":
            self._tell(bool(value))
        elif kind == "which" and said.startswith("doubt"):
            self.declared, self.doubts = sum(1 << each for each in value), None
        elif kind == "which" and said.startswith("the Saboteur"):
            self.log[-1] = self.log[-1]._replace(seat=value[0] if value else 0, at=self._able())
        elif kind == "which" or kind == "sense":
            gained = () if value == "nothing" else (value,) if kind == "sense" else value
            self._gain(sum(ICONS[icon] for icon in gained))

    def mistake(self, shown: Any) -> None:
        """A Character was shown by mistake: ``(seat, slot of the deal by its name, card, ...)``."""
        seat, slot, card, *_ = shown
        at, who = self._slots_of[slot[6:-1]], self._people[card]
        self.people[at] = who
        self._add(What.SHOWN, seat, at, who)

    def _add(
        self, what: What, seat: int, at: int = -1, about: int = -1, more: int = 0, *, seen: int = HIDDEN
    ) -> None:
        self.log.append(Event(what, seat, at, about, more, seen))

    def _held(self) -> list[int]:
        """Who holds which slot now; and the tokens are those of now."""
        for event in self.log[self._read :]:
            self._tokens.read(event)
        self._read = len(self.log)
        return self._tokens.held

    def _able(self) -> int:
        self._held()
        return self.setup.all_seats & ~self._tokens.silent & ~self._tokens.out

    def _choose(self, seat: int, verb: str, value: Any) -> None:
        self._chosen, self._saw = (verb, value), HIDDEN
        if verb in ("trust", "doubt"):
            self.doubts = verb == "doubt" if seat == self.seat else None
            self.declared |= (verb == "doubt") << seat
        elif verb == "claim":
            self._room, self.declared, self.doubts = self._rooms[value], 0, None
            self._add(What.CLAIM, seat, self._at, self._room)
        elif verb in ("peek", "point", "name"):
            self._turn, self._at = seat, value[1] - 1
            if verb == "name":
                self._room = self._up[self._at]
            self._add(NAMINGS[verb], seat, self._at, *([self._room] if verb == "name" else []))
        elif verb in PLAIN:
            self._turn = seat if verb in ("spend", "rest") else self._turn
            self._add(PLAIN[verb], seat)
        elif verb == "look" and self.setup.parts.room_names[self._room] != "Library":
            self._add(What.LOOK, seat, value[1] - 1)
        elif verb in ("view", "flip", "swap"):
            held, other = self._held(), value[1] - 1
            slots = {"view": [held[other]], "flip": [], "swap": [held[seat - 1], held[other]]}[verb]
            self._add(TEAM[verb], seat, value[1], *slots)
        elif verb == "ghost":
            self._add(What.GHOST, seat, mask_of(value[1:]), self._held()[seat - 1])
        elif verb == "mission":
            self._turn = seat

    def _show(self, said: str, value: Any) -> None:
        if value is UNNOTED:
            return
        if said.startswith("dealt"):
            self._person(said, self._people[value])
            return
        at, room, verb = int(said[5:-1]) - 1, self._rooms[value], self._chosen[0]
        last = self.log[-1]
        if verb in ("open", "reveal"):
            self._up[at] = room
            self._add(What.OPEN if verb == "open" else What.REVEAL, self._turn, at, room)
        elif verb == "call":
            self._up[at] = room
            self._add(What.CALL, self._turn, at, room, self._rooms[self._chosen[1][1]])
        elif last.kind is What.GHOST:
            before = max(0, last.seen)
            self.log[-1] = last._replace(seen=before | room << 4 * bits(last.at).index(at))
        elif verb == "look" and last.kind is not What.LOOK:
            self._saw = room
        elif last.kind is not What.VERDICT or last.seat == self.seat or not self.seat:
            self.log[-1] = last._replace(seen=room)

    def _person(self, said: str, card: int) -> None:
        verb, held = self._chosen[0], self._held()
        slot = self._slots_of[said[6:-1]]
        self.people[slot] = card
        if verb == "view":
            self.log[-1] = self.log[-1]._replace(seen=card)
        elif verb == "renew" and slot == held[self._turn - 1]:
            self._add(What.RENEW, self._turn, slot, card, self._drawn)
            self._drawn += 1
            self._chosen = ("", None)
        elif verb == "mission":
            self._add(What.MISSION, self._turn, slot, card)

    def _say(self, seat: int, said: str, value: Any) -> None:
        if said == "time":
            self._add(What.TIME, seat, -1, value)
        elif said == "nobody doubts":
            self.doubts = None
            self._add(What.VERDICT, 0, self._at, self._room)
        elif said == "silenced" and self.log[-1].kind is What.PEEK and self.log[-1].seat == seat:
            self.log[-1] = self.log[-1]._replace(kind=What.QUIET)
        elif said == "time runs out":
            self._add(What.TIMEOUT, 0, 0 if self.setup.saboteur >= 0 else self._able())
        elif said in ENDS:
            self._add(ENDS[said], seat)

    def _tell(self, true: bool) -> None:
        if self._chosen[0] == "accuse":
            seat, who = self._chosen[1]
            self._add(
                What.ACCUSE, self._turn, seat, self._people[who], self._held()[seat - 1], seen=int(true)
            )
            return
        turn, seats = self._turn, self.setup.players
        checker = min(bits(self.declared), key=lambda seat: (seat - turn) % seats)
        self.doubts = None
        seen = self._room if true else HIDDEN
        self._add(What.VERDICT, checker, self._at, self._room, self.declared | true, seen=seen)
        if true:
            self._up[self._at] = self._room

    def _gain(self, gained: int) -> None:
        at = self._chosen[1][1] - 1
        self._held()
        self._add(What.LOOK, self._turn, at, gained, self._tokens.of(self._turn), seen=self._saw)

    def _change(self, seat: int, order: Any) -> None:
        seen = HIDDEN if order is None else PERMUTATIONS.index(tuple(order))
        if seat:
            mask = mask_of(self._chosen[1][1:])
            self._add(What.LAY, seat, mask, -1, self._drawn, seen=seen)
            self._drawn += 1
        else:
            mask = mask_of(self._chosen[1])
            self._add(What.SHUFFLE, self._turn, mask, seen=seen if seen == HIDDEN else NOBODY + seen)
        for cell in bits(mask):
            self._up.pop(cell, None)


ENDS = {"wins": What.WIN, "fails": What.FAIL}
NAMINGS = {"peek": What.PEEK, "point": What.POINT, "name": What.NAME}
TEAM = {"view": What.VIEW, "flip": What.FLIP, "swap": What.SWAP}
PLAIN = {
    "spend": What.SPEND,
    "rest": What.REST,
    "keep": What.KEEP,
    "cancel": What.CANCEL,
    "allow": What.ALLOW,
    "end": What.END,
}
