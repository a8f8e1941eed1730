"""The page of a run: ``python -m benchmarks NAME ... --page docs/measured.md``.

A section for each benchmark: what was asked, under which load of the machine (mean number of processes that want a
core, before and after), and its rows, both sides measured in that one run. Sections of benchmarks that were not asked
this time stay as they were, so that a page may be made in several runs.

What the page says of peers in all is a table of the page `SUMMED` beside it, between its two `MARKS`.
"""

from __future__ import annotations

import math
import os
import platform
import re
import statistics
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

from benchmarks.harness import Row, span, times

__all__ = ["HEAD", "MARKS", "SUMMED", "load", "machine", "peers", "section", "with_sections"]

HEAD = """# Measured

Written by `python -m benchmarks --page docs/measured.md`, never by hand: every row of every benchmark, ours and the
peers' in the same run. Times are processor seconds, the least of a few runs; a ratio is how many times as long as ours
the peer takes. What the figures mean is told in [performance.md](performance.md).
"""

SUMMED = "performance.md"
MARKS = ("<!-- peers: written with measured.md -->\n", "<!-- end of peers -->\n")
"""What stands between them is never written by hand."""

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


_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0}


def _compared(name: str, told: str) -> Iterator[tuple[str, float]]:
    """The peers of a section's rows, each with its time over that of the first row with the same question."""
    ours_are = {"deduce", name}
    ours: dict[str, float] = {}
    for line in told.splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        taken, _, unit = cells[2].partition(" ") if len(cells) == 6 else ("", "", "")
        if unit not in _SECONDS:
            continue
        seconds = float(taken.replace(",", "")) * _SECONDS[unit]
        question, who, ratio = cells[0], cells[1], cells[3]
        first = ours.setdefault(question, seconds)
        if ratio and who.partition(",")[0].lower() not in ours_are:
            yield who, seconds / first


def _written(ratio: float) -> str:
    return f"{ratio:.2g}" if ratio < 10 else f"{ratio:,.0f}"


def peers(page: str) -> str:
    """A table of the peers of a page of sections: how many times as long as ours each takes, over its questions."""
    lines = [
        "| benchmark | peer | questions | least | median | greatest | load |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    parts = _HEADING.split(page)
    for name, told in zip(parts[1::2], parts[2::2], strict=True):
        busy = re.search(r"load ([\d.]+) before, ([\d.]+) after", told)
        under = f"{busy[1]} to {busy[2]}" if busy else ""
        found: dict[str, list[float]] = {}
        for who, ratio in _compared(name, told):
            found.setdefault(who, []).append(ratio)
        for who, ratios in found.items():
            shown = (_written(each) for each in (min(ratios), statistics.median(ratios), max(ratios)))
            lines.append(
                f"| [{name}](measured.md#{name}) | {who} | {len(ratios)} | {' | '.join(shown)} | {under} |"
            )
    return "\n".join(lines) + "\n"


def write(path: Path, found: dict[str, str]) -> None:
    """Put sections into a file, which need not exist, and what they say of peers into the page beside it."""
    page = with_sections(path.read_text(encoding="utf-8") if path.exists() else "", found)
    path.write_text(page, encoding="utf-8")
    beside = path.with_name(SUMMED)
    if beside.exists():
        before, _, rest = beside.read_text(encoding="utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        beside.write_text(f"{before}{MARKS[0]}\n{peers(page)}\n{MARKS[1]}{after}", encoding="utf-8")
