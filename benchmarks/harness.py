"""Timing, peaks of memory and the table. Times are processor seconds of this process: the least of a few runs.

Contenders are functions without arguments that return their answer; a benchmark compares the answers before
it hands out any row. A peak of memory is measured in a subprocess of its own that runs one contender once:
the growth of its largest resident set over what it had after imports (so memory of compiled
libraries, and importing a solver, count).
"""

from __future__ import annotations

import gc
import importlib
import json
import math
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

MEASURE_MEMORY = True


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        case: The question asked.
        who: Whose answer was timed.
        seconds: Processor seconds; not a number for what could not be measured (the note says why).
        times: How many times as long as ours on the same question; None for ours.
        megabytes: Peak of memory, or None.
        note: What was done, and what was allowed.
    """

    case: str
    who: str
    seconds: float
    times: float | None = None
    megabytes: float | None = None
    note: str = ""


_TICKS = 20
"""So many steps of the clock a run takes at least: shorter work is done several times a run."""


@cache
def clock_step() -> float:
    """The least step, in seconds, that this machine's clock of processor time is seen to make."""
    steps = []
    for _ in range(5):
        start = now = time.process_time()
        while now == start:
            now = time.process_time()
        steps.append(now - start)
    return min(steps)


def timed(work: Callable[[], T], *, repeat: int = 5, at_least: float = 0.1) -> tuple[float, T]:
    """The least processor time of `repeat` runs, or of as many as fill `at_least` seconds; the last answer.

    Never 0: where the clock is coarse, a run is as many calls as take twenty of its steps, and its time their mean.
    """
    least, spent, runs, calls = float("inf"), 0.0, 0, 1
    enough = _TICKS * clock_step()
    gc.collect()
    gc.disable()
    try:
        while runs < repeat or (spent < at_least and repeat > 1):
            start = time.process_time()
            for _ in range(calls):
                answer = work()
            took = time.process_time() - start
            if took < enough:
                calls *= 2  # too few to be told from nothing
                continue
            least, spent, runs = min(least, took / calls), spent + took, runs + 1
    finally:
        gc.enable()
    return least, answer


def peak(work: Callable[..., Any], *arguments: int) -> float | None:
    """The peak of memory in MB of a module's function, run once in a subprocess with whole numbers."""
    if not MEASURE_MEMORY:
        return None
    command = [sys.executable, "-m", "benchmarks.harness", work.__module__, work.__name__]
    command += [str(number) for number in arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout)


def alone(work: Callable[..., Any], *arguments: int, limit: int) -> tuple[float, Any] | None:
    """Processor seconds and answer of one run in a subprocess; None if `limit` seconds are not enough."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.harness",
        f"--limit={limit}",
        work.__module__,
        work.__name__,
    ]
    command += [str(number) for number in arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == -signal.SIGXCPU:
        return None
    if done.returncode:
        raise RuntimeError(f"{work.__name__} failed:\n{done.stderr}")
    seconds, answer = json.loads(done.stdout.splitlines()[-1])
    return seconds, answer


def show(rows: Iterable[Row]) -> list[Row]:
    """Print rows as they come, one table; all of them at the end."""
    shown = []
    print(f"{'question':<34} {'who':<30} {'time':>10} {'ratio':>9} {'memory':>9}  note")
    for row in rows:
        shown.append(row)
        memory = "" if row.megabytes is None else f"{row.megabytes:,.1f} MB"
        print(
            f"{row.case:<34} {row.who:<30} {span(row.seconds):>10} {times(row.times):>9} {memory:>9}  {row.note}",
            flush=True,
        )
    return shown


def times(ratio: float | None) -> str:
    """A ratio as it is printed."""
    return "" if ratio is None else f"{ratio:,.1f}x" if ratio < 100 else f"{ratio:,.0f}x"


def span(seconds: float) -> str:
    """A time as it is printed, in its unit."""
    if math.isnan(seconds):
        return "-"
    if seconds < 1e-3:
        return f"{seconds * 1e6:,.1f} us"
    return f"{seconds * 1e3:,.2f} ms" if seconds < 1 else f"{seconds:,.2f} s"


def _peak() -> float:
    """The largest resident set of this program so far, in MB."""
    # Linux carries ru_maxrss over from the parent process; VmHWM starts afresh.
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _child() -> None:
    limited = sys.argv[1].startswith("--limit=")
    module, name, *numbers = sys.argv[2:] if limited else sys.argv[1:]
    work = getattr(importlib.import_module(module), name)
    if limited:
        start = time.process_time()
        allowed = int(start) + int(sys.argv[1].removeprefix("--limit="))
        resource.setrlimit(resource.RLIMIT_CPU, (allowed, allowed + 1))
        answer = work(*map(int, numbers))
        print(json.dumps([time.process_time() - start, answer]))
        return
    before = _peak()
    work(*map(int, numbers))
    print(_peak() - before)


if __name__ == "__main__":
    _child()
