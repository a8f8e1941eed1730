"""Files that people name: read if they are regular and of a bounded size, written whole or not at all."""

from __future__ import annotations

import os
import stat
from functools import cache
from pathlib import Path
from typing import IO, Any

from deduce.ground.errors import RecordError

LARGEST_FILE = 64 << 20
"""No text is longer than this, in bytes."""

LONGEST_LINE = 1 << 20
"""No line that is typed or sent is longer than this, in characters."""

_FOLDER = "is a folder; name a file in it"

_CHUNK = 1 << 20

_MOST_PASSED = 64
"""So many times `LONGEST_LINE` of a line that is too long are passed over; what is longer still is no text."""


def text_of(path: Path) -> str:
    """The text of a regular file, without a byte order mark.

    Raises `RecordError` when it cannot be read, is a device, pipe or folder, is longer than `LARGEST_FILE`, or is
    not UTF-8 (with line and column).
    """
    try:
        with opened_regular(path, os.O_RDONLY) as file:
            data = bytes_of(file, str(path))
    except OSError as error:
        if path.is_dir():  # Windows does not open it
            raise RecordError(_FOLDER, source=str(path)) from error
        advice = ""
        if isinstance(error, FileNotFoundError) and path.parts[:-1][:1] == ("examples",):
            # As the pages write it: who installed a wheel has no such folder yet.
            advice = f"; 'deduce examples {'/'.join(path.parts[1:])}' copies an example here"
        raise RecordError(f"cannot be read: {error.strerror or error}{advice}", source=str(path)) from error
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        # A path with a null byte in it.
        raise RecordError(f"cannot be read: {error}", source=str(path)) from error
    return decoded(data, str(path))


@cache
def shipped_toml(path: Path) -> dict[str, Any]:
    """A TOML file that comes with a package, read once: not to be changed."""
    import tomllib

    return tomllib.loads(path.read_text(encoding="utf-8"))


def print_of(path: str | Path) -> str:
    """What a file holds, as a short print of it that changes when the file does; '' where it cannot be read."""
    from hashlib import sha256

    try:
        return sha256(text_of(Path(path)).encode()).hexdigest()
    except RecordError:  # whoever reads it says what is wrong
        return ""


def opened_regular(path: Path, flags: int) -> IO[bytes]:
    """A regular file, opened as `flags` of `os.open` say: to be read, or to be read and added to.

    Nothing is waited for: neither the other end of a pipe nor what a file of the system may have to say later. What was
    looked at is what is read, whoever exchanges the file meanwhile. Raises OSError or ValueError (a name that is none)
    of the system, and `RecordError` for what is no regular file.
    """
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(path, flags, 0o666)
    try:
        mode = os.fstat(number).st_mode
        if not stat.S_ISREG(mode):
            raise RecordError(_FOLDER if stat.S_ISDIR(mode) else "is no regular file", source=str(path))
        return os.fdopen(number, "a+b" if flags & os.O_APPEND else "rb")
    except BaseException:
        os.close(number)
        raise


def bytes_of(file: IO[bytes], source: str) -> bytes:
    """All that a file or stream holds, from here on. Raises `RecordError` beyond `LARGEST_FILE` bytes."""
    found = bytearray()
    while len(found) <= LARGEST_FILE:
        # Chunks: room for the largest file is not asked for where a small one is read.
        chunk = file.read(_CHUNK)
        if chunk is None:
            raise RecordError("cannot be read: it has nothing to say yet", source=source)
        if not chunk:
            return bytes(found)
        found += chunk
    raise RecordError(f"is longer than {LARGEST_FILE >> 20} MB", source=source)


def line_of(stream: IO[str]) -> str:
    """The next line of a stream with its end, '' at the end of the stream, which a line without any end is as well.

    Raises `RecordError` for a line beyond `LONGEST_LINE` characters, which is passed over.
    """
    line = stream.readline(LONGEST_LINE)
    if len(line) < LONGEST_LINE or line.endswith("\n"):
        return line
    left = _MOST_PASSED
    while left and (rest := stream.readline(LONGEST_LINE)) and not rest.endswith("\n"):
        left -= 1
    if not left:
        return ""
    raise RecordError(f"a line has at most {LONGEST_LINE:,} characters")


def write_text(path: str | Path, text: str) -> None:
    """Write a file: whole, or what was there before stays. Raises OSError or ValueError of the system.

    A link's target is written, its rights stay. A pipe that nobody reads is not waited for.
    """
    where, data = Path(os.path.realpath(path)), text.encode()
    beside = where.with_name(f".{where.name}.part")
    if where.is_file() or not (where.exists() or where.is_symlink()):
        try:
            number = os.open(
                beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666
            )
        except OSError:
            pass  # no room for a second name in this folder: the file itself is written
        else:
            try:
                with os.fdopen(number, "wb") as file:
                    if where.exists():
                        beside.chmod(stat.S_IMODE(where.stat().st_mode))
                    file.write(data)
                    file.flush()
                    os.fsync(number)
                beside.replace(where)
            finally:
                beside.unlink(missing_ok=True)
            return
    number = os.open(where, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0), 0o666)
    with os.fdopen(number, "wb") as file:
        os.set_blocking(number, True)
        file.write(data)


def decoded(data: bytes, source: str) -> str:
    """UTF-8 text without a byte order mark, its lines ended by newlines alone, whatever machine wrote it.

    Raises `RecordError` with the line and column of what is none.
    """
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.rpartition(b"\n")[2].decode("utf-8-sig")
        raise RecordError(
            "is not UTF-8 text", line=before.count(b"\n") + 1, column=len(line) + 1, source=source
        ) from error


def is_file(path: Path) -> bool:
    """Whether there is a regular file of this name, be it a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def check_named(folder: Path, named: str, *, anywhere: bool) -> str:
    """What is wrong with a file that a text in `folder` names; empty when nothing is.

    Unless it may lie `anywhere` it must lie in that folder or below it, links resolved. What exists must be
    a regular file; one that does not exist is for its reader to report.
    """
    try:
        found = (folder / named).resolve()
        if not anywhere and not found.is_relative_to(folder.resolve()):
            return (
                f"{named!r} is outside the folder of this file; only files beside it may be named "
                "(--allow-files, or allow_files=True, lifts this)"
            )
        if found.exists() and not found.is_file():
            return f"{named!r} is no regular file"
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links that lead to each other
        return f"{named!r} cannot be read: {error}"
    return ""
