"""Reading the files that people name: bounded in size, and where another file names them only regular ones."""

from __future__ import annotations

from pathlib import Path

from deduce.errors import RecordError

__all__ = ["LARGEST_FILE", "check_named", "decoded", "text_of"]

LARGEST_FILE = 64 << 20
"""No text is longer than this, in bytes."""


def text_of(path: Path) -> str:
    """The text of a regular file, without a byte order mark.

    Raises `RecordError` when it cannot be read, is a device, pipe or folder, is longer than `LARGEST_FILE`, or is
    not UTF-8 (with line and column).
    """
    try:
        # Opening a pipe would wait for its other end.
        if path.exists() and not path.is_file():
            raise RecordError("is no regular file", source=str(path))
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        advice = ""
        if isinstance(error, FileNotFoundError) and path.parts[:-1][:1] == ("examples",):
            # As the pages write it: who installed a wheel has no such folder yet.
            advice = f"; 'deduce examples {'/'.join(path.parts[1:])}' copies an example here"
        raise RecordError(f"cannot be read: {error.strerror or error}{advice}", source=str(path)) from error
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(f"cannot be read: {error}", source=str(path)) from error
    if len(data) > LARGEST_FILE:
        raise RecordError(f"is longer than {LARGEST_FILE >> 20} MB", source=str(path))
    return decoded(data, str(path)).replace("\r\n", "\n").replace("\r", "\n")


def decoded(data: bytes, source: str) -> str:
    """UTF-8 text without a byte order mark. Raises `RecordError` with the line and column of what is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.rpartition(b"\n")[2].decode("utf-8-sig")
        raise RecordError(
            "is not UTF-8 text", line=before.count(b"\n") + 1, column=len(line) + 1, source=source
        ) from error


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
