"""Records: an evening at the table as text, one event a line. What PGN is to chess.

A record is a header of ``key: value`` lines, a blank line, then one event a line; ``#`` starts a
comment anywhere, blank lines are free. The first header key is always ``game``. Parsing keeps every
line as it was written, so `Record.text` gives the file back exactly; a game's ``notation`` module turns
event lines into moves or observations, and reports errors with `Line.error`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from deduce.errors import IllegalMove, RecordError
from deduce.reading import text_of
from deduce.shown import Told

__all__ = ["Line", "Record", "read_record"]


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

    def error(self, message: str, column: int = 0) -> RecordError:
        """A `RecordError` at this line; `column` is 1-based, 0 for the whole line."""
        return RecordError(message, line=self.number, column=column, source=self.source)

    @contextmanager
    def refusing(self, column: int = 0) -> Iterator[None]:
        """A block whose `IllegalMove` becomes a `RecordError` at this line: a record that breaks a rule."""
        try:
            yield
        except IllegalMove as error:
            raise self.error(str(error), column) from error


@dataclass(frozen=True, slots=True, repr=False)
class Record(Told):
    """A parsed record: header, events, and the lines it was read from."""

    header: tuple[tuple[str, str, Line], ...]
    events: tuple[Line, ...]
    lines: tuple[str, ...]
    source: str = ""
    allow_files: bool = field(default=False, compare=False)

    @property
    def text(self) -> str:
        """The file, exactly as it was read."""
        return "\n".join(self.lines)

    @property
    def game(self) -> str:
        """The game's name, from the header."""
        return self.header[0][1].lower()

    def __repr__(self) -> str:
        return f"<{self.game} record: {len(self.lines)} lines{f' of {self.source}' if self.source else ''}>"

    def get(self, key: str, default: str = "") -> str:
        """The value of a header key, or `default`."""
        return next((value for name, value, _ in self.header if name == key), default)

    def line_of(self, key: str) -> Line:
        """The header line of `key`, for error messages; the first line when it is absent."""
        return next((line for name, _, line in self.header if name == key), self.header[0][2])


def read_record(text: str | Path, *, source: str = "", allow_files: bool = False) -> Record:
    """Parse a record from text, or from the file at a `Path`.

    The files that its header names (``data``, ``words`` and the like) must lie in the record's own folder or
    below it, unless `allow_files` lifts that.

    Raises `RecordError` (line, column, what was expected) when the header is malformed; event lines
    are left to the game's notation.
    """
    if isinstance(text, Path):
        source = source or str(text)
        text = text_of(text)
    lines = tuple(text.split("\n"))
    header: list[tuple[str, str, Line]] = []
    events: list[Line] = []
    in_header = True
    for number, raw in enumerate(lines, 1):
        line = Line(number, raw.rstrip("\r"), source)
        if not line.body:
            # A blank line ends the header; one that holds a comment alone does not.
            in_header = in_header and (not header or bool(line.text.strip()))
            continue
        key, colon, value = line.body.partition(":")
        if in_header:
            name = key.strip().lower()
            if not colon or not name or " " in name:
                raise line.error(
                    "expected a header line 'key: value', or a blank line before the first event"
                    if header
                    else "expected the header to begin with 'game: NAME'",
                    1,
                )
            if not header and name != "game":
                raise line.error(f"the first header line must be 'game: NAME', not {name!r}", 1)
            if any(name == seen for seen, _, _ in header):
                raise line.error(f"{name!r} is given twice in the header", 1)
            header.append((name, value.strip(), line))
        else:
            events.append(line)
    if not header:
        raise RecordError("is empty; the first line must be 'game: NAME'", source=source)
    return Record(tuple(header), tuple(events), lines, source, allow_files)
