"""Files of a writer's own that tell how people play: counts by game and by name, added to after every evening.

The file is TOML: a table a person, ``[enigma.Bob]``, with numbers, and tables of numbers in it. What the counts mean is
the game's (`Game.habits_shown`). Above them ``counted`` lists marks of the records that are in the counts, so that none
is counted twice.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Any, Self, TypeVar

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import text_of
from deduce.records.header import file_of
from deduce.records.record import Record

T = TypeVar("T")

OFF = ("", "off", "none")
"""What a line ``habits:`` says where nobody is to be known."""

HEAD = "# How people play, as counted by deduce habits. A table a person; delete what is not to be reckoned with."
COUNTED = "counted"
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def people_in(file: Path, game: str) -> dict[str, Mapping[str, Any]]:
    """The people of one game in a file, by name. Raises `RecordError` for what is no such file."""
    return _read(file)[0].get(game, {})


def people_of(
    record: Record, names: Sequence[str], me: int | None, made: Callable[[Mapping[str, Any]], T]
) -> dict[int, T]:
    """Whom the file of a record's line ``habits:`` tells of, by seat, the writer left out, `made` of the counts.

    Raises `RecordError`, also for counts of which `made` raises `ProblemError`.
    """
    file = None if record.get("habits") in OFF else file_of(record, "habits")
    if file is None:
        return {}
    seats = {name.casefold(): seat for seat, name in enumerate(names, 1)}
    game, found = record.get("game"), {}
    for name, counts in people_in(file, game).items():
        seat = seats.get(name.casefold(), 0)
        if seat and seat != me:
            try:
                found[seat] = made(counts)
            except ProblemError as error:
                raise record.line_of("habits").error(f"{file}: [{game}.{name}]: {error}") from error
    return found


@dataclass(frozen=True)
class Counts:
    """What was counted of one person, as a dataclass of numbers that are 0 where nothing was."""

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Self:
        """The counts that a file holds. Raises `ProblemError` for what is none."""
        allowed = [each.name for each in fields(cls)]
        for name, value in counts.items():
            if name not in allowed:
                raise ProblemError(f"a profile has no {name!r}: allowed are {', '.join(allowed)}")
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e6:
                raise ProblemError(f"{name} of a profile is a number from 0, not {value!r}")
        return cls(**{name: float(value) for name, value in counts.items()})

    def plus(self, other: Self) -> Self:
        """Both together."""
        return type(self)(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def to_dict(self) -> dict[str, float]:
        """The counts as a file holds them."""
        return asdict(self)


def beta_interval(yes: float, no: float) -> tuple[float, float, float]:
    """The mean of a rate with Beta counts, and about where 90 % of its chance is."""
    mean = yes / (yes + no)
    wide = 1.645 * float((mean * (1 - mean) / (yes + no + 1)) ** 0.5)
    return mean, max(0.0, mean - wide), min(1.0, mean + wide)


def _read(file: Path) -> tuple[dict[str, dict[str, Mapping[str, Any]]], list[str]]:
    """The people by game, and the marks of the records they were counted from."""
    try:
        found = tomllib.loads(text_of(file))
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"is no TOML: {error}", source=str(file)) from error
    counted = found.pop(COUNTED, [])
    if not isinstance(counted, list) or not all(isinstance(mark, str) for mark in counted):
        raise RecordError(f"{COUNTED}: expected the marks of records, as words in a list", source=str(file))
    for game, people in found.items():
        if not isinstance(people, dict) or not all(isinstance(each, dict) for each in people.values()):
            raise RecordError(f"{game}: expected a table a person, such as [{game}.Bob]", source=str(file))
    return found, counted


def mark_of(record: str) -> str:
    """A short mark of a record's text, the same however it is spaced and whatever comments stand in it."""
    lines = (line.partition("#")[0].split() for line in record.splitlines())
    said = "\n".join(" ".join(words) for words in lines if words)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def counted_in(file: Path) -> list[str]:
    """The marks of the records counted in a file; none where there is no file. Raises `RecordError`."""
    return _read(file)[1] if file.exists() else []


def profiles_in(file: Path) -> dict[str, dict[str, Mapping[str, Any]]]:
    """All that a file holds, by game and name; nothing where there is none. Raises `RecordError`."""
    return _read(file)[0] if file.exists() else {}


def summed(one: Mapping[str, Any], other: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Counts added to counts, tables in them too. Raises `RecordError` where they do not go together."""
    found = dict(one)
    for key, value in other.items():
        had = one.get(key, {} if isinstance(value, Mapping) else 0)
        if isinstance(value, Mapping) != isinstance(had, Mapping) or isinstance(had, (bool, str, list)):
            raise RecordError(f"{where} {key}: expected a number, not {had!r}")
        found[key] = (
            summed(had, value, where) if isinstance(value, Mapping) else round(float(had + value), 3)
        )
    return found


def profiles_text(whole: Mapping[str, Mapping[str, Mapping[str, Any]]], counted: Iterable[str] = ()) -> str:
    """The text of a file, with the marks of the records that were counted."""
    marks = ", ".join(f'"{mark}"' for mark in counted)
    rows = [HEAD, *([f"{COUNTED} = [{marks}]"] if marks else [])]
    for game, people in whole.items():
        for name, counts in people.items():
            rows += ["", f"[{_key(game)}.{_key(name)}]"]
            rows += [
                f"{_key(key)} = {value}" for key, value in counts.items() if not isinstance(value, Mapping)
            ]
            for key, table in counts.items():
                if isinstance(table, Mapping):
                    listed = ", ".join(f"{_key(each)} = {value}" for each, value in table.items())
                    rows.append(f"{_key(key)} = {{ {listed} }}" if listed else f"{_key(key)} = {{}}")
    return "\n".join(rows) + "\n"


def _key(name: str) -> str:
    plain = name.replace("\\", "\\\\").replace('"', '\\"')
    return name if _BARE.fullmatch(name) else f'"{plain}"'
