"""The components: rooms with their icons, characters with their missions; shipped or from a user's file.

The shipped files are `data/rooms.toml` and `data/characters.toml`. A user's file holds ``[[rooms]]`` and
``[[characters]]`` with the same keys, all in one; a mansion may be smaller than nine rooms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from deduce.ground.errors import ProblemError, nearest
from deduce.records.datafile import Note, note, read_toml

DATA = Path(__file__).parents[1] / "data"
EFFECTS: Final = ("Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine")
"""The rooms whose effects the rules know, by their short names."""

CHAOS: Final = 1
DECRYPTION: Final = 2
ICONS = {"": 0, "C": CHAOS, "D": DECRYPTION}
TOKENS = ("", "C", "D", "no C")
ROOM_KEYS = ("name", "title", "icon", "provenance", "reason")
CHARACTER_KEYS = ("name", "title", "token", "rooms", "accuses", "calls", "provenance", "reason")


@dataclass(frozen=True, slots=True)
class Room:
    """A Mansion card: `icon` is 0, `CHAOS` or `DECRYPTION`; `known` tells an icon that was really found."""

    name: str
    title: str
    icon: int
    known: bool


@dataclass(frozen=True, slots=True)
class Character:
    """A Character card and its mission.

    `token` is what must be held ("C", "D"), not held ("no C") or nothing (""); `rooms` the mask of rooms to
    reveal; `accuses` says that somebody's Character is named at the end, `calls` how many further cards are
    named and revealed.
    """

    name: str
    title: str
    token: str
    rooms: int
    accuses: bool
    calls: int


@dataclass(frozen=True, slots=True)
class Components:
    """The rooms and characters of one mansion, in the order of their files."""

    rooms: tuple[Room, ...]
    characters: tuple[Character, ...]
    notes: tuple[Note, ...]

    @property
    def room_names(self) -> tuple[str, ...]:
        """The short names of the rooms."""
        return tuple(room.name for room in self.rooms)

    @property
    def character_names(self) -> tuple[str, ...]:
        """The short names of the characters."""
        return tuple(character.name for character in self.characters)

    def character(self, name: str) -> int:
        """The index of a character, -1 when this mansion has none of that name."""
        return self.character_names.index(name) if name in self.character_names else -1


@lru_cache(maxsize=1)
def shipped() -> Components:
    """The components that come with the game."""
    table = {**_toml(DATA / "rooms.toml"), **_toml(DATA / "characters.toml")}
    return _components(table, "the shipped data")


def load(path: str | Path) -> Components:
    """A user's components. Raises `ProblemError` naming the file and the key that is wrong."""
    return _components(_toml(Path(path)), str(path))


def _toml(path: Path) -> dict[str, Any]:
    return dict(read_toml(path).values)


def _components(table: dict[str, Any], where: str) -> Components:
    notes: list[Note] = []
    rooms = [_room(row, where, notes) for row in _rows(table, "rooms", where)]
    names = [room.name for room in rooms]
    people = [_character(row, names, where, notes) for row in _rows(table, "characters", where)]
    for kind, found in (("rooms", names), ("characters", [each.name for each in people])):
        twice = sorted({name for name in found if found.count(name) > 1})
        if twice:
            raise ProblemError(f"{where}: {kind}: {twice[0]!r} is there twice")
    if len(rooms) % 3 or not 6 <= len(rooms) <= 9:
        raise ProblemError(f"{where}: rooms: a mansion has 6 or 9 cards in rows of three, not {len(rooms)}")
    if not 3 <= len(people) <= 9:
        raise ProblemError(f"{where}: characters: from 3 to 9 are allowed, not {len(people)}")
    for key, value in table.items():
        if isinstance(value, dict) and "provenance" in value:
            notes.append(note(value, key, f"{where}: {key}"))
    return Components(tuple(rooms), tuple(people), tuple(notes))


def _rows(table: dict[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    rows = table.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ProblemError(f"{where}: expected a list of tables [[{key}]]")
    return rows


def _check(row: dict[str, Any], keys: tuple[str, ...], what: str, where: str) -> str:
    for key in row:
        if key not in keys:
            raise ProblemError(f"{where}: {what}: unknown key {key!r}: {nearest(key, keys)}")
    name = row.get("name")
    if not isinstance(name, str) or not name.isidentifier():
        raise ProblemError(f"{where}: {what}: name must be one word, not {name!r}")
    return name


def _room(row: dict[str, Any], where: str, notes: list[Note]) -> Room:
    name = _check(row, ROOM_KEYS, "rooms", where)
    if name not in EFFECTS:
        raise ProblemError(f"{where}: rooms: no effect is known for {name!r}: {nearest(name, EFFECTS)}")
    icon = row.get("icon", "")
    if icon not in ICONS:
        raise ProblemError(f"{where}: {name}: icon must be one of '', 'C' and 'D', not {icon!r}")
    told = note(row, name, f"{where}: {name}")
    notes.append(told)
    return Room(name, str(row.get("title", name)), ICONS[icon], told.provenance != "reconstructed")


def _character(row: dict[str, Any], rooms: list[str], where: str, notes: list[Note]) -> Character:
    name = _check(row, CHARACTER_KEYS, "characters", where)
    token, wanted = row.get("token", ""), row.get("rooms", [])
    if token not in TOKENS:
        raise ProblemError(f"{where}: {name}: token: {nearest(token, TOKENS)}")
    if not isinstance(wanted, list):
        raise ProblemError(f"{where}: {name}: rooms must be a list of names, not {wanted!r}")
    for room in wanted:
        if room not in rooms:
            raise ProblemError(f"{where}: {name}: rooms: {room!r}: {nearest(room, rooms)}")
    calls = row.get("calls", 0)
    if not isinstance(calls, int) or calls < 0:
        raise ProblemError(f"{where}: {name}: calls must be a whole number, not {calls!r}")
    notes.append(note(row, name, f"{where}: {name}"))
    mask = sum(1 << rooms.index(room) for room in set(wanted))
    return Character(name, str(row.get("title", name)), token, mask, bool(row.get("accuses")), calls)
