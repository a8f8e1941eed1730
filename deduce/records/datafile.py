"""Reading TOML files written by people: every error names the file, the key and what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.ground.reading import text_of
from deduce.ground.shown import Plain

PROVENANCES = ("rulebook", "deduced", "reconstructed")
"""Where a datum comes from: printed, following from what is printed, or made by us."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Note(Plain):
    """Where a datum comes from: one of `PROVENANCES`, with its line of reason."""

    datum: str
    provenance: str
    reason: str

    def __str__(self) -> str:
        return f"{self.datum}  ({self.provenance}) {self.reason}"


def note(values: Mapping[str, Any], datum: str, where: str) -> Note:
    """The note of a table called `where` in messages; a table that says nothing is reconstructed.

    Raises `ProblemError` for a provenance that does not exist or a reason that is no text.
    """
    provenance = values.get("provenance", "reconstructed")
    if provenance not in PROVENANCES:
        raise ProblemError(f"{where}.provenance = {provenance!r}: {nearest(provenance, PROVENANCES)}")
    reason = values.get("reason", "")
    if not isinstance(reason, str):
        raise ProblemError(f"{where}.reason must be a line of text")
    return Note(datum, provenance, reason)


def notes_in(values: Mapping[str, Any], path: str = "") -> list[Note]:
    """The notes of every table with a provenance within `values`, called by their dotted keys."""
    found = [note(values, path, path)] if "provenance" in values else []
    for key, value in values.items():
        if isinstance(value, Mapping):
            found += notes_in(value, f"{path}.{key}" if path else key)
    return found


@dataclass(frozen=True, slots=True)
class DataTable:
    """One TOML table with the path of keys that leads to it, for messages."""

    values: Mapping[str, Any]
    source: str
    path: str = ""

    def where(self, key: str = "") -> str:
        """The file and the dotted key, as errors begin."""
        dotted = ".".join(part for part in (self.path, key) if part)
        return f"{self.source}: {dotted}" if dotted else self.source

    def only(self, *allowed: str) -> DataTable:
        """This table, when it has no other keys than `allowed`; else `ProblemError`."""
        for key in self.values:
            if key not in allowed:
                raise ProblemError(
                    f"{self.where(key)}: is not a key of this table; {nearest(key, allowed)}"
                )
        return self

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value of `key`, of type `kind`; `default` when absent, `ProblemError` without one."""
        if key not in self.values:
            if default is None:
                raise ProblemError(f"{self.where(key)}: is missing (expected {_NAMES[kind]})")
            return default
        value = self.values[key]
        # bool is an int to Python, never to a person who writes a data file.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ProblemError(f"{self.where(key)}: expected {_NAMES[kind]}, not {value!r}")
        return value

    def strings(self, key: str, default: Iterable[str] | None = None) -> tuple[str, ...]:
        """A list of strings."""
        found = self.get(key, list, None if default is None else list(default))
        if not all(isinstance(item, str) for item in found):
            raise ProblemError(f"{self.where(key)}: expected a list of strings, not {found!r}")
        return tuple(found)

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of integers."""
        found = self.get(key, list)
        if not all(isinstance(item, int) and not isinstance(item, bool) for item in found):
            raise ProblemError(f"{self.where(key)}: expected a list of whole numbers, not {found!r}")
        return tuple(found)

    def pairs(
        self, key: str, names: tuple[str, ...], default: list[Any] | None = None
    ) -> tuple[tuple[int, int], ...]:
        """A list of pairs of `names`, as positions in `names`."""
        found = []
        for pair in self.get(key, list, default):
            if not isinstance(pair, list) or len(pair) != 2:
                raise ProblemError(f'{self.where(key)}: expected pairs ["X", "Y"], not {pair!r}')
            a, b = (self.one_of(key, name, names) for name in pair)
            if a == b:
                raise ProblemError(f"{self.where(key)}: {pair!r} names one thing twice")
            found.append((a, b))
        return tuple(found)

    def one_of(self, key: str, value: Any, names: tuple[str, ...]) -> int:
        """The position of `value` in `names`; else `ProblemError` with the nearest name."""
        if value not in names:
            raise ProblemError(f"{self.where(key)}: {value!r} is unknown; {nearest(value, names)}")
        return names.index(value)

    def table(self, key: str) -> DataTable:
        """The sub-table at `key`."""
        return DataTable(
            self.get(key, dict), self.source, ".".join(part for part in (self.path, key) if part)
        )

    def tables(self, key: str) -> tuple[DataTable, ...]:
        """The tables of an array of tables (``[[key]]``), each with its number from 1 in messages."""
        found = self.get(key, list)
        if not all(isinstance(item, dict) for item in found):
            raise ProblemError(f"{self.where(key)}: expected tables, written [[{key}]]")
        return tuple(
            DataTable(item, self.source, f"{self.path}.{key}[{number}]".lstrip("."))
            for number, item in enumerate(found, 1)
        )

    def provenance(self) -> str:
        """The checked `provenance` of this table (with its line of `reason`)."""
        self.get("reason", str)
        value = self.get("provenance", str)
        self.one_of("provenance", value, PROVENANCES)
        return value


_NAMES: dict[type, str] = {
    str: "a string",
    int: "a whole number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
    float: "a number",
}


def read_toml(path: Path) -> DataTable:
    """The TOML file at `path`. Raises `ProblemError` when it cannot be read or is not TOML."""
    try:
        return parse_toml(text_of(path), str(path))
    except RecordError as error:
        raise ProblemError(str(error)) from error


def parse_toml(text: str, source: str) -> DataTable:
    """TOML text as a table. Raises `ProblemError` with the line when it is not TOML."""
    try:
        return DataTable(tomllib.loads(text), source)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"{source}: is not TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        # Python's own bounds on digits and nesting.
        raise ProblemError(
            f"{source}: is not TOML: too deeply nested, or a number of too many digits"
        ) from error
