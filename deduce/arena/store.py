"""A tournament's file: JSON lines, one a match, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from deduce.arena.match import Fixture, Match
from deduce.errors import ProblemError, RecordError

__all__ = ["Store"]


class Store:
    """The matches in a file, and the way to add more; a context manager.

    Lines with the key ``arena`` say how the matches after them were played: game, options, and each
    entrant with its settings. A run whose settings contradict the file is refused, since its matches would
    mean something else; more deals and more entrants may be added. Whatever follows the last line
    break is a line that was being written when a run was stopped: it is dropped, and played again.

    One run at a time may write to a file.
    """

    def __init__(self, path: str | Path, settings: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.settings = json.loads(json.dumps(settings, default=str))
        self.settings["entrants"] = {
            name: _without_addresses(text) for name, text in self.settings["entrants"].items()
        }
        self.matches: dict[Fixture, Match] = {}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Store:
        try:
            self._file = self.path.open("a+b")
        except OSError as error:
            raise ProblemError(f"{self.path} cannot be written: {error.strerror}") from error
        try:
            self._file.seek(0)
            whole, line_break, _ = self._file.read().rpartition(b"\n")
            known = self._read(whole)
            self._file.truncate(len(whole) + len(line_break))
            if not known:
                self._write({"arena": 1, **self.settings})
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, match: Match) -> None:
        """Write a match, and keep it."""
        self.matches[match.fixture] = match
        self._write(match.to_dict())

    def _write(self, data: Mapping[str, Any]) -> None:
        if self._file is None:
            raise ProblemError(f"{self.path} is not open: use 'with Store(...) as store'")
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def _read(self, whole: bytes) -> bool:
        """Take in all matches; whether the file already says everything about the settings."""
        entrants: dict[str, str] = {}
        for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
            try:
                data = json.loads(line)
                if "arena" in data:
                    self._compare(data)
                    entrants |= data["entrants"]
                else:
                    match = Match.from_dict(data)
                    self.matches[match.fixture] = match
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                if isinstance(error, ProblemError):
                    raise
                raise RecordError(
                    "is no line of an arena file: give a new file, or mend this one",
                    line=number,
                    source=str(self.path),
                ) from error
        return all(entrants.get(name) == text for name, text in self.settings["entrants"].items())

    def _compare(self, data: Mapping[str, Any]) -> None:
        for key, value in self.settings.items():
            if key != "entrants" and data[key] != value:
                raise ProblemError(
                    f"{self.path} holds matches with {key} {data[key]!r}, not {value!r}: give another file"
                )
        for name, text in self.settings["entrants"].items():
            known = data["entrants"].get(name, text)
            # Older files have Python's own words for an object, which say nothing of its settings.
            if known != text and not re.fullmatch(r"<\S+ object>", known):
                raise ProblemError(
                    f"{self.path} holds matches of {name!r} as {data['entrants'][name]}, not as {text}:"
                    " give the player another name, or another file"
                )


def _without_addresses(text: str) -> str:
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)
