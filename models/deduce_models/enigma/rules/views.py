"""What a view of the game tells with the fields that beliefs and advice read, and whole positions in the same form.

A compact form for searches: what lies on the table, and the log of events (`told`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deduce.games.base import Actor
from deduce.ground.errors import ProblemError
from deduce.ground.wording import grid, listing, passage, person, run, say, typed
from deduce.rulebook import State, View
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.folding import Told
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits


class Lying(NamedTuple):
    """What lies on the table, as one seat sees it or whole: small integers and tuples, as they lie in a world.

    `cells` are rooms by position now and `cards` characters by slot, as far as they are dealt: the slots of the seats,
    then the stack; `HIDDEN` where the seat may not know, of `cells` all that lies face down, of `cards` all that it has
    not held. `start` are the rooms as dealt (empty unless it is whole), `up` is the mask of positions that lie face up.
    `held` is each seat's slot now and `stack` what is left of the stack, top first. `chaos`, `keys` (Decryption),
    `silent` and `out` are masks of seats (bit `seat`). `at` and `room` are the position named and the room it was named
    as, `aux` what else of the naming is public. `doubters` counts only while doubts are declared: who doubts, of a
    view only the seat itself, and `HIDDEN` before it has declared. `log` is the history, with what the seat has not
    seen blanked; `moves` are what it may do now. `seat` sees it so (0: a bystander; -1: it is whole).
    """

    setup: Setup
    actor: Actor
    phase: int
    turn: int
    time: int
    cells: tuple[int, ...]
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
    scores: tuple[float, ...] | None
    start: tuple[int, ...] = ()
    moves: tuple[EnigmaMove, ...] = ()
    seat: int = -1

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def winner(self) -> int:
        """The seat that has won; 0 for none."""
        return next((seat for seat, score in enumerate(self.scores or (), 1) if score > 0), 0)

    def tokens(self, seat: int) -> int:
        """The Chaos and Decryption of a seat, as a mask of icons."""
        return (self.chaos >> seat & 1) * CHAOS | (self.keys >> seat & 1) * DECRYPTION

    def character(self, seat: int) -> int:
        """The Character a seat holds now; `HIDDEN` where it is not known."""
        slot = self.held[seat - 1]
        return self.cards[slot] if slot < len(self.cards) else HIDDEN


class EnigmaView(Lying):
    """All that one seat may use; seat 0 is a bystander."""

    __slots__ = ()

    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief("enigma", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        from deduce.games.plain import as_dict

        return as_dict(self)

    @property
    def open(self) -> tuple[int, ...]:
        """The room that lies face up at each position, `HIDDEN` for a card face down or not dealt yet."""
        return self.cells + (HIDDEN,) * (self.setup.cells - len(self.cells))

    @property
    def own(self) -> tuple[tuple[int, int], ...]:
        """The slots that the seat has held so far, and their characters."""
        return tuple((slot, card) for slot, card in enumerate(self.cards) if card >= 0)

    @property
    def mine(self) -> int:
        """The Character that the seat holds. Raises `ProblemError` where it does not know it."""
        if (card := self.character(self.seat)) < 0:
            raise ProblemError(f"which Character seat {self.seat} holds is not known")
        return card

    @property
    def doubts(self) -> bool | None:
        """The seat's own declaration while doubts are being declared; None before, and otherwise."""
        if self.phase != DOUBTING or self.doubters < 0:
            return None
        return bool(self.doubters)

    def __str__(self) -> str:
        rooms, people = self.setup.parts.room_names, self.setup.parts.character_names
        seen = seen_cells(self)
        names = [
            run(f"{at} [", typed(rooms[room]), "]")
            if room >= 0
            else run(f"{at} ", typed(rooms[seen[at - 1]]) if at - 1 in seen else "?")
            for at, room in enumerate(self.open, 1)
        ]
        own = self.character(self.seat) if self.seat else HIDDEN
        who, role = person(self.seat), typed(people[own]) if own >= 0 else ""
        lines: list[str] = [
            grid([run(name, " " * (12 - len(name))) for name in names], 3),
            say("{who} is the {role}", who=who, role=role) if role else who,
            say("Time {time} of {last}", time=self.time, last=self.setup.last_time),
        ]
        marked = (
            *((say("Chaos"), self.chaos), (say("Decryption"), self.keys)),
            *((say("Silence"), self.silent), (say("out"), self.out)),
        )
        for seat in range(1, self.seats + 1):
            marks: list[str] = [word for word, mask in marked if mask >> seat & 1]
            turn = say(" (to move)") if self.actor == seat else ""
            lines.append(run(person(seat), turn, ": ", listing(marks or ["-"], ",")))
        return passage(lines)


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


