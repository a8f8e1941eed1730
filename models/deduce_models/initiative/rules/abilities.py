"""Special actions as plug-ins: an object with `moves` and `play`, registered under a `kind`.

The printed abilities are unknown, so the four shipped ones are reconstructions (data/abilities.toml). To
add one, write a frozen dataclass with the methods of `Ability`, put it into `KINDS`, and name it in a
data file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from deduce.ground.errors import ProblemError, nearest
from deduce.records.datafile import DataTable, read_toml
from deduce_models.initiative.components.parts import ACTIONS, DATA
from deduce_models.initiative.rules import play as rules
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.setup import GLYPH

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import Lying, State


class Ability(Protocol):
    """One character's special action, resolved by small moves until `moves` is empty or ``done``."""

    @property
    def name(self) -> str:
        """As the data file calls it."""

    def moves(self, state: Lying) -> list[Move]:
        """What may be done next (``done`` is added by the rules); empty: the action is over."""

    def play(self, state: State, move: Move) -> State:
        """The effect of one of `moves`; end with `rules.resume` or `rules.reveal`."""


def _near(state: Lying) -> tuple[int, ...]:
    here = state.figures[state.turn - 1]
    return (here, *state.setup.neighbours[here])


@dataclass(frozen=True, slots=True)
class Scan:
    """Reveal the top token of rooms near the figure, each room once, in an order of one's choice."""

    name: str

    def moves(self, state: Lying) -> list[Move]:
        """A near room with hidden tokens that was not yet looked at."""
        rooms = state.setup.rooms
        return [
            Move("room", (rooms[room],))
            for room in _near(state)
            if state.hidden[room] and room not in state.used
        ]

    def play(self, state: State, move: Move) -> State:
        """Reveal the room's top token."""
        room = state.setup.room_ids[move.words[0]]
        return rules.reveal(state._replace(used=(*state.used, room)), room)


@dataclass(frozen=True, slots=True)
class Escort:
    """Move one figure, any seat's, up to `steps` rooms."""

    name: str
    steps: int = 2

    def moves(self, state: Lying) -> list[Move]:
        """First whose figure, then step by step."""
        setup = state.setup
        if not state.used:
            return [Move("figure", (str(seat),)) for seat in range(1, setup.seats + 1)]
        if len(state.used) > self.steps:
            return []
        here = state.figures[state.used[0] - 1]
        return [Move("move", (setup.rooms[room],)) for room in setup.neighbours[here]]

    def play(self, state: State, move: Move) -> State:
        """Choose the figure, or move it one room."""
        if move.verb == "figure":
            return state._replace(used=(int(move.words[0]),))
        seat, room = state.used[0], state.setup.room_ids[move.words[0]]
        figures = (*state.figures[: seat - 1], room, *state.figures[seat:])
        return rules.resume(state._replace(figures=figures, used=(*state.used, room)))


@dataclass(frozen=True, slots=True)
class Reach:
    """Collect one face-up glyph from a near room."""

    name: str

    def moves(self, state: Lying) -> list[Move]:
        """A glyph and the room it lies in."""
        if state.used:
            return []
        setup = state.setup
        return [
            Move("take", (setup.kinds[kind], setup.rooms[room]))
            for room in _near(state)
            for kind in dict.fromkeys(state.faceup[room])
            if setup.effects[kind][0] == GLYPH
        ]

    def play(self, state: State, move: Move) -> State:
        """Collect it."""
        kind, room = state.setup.ids[move.words[0]], state.setup.room_ids[move.words[1]]
        return rules.resume(rules.collect(state, room, kind)._replace(used=(kind,)))


@dataclass(frozen=True, slots=True)
class Reset:
    """Clear one of `piles`, as Regroup does."""

    name: str
    piles: tuple[str, ...] = ("Intel", "Run", "Gather")

    def moves(self, state: Lying) -> list[Move]:
        """The piles that have something on them."""
        if state.used:
            return []
        places = (ACTIONS.index(pile) for pile in self.piles)
        return [Move("clear", (ACTIONS[p],)) for p in places if state.piles[p] or state.blocks[p]]

    def play(self, state: State, move: Move) -> State:
        """Clear it."""
        pile = ACTIONS.index(move.words[0])
        return rules.resume(rules.clear(state, pile)._replace(used=(pile,)))


def _reset(name: str, table: DataTable) -> Ability:
    piles = table.strings("piles")
    for pile in piles:
        table.one_of("piles", pile, ACTIONS)
    return Reset(name, piles)


KINDS: dict[str, Callable[[str, DataTable], Ability]] = {
    "scan": lambda name, _: Scan(name),
    "escort": lambda name, table: Escort(name, table.get("steps", int, 2)),
    "reach": lambda name, _: Reach(name),
    "reset": _reset,
}
"""Plug-ins by kind: each makes an ability from its name and its table in the data file."""


def abilities(table: DataTable) -> Mapping[str, Ability]:
    """The abilities of a data file by name. Raises `ProblemError` naming the key that is wrong."""
    found = {}
    for name in table.values:
        part = table.table(name)
        part.provenance()
        kind = part.get("kind", str)
        part.one_of("kind", kind, tuple(KINDS))
        found[name] = KINDS[kind](name, part)
    return found


@lru_cache(maxsize=8)
def default_abilities(path: Path | None = None) -> Mapping[str, Ability]:
    """The abilities of the file at `path`, or the shipped ones."""
    return abilities(read_toml(path or DATA / "abilities.toml"))


def chosen_abilities(names: str, players: int) -> tuple[Ability, ...]:
    """The abilities of the characters named in the option `characters`, one a seat. Raises `ProblemError`."""
    known = default_abilities()
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        if name not in known:
            raise ProblemError(f"option characters: there is no character {name!r}; {nearest(name, known)}")
    if len(set(chosen)) < len(chosen) or len(chosen) < players:
        raise ProblemError(f"option characters={names!r}: expected at least {players} different characters")
    return tuple(known[name] for name in chosen[:players])
