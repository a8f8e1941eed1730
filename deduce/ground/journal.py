"""Files of JSON lines that long jobs add to: they go on where they stopped, and nothing in them is believed unread."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn, Self

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import opened_regular

LONGEST_LINE = 1 << 24
"""No line is longer than this, in bytes."""

SAVED = 1.0
"""So many seconds of work may be lost to a power cut, which the system's own memory of a file does not outlast."""

PATIENCE = 1.0
"""So many seconds another run may need to end that was told to, or whose leader was killed just now."""

LARGEST_JOURNAL = 1 << 30
"""No file is longer than this, in bytes."""


class JournalLine(dict[str, Any]):
    """One line: a JSON object that knows where it stands."""

    def __init__(self, data: Mapping[str, Any], number: int, source: str) -> None:
        super().__init__(data)
        self.number, self.source = number, source

    def wrong(self, message: str) -> RecordError:
        """The error that says what is wrong with this line."""
        return RecordError(message, line=self.number, source=self.source)


class Journal:
    """The lines of a file, and the way to add more; a context manager.

    A line is whole when it is added or is not there: whatever follows the last line break was being written when a
    run was stopped, and is dropped. A file whose first line does not have the key `kind` is somebody else's: it
    is refused, and nothing in it is changed. One run at a time writes to a file; a second is told so.

    Args:
        path: The file; made if it does not exist.
        kind: The key that the first line has.
        version: What the first line has there; None for anything.

    Raises:
        ProblemError: It cannot be written, is no regular file, or another run is writing to it.
        RecordError: A line is none of a journal of this kind, or has a number that is none.
    """

    def __init__(self, path: str | Path, kind: str, version: int | None = 1) -> None:
        self.path, self.kind, self.version = Path(path), kind, version
        self.lines: list[JournalLine] = []
        self._file: IO[bytes] | None = None
        self._safe = time.monotonic()

    def __enter__(self) -> Self:
        try:
            raw = opened_regular(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        except RecordError as error:
            raise ProblemError(f"{self.path} cannot be written: it {error.message}") from error
        except IsADirectoryError as error:
            raise ProblemError(f"{self.path} cannot be written: it is no regular file") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ProblemError(f"{self.path} cannot be written: {reason}") from error
        self._file = raw
        try:
            self._lock(self._file)
            self._read(self._file)
        except BaseException:
            self._file.close()
            self._file = None
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._secure(self._file.fileno())
            self._file.close()

    def add(self, data: Mapping[str, Any]) -> None:
        """Write a line, at once and whole.

        Raises `ProblemError` for numbers that JSON has not, and where there is no room for the line; then nothing of it
        is left in the file.
        """
        if self._file is None:
            raise ProblemError(f"{self.path} is not open: use 'with' to open it")
        try:
            text = json.dumps(data, separators=(",", ":"), allow_nan=False)
        except ValueError as error:
            raise ProblemError(f"{self.path} keeps finite numbers only: {error}") from error
        file = self._file.fileno()
        before, left = os.fstat(file).st_size, text.encode() + b"\n"
        try:
            while left:
                left = left[os.write(file, left) :]
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(file, before)
            raise ProblemError(
                f"{self.path} cannot be written: {error.strerror}; what was finished before is in it"
            ) from error
        if time.monotonic() - self._safe > SAVED:
            self._secure(file)

    def _secure(self, file: int) -> None:
        """What was written outlasts a power cut."""
        with suppress(OSError):  # a file system that cannot promise it
            os.fsync(file)
        self._safe = time.monotonic()

    def _lock(self, file: IO[bytes]) -> None:
        try:
            import fcntl
        except ImportError:
            return  # a system without such locks
        end = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if time.monotonic() > end:
                    raise ProblemError(
                        f"{self.path} is being written by another run: wait for its end, or give another file"
                    ) from error
                time.sleep(0.02)
            except OSError:
                return  # a file system without such locks
            else:
                return

    def _read(self, file: IO[bytes]) -> None:
        if os.fstat(file.fileno()).st_size > LARGEST_JOURNAL:
            self._refuse(f"is longer than {LARGEST_JOURNAL >> 20} MB", 0)
        file.seek(0)
        number, end = 0, 0
        while text := file.readline(LONGEST_LINE + 1):
            number += 1
            if len(text) > LONGEST_LINE:
                self._refuse(f"is longer than {LONGEST_LINE >> 20} MB", number)
            if not text.endswith(b"\n"):
                if self._kept(text, number):
                    os.write(file.fileno(), b"\n")  # an editor left the last line break out
                else:
                    file.truncate(end)
                return
            self.lines.append(self._line(text, number))
            end += len(text)

    def _kept(self, text: bytes, number: int) -> bool:
        """Whether a last line without a line break is whole. Raises `RecordError` in a file that is none of ours."""
        try:
            self.lines.append(self._line(text, number))
        except RecordError:
            begun = b'{"' + self.kind.encode() + b'"'
            if number == 1 and text[: len(begun)] != begun[: len(text)]:
                raise
            return False
        return True

    def _line(self, text: bytes, number: int) -> JournalLine:
        if number == 1 and not text.lstrip().startswith(b"{"):
            self._refuse(f"is no line of a file of {self.kind}: give a new file, or mend this one", number)
        try:
            data = json.loads(text.decode(), parse_constant=_no_number, object_pairs_hook=_once)
        except _NoNumberError as error:
            self._refuse(f"has {error}, which is no number", number)
        except _TwiceError as error:
            self._refuse(f"has {error} twice", number)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or (number == 1 and self.kind not in data):
            self._refuse(f"is no line of a file of {self.kind}: give a new file, or mend this one", number)
        version = data[self.kind] if number == 1 and self.version is not None else self.version
        if version != self.version or isinstance(version, bool):
            self._refuse(
                f"is of version {str(version)[:20]!r}; version {self.version} is read: give a new file",
                number,
            )
        return JournalLine(data, number, str(self.path))

    def _refuse(self, message: str, number: int) -> NoReturn:
        raise RecordError(message, line=number, source=str(self.path))


class _NoNumberError(Exception):
    """NaN, Infinity or -Infinity, which JSON does not have."""


class _TwiceError(Exception):
    """A key that an object has twice."""


def _no_number(text: str) -> NoReturn:
    raise _NoNumberError(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(repr(key[:40]))
        found[key] = value
    return found
