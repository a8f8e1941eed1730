"""The setting of one game: components, seats, options, and all of its moves, made once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, Final

from deduce.games.base import Option
from deduce.ground.errors import ProblemError
from deduce_models.enigma.components.parts import (
    CHAOS,
    DECRYPTION,
    EFFECTS,
    Components,
    load,
    shipped,
)
from deduce_models.enigma.rules.moves import EnigmaMove, Kind

__all__ = ["OPTIONS", "PERMUTATIONS", "Setup", "bits", "setup"]

PERMUTATIONS: Final = tuple(permutations(range(3)))
"""The six ways to lay three cards: place ``i`` gets the card that was at place ``p[i]``."""

OPTIONS: Mapping[str, Option] = {
    "keeper": Option(1, (1, 2, 3, 4, 5), "the seat of the Time Keeper, who begins", of_seat=True),
    "slots": Option(
        5,
        tuple(range(3, 13)),
        "positions of the Time sheet; entering the last one ends the game. Five is deduced from the example"
        " for four; other numbers of players were not found",
        "deduced",
    ),
    "icons": Option(
        "reconstructed",
        ("reconstructed", "free"),
        "free: the Library icons that were not found are left open; in play chance then decides at each look",
        "reconstructed",
    ),
    "extra_peek": Option(
        True,
        (True, False),
        "Decryption's extra naming peeks first, as the standard action",
        "reconstructed",
    ),
    "extra_face_up": Option(
        False,
        (True, False),
        "Decryption's extra naming may also name a card that lies face up; a tip speaks of it only for a card face down",
        "deduced",
    ),
    "late_naming": Option(
        True,
        (True, False),
        "the extra naming may also follow the standard action, before a mission",
        "deduced",
    ),
    "claim_face_up": Option(
        False, (True, False), "a card may be named as a room that lies face up elsewhere", "reconstructed"
    ),
}


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The set bits of a mask, lowest first."""
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)


