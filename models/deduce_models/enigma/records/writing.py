"""From positions and views to the text of records, the other way from `grammar.parse`.

A state gives a complete record, a view the record of its seat. Parsing the text gives the same events again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.records.header import option_lines
from deduce.records.record import begun
from deduce_models.enigma.rules.events import HIDDEN, NOBODY, Event, What
from deduce_models.enigma.rules.moves import EnigmaMove
from deduce_models.enigma.rules.phases import DOUBTING, ORDER, WINDOW
from deduce_models.enigma.rules.setup import OPTIONS, PERMUTATIONS, bits
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["text_of", "written"]

GAINS = {0: "nothing", 1: "C", 2: "D"}
NEW_LINE = (
    *(What.PEEK, What.QUIET, What.NAME, What.POINT, What.REST, What.SPEND, What.MISSION),
    *(What.TIMEOUT, What.SHOWN),
)


def written(
    states: Sequence[EnigmaState], moves: Sequence[EnigmaMove], options: Mapping[str, Any], seat: int | None
) -> str:
    """The record of a game, or of what a seat saw of it; the last position says it all."""
    del moves, options
    return text_of(states[-1] if seat is None else states[-1].view(seat))


def text_of(position: EnigmaState | EnigmaView, names: Sequence[str] = (), *, data: str = "") -> str:
    """The record of a position whose cards are all dealt.

    Raises `ProblemError` in the middle of the deal or of a chance move, which no record can say.
    """
    setup = position.setup
    names = tuple(names) or tuple(f"P{seat}" for seat in range(1, setup.players + 1))
    if len(names) != setup.players:
        raise ProblemError(f"{setup.players} players need {setup.players} names, not {len(names)}")
    dealt = (
        position.dealt if isinstance(position, EnigmaView) else (len(position.cells), len(position.cards))
    )
    if dealt != (setup.cells, setup.slots) or position.phase == ORDER:
        raise ProblemError("a record begins after the deal and is not broken off within a chance move")
    writer = _Writer(position, names)
    return "\n".join([*writer.header(data), "", *writer.lines(), ""])


class _Writer:
    def __init__(self, position: EnigmaState | EnigmaView, names: Sequence[str]) -> None:
        self.position, self.names, self.setup = position, names, position.setup
        self.complete = isinstance(position, EnigmaState)
        self.seat = position.seat if isinstance(position, EnigmaView) else 0
        self.rooms = self.setup.parts.room_names
        self.people = self.setup.parts.character_names

    def header(self, data: str) -> list[str]:
        """The header lines; options only where they differ from the default."""
        found = [*begun("enigma"), f"players: {' '.join(self.names)}"]
        position = self.position
        if isinstance(position, EnigmaState):
            rooms = [self.rooms[room] for room in position.start]
            rows = [" ".join(rooms[k : k + 3]) for k in range(0, len(rooms), 3)]
            cards = [self.people[card] for card in position.cards]
            seats = self.setup.players
            found.append(f"layout: {' / '.join(rows)}")
            found.append(f"characters: {' '.join(cards[:seats])} ; {' '.join(cards[seats:])}")
        elif self.seat:
            found.append(f"me: {self.names[self.seat - 1]}")
            own = dict(position.own).get(self.seat - 1)
            found += [f"character: {self.people[own]}"] if own is not None else []
        found += [f"data: {data}"] if data else []
        return found + option_lines(OPTIONS, self.setup.options)

    def lines(self) -> list[str]:
        """One line a naming, silenced look, mission or time-out."""
        rows: list[list[str]] = []
        spent = False
        log = self.position.log
        for index, event in enumerate(log):
            text = self._clause(event)
            if not text or (event.kind is What.END and not _end_told(log, index)):
                continue
            if event.kind in NEW_LINE and not spent:
                rows.append([])
            elif spent:
                text = text.partition(" ")[2]
            rows[-1].append(text)
            spent = event.kind is What.SPEND
        if self.position.phase in (DOUBTING, WINDOW) and rows:
            rows[-1].append("?")
        return [", ".join(row) for row in rows]

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    def _saw(self, room: int) -> str:
        return "" if room == HIDDEN or self.complete else f" ={self.rooms[room]}"

    def _clause(self, event: Event) -> str:
        kind, at = event.kind, event.at + 1
        who = self._name(event.seat)
        if kind in (What.PEEK, What.QUIET):
            return f"{who} peeks {at}{self._saw(event.seen)}"
        if kind in _SIMPLE:
            return _SIMPLE[kind].format(who=who, at=at)
        if kind is What.CLAIM:
            return f"claims {self.rooms[event.what]}"
        if kind is What.VERDICT:
            return self._doubt(event)
        if kind is What.LOOK:
            gains = f" gains {GAINS[event.what]}" if event.what >= 0 else ""
            return f"looks {at}{self._saw(event.seen)}{gains}"
        if kind in (What.OPEN, What.REVEAL):
            verb = "opens" if kind is What.OPEN else "reveals"
            return f"{verb} {at} ={self.rooms[event.what]}"
        if kind is What.CALL:
            return f"calls {at} {self.rooms[event.more]} ={self.rooms[event.what]}"
        if kind is What.SHUFFLE:
            return self._shuffle(event)
        if kind in (What.GHOST, What.LAY):
            return self._ghost(event)
        return self._people(event)

    def _doubt(self, event: Event) -> str:
        if not event.seat:
            return ""
        doubters = " ".join(self._name(seat) for seat in bits(event.more & ~1))
        if event.more & 1:
            return f"doubt {doubters} true"
        return f"doubt {doubters} lie{self._saw(event.seen)}"

    def _shuffle(self, event: Event) -> str:
        # The position named is that of the last naming.
        index = self.position.log.index(event)
        named = next(e.at for e in reversed(self.position.log[:index]) if e.kind in (What.CLAIM, What.NAME))
        others = " ".join(str(cell + 1) for cell in bits(event.at & ~(1 << named)))
        order = f" {self.setup.orders[event.seen - NOBODY].text}" if self.complete else ""
        return f"shuffles {others}{order}"

    def _ghost(self, event: Event) -> str:
        triple = bits(event.at)
        if event.kind is What.LAY:
            drawn = self._own(event.more, event.seat)
            tail = f", draws {drawn}" if drawn else ""
            if event.seen == HIDDEN:
                return f"lays{tail}"
            return "lays " + " ".join(str(triple[i] + 1) for i in PERMUTATIONS[event.seen]) + tail
        text = "ghost " + " ".join(str(cell + 1) for cell in triple)
        if event.seen != HIDDEN and not self.complete:
            text += "".join(f" ={self.rooms[event.seen >> 4 * k & 15]}" for k in range(3))
        return text

    def _own(self, slot: int, seat: int) -> str:
        """The name of a card that the writer of a one-seat record has held."""
        if self.complete or seat != self.seat or not isinstance(self.position, EnigmaView):
            return ""
        card = dict(self.position.own).get(slot)
        return "" if card is None else self.people[card]

    def _people(self, event: Event) -> str:
        kind, who = event.kind, self._name(event.seat)
        if kind is What.VIEW:
            saw = f" ={self.people[event.seen]}" if event.seen != HIDDEN and not self.complete else ""
            return f"views {self._name(event.at)}{saw}"
        if kind is What.FLIP:
            return f"flips {self._name(event.at)}"
        if kind is What.SWAP:
            got = self._own(event.more, event.seat) or self._own(event.what, event.at)
            return f"swaps {self._name(event.at)}" + (f" ={got}" if got else "")
        if kind is What.RENEW:
            got = self._own(event.more, event.seat)
            return f"renews {self.people[event.what]}" + (f" ={got}" if got else "")
        if kind is What.SHOWN:
            return f"{who} shows {self.people[event.what]}"
        if kind is What.MISSION:
            return f"{who} mission {self.people[event.what]}"
        if kind is What.ACCUSE:
            result = "right" if event.seen == 1 else "wrong"
            return f"accuses {self._name(event.at)} {self.people[event.what]} {result}"
        if kind is What.TIMEOUT:
            return f"timeout {who}" if event.seat else "timeout"
        return ""


def _end_told(log: Sequence[Event], index: int) -> bool:
    """Whether an end of a turn has to be written: the next line is nobody's or the same player's."""
    following = next((event for event in log[index + 1 :] if event.kind in NEW_LINE), None)
    if following is None or following.kind is What.SHOWN:
        return True
    return following.kind is not What.TIMEOUT and following.seat == log[index].seat


_SIMPLE = {
    What.REST: "{who} rests",
    What.NAME: "{who} names {at}",
    What.SPEND: "{who} spends",
    What.POINT: "{who} points {at}",
    What.KEEP: "keeps",
    What.CANCEL: "cancelled {who}",
    What.FAIL: "fails",
    What.WIN: "wins",
    What.END: "ends",
}
