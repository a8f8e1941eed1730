"""The text record of a game, typed as it is played: one line a naming, its clauses separated by commas.

The header (``key: value``), a blank line, then the lines::

    game: enigma
    players: Ann Bob Cid Dee          # clockwise; the Time Keeper is the first (or option keeper)
    me: Ann                           # whose notes these are; left out by a bystander or a referee
    character: Decrypter              # mine, as dealt

    Ann peeks 3 =Radio, claims Bombe
    Bob peeks 4, claims Teamwork, doubt Ann Cid true, views Ann
    Cid peeks 3                       # silenced: no naming
    Dee names 4, views Ann
    Ann peeks 1 =Tome, claims Phantom, doubt Bob lie

* Positions are counted row by row from 1. ``=Room`` or ``=Character`` is what was seen; write it where you saw it.
* ``doubt NAMES true`` or ``doubt NAMES lie``: who doubted, and what the check showed (``lie =Tome`` for who
  checked). Without it nobody doubted. ``?`` at a line's end: the declarations are still to come.
* ``spends`` (Decryption) before an extra naming, which has a line of its own.
* Effects: ``looks 2 =Tome gains C`` (through the Library also ``gains D`` or ``gains nothing``), ``opens 3 =Radio``,
  ``views Bob =Ghost``, ``flips Bob``, ``swaps Bob =Medium`` (the Character I got), ``keeps``, ``renews Medium
  =Ghost`` (two players), ``ghost 6 8 9 =Bombe =Command =Code draws Saboteur`` and ``lays 8 9 6`` (which
  cards now lie there, by where they came from; ``lays`` alone if not mine), ``cancelled Bob``, ``shuffles 2 5``.
* ``mission Messiah``, ``reveals 9 =Bombe``, ``calls 3 Tome =Radio``, ``accuses Bob Ghost wrong``, ``fails``, ``wins``.
* A turn ends by itself when the next player's line comes; ``ends`` says it. ``timeout`` or ``timeout Bob``, alone on
  a line: time ran out, and Bob was the Saboteur.
* Every word may be shortened while it stays clear.

A **complete** record has ``layout:`` (nine rooms, row by row; ``/`` is decoration) and ``characters:`` (one for each
player, then the stack from the top); what was seen then follows and may be left out, but the orders of
shuffles (``shuffles 2 5 order 213``) and layings are given. Any option of the game may be a header key, and
``data: FILE``.

Events are called by player and turn: ``P2.3`` is the third turn of P2; if it has several lines they are
``P2.3a`` and ``P2.3b``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from deduce.errors import ProblemError, nearest
from deduce.records.excerpt import line_limit, seat_asked
from deduce.records.header import file_of, header_lines, options_of, player_names, seat_of, value_words
from deduce.records.record import Line, Record
from deduce.records.words import find, quote
from deduce_models.enigma.records.reading import Player
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.setup import OPTIONS, Setup, setup
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.time import start_turn
from deduce_models.enigma.rules.turns import first_state
from deduce_models.enigma.rules.views import EnigmaView, make_view

__all__ = ["Moment", "Tale", "parse"]

KEYS = ("game", "players", "me", "character", "layout", "characters", "data")


@dataclass(frozen=True, slots=True)
class Moment:
    """The position after a line: its event's name, and how many events of the log it has."""

    name: str
    line: Line
    state: EnigmaState


@dataclass(frozen=True, slots=True)
class Tale:
    """A record understood. `complete` tells a referee's; `me` is the writer's seat, 0 for a bystander.

    `first` is the position before the first line. Cards that the writer did not see are -1 in its states.
    """

    setup: Setup
    names: tuple[str, ...]
    me: int
    complete: bool
    first: EnigmaState
    moments: tuple[Moment, ...] = field(compare=False)
    data: str = ""

    @property
    def last(self) -> EnigmaState:
        """The position after the last line."""
        return self.moments[-1].state if self.moments else self.first

    @property
    def log(self) -> tuple[Event, ...]:
        """All events."""
        return self.last.log

    def state_at(self, until: str | None) -> EnigmaState:
        """The position after an event (``P2.3a``, ``P2.3``) or a line (``12``, ``line 12``).

        Raises `ProblemError` naming the nearest event.
        """
        if until is None:
            return self.last
        limit = line_limit(until)
        if limit is not None:
            before = [moment.state for moment in self.moments if moment.line.number <= limit]
            return before[-1] if before else self.first
        wanted = until.strip().casefold()
        found = [
            moment.state
            for moment in self.moments
            if wanted in (moment.name.casefold(), moment.name.casefold().rstrip("abcdefgh"))
        ]
        if not found:
            names = [moment.name for moment in self.moments]
            raise ProblemError(f"until {quote(until)}: {nearest(until, names)}")
        return found[-1]

    def view(self, seat: int | None, until: str | None = None) -> EnigmaView:
        """What `seat` (None: the writer) saw up to an event.

        Raises `ProblemError` for a seat whose cards the record does not tell.
        """
        asked = seat_asked(
            seat,
            seats=len(self.names),
            writer=None if self.complete else self.me,
            otherwise=self.me,
            names=self.names,
            complete="a complete record (layout: and characters:)",
        )
        view = make_view(self.state_at(until), asked)
        if self.complete:
            return view
        known = tuple(pair for pair in view.own if pair[1] >= 0)
        return EnigmaView(**{**_fields(view), "own": known})

    def places(self, log: Sequence[Event]) -> list[str]:
        """For every event of a log of this record the line it was written on."""
        found: list[str] = []
        for moment in self.moments:
            for _ in range(len(found), min(len(log), len(moment.state.log))):
                found.append(f"line {moment.line.number}")
        return found


