"""Tokens as the public log alone tells them: nobody needs the position to know who holds what."""

from __future__ import annotations

from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup


class Tokens:
    """Who holds Chaos, Decryption and Silence, and who is out, as masks of seats; follows a log event by event.

    Mutable: `read` the events in order. `held` are the slots of the Characters held, by seat from 1.
    """

    def __init__(self, setup: Setup) -> None:
        self.chaos = self.keys = self.silent = self.out = 0
        self.claimant = 0
        """The seat that made the latest claim."""
        self.held = list(range(setup.players))
        self._rooms = setup.parts.room_names

    def of(self, seat: int) -> int:
        """The tokens of a seat as a mask of `CHAOS` and `DECRYPTION`."""
        return (self.chaos >> seat & 1) * CHAOS | (self.keys >> seat & 1) * DECRYPTION

    def read(self, event: Event) -> None:
        """One more event."""
        kind, seat, bit = event.kind, event.seat, 1 << event.seat
        if kind is What.CLAIM:
            self.claimant = seat
        elif kind is What.NAME:
            self._effect(seat, event.what)
        elif kind is What.VERDICT:
            self._verdict(event)
        elif kind is What.LOOK:
            self.chaos |= bit if event.what == CHAOS else 0
            self.keys |= bit if event.what == DECRYPTION else 0
        elif kind is What.SPEND:
            self.keys &= ~bit
        elif kind is What.FLIP:
            self.chaos ^= 1 << event.at
        elif kind is What.CANCEL:
            self.chaos &= ~bit
        elif kind in (What.QUIET, What.REST):
            self.silent &= ~bit
        elif kind is What.FAIL:
            self.out |= bit
            self.chaos, self.keys, self.silent = self.chaos & ~bit, self.keys & ~bit, self.silent & ~bit
        elif kind is What.SWAP:
            self.held[seat - 1], self.held[event.at - 1] = event.more, event.what
        elif kind in (What.RENEW, What.LAY):
            self.held[seat - 1] = event.more

    def _verdict(self, event: Event) -> None:
        if event.seat and not event.more & 1:
            self.silent |= 1 << self.claimant
            return
        if event.seat:
            self.silent |= 1 << event.seat
        self._effect(self.claimant, event.what)

    def _effect(self, seat: int, room: int) -> None:
        """What the effect of a room named does by itself to the tokens of who named it."""
        bit = 1 << seat
        name = self._rooms[room]
        if name == "Phantom":
            self.chaos ^= bit
        elif name == "Bombe" and self.chaos & bit:
            self.chaos &= ~bit
        elif name == "Bombe":
            self.keys |= bit
