"""What events prove: the log of a game as plain evidence about cells and characters, with trust in nobody.

Three kinds of evidence, in order of time: a card at a position is one of some rooms (*now*, so later steps speak
of later layouts); three cards were laid anew, in a known order or not; a character card is one of some
characters. Character cards go by their slot in the deal, which never changes: exchanges, the Ghost and the
two-player Phantom move cards openly, so who holds which slot is public.

Icons: gaining a token through the Library shows the icon of the card looked at. Gaining nothing is ambiguous: the
card is the true Library, or its icon is of a kind already held. With both tokens held it says nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits, slot_name
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["HardStep", "evidence_of", "icon_rooms", "steps"]


class HardStep(NamedTuple):
    """One piece of evidence.

    For ``"cell"`` `at` is a position and `mask` the rooms it may be; for ``"shuffle"`` `at` is a mask of three
    positions and `mask` unused; for ``"lay"`` `mask` is the number of the permutation; for ``"card"`` `at` is a
    slot and `mask` the characters it may be. `when` is the place in the log (-1: before it).
    """

    kind: Literal["cell", "shuffle", "lay", "card"]
    at: int
    mask: int
    when: int
    text: str


def icon_rooms(setup: Setup, gained: int, held: int) -> int:
    """The rooms that give `gained` (a token, or 0) through the Library to who holds `held` (a mask)."""
    mask = 0
    for room, icon in enumerate(setup.icons):
        icons = (CHAOS, DECRYPTION) if icon == -1 else (icon,)
        if any(each & ~held == gained for each in icons):
            mask |= 1 << room
    return mask


def steps(
    setup: Setup,
    log: Sequence[Event],
    seats: Collection[int],
    own: Collection[tuple[int, int]] = (),
    names: Sequence[str] = (),
) -> Iterator[HardStep]:
    """The evidence in a log as seen by `seats` together; what others saw is not used even if it is there.

    `own` are slots whose characters those seats know by holding them.
    """
    reader = _EventReader(setup, seats, names or [f"seat {seat}" for seat in range(1, setup.players + 1)])
    for slot, card in own:
        yield reader.card(slot, 1 << card, -1, f"{reader.slot(slot)} is seen by its holder")
    for index, event in enumerate(log):
        yield from reader.read(event, index)


def evidence_of(view: EnigmaView) -> list[HardStep]:
    """The hard evidence of a view."""
    return list(steps(view.setup, view.log, [view.seat] if view.seat else [], view.own))


class _EventReader:
    """Turns events into steps one at a time, following who holds which slot."""

    def __init__(self, setup: Setup, seats: Collection[int], names: Sequence[str]) -> None:
        self.setup, self.seats, self.names = setup, seats, names
        self.rooms, self.people = setup.parts.room_names, setup.parts.character_names
        self.held = list(range(setup.players))
        self.all_people = (1 << setup.slots) - 1

    def name(self, seat: int) -> str:
        return self.names[seat - 1]

    def slot(self, slot: int) -> str:
        return f"the Character dealt to {slot_name(self.setup, slot, self.names)}"

    def _got(self, slot: int, seat: int) -> str:
        """Where the Character that a seat holds after an exchange came from."""
        return "" if slot == seat - 1 else f", with {self.slot(slot)}"

    def card(self, slot: int, mask: int, index: int, text: str) -> HardStep:
        return HardStep("card", slot, mask, index, text)

    def read(self, event: Event, index: int) -> Iterator[HardStep]:
        """The evidence of one event."""
        seen = event.seen if event.seat in self.seats else HIDDEN
        kind = event.kind
        if kind in (What.PEEK, What.QUIET, What.LOOK):
            yield from self._look(event, seen, index)
        elif kind is What.VERDICT and event.seat:
            yield from self._verdict(event, seen, index)
        elif kind in (What.NAME, What.OPEN, What.REVEAL, What.CALL):
            text = f"{self.rooms[event.what]} lies face up at {event.at + 1}"
            yield HardStep("cell", event.at, 1 << event.what, index, text)
        elif kind is What.SHUFFLE:
            yield HardStep("shuffle", event.at, 0, index, "the Enigma Machine shuffles three cards")
        elif kind in (What.GHOST, What.LAY):
            yield from self._ghost(event, seen, index)
        else:
            yield from self._people(event, seen, index)

    def _look(self, event: Event, seen: int, index: int) -> Iterator[HardStep]:
        where = event.at + 1
        if seen != HIDDEN:
            text = f"{self.name(event.seat)} saw {self.rooms[seen]} at {where}"
            yield HardStep("cell", event.at, 1 << seen, index, text)
        if event.kind is What.LOOK and event.what >= 0:
            mask = icon_rooms(self.setup, event.what, event.more)
            if mask != (1 << self.setup.cells) - 1:
                gained = {0: "nothing", CHAOS: "Chaos", DECRYPTION: "Decryption"}[event.what]
                text = f"{self.name(event.seat)} gained {gained} by looking at {where} through the Library"
                yield HardStep("cell", event.at, mask, index, text)

    def _verdict(self, event: Event, seen: int, index: int) -> Iterator[HardStep]:
        where, claimed = event.at + 1, self.rooms[event.what]
        checker = self.name(event.seat)
        if event.more & 1:
            text = f"{checker} checked that {where} is {claimed}, and it lies face up"
            yield HardStep("cell", event.at, 1 << event.what, index, text)
            return
        text = f"{checker} caught the lie that {where} is {claimed}"
        yield HardStep("cell", event.at, ~(1 << event.what) & (1 << self.setup.cells) - 1, index, text)
        if seen != HIDDEN:
            text = f"{checker} saw {self.rooms[seen]} at {where} when checking"
            yield HardStep("cell", event.at, 1 << seen, index, text)

    def _ghost(self, event: Event, seen: int, index: int) -> Iterator[HardStep]:
        seat, triple = event.seat, bits(event.at)
        if event.kind is What.LAY:
            self.held[seat - 1] = event.more
        if event.kind is What.GHOST:
            yield self.card(event.what, 1 << self.setup.ghost, index, f"{self.name(seat)} showed the Ghost")
            for place, cell in enumerate(triple if seen != HIDDEN else ()):
                room = seen >> 4 * place & 15
                text = f"{self.name(seat)}, the Ghost, saw {self.rooms[room]} at {cell + 1}"
                yield HardStep("cell", cell, 1 << room, index, text)
        elif seen != HIDDEN:
            order = " ".join(str(triple[i] + 1) for i in PERMUTATIONS[seen])
            text = f"{self.name(seat)}, the Ghost, laid the cards of {order} anew"
            yield HardStep("lay", event.at, seen, index, text)
        else:
            text = (
                f"{self.name(seat)}, the Ghost, laid three cards in an order only {self.name(seat)} knows"
            )
            yield HardStep("shuffle", event.at, 0, index, text)

    def _people(self, event: Event, seen: int, index: int) -> Iterator[HardStep]:
        seat, kind, held = event.seat, event.kind, self.held
        if kind is What.VIEW and seen != HIDDEN:
            text = f"{self.name(seat)} saw that {self.name(event.at)} is the {self.people[seen]}"
            yield self.card(event.what, 1 << seen, index, text)
        elif kind is What.SWAP:
            held[seat - 1], held[event.at - 1] = event.more, event.what
        elif kind is What.RENEW:
            held[seat - 1] = event.more
            text = f"{self.name(seat)} laid open the {self.people[event.what]}"
            yield self.card(event.at, 1 << event.what, index, text)
        elif kind in (What.MISSION, What.SHOWN):
            text = f"{self.name(seat)} showed the {self.people[event.what]}"
            text += " by mistake" if kind is What.SHOWN else ""
            text += self._got(event.at, seat)
            yield self.card(event.at, 1 << event.what, index, text)
        elif kind is What.ACCUSE:
            mask = 1 << event.what if event.seen == 1 else self.all_people & ~(1 << event.what)
            said = "is" if event.seen == 1 else "is not"
            text = f"the Medium learned that {self.name(event.at)} {said} the {self.people[event.what]}"
            yield self.card(event.more, mask, index, text)
        elif kind is What.TIMEOUT and self.setup.saboteur >= 0:
            saboteur = 1 << self.setup.saboteur
            for other in bits(event.at):
                mask = saboteur if other == seat else self.all_people & ~saboteur
                said = "won as" if other == seat else "did not win as"
                text = f"{self.name(other)} {said} the Saboteur when time ran out"
                text += self._got(held[other - 1], other)
                yield self.card(held[other - 1], mask, index, text)
