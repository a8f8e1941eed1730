"""Records: an evening at the table as text, one event a line. What PGN is to chess.

A record is a header of ``key: value`` lines, then one event a line; ``#`` starts a comment anywhere, blank
lines are free. The header ends at the first line that no header line can be; behind a blank line only what its
game has there goes on with it, no option (`records.header.spelled_out`).
The first header key is always ``game``. Parsing keeps every line as it was written, so `Record.text` gives
the file back exactly; a game's ``notation`` module turns event lines into moves or observations, and
reports errors with `Line.error`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from deduce.ground.errors import IllegalMove, ProblemError, RecordError
from deduce.ground.reading import text_of
from deduce.ground.shown import Told
from deduce.ground.wording import as_is, many, run, say

__all__ = ["VERSION", "Line", "Record", "begun", "read_record"]

VERSION = 1
"""The version that is written. All up to it are read; a record without a line ``version`` is of the first."""

_STRUCK = re.compile(r"(-+|~+|–|—).*\w.*\1")


@dataclass(frozen=True, slots=True)
class Line:
    """One event line: `number` (1-based) in the file, and its words without the comment."""

    number: int
    text: str
    source: str = ""

    @property
    def body(self) -> str:
        """The line without its comment and outer blanks."""
        return self.text.partition("#")[0].strip()

    @property
    def words(self) -> tuple[tuple[str, int], ...]:
        """The words of the body, each with its 1-based column."""
        found: list[tuple[str, int]] = []
        code = self.text.partition("#")[0]
        column = 0
        for word in code.split():
            column = code.index(word, column)
            found.append((word, column + 1))
            column += len(word)
        return tuple(found)

    @property
    def is_struck(self) -> bool:
        """Whether it is struck out: it stands between dashes or tildes."""
        return _STRUCK.fullmatch(self.body) is not None

    def refuse_struck(self) -> None:
        """Raises `RecordError` for a line that is struck out, so that no reader takes it for what it said."""
        if self.is_struck:
            raise self.error(say("this line is struck out: leave it away"), 1)

    @property
    def value_at(self) -> int:
        """Where the value of a header line begins, 0-based: behind its colon, or behind its key without one."""
        before, colon, _ = self.text.partition("#")[0].partition(":")
        return len(before) + 1 if colon else len(before) - len(before.lstrip().partition(" ")[2])

    @property
    def value_column(self) -> int:
        """The column of the value of a header line, or of the end of the line where there is none."""
        text = self.text.partition("#")[0].rstrip()
        return len(text) - len(text[self.value_at :].lstrip()) + 1

    def error(self, message: str, column: int = 0) -> RecordError:
        """A `RecordError` at this line; `column` is 1-based, 0 for the whole line."""
        return RecordError(message, line=self.number, column=column, source=self.source)

    @contextmanager
    def refusing(self, column: int = 0) -> Iterator[None]:
        """A block whose `IllegalMove` becomes a `RecordError` at this line: a record that breaks a rule."""
        try:
            yield
        except IllegalMove as error:
            raise self.error(error.said, column) from error


@dataclass(frozen=True, slots=True, repr=False)
class Record(Told):
    """A parsed record: header, events, and the lines it was read from.

    `version` is that of its writing, 1 where the header does not say; its line is none of `header`.
    """

    header: tuple[tuple[str, str, Line], ...]
    events: tuple[Line, ...]
    lines: tuple[str, ...]
    source: str = ""
    allow_files: bool = field(default=False, compare=False)
    version: int = 1

    @property
    def text(self) -> str:
        """The file, exactly as it was read."""
        return "\n".join(self.lines)

    @property
    def last(self) -> int:
        """The number of its last line: nobody counts what is behind the last end of a line."""
        return len(self.lines) - (self.lines[-1:] == ("",))

    @property
    def game(self) -> str:
        """The game's name, from the header."""
        return self.header[0][1].lower()

    def __repr__(self) -> str:
        return (
            f"<{self.game} record: {many(self.last, 'line')}{f' of {self.source}' if self.source else ''}>"
        )

    def get(self, key: str, default: str = "") -> str:
        """The value of a header key, or `default`."""
        return next((value for name, value, _ in self.header if name == key), default)

    def line_of(self, key: str) -> Line:
        """The header line of `key`, for error messages; the first line when it is absent."""
        return next((line for name, _, line in self.header if name == key), self.header[0][2])


LARGEST_RECORD = 2_000_000
"""No record has more signs: of longer ones nobody waits for the refusal."""


