"""The setting of one game: components, seats, options, and its moves by their texts, made once and shared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from deduce.games.base import options_of
from deduce.ground.errors import ProblemError
from deduce_models.enigma.components.parts import (
    CHAOS,
    DATA,
    DECRYPTION,
    Components,
)
from deduce_models.enigma.rules.moves import EnigmaMove, Kind

PERMUTATIONS: Final = tuple(permutations(range(3)))
"""The six ways to lay three cards: place ``i`` gets the card that was at place ``p[i]``."""

OPTIONS: Final = options_of(DATA / "options.toml")


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The set bits of a mask, lowest first."""
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)


def mask_of(places: Iterable[int]) -> int:
    """The mask of positions that are counted from 1."""
    return sum(1 << at - 1 for at in places)


class Setup:
    """Everything that does not change during a game. Compared by identity; `setup` shares them.

    Attributes:
        icons: The icon of each room: 0, `CHAOS`, `DECRYPTION`, or -1 where it is left open.
        gives: The icons that the Library may find on each room, by name: "", "C", "D", or "CD" where it is left open.
        wanted: The names of the rooms that each Character's mission asks for.
    """

    def __init__(self, parts: Components, players: int, options: Mapping[str, Any]) -> None:
        self.parts, self.players, self.options = parts, players, dict(options)
        self.cells = len(parts.rooms)
        self.slots = len(parts.characters)
        self.all_cells = (1 << self.cells) - 1
        self.all_seats = sum(1 << seat for seat in range(1, players + 1))
        self.keeper: int = options["keeper"]
        self.last_time: int = options["slots"]
        self.free_icons: bool = options["icons"] == "free"
        self.extra_peek: bool = options["extra_peek"]
        self.extra_face_up: bool = options["extra_face_up"]
        self.late_naming: bool = options["late_naming"]
        self.claim_face_up: bool = options["claim_face_up"]
        self.icons = tuple(-1 if self.free_icons and not room.known else room.icon for room in parts.rooms)
        letters = {-1: "CD", 0: "", CHAOS: "C", DECRYPTION: "D"}
        self.gives = {room.name: letters[icon] for room, icon in zip(parts.rooms, self.icons, strict=True)}
        self.ghost, self.saboteur = parts.character("Ghost"), parts.character("Saboteur")
        self.people = {person.name: person for person in parts.characters}
        names = parts.room_names
        self.wanted = {
            who.name: frozenset(names[room] for room in bits(who.rooms)) for who in parts.characters
        }
        self._moves: dict[str, EnigmaMove] = {}

    def move(self, text: str, names: Sequence[str]) -> EnigmaMove:
        """The move of a text, with its fields; players are called by `names`, seat 1 first."""
        verb, *rest = text.split()
        kind = KINDS.get(verb)
        if kind is None or "=" in rest:
            return EnigmaMove(Kind.CHANCE, -1, -1, text)
        at, what = -1, -1
        if kind in (Kind.VIEW, Kind.FLIP, Kind.SWAP, Kind.ACCUSE):
            at, rest = names.index(rest[0]) + 1, rest[1:]
            what = self.parts.character_names.index(rest[0]) if rest else -1
        elif kind is Kind.CLAIM:
            what = self.parts.room_names.index(rest[0])
        elif kind is Kind.CALL:
            at, what = int(rest[0]) - 1, self.parts.room_names.index(rest[1])
        elif kind in (Kind.GHOST, Kind.LAY, Kind.SHUFFLE):
            places = [int(each) for each in rest]
            at = mask_of(places)
            if kind is Kind.LAY:
                what = PERMUTATIONS.index(tuple(sorted(places).index(place) for place in places))
        elif rest:
            at = int(rest[0]) - 1
        return EnigmaMove(kind, at, what, text)


KINDS: Final = {kind.name.lower(): kind for kind in Kind if kind is not Kind.CHANCE}


def slot_name(setup: Setup, slot: int, names: Sequence[str]) -> str:
    """A slot of the character deal in words."""
    return names[slot] if slot < setup.players else f"stack {slot - setup.players + 1}"


def setup(parts: Components, players: int, options: Mapping[str, Any]) -> Setup:
    """The setting for checked `options`; the same object for the same options and components.

    Raises `ProblemError` for a Time Keeper who does not play, or too few Characters.
    """
    if options["keeper"] > players:
        raise ProblemError(f"option keeper={options['keeper']}: there are {players} seats")
    return _shared(parts, players, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _shared(parts: Components, players: int, options: tuple[tuple[str, Any], ...]) -> Setup:
    if len(parts.characters) <= players:
        raise ProblemError(f"{players} players need more than {len(parts.characters)} characters")
    return Setup(parts, players, dict(options))