def _fields(view: EnigmaView) -> dict[str, Any]:
    return {name: getattr(view, name) for name in EnigmaView.__slots__}


def parse(record: Record) -> Tale:
    """Understand a record, checking every line against the rules. Raises `RecordError` at line and column."""
    lines = header_lines(record, (*KEYS, *OPTIONS))
    names = player_names(record, range(2, 6), title="Enigma", taken=("timeout",))
    setting = _setup(record, lines, len(names))
    me = seat_of(lines, "me", names)
    layout = _layout(setting, lines)
    cards = _cards(setting, lines, me)
    complete = layout is not None and -1 not in cards
    if (layout is None) != (-1 in cards):
        key = "characters" if layout is not None else "layout"
        raise record.line_of("game").error(f"a complete record also has '{key}:' with every card")
    cells = layout or (-1,) * setting.cells
    first = first_state(setting)._replace(cells=cells, start=cells, cards=cards)
    first = start_turn(first, setting.keeper)
    tale = Tale(setting, names, me, complete, first, (), record.get("data"))
    return Tale(setting, names, me, complete, first, _moments(tale, record), record.get("data"))


def _moments(tale: Tale, record: Record) -> tuple[Moment, ...]:
    player = Player(tale.first, tale.names, known=tale.complete, me=tale.me)
    found: list[tuple[str, int, Line, EnigmaState]] = []
    turns: dict[str, int] = {}
    for line in record.events:
        before = len(player.state.log)
        player.play_line(line)
        state = player.state
        seat = next((e.seat for e in state.log[before:] if e.kind in ACTS), state.turn)
        name = tale.names[seat - 1]
        started = any(_ends(event) for event in state.log[max(0, before - 1) : before + 1]) or (
            not found or found[-1][0] != name or _ended(state.log[:before])
        )
        if started:
            turns[name] = turns.get(name, 0) + 1
        found.append((name, turns[name], line, state))
    several = {(name, turn) for name, turn, _, _ in found if sum(f[:2] == (name, turn) for f in found) > 1}
    moments: list[Moment] = []
    letters: dict[tuple[str, int], int] = {}
    for name, turn, line, state in found:
        number = letters[name, turn] = letters.get((name, turn), -1) + 1
        letter = chr(ord("a") + number) if (name, turn) in several else ""
        moments.append(Moment(f"{name}.{turn}{letter}", line, state))
    return tuple(moments)


ACTS = frozenset(
    {What.REST, What.PEEK, What.QUIET, What.NAME, What.SPEND, What.POINT, What.CLAIM, What.MISSION}
)


def _ends(event: Event) -> bool:
    """Whether a turn ends with this event."""
    caught = event.kind is What.VERDICT and event.seat != 0 and not event.more & 1
    return caught or event.kind in (What.END, What.QUIET, What.REST, What.FAIL)


def _ended(log: Sequence[Event]) -> bool:
    """Whether the last turn of a log has ended."""
    last = next((event for event in reversed(log) if event.kind is not What.TIME), None)
    return last is None or _ends(last)


def _setup(record: Record, lines: dict[str, Line], players: int) -> Setup:
    chosen = {key: option.default for key, option in OPTIONS.items()} | options_of(record, OPTIONS)
    file = file_of(record, "data")
    try:
        return setup(None if file is None else str(file), players, chosen)
    except ProblemError as error:
        raise lines.get("data", lines.get("keeper", lines["players"])).error(str(error)) from error


def _layout(setting: Setup, lines: dict[str, Line]) -> tuple[int, ...] | None:
    if "layout" not in lines:
        return None
    line, names = lines["layout"], setting.parts.room_names
    rooms = tuple(find(word, names, "a room", line) for word in value_words(line) if word.text != "/")
    if sorted(rooms) != list(range(setting.cells)):
        raise line.error(f"expected each of the {setting.cells} rooms once, row by row")
    return rooms


def _cards(setting: Setup, lines: dict[str, Line], me: int) -> tuple[int, ...]:
    names, unknown = setting.parts.character_names, (-1,) * setting.slots
    if "characters" in lines:
        line = lines["characters"]
        if "character" in lines:
            raise lines["character"].error("'characters' gives every Character; leave 'character' out")
        cards = tuple(
            find(word, names, "a Character", line) for word in value_words(line) if word.text not in "/;"
        )
        if sorted(cards) != list(range(setting.slots)):
            raise line.error(
                f"expected each of the {setting.slots} Characters once: the players', then the stack"
            )
        return cards
    if "character" in lines:
        line = lines["character"]
        if not me:
            raise line.error("whose Character is it? add 'me: NAME' to the header")
        words = value_words(line)
        if len(words) != 1:
            raise line.error("expected one Character")
        card = find(words[0], names, "a Character", line)
        return (*unknown[: me - 1], card, *unknown[me:])
    return unknown