def read_record(
    text: str | Path, *, source: str = "", allow_files: bool = False, who: str | None = None
) -> Record:
    """Parse a record from text, or from the file at a `Path`.

    The files that its header names (``data``, ``words`` and the like) must lie in the record's own folder or
    below it, unless `allow_files` lifts that. A record of everybody (`records.shared`) is read as the player `who` may
    see it, or as a bystander may; what belongs to others is in no part of what is returned.

    Raises `RecordError` (line, column, what was expected) when the header is malformed; event lines
    are left to the game's notation.
    """
    if isinstance(text, Path):
        source = source or str(text)
        text = text_of(text)
    if not isinstance(text, str):
        raise ProblemError(
            f"a record is read from its text, or from the file at a Path, not from {text!r:.200}"
        )
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"is longer than {LARGEST_RECORD:,} signs", source=source)
    lines = tuple(_visible(text, source, who))
    header: list[tuple[str, str, Line]] = []
    events: list[Line] = []
    in_header = True
    version = 0
    for number, raw in enumerate(lines, 1):
        line = Line(number, raw.rstrip("\r"), source)
        if not line.body:
            # A blank line ends the header; one that holds a comment alone does not.
            in_header = in_header and (not header or bool(line.text.strip()))
            continue
        if in_header and (pair := _header_pair(line, header)):
            name, value = pair
            if not header and name != "game":
                raise line.error(
                    say("the first header line must be 'game: NAME', not {got}", got=as_is(repr(name))), 1
                )
            if any(name == seen for seen, _, _ in header) or (name == "version" and version):
                raise line.error(say("{key} is given twice in the header", key=as_is(repr(name))), 1)
            if name == "version":
                version = _version(value, line)
            else:
                header.append((name, value, line))
        else:
            in_header = False
            events.append(line)
    if not header:
        raise RecordError(say("is empty; the first line must be 'game: NAME'"), source=source)
    return Record(tuple(header), tuple(events), lines, source, allow_files, version=version or 1)


def _visible(text: str, source: str, who: str | None) -> list[str]:
    """The lines that `who` may see: all of them but in a record of everybody. Raises `RecordError`, `ProblemError`."""
    if who is None and "everybody" not in text.casefold():
        return text.split("\n")
    from deduce.records.shared import EVERYBODY, shared_in

    shared = shared_in(text, source)
    if shared is not None:
        return shared.lines(None if who is None else shared.person(who))
    if who is not None:
        raise ProblemError(
            f"only a record of everybody (its header says 'me: {EVERYBODY}') is read as {who!r}"
        )
    return text.split("\n")


def begun(game: str) -> list[str]:
    """The lines with which every record of a game begins."""
    return [f"game: {game}", f"version: {VERSION}"]


def _version(value: str, line: Line) -> int:
    """The version of a record. Raises `RecordError` where it is none that can be read."""
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 7 else 0
    if not number:
        raise line.error(
            say("the version of a record is a whole number from 1, not {got}", got=as_is(repr(value[:40]))),
            line.value_column,
        )
    if number > VERSION:
        read = "version 1" if VERSION == 1 else f"versions 1 to {VERSION}"
        raise line.error(
            f"the record is of version {number}, and this release reads {read}: a newer release of deduce is needed",
            line.value_column,
        )
    return number


def _header_pair(line: Line, header: Sequence[tuple[str, str, Line]]) -> tuple[str, str] | None:
    """The key and the value of a header line; None when `line` is the first event, no blank line before it.

    The keys of every game may stand without their colon while they are still missing. Raises `RecordError`.
    """
    said = {key: value for key, value, _ in header}
    key, colon, value = line.body.partition(":")
    first, _, rest = line.body.partition(" ")
    if not colon and first.lower() in _FIRST_KEYS and first.lower() not in said:
        key, colon, value = first, ":", rest
    name = key.strip().lower()
    if not header and (not colon or not name or " " in name):
        # Rows and columns, digits, a table of TOML: what stands first in the files of puzzles.
        puzzle = "=" in line.body or line.body.startswith("[") or not line.body.strip("0123456789. ")
        read = say("; 'deduce unique' and 'deduce steps' read puzzles") if puzzle else ""
        raise line.error(run(say("expected the header to begin with 'game: NAME'"), read), 1)
    if colon and not name:
        raise line.error(say("expected a header line 'key: value'"), 1)
    if not colon or " " in name or name in said.get("players", "").lower().split():
        return None
    return name, value.strip()


_FIRST_KEYS = ("game", "version", "players", "me", "seat")
"""Header keys of every game; no event begins with one of these words while its key is still missing."""
