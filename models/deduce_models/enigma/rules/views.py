"""What one seat sees of a position, as a value of its own that never refers to the position."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.games.base import Actor
from deduce.games.plain import as_dict, brief
from deduce.games.registry import picture_of
from deduce.ground.errors import ProblemError
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.moves import EnigmaMove
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.setup import PERMUTATIONS, Setup, bits

if TYPE_CHECKING:
    from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["EnigmaView", "held_slots", "make_view"]


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

    def _repr_svg_(self) -> str:
        return picture_of("enigma", self)

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


def make_view(state: EnigmaState, seat: int) -> EnigmaView:
    """The view of `seat`. Raises `ProblemError` for a seat that does not play."""
    if not 0 <= seat <= state.seats:
        raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {state.seats}")
    shown = [-1] * state.setup.cells
    for cell in bits(state.up):
        shown[cell] = state.cells[cell]
    slots = sorted(set(held_slots(state.log, seat))) if seat else []
    doubts = None
    if state.phase == DOUBTING and seat and _declared(state, seat):
        doubts = bool(state.doubters >> seat & 1)
    return EnigmaView(
        setup=state.setup,
        seat=seat,
        actor=state.actor,
        phase=state.phase,
        turn=state.turn,
        time=state.time,
        dealt=(len(state.cells), len(state.cards)),
        open=tuple(shown),
        own=tuple((slot, state.cards[slot]) for slot in slots if slot < len(state.cards)),
        held=state.held,
        stack=state.stack,
        chaos=state.chaos,
        keys=state.keys,
        silent=state.silent,
        out=state.out,
        stage=state.stage,
        at=state.at,
        room=state.room,
        aux=state.aux,
        doubts=doubts,
        log=tuple(event.masked(seat) for event in state.log),
        scores=state.scores,
        moves=tuple(state.moves()) if seat and state.actor == seat else (),
    )


def _declared(state: EnigmaState, seat: int) -> bool:
    """Whether `seat` has declared for the naming under way: it comes before the seat asked now."""
    if (state.silent | state.out) >> seat & 1 or seat == state.turn:
        return False
    seats = state.seats
    return (seat - state.turn) % seats < (state.asked - state.turn) % seats
