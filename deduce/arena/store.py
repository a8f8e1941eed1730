"""A tournament's file: JSON lines, one a match, so that an interrupted run goes on where it stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from deduce.arena.match import Fixture, Match
from deduce.ground.errors import ProblemError
from deduce.ground.journal import Journal, JournalLine


class Store:
    """The matches in a file, and the way to add more; a context manager.

    Lines with the key ``arena`` say how the matches after them were played: game, options, and each
    entrant with its settings. A run whose settings contradict the file is refused, since its matches would
    mean something else; more deals and more entrants may be added. Whatever follows the last line
    break is a line that was being written when a run was stopped: it is dropped, and played again.

    One run at a time writes to a file: see `deduce.ground.journal`.
    """

    def __init__(self, path: str | Path, settings: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.settings = json.loads(json.dumps(settings, default=str))
        self.settings["entrants"] = {
            name: _without_addresses(text) for name, text in self.settings["entrants"].items()
        }
        self.settings["game"] = _without_addresses(self.settings["game"])
        self.matches: dict[Fixture, Match] = {}
        self._journal = Journal(path, "arena")

    def __enter__(self) -> Store:
        with ExitStack() as stack:
            stack.enter_context(self._journal)
            if not self._read(self._journal.lines):
                self._journal.add({"arena": 1, **self.settings})
            stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._journal.__exit__(kind, error, trace)

    def add(self, match: Match) -> None:
        """Write a match, and keep it."""
        self._journal.add(match.to_dict())
        self.matches[match.fixture] = match

    def _read(self, lines: Sequence[JournalLine]) -> bool:
        """Take in all matches; whether the file already says everything about the settings."""
        entrants: dict[str, str] = {}
        for line in lines:
            if "arena" in line:
                self._compare(line)
                entrants |= line["entrants"]
                continue
            try:
                match = Match.from_dict(line)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                said = str(error) if isinstance(error, ProblemError) else "is no match"
                raise line.wrong(f"{said}: give a new file, or mend this one") from error
            if match.fixture in self.matches:
                raise line.wrong("is the second of a match: take out one of the two lines")
            if len(match.scores) != self.settings["players"]:
                raise line.wrong(f"has {len(match.scores)} seats instead of {self.settings['players']}")
            unknown = set(match.fixture.lineup) - set(entrants)
            if unknown:
                raise line.wrong(f"has the player {min(unknown)!r}, of whom no line before it tells")
            if set(match.measures) != set(self.settings["measures"]):
                raise line.wrong(
                    f"has the measures {sorted(match.measures)}, not {self.settings['measures']}"
                )
            self.matches[match.fixture] = match
        return all(entrants.get(name) == text for name, text in self.settings["entrants"].items())

    def _compare(self, data: JournalLine) -> None:
        told = data.get("entrants")
        if not isinstance(told, dict) or not all(isinstance(text, str) for text in told.values()):
            raise data.wrong("does not say who the entrants are: give a new file, or mend this one")
        for key, value in self.settings.items():
            if key != "entrants" and key not in data:
                raise data.wrong(f"does not say the {key}: give a new file, or mend this one")
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
