"""The honest and careful player: hard knowledge alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property

from deduce.rulebook import View
from deduce.worlds.base import Floats
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.views import EnigmaView, seen, taken

PROVEN = 1 - 1e-9


class Careful:
    """Names what it saw, doubts only what it knows to be a lie, and tries its mission only when all is proven.

    It looks where it knows least, wants tokens its mission needs, and neither exchanges Characters nor shuffles what it
    knows. It believes no claim.
    """

    name = "careful"

    def choose(self, view: View | EnigmaView, rng: random.Random) -> EnigmaMove:
        """One of `view.moves`."""
        view = seen(view)
        if len(view.moves) == 1:
            return view.moves[0]
        mind = Mind(view)
        values = [(mind.value(move), rng.random()) for move in view.moves]
        return view.moves[max(range(len(values)), key=values.__getitem__)]


class Mind:
    """What one view proves, and how much each move appeals; only the order of the values matters."""

    def __init__(self, view: EnigmaView) -> None:
        self.view, self.setup = view, view.setup
        self._evidence = evidence_of(view)
        self.cells: Floats = follow(view.setup.cells, self._evidence).marginals()
        self.person = view.setup.parts.characters[view.mine]
        shown = {room for room in view.open if room >= 0}
        self.needed = [room for room in bits(self.person.rooms) if room not in shown]
        self.chaos = bool(view.chaos >> view.seat & 1)

    @cached_property
    def people(self) -> Floats:
        """The chance of each Character for each slot of the deal."""
        return deals(self.setup.slots, self._evidence).marginals()

    def value(self, move: EnigmaMove) -> float:
        """How much `move` appeals."""
        rate = _APPEAL.get(move.kind)
        return rate(self, move) if rate else 0.0

    def proven(self) -> bool:
        """Whether every card of the mission is proven, and whom to accuse."""
        view = self.view
        if any(self.cells[:, room].max() < PROVEN for room in self.needed):
            return False
        if self.person.calls:
            down = [at for at in range(self.setup.cells) if view.open[at] < 0]
            sure = sum(bool(self.cells[at].max() >= PROVEN) for at in down) - len(self.needed)
            if sure < min(self.person.calls, len(down) - len(self.needed)):
                return False
        if self.person.accuses:
            able = bits(view.chaos & ~view.out & ~(1 << view.seat))
            return any(self.people[view.held[seat - 1]].max() >= PROVEN for seat in able)
        return True

    def unknown(self, move: EnigmaMove) -> float:
        """How little is known of a position."""
        return 2.0 - float(self.cells[move.at].max())

    def effect(self, room: int) -> float:
        """Naming an open card: an effect that looks, or brings the token needed."""
        name, token = self.setup.parts.room_names[room], self.person.token
        if name == "Bombe" and ((token == "D" and not self.chaos) or (token == "no C" and self.chaos)):
            return 3.0
        if name == "Phantom" and ((token == "C") != self.chaos or token == ""):
            return 3.0 if token else 0.0
        looks = ("Library", "Code" if self.chaos else "Command")
        return 1.5 if name in looks else 0.5

    def shuffle(self, move: EnigmaMove) -> float:
        """Cards of which little is known."""
        return -float(sum(self.cells[at].max() for at in taken(self.view, move)))


_APPEAL: dict[Kind, Callable[[Mind, EnigmaMove], float]] = {
    Kind.PEEK: Mind.unknown,
    Kind.POINT: Mind.unknown,
    Kind.LOOK: Mind.unknown,
    Kind.NAME: lambda mind, move: mind.effect(mind.view.open[move.at]),
    Kind.SPEND: lambda _mind, _move: -1.0,
    Kind.CLAIM: lambda mind, move: float(mind.cells[mind.view.at, move.what]),
    Kind.DOUBT: lambda mind, _move: -1.0 if mind.cells[mind.view.at, mind.view.room] else 1.0,
    Kind.OPEN: lambda mind, move: float(sum(mind.cells[move.at, room] for room in mind.needed)),
    Kind.VIEW: lambda mind, move: 2.0 - float(mind.people[mind.view.held[move.at - 1]].max()),
    Kind.SWAP: lambda mind, _move: 0.0 if not mind.person.rooms else -1.0,
    Kind.KEEP: lambda _mind, _move: -0.5,
    Kind.RENEW: lambda mind, _move: 0.0 if not mind.person.rooms else -1.0,
    Kind.GHOST: lambda mind, move: 1.0 - mind.shuffle(move),
    Kind.SHUFFLE: Mind.shuffle,
    Kind.MISSION: lambda mind, _move: 10.0 if mind.proven() else -10.0,
    Kind.REVEAL: lambda mind, move: float(max(mind.cells[move.at, room] for room in mind.needed)),
    Kind.CALL: lambda mind, move: float(mind.cells[move.at, move.what]),
    Kind.ACCUSE: lambda mind, move: float(mind.people[mind.view.held[move.at - 1], move.what]),
}