class Position(Lying):
    """A whole position."""

    __slots__ = ()

    def view(self, seat: int) -> EnigmaView:
        """What `seat` may use, without its moves (0: a bystander). Raises `ProblemError` for no seat of this game."""
        if not 0 <= seat <= self.seats:
            raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {self.seats}")
        slots = held_slots(self.log, seat) if seat else []
        asked = self.phase == DOUBTING and seat and _declared(self, seat)
        return EnigmaView._make(self)._replace(
            seat=seat,
            cells=tuple(room if self.up >> cell & 1 else HIDDEN for cell, room in enumerate(self.cells)),
            cards=tuple(card if slot in slots else HIDDEN for slot, card in enumerate(self.cards)),
            start=(),
            doubters=self.doubters & 1 << seat if asked else HIDDEN,
            log=tuple(event.masked(seat) for event in self.log),
        )


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
    shown: EnigmaView = view.seen_face
    return shown


def face(position: State | View) -> EnigmaView | Position:
    """A view, or a whole position, with the fields that beliefs and advice read."""
    return _whole(position) if isinstance(position, State) else _seen(position)


def taken(view: EnigmaView, move: EnigmaMove) -> tuple[int, ...]:
    """The positions of the cards that a move lays anew; the one named is among those that are shuffled."""
    return bits(move.at | (1 << view.at if move.kind is Kind.SHUFFLE else 0))


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _public(position: State | View, o: Mapping[str, Any], told: Told) -> dict[str, Any]:
    """What lies on the table, and what was heard."""
    setup = position.setting.data
    return {
        "setup": setup,
        "actor": position.actor,
        **{name: o[name] for name in ("phase", "turn", "time", "stage", "aux")},
        "up": _mask(at - 1 for at in dict(o["up"])),
        **{name: tuple(o[name]) for name in ("held", "stack")},
        **{name: _mask(o[name]) for name in ("chaos", "keys", "silent", "out")},
        "at": o["at"] - 1,
        "room": -1 if o["room"] is None else setup.parts.room_names.index(o["room"]),
        "log": tuple(told.log),
        "scores": position.scores,
    }


def _whole(state: State) -> Position:
    run, setup = state.run, state.setting.data
    o, world = vars(run.table.open), run.table.world
    rooms, people = setup.parts.room_names, setup.parts.character_names
    told = Told(setup, 0, state.setting.names)
    for event in run.table.log:
        told.read(event.kind, event.seat, event.said, event.value)
    cells, cards = run.table.recall("cell").values(), run.table.recall("dealt").values()
    return Position(
        **_public(state, o, told),
        cells=tuple(rooms.index(world[cell]) for cell in cells if cell in world),
        start=tuple(rooms.index(text.rpartition(" ")[2]) for text in state.history[: setup.cells]),
        cards=tuple(people.index(world[card]) for card in cards if card in world),
        doubters=told.declared if o["phase"] == DOUBTING else 0,
    )


def _seen(view: View) -> EnigmaView:
    setup, seat, o = view.setting.data, view.seat, view.table
    told = Told(setup, seat, view.setting.names)
    waiting = list(view.remarks)
    for number, entry in enumerate(view.entries):
        while waiting and waiting[0][0] <= number:
            told.mistake(waiting.pop(0)[1])
        told.read(*entry)
    for _, shown in waiting:
        told.mistake(shown)
    up, rooms = dict(o["up"]), setup.parts.room_names
    slots = held_slots(told.log, seat) if seat else []
    cells = min(view.at, setup.cells)
    cards = range(min(view.at - cells, setup.slots))
    asked = o["phase"] == DOUBTING and told.doubts is not None
    return EnigmaView(
        **_public(view, o, told),
        seat=seat,
        cells=tuple(rooms.index(up[at]) if at in up else HIDDEN for at in range(1, cells + 1)),
        cards=tuple(told.people.get(slot, HIDDEN) if slot in slots else HIDDEN for slot in cards),
        doubters=(told.doubts or 0) << seat if asked else HIDDEN,
        moves=tuple(view.moves),
    )