class Setup:
    """Everything that does not change during a game. Compared by identity; `setup` shares them.

    Tables of moves are indexed by masks of positions (`up`: those that lie face up) or by seat.
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
        """The icon of each room: 0, `CHAOS`, `DECRYPTION`, or -1 where it is left open."""
        self.effects = tuple(EFFECTS.index(room.name) for room in parts.rooms)
        """For each room the index of its effect in `EFFECTS`."""
        self.ghost, self.saboteur = parts.character("Ghost"), parts.character("Saboteur")
        self._make_moves()

    def _make_moves(self) -> None:
        cells, rooms = range(self.cells), self.parts.room_names
        people, seats = self.parts.character_names, range(self.players + 1)
        self.rooms = tuple(
            tuple(EnigmaMove(Kind.ROOM, c, r, f"room {c + 1} {rooms[r]}") for r in range(len(rooms)))
            for c in cells
        )
        self.cards = tuple(
            tuple(EnigmaMove(Kind.CARD, s, x, f"card {s + 1} {people[x]}") for x in range(self.slots))
            for s in range(self.slots)
        )
        icons = (("nothing", 0), ("C", CHAOS), ("D", DECRYPTION))
        self.icon_moves = tuple(EnigmaMove(Kind.ICON, -1, code, f"icon {name}") for name, code in icons)
        self.orders = tuple(
            EnigmaMove(Kind.ORDER, -1, k, "order " + "".join(str(i + 1) for i in p))
            for k, p in enumerate(PERMUTATIONS)
        )
        self.claims = tuple(EnigmaMove(Kind.CLAIM, -1, r, f"claim {rooms[r]}") for r in range(len(rooms)))
        self.one = {
            kind: tuple(EnigmaMove(kind, c, -1, f"{kind.name.lower()} {c + 1}") for c in cells)
            for kind in (Kind.PEEK, Kind.POINT, Kind.NAME, Kind.LOOK, Kind.OPEN, Kind.REVEAL)
        }
        self.seat_moves = {
            kind: tuple(EnigmaMove(kind, seat, -1, f"{kind.name.lower()} {seat}") for seat in seats)
            for kind in (Kind.VIEW, Kind.FLIP, Kind.SWAP)
        }
        self.plain = {
            kind: EnigmaMove(kind, -1, -1, kind.name.lower())
            for kind in (
                *(Kind.SPEND, Kind.DOUBT, Kind.TRUST, Kind.KEEP, Kind.RENEW),
                *(Kind.CANCEL, Kind.ALLOW, Kind.MISSION, Kind.END, Kind.REST),
            )
        }
        self.calls = tuple(
            tuple(EnigmaMove(Kind.CALL, c, r, f"call {c + 1} {rooms[r]}") for r in range(len(rooms)))
            for c in cells
        )
        self.accusations = tuple(
            tuple(EnigmaMove(Kind.ACCUSE, s, x, f"accuse {s} {people[x]}") for x in range(self.slots))
            for s in seats
        )
        self._make_triples()
        self._make_lists()

    def seats_moves(self) -> list[EnigmaMove]:
        """Every move that a seat can ever make, in a fixed order; chance's are left out."""
        rows = (
            *self.one.values(),
            *(row[1:] for row in self.seat_moves.values()),  # nobody sits at seat 0
            *self.calls,
            *self.accusations[1:],
            *self.lays.values(),
        )
        mixes = [move for row in self.mixes for move in row]
        found = [*self.claims, *self.plain.values(), *self.ghost_moves, *mixes]
        return [*found, *(move for row in rows for move in row)]

    def _make_triples(self) -> None:
        self.takes: dict[int, EnigmaMove] = {}
        self.lays: dict[int, tuple[EnigmaMove, ...]] = {}
        self.mixes: tuple[tuple[EnigmaMove, ...], ...] = ()
        by_cell: list[list[EnigmaMove]] = [[] for _ in range(self.cells)]
        for triple in combinations(range(self.cells), 3):
            mask = sum(1 << c for c in triple)
            names = " ".join(str(c + 1) for c in triple)
            self.takes[mask] = EnigmaMove(Kind.GHOST, mask, -1, f"ghost {names}")
            self.lays[mask] = tuple(
                EnigmaMove(Kind.LAY, mask, k, "lay " + " ".join(str(triple[i] + 1) for i in p))
                for k, p in enumerate(PERMUTATIONS)
            )
            for c in triple:
                others = " ".join(str(other + 1) for other in triple if other != c)
                by_cell[c].append(EnigmaMove(Kind.SHUFFLE, mask, c, f"shuffle {others}"))
        self.mixes = tuple(map(tuple, by_cell))
        self.ghost_moves = tuple(self.takes.values())

    def _make_lists(self) -> None:
        everywhere = (*range(self.all_cells), self.all_cells)
        self.down_moves = {
            kind: tuple(
                tuple(self.one[kind][c] for c in range(self.cells) if not up >> c & 1) for up in everywhere
            )
            for kind in (Kind.PEEK, Kind.POINT, Kind.LOOK, Kind.OPEN, Kind.REVEAL)
        }
        self.up_moves = tuple(tuple(self.one[Kind.NAME][c] for c in bits(up)) for up in everywhere)
        self.peek_or_name = tuple(self.down_moves[Kind.PEEK][up] + self.up_moves[up] for up in everywhere)
        self.point_or_name = tuple(self.down_moves[Kind.POINT][up] + self.up_moves[up] for up in everywhere)
        # Indexed by the mask of rooms that lie face up and so may not be claimed.
        self.claim_lists = tuple(
            tuple(move for move in self.claims if not shown >> move.what & 1) for shown in everywhere
        )


def setup(data: str | None, players: int, options: Mapping[str, Any]) -> Setup:
    """The setting for checked `options`; the same object for the same options and components.

    Raises `ProblemError` for data that cannot be used, or a Time Keeper who does not play.
    """
    if options["keeper"] > players:
        raise ProblemError(f"option keeper={options['keeper']}: there are {players} seats")
    parts = shipped() if data is None else load(data)
    return _shared(parts, players, tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _shared(parts: Components, players: int, options: tuple[tuple[str, Any], ...]) -> Setup:
    if len(parts.characters) <= players:
        raise ProblemError(f"{players} players need more than {len(parts.characters)} characters")
    return Setup(parts, players, dict(options))
