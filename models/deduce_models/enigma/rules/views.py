"""What a view of the game tells with the fields that beliefs and advice read, and whole positions in the same form.

A compact form for searches: what lies on the table, and the log of events (`told`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from deduce.games.base import Actor
from deduce.games.plain import as_dict, brief
from deduce.ground.errors import ProblemError
from deduce.rulebook import State, View
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.folding import Told
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits

__all__ = ["EnigmaView", "Position", "face", "held_slots", "seen", "taken"]


@dataclass(frozen=True, slots=True)
class EnigmaView:
    """All that one seat may use; seat 0 is a bystander.

    `open` has for each position the room that lies face up there, -1 for a card face down; `own` the slots
    this seat has held so far and their characters. `chaos`, `keys`, `silent` and `out` are masks of seats.
    `at` and `room` are the naming under way, `aux` what else of it is public, `doubts` this seat's own
    declaration while doubts are being declared (None before, and otherwise). `log` is the history, with what
    this seat has not seen blanked.
    """

    setup: Setup
    seat: int
    actor: Actor
    phase: int
    turn: int
    time: int
    dealt: tuple[int, int]
    open: tuple[int, ...]
    own: tuple[tuple[int, int], ...]
    held: tuple[int, ...]
    stack: tuple[int, ...]
    chaos: int
    keys: int
    silent: int
    out: int
    stage: int
    at: int
    room: int
    aux: int
    doubts: bool | None
    log: tuple[Event, ...]
    scores: tuple[float, ...] | None
    moves: tuple[EnigmaMove, ...]

    def __repr__(self) -> str:
        return brief("enigma", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        return as_dict(self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def up(self) -> int:
        """The mask of positions that lie face up."""
        return sum(1 << cell for cell, room in enumerate(self.open) if room >= 0)

    def __str__(self) -> str:
        rooms, people = self.setup.parts.room_names, self.setup.parts.character_names
        seen = seen_cells(self)
        names = [
            f"{at} [{rooms[room]}]"
            if room >= 0
            else f"{at} {rooms[seen[at - 1]] if at - 1 in seen else '?'}"
            for at, room in enumerate(self.open, 1)
        ]
        rows = [
            "  ".join(f"{name:12}" for name in names[k : k + 3]).rstrip() for k in range(0, len(names), 3)
        ]
        own = dict(self.own).get(self.held[self.seat - 1]) if self.seat else None
        lines = [f"seat {self.seat}" + (f" is the {people[own]}" if own is not None else "")]
        lines.append(f"Time {self.time} of {self.setup.last_time}")
        for seat in range(1, self.seats + 1):
            marks = [
                word
                for word, mask in (
                    *(("Chaos", self.chaos), ("Decryption", self.keys)),
                    *(("Silence", self.silent), ("out", self.out)),
                )
                if mask >> seat & 1
            ]
            lines.append(
                f"seat {seat}{' (to move)' if self.actor == seat else ''}: {', '.join(marks) or '-'}"
            )
        return "\n".join([*rows, *lines])


def seen_cells(view: EnigmaView) -> dict[int, int]:
    """The rooms that the seat has seen itself and that still lie there, by position from 0."""
    found: dict[int, int] = {}
    for event in view.log:
        triple = bits(event.at) if event.kind in (What.SHUFFLE, What.GHOST, What.LAY) else ()
        if event.kind is What.SHUFFLE or (event.kind is What.LAY and event.seen == HIDDEN):
            for cell in triple:
                found.pop(cell, None)
        elif event.kind is What.LAY:
            before = {cell: found.pop(cell) for cell in triple if cell in found}
            sources = zip(triple, PERMUTATIONS[event.seen], strict=True)
            found |= {place: before[triple[k]] for place, k in sources if triple[k] in before}
        elif event.kind is What.GHOST and event.seen != HIDDEN:
            found |= {cell: event.seen >> 4 * place & 15 for place, cell in enumerate(triple)}
        elif event.kind in _SEEN and event.seen != HIDDEN:
            found[event.at] = event.seen
        elif event.kind in _OPENED:
            found[event.at] = event.what
    return found


_SEEN = (What.PEEK, What.QUIET, What.LOOK, What.VERDICT)
_OPENED = (What.OPEN, What.REVEAL, What.CALL, What.NAME)


def held_slots(log: Iterable[Event], seat: int) -> list[int]:
    """The slots of the character deal that `seat` has held, in order."""
    found = [seat - 1]
    for event in log:
        if event.kind is What.SWAP and seat in (event.seat, event.at):
            found.append(event.more if event.seat == seat else event.what)
        elif event.kind in (What.RENEW, What.LAY) and event.seat == seat:
            found.append(event.more)
    return found


class Position(NamedTuple):
    """A whole position: small integers and tuples, as they lie on the table and in a world.

    `cells` are rooms by position now, `start` as dealt, `up` the mask of positions that lie face up. `cards`
    are characters by slot: the slots of the seats, then the stack as dealt; `held` is each seat's slot now and
    `stack` what is left of the stack, top first. `chaos`, `keys` (Decryption), `silent` and `out` are masks of
    seats (bit `seat`). `at` and `room` are the position named and the room it was named as; `doubters` counts
    only while doubts are declared, `aux` is a phase's own number.
    """

    setup: Setup
    actor: Actor
    phase: int
    turn: int
    time: int
    cells: tuple[int, ...]
    start: tuple[int, ...]
    up: int
    cards: tuple[int, ...]
    held: tuple[int, ...]
    stack: tuple[int, ...]
    chaos: int
    keys: int
    silent: int
    out: int
    stage: int
    at: int
    room: int
    doubters: int
    aux: int
    log: tuple[Event, ...]
    winner: int
    scores: tuple[float, ...] | None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.players

    def tokens(self, seat: int) -> int:
        """The Chaos and Decryption of a seat, as a mask of icons."""
        return (self.chaos >> seat & 1) * CHAOS | (self.keys >> seat & 1) * DECRYPTION

    def character(self, seat: int) -> int:
        """The Character a seat holds now."""
        return self.cards[self.held[seat - 1]]

    def view(self, seat: int) -> EnigmaView:
        """What `seat` may use, without its moves (0: a bystander). Raises `ProblemError` for no seat of this game."""
        if not 0 <= seat <= self.seats:
            raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {self.seats}")
        shown = [self.cells[cell] if self.up >> cell & 1 else -1 for cell in range(self.setup.cells)]
        slots = sorted(set(held_slots(self.log, seat))) if seat else []
        asked = self.phase == DOUBTING and seat and _declared(self, seat)
        return EnigmaView(
            **{name: getattr(self, name) for name in _SHARED},
            seat=seat,
            dealt=(len(self.cells), len(self.cards)),
            open=tuple(shown),
            own=tuple((slot, self.cards[slot]) for slot in slots if slot < len(self.cards)),
            doubts=bool(self.doubters >> seat & 1) if asked else None,
            log=tuple(event.masked(seat) for event in self.log),
            moves=(),
        )


_SHARED = [each.name for each in fields(EnigmaView) if each.name in Position._fields and each.name != "log"]
"""What of a position everybody sees as it is."""


def _declared(position: Position, seat: int) -> bool:
    """Whether `seat` has declared for the naming under way: it comes before the seat asked now."""
    if (
        (position.silent | position.out) >> seat & 1
        or seat == position.turn
        or not isinstance(position.actor, int)
    ):
        return False
    seats = position.seats
    return (seat - position.turn) % seats < (position.actor - position.turn) % seats


def seen(view: View | EnigmaView) -> EnigmaView:
    """What a view of the game tells, with the fields that beliefs and advice read; it may be one already."""
    if isinstance(view, EnigmaView):
        return view
    shown: EnigmaView = view.face
    return shown


def face(position: State | View) -> EnigmaView | Position:
    """A view, or a whole position, with the fields that beliefs and advice read."""
    return _whole(position) if isinstance(position, State) else _seen(position)


def taken(view: EnigmaView, move: EnigmaMove) -> tuple[int, ...]:
    """The positions of the cards that a move lays anew; the one named is among those that are shuffled."""
    return bits(move.at | (1 << view.at if move.kind is Kind.SHUFFLE else 0))


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _public(o: Any, setup: Setup) -> dict[str, Any]:
    """What lies on the table."""
    rooms = setup.parts.room_names
    return {
        "setup": setup,
        **{name: o[name] for name in ("phase", "turn", "time", "stage", "aux")},
        **{name: tuple(o[name]) for name in ("held", "stack")},
        **{name: _mask(o[name]) for name in ("chaos", "keys", "silent", "out")},
        "at": o["at"] - 1,
        "room": -1 if o["room"] is None else rooms.index(o["room"]),
    }


def _whole(state: State) -> Position:
    run, setup = state.run, state.setting.data
    o, world = vars(run.table.open), run.table.world
    rooms, people = setup.parts.room_names, setup.parts.character_names
    told = Told(setup, 0, state.setting.names)
    for event in run.table.log:
        told.read(event.kind, event.seat, event.said, event.value)
    cells = run.table.recall("cell").values()
    start = tuple(rooms.index(text.rpartition(" ")[2]) for text in state.history[: setup.cells])
    scores = state.scores
    return Position(
        **_public(o, setup),
        actor=state.actor,
        cells=tuple(rooms.index(world[variable]) for variable in cells if variable in world),
        start=start,
        up=_mask(at - 1 for at in o["up"]),
        cards=tuple(
            people.index(world[card]) for card in run.table.recall("dealt").values() if card in world
        ),
        doubters=told.declared if o["phase"] == DOUBTING else 0,
        log=tuple(told.log),
        winner=next((seat for seat, score in enumerate(scores or (), 1) if score > 0), 0),
        scores=scores,
    )


def _seen(view: View) -> EnigmaView:
    setup, seat = view.setting.data, view.seat
    told = Told(setup, seat, view.setting.names)
    waiting = list(view.remarks)
    for number, entry in enumerate(view.entries):
        while waiting and waiting[0][0] <= number:
            told.mistake(waiting.pop(0)[1])
        told.read(*entry)
    for _, shown in waiting:
        told.mistake(shown)
    o = view.table
    up = dict(o["up"])
    rooms = setup.parts.room_names
    slots = sorted(set(held_slots(told.log, seat))) if seat else []
    cells = min(view.at, setup.cells)
    return EnigmaView(
        **_public(o, setup),
        seat=seat,
        actor=view.actor,
        dealt=(cells, min(view.at - cells, setup.slots)),
        open=tuple(rooms.index(up[at]) if at in up else -1 for at in range(1, setup.cells + 1)),
        own=tuple((slot, told.people[slot]) for slot in slots if slot in told.people),
        doubts=told.doubts if o["phase"] == DOUBTING else None,
        log=tuple(told.log),
        scores=view.scores,
        moves=tuple(view.moves),
    )
