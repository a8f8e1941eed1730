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
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

Kind = Literal["cell", "shuffle", "lay", "card"]


class HardStep(NamedTuple):
    """One piece of evidence.

    For ``"cell"`` `at` is a position and `mask` the rooms it may be; for ``"shuffle"`` `at` is a mask of three
    positions and `mask` unused; for ``"lay"`` `mask` is the number of the permutation; for ``"card"`` `at` is a
    slot and `mask` the characters it may be. `when` is the place in the log (-1: before it).
    """

    kind: Kind
    at: int
    mask: int
    when: int


def icon_rooms(setup: Setup, gained: int, held: int) -> int:
    """The rooms that give `gained` (a token, or 0) through the Library to who holds `held` (a mask)."""
    mask = 0
    for room, icon in enumerate(setup.icons):
        icons = (CHAOS, DECRYPTION) if icon == -1 else (icon,)
        if any(each & ~held == gained for each in icons):
            mask |= 1 << room
    return mask


def steps(
    setup: Setup, log: Sequence[Event], seats: Collection[int], own: Collection[tuple[int, int]] = ()
) -> Iterator[HardStep]:
    """The evidence in a log as seen by `seats` together; what others saw is not used even if it is there.

    `own` are slots whose characters those seats know by holding them.
    """
    reader = _EventReader(setup, seats)
    for slot, card in own:
        yield HardStep("card", slot, 1 << card, -1)
    for index, event in enumerate(log):
        for kind, at, mask in reader.read(event):
            yield HardStep(kind, at, mask, index)


def evidence_of(view: EnigmaView) -> list[HardStep]:
    """The hard evidence of a view."""
    return list(steps(view.setup, view.log, [view.seat] if view.seat else [], view.own))


Found = Iterator[tuple[Kind, int, int]]
"""Kind, place and mask of steps."""


class _EventReader:
    """Turns events into steps one at a time, following who holds which slot."""

    def __init__(self, setup: Setup, seats: Collection[int]) -> None:
        self.setup, self.seats = setup, seats
        self.held = list(range(setup.players))
        self.all_people = (1 << setup.slots) - 1

    def read(self, event: Event) -> Found:
        """The evidence of one event."""
        seen = event.seen if event.seat in self.seats else HIDDEN
        kind = event.kind
        if kind in (What.PEEK, What.QUIET, What.LOOK):
            yield from self._look(event, seen)
        elif kind is What.VERDICT and event.seat:
            yield from self._verdict(event, seen)
        elif kind in (What.NAME, What.OPEN, What.REVEAL, What.CALL):
            yield "cell", event.at, 1 << event.what
        elif kind is What.SHUFFLE:
            yield "shuffle", event.at, 0
        elif kind in (What.GHOST, What.LAY):
            yield from self._ghost(event, seen)
        else:
            yield from self._people(event, seen)

    def _look(self, event: Event, seen: int) -> Found:
        if seen != HIDDEN:
            yield "cell", event.at, 1 << seen
        if event.kind is What.LOOK and event.what >= 0:  # gained through the Library
            mask = icon_rooms(self.setup, event.what, event.more)
            if mask != self.setup.all_cells:
                yield "cell", event.at, mask

    def _verdict(self, event: Event, seen: int) -> Found:
        if event.more & 1:  # it was so, and lies face up
            yield "cell", event.at, 1 << event.what
            return
        yield "cell", event.at, self.setup.all_cells & ~(1 << event.what)
        if seen != HIDDEN:
            yield "cell", event.at, 1 << seen

    def _ghost(self, event: Event, seen: int) -> Found:
        if event.kind is What.LAY:
            self.held[event.seat - 1] = event.more
        if event.kind is What.GHOST:
            yield "card", event.what, 1 << self.setup.ghost
            for place, cell in enumerate(bits(event.at) if seen != HIDDEN else ()):
                yield "cell", cell, 1 << (seen >> 4 * place & 15)
        elif seen != HIDDEN:
            yield "lay", event.at, seen
        else:
            yield "shuffle", event.at, 0

    def _people(self, event: Event, seen: int) -> Found:
        seat, kind, held = event.seat, event.kind, self.held
        if kind is What.VIEW and seen != HIDDEN:
            yield "card", event.what, 1 << seen
        elif kind is What.SWAP:
            held[seat - 1], held[event.at - 1] = event.more, event.what
        elif kind is What.RENEW:
            held[seat - 1] = event.more
            yield "card", event.at, 1 << event.what
        elif kind in (What.MISSION, What.SHOWN):
            yield "card", event.at, 1 << event.what
        elif kind is What.ACCUSE:  # only the Medium learns so
            mask = 1 << event.what if event.seen == 1 else self.all_people & ~(1 << event.what)
            yield "card", event.more, mask
        elif kind is What.TIMEOUT and self.setup.saboteur >= 0:
            saboteur = 1 << self.setup.saboteur
            for other in bits(event.at):
                mask = saboteur if other == seat else self.all_people & ~saboteur
                yield "card", held[other - 1], mask
