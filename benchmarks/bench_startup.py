"""What a command costs from start to end, beside ``python -c "import numpy"``: whole processes, bytecode on.

The ratio is numpy's time to ours, as everywhere: 0.5 and more keeps the promise of at most twice.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.harness import Row

__all__ = ["rows"]

ROOT = Path(__file__).parents[1]

COMMANDS = (
    "--help",
    "games",
    "unique examples/puzzles/cinema.toml",
    "unique examples/puzzles/sudoku.toml",
    "solve examples/entracte/evening.txt",
    "solve examples/enigma/evening.txt",
    "solve examples/decrypto/encrypt.txt",
    "solve examples/initiative/evening.txt",
    "solve examples/shakespeare/solo.txt",
    "solve examples/shakespeare/position.txt",
)

LONG = 5.0


def spent(*words: str, bytecode: str, repeat: int = 5) -> float:
    """The least processor time of a few runs of Python with these words; the first one only writes bytecode.

    A run of more than `LONG` seconds is not repeated: what it costs is no longer its start.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    found = []
    for _ in range(repeat + 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if len(found) > 1 and found[-1] > LONG:
            break
    return min(found[1:])


def rows() -> Iterator[Row]:
    """A line a command, each beside numpy measured right before it."""
    with tempfile.TemporaryDirectory() as bytecode:
        for command in COMMANDS:
            numpy = spent("-c", "import numpy", bytecode=bytecode)
            ours = spent("-m", "deduce", *command.split(), bytecode=bytecode)
            case = f"deduce {command}".replace("examples/", "")
            yield Row(case, "deduce", ours, None, None, f"{ours / numpy:.2f} times numpy")
            yield Row(case, "import numpy", numpy, numpy / ours)
