"""The page of a run: ``python -m benchmarks NAME ... --page docs/measured.md``.

A section for each benchmark: what was asked, under which load of the machine (mean number of processes that want a
core, before and after), and its rows, both sides measured in that one run. Sections of benchmarks that were not asked
this time stay as they were, so that a page may be made in several runs.
"""

from __future__ import annotations

import math
import os
import platform
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from benchmarks.harness import Row, span, times

__all__ = ["HEAD", "load", "machine", "section", "with_sections"]

HEAD = """# Measured

Written by `python -m benchmarks --page docs/measured.md`, never by hand: every row of every benchmark, ours and the
peers' in the same run. Times are processor seconds, the least of a few runs; a ratio is how many times as long as ours
the peer takes. What the figures mean is told in [performance.md](performance.md).
"""

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def load() -> float:
    """How many processes want a core, on the mean of the last minute; not a number where no system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else math.nan


def machine() -> str:
    """What the figures depend on beside the code: cores, Python, numpy."""
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, numpy {version('numpy')}"


def section(doc: str, rows: Iterable[Row], *, on: str, loads: tuple[float, float]) -> str:
    """What a benchmark says of itself, the machine, and a table of its rows."""
    about = " ".join((doc.strip().split("\n\n") or [""])[0].split())
    lines = [about, "", f"On {on}; load {loads[0]:.1f} before, {loads[1]:.1f} after.", ""]
    lines += ["| question | who | time | ratio | memory | note |", "|---|---|---|---|---|---|"]
    for row in rows:
        memory = "" if row.megabytes is None else f"{row.megabytes:,.1f} MB"
        cells = [row.case, row.who, span(row.seconds), times(row.times), memory, row.note]
        lines.append("| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def with_sections(page: str, found: dict[str, str]) -> str:
    """The page with these sections in place of, or beside, those it has; by name."""
    parts = _HEADING.split(page)
    kept = {name: text.strip("\n") + "\n" for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    whole = kept | found
    return HEAD + "".join(f"\n## {name}\n\n{whole[name]}" for name in sorted(whole))


def write(path: Path, found: dict[str, str]) -> None:
    """Put sections into a file, which need not exist."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(with_sections(before, found), encoding="utf-8")
