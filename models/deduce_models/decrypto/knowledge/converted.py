"""Word vectors of one's own, converted once: unit rows as 16-bit floats that are mapped into memory, words beside them.

Reading a file of word vectors takes seconds and all its memory; of the converted one only the rows that are asked for
are read. Converted files lie in the user's cache (`DEDUCE_CACHE`, else the system's place for caches) and may be deleted
at any time; a file that has changed since is converted anew.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deduce_models.decrypto.components.legality import fold

STEP: Final = 20_000
"""How many rows are converted at a time: no second copy of a large file is held."""


def cache_folder() -> Path:
    """Where converted vectors lie: `DEDUCE_CACHE`, else the user's cache of this system."""
    if given := os.environ.get("DEDUCE_CACHE"):
        return Path(given) / "vectors"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "deduce" / "vectors"


def _place(file: Path, binary: bool, limit: int | None) -> Path:
    name = hashlib.sha256(f"{file.resolve()} {binary} {limit}".encode()).hexdigest()[:16]
    return cache_folder() / name


def _stamp(file: Path) -> str:
    told = file.stat()
    return f"1 {told.st_size} {told.st_mtime_ns}\n"


def converted(file: Path, binary: bool, limit: int | None) -> tuple[list[str], NDArray[np.float16]] | None:
    """The folded words and the mapped unit rows of a file that was converted before, None where it was not."""
    try:
        place = _place(file, binary, limit)
        if (place / "stamp").read_text(encoding="utf-8") != _stamp(file):
            return None
        words = (place / "words").read_text(encoding="utf-8").split("\n")
        rows: NDArray[np.float16] = np.load(place / "rows.npy", mmap_mode="r")
    except (OSError, ValueError, RuntimeError):
        # Half of it deleted, or no home: as if it had never been there.
        return None
    return (words, rows) if len(words) == len(rows) else None


def convert(
    file: Path, binary: bool, limit: int | None, words: Sequence[str], rows: NDArray[Any]
) -> tuple[list[str], NDArray[np.float16]] | None:
    """Convert what was read of `file`, and give what `converted` will give; None where nothing can be written.

    Files list frequent spellings first: "Paris" and "paris" share the first one's row.
    """
    first: dict[str, int] = {}
    for number, word in enumerate(words):
        first.setdefault(fold(word.replace("_", " ")), number)
    chosen = np.array([*first.values()], dtype=int)
    try:
        stamp, place = _stamp(file), _place(file, binary, limit)
        place.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix="new-", dir=place.parent))
    except (OSError, RuntimeError):
        return None
    try:
        shape = (len(chosen), int(rows.shape[1]))
        written = np.lib.format.open_memmap(made / "rows.npy", mode="w+", dtype=np.float16, shape=shape)
        for begin in range(0, len(chosen), STEP):
            some = np.asarray(rows[chosen[begin : begin + STEP]], dtype=np.float32)
            lengths = np.linalg.norm(some, axis=1, keepdims=True)
            written[begin : begin + STEP] = some / np.where(lengths == 0, 1, lengths)
        written.flush()
        del written
        (made / "words").write_text("\n".join(first), encoding="utf-8")
        (made / "stamp").write_text(stamp, encoding="utf-8")
        if place.exists():
            shutil.rmtree(place)
        made.replace(place)
    except OSError:
        return None
    finally:
        with suppress(OSError):
            shutil.rmtree(made, ignore_errors=True)
    return converted(file, binary, limit)
