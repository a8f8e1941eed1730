"""A record of Enigma understood: the position after every line, and what a seat saw of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, nearest
from deduce.records import replay as records
from deduce.records.excerpt import line_limit, seat_asked
from deduce.records.record import Line
from deduce.records.words import quote
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import Setup
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.views import EnigmaView, make_view

__all__ = ["Moment", "Replay"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The position after a line: its event's name, and how many events of the log it has."""

    name: str
    line: Line
    state: EnigmaState


@dataclass(frozen=True, repr=False)
class Replay(records.Replay[EnigmaView]):
    """A record understood; see `deduce.records.replay.Replay`. `home` is the seat it is read for unless one is named.

    `first` is the position before the first line. Cards that the writer did not see are -1 in its states.
    """

    setup: Setup
    names: tuple[str, ...]
    me: int | None
    home: int
    first: EnigmaState
    moments: tuple[Moment, ...] = field(compare=False)
    data: str = ""

    def _repr_svg_(self) -> str:
        return picture_of("enigma", self)

    @property
    def last(self) -> EnigmaState:
        """The position after the last line."""
        return self.moments[-1].state if self.moments else self.first

    @property
    def log(self) -> tuple[Event, ...]:
        """All events."""
        return self.last.log

    @property
    def complete(self) -> bool:
        """Whether it is a referee's record, in which everything is told."""
        return self.me is None

    @property
    @override
    def missing(self) -> tuple[str, ...]:
        """Exchanges after which the writer's new Character was not noted."""
        me = self.home
        if self.complete or not me:
            return ()
        known, found, done = self.last.cards, [], 0
        for moment in self.moments:
            for event in moment.state.log[done:]:
                slot, clause = _got(event, me, self.names)
                if slot >= 0 and known[slot] == -1:
                    found.append(
                        f"line {moment.line.number}: {self.names[me - 1]}'s new Character: '{clause}'"
                    )
            done = len(moment.state.log)
        return tuple(found)

    @override
    def upto(self, until: str | None) -> Replay:
        if until is None:
            return self
        limit = line_limit(until)
        if limit is not None:
            kept = [moment for moment in self.moments if moment.line.number <= limit]
            return replace(self, moments=tuple(kept))
        wanted = until.strip().casefold()
        found = [
            number
            for number, moment in enumerate(self.moments, 1)
            if wanted in (moment.name.casefold(), moment.name.casefold().rstrip("abcdefgh"))
        ]
        if not found:
            names = [moment.name for moment in self.moments]
            raise ProblemError(f"until {quote(until)}: {nearest(until, names)}")
        return replace(self, moments=self.moments[: found[-1]])

    @override
    def view(self, seat: int | None = None, until: str | None = None) -> EnigmaView:
        asked = seat_asked(
            seat,
            seats=len(self.names),
            writer=self.me,
            otherwise=self.home,
            names=self.names,
            complete="a complete record (layout: and characters:)",
        )
        view = make_view(self.upto(until).last, asked)
        if self.complete:
            return view
        return replace(view, own=tuple(pair for pair in view.own if pair[1] >= 0))

    def places(self, log: Sequence[Event]) -> list[str]:
        """For every event of a log of this record the line it was written on."""
        found: list[str] = []
        for moment in self.moments:
            for _ in range(len(found), min(len(log), len(moment.state.log))):
                found.append(f"line {moment.line.number}")
        return found


def _got(event: Event, me: int, names: Sequence[str]) -> tuple[int, str]:
    """The slot of the Character that `me` gets by an event (-1: none), and the clause that would tell it."""
    if event.kind is What.SWAP and me in (event.seat, event.at):
        slot = event.more if event.seat == me else event.what
        return slot, f"swaps {names[event.at - 1]} =CHARACTER"
    if event.kind is What.RENEW and event.seat == me:
        return event.more, "renews OLD =NEW"
    if event.kind is What.LAY and event.seat == me:
        return event.more, "draws CHARACTER"
    return -1, ""
